"""Build entries from the blocks of a share text: units by name and size, upgrades by search.

Doubts are reported. Units that no book has become a partial faction, each block as it is and without options.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from listbuilder.diagnostics import Diagnostic, Place, Severity
from listbuilder.importers.army_forge.text.book_detection import TextBooks
from listbuilder.importers.army_forge.text.text_parser import BlockEquipment, TextUnit, build_vocabulary, parse_block
from listbuilder.importers.army_forge.text.upgrade_search import (
    LoadoutBuilder,
    SearchBudget,
    SearchKey,
    Solution,
    TargetProfile,
    WeaponProfile,
    build_target_profile,
    compare_rules,
    find_upgrades,
    make_loadout_builder,
    weapon_profile,
)
from listbuilder.importers.partial_factions import hash_data, unknown_book_name
from listbuilder.library.glossary import Glossary
from listbuilder.model import (
    Entry,
    EntryId,
    Faction,
    Half,
    RuleRef,
    Text,
    Unit,
    UnitId,
    UnitRef,
    Upgrade,
    Weapon,
    build_unit_ref,
    normalise_name,
    slugify,
)
from listbuilder.model.notation import format_weapon
from listbuilder.model.text import build_catalogue_text
from listbuilder.rules.edits import column_letters
from listbuilder.rules.roster_builder import experience_cost
from listbuilder.rules.rule_ratings import merge_highest
from listbuilder.textutil.fuzzy import find_closest


@dataclass(frozen=True, slots=True)
class _Differences:
    """Weapons and rules that only the text has, and those that only the list has."""

    text: tuple[str, ...]
    list: tuple[str, ...]
    strange: tuple[str, ...]
    """Words of the text that are not a rule, such as a greeting or a page number."""


def _find_differences(
    solution: Solution,
    block: BlockEquipment,
    target: TargetProfile,
    builder: LoadoutBuilder,
    is_rule: Callable[[RuleRef], bool],
) -> _Differences:
    """Compare a block with the loadout of the nearest solution; `is_rule` returns whether a rule exists."""
    loadouts = [builder(upgrades) for upgrades in solution.halves]
    carried = [(stack.count, stack.weapon) for loadout in loadouts for stack in loadout.weapons]
    rules = list(dict.fromkeys(rule for loadout in loadouts for rule in loadout.rules))
    items = {gear.item.key: gear.item.rules for loadout in loadouts for gear in loadout.items}
    only_in_text, only_in_list = compare_rules(rules, target, items)
    real_rules = [rule for rule in block.rules if is_rule(rule)]
    return _Differences(
        (*_surplus_weapons(block.weapons, carried), *_rule_labels(only_in_text, real_rules)),
        (*_surplus_weapons(carried, block.weapons), *_rule_labels(only_in_list, rules)),
        tuple(_rule_labels(only_in_text, [rule for rule in block.rules if rule not in real_rules])),
    )


def _surplus_weapons(ours: Iterable[tuple[int, Weapon]], theirs: Iterable[tuple[int, Weapon]]) -> list[str]:
    """Return the weapons of which our side has more."""
    ours = list(ours)
    names = {weapon_profile(weapon): format_weapon(weapon) for _, weapon in ours}
    surplus = _count_profiles(ours) - _count_profiles(theirs)
    return [f"{count}x {names[weapon]}" for weapon, count in surplus.items()]


def _count_profiles(weapons: Iterable[tuple[int, Weapon]]) -> Counter[WeaponProfile]:
    counts = Counter[WeaponProfile]()
    for count, weapon in weapons:
        counts[weapon_profile(weapon)] += count
    return counts


def _rule_labels(keys: frozenset[str], rules: Iterable[RuleRef]) -> list[str]:
    labels = {normalise_name(rule.name): rule.label for rule in rules}
    return [label for key, label in labels.items() if key in keys]


def format_text_faction(
    blocks: list[tuple[TextUnit, BlockEquipment]], books: TextBooks, glossary: Glossary
) -> dict[str, object]:
    """Return a faction built from blocks, in the form of a faction file."""
    units = [_format_unit(number, block, parsed, books) for number, (block, parsed) in enumerate(blocks)]
    digest = hash_data(units)[:8]
    rules = _own_rules([parsed for _, parsed in blocks], glossary)
    return {
        "format": 1,
        "id": f"{slugify(books.title)[:40] or 'unknown-book'}-{digest}",
        "systems": [books.system.id],
        "version": digest,
        "name": books.title[:80] or unknown_book_name(),
        **({"rules": rules} if rules else {}),
        "units": units,
    }


def unknown_unit_id(name: str, number: int) -> UnitId:
    """Return the id of a unit that no book has; blocks of one name may differ, so each gets its own."""
    return UnitId(f"{slugify(name)[:60] or 'unit'}-{number + 1}")


def _format_unit(number: int, block: TextUnit, parsed: BlockEquipment, books: TextBooks) -> dict[str, object]:
    rules = merge_highest(parsed.rules)
    is_hero = any(rule.id == books.system.roles.hero for rule in rules)
    unit: dict[str, object] = {
        "id": unknown_unit_id(block.name, number),
        "name": block.name[:80] or "?",
        "size": max(1, block.models),
        "quality": block.quality,
        "defense": block.defense,
        "cost": max(0, (block.points or 0) - experience_cost(block.xp, is_hero, books.system)),
        "rules": [rule.label for rule in rules],
        "weapons": [{"weapon": format_weapon(weapon), "total": count} for count, weapon in parsed.weapons],
    }
    return {key: value for key, value in unit.items() if value != []}


def _own_rules(blocks: list[BlockEquipment], glossary: Glossary) -> dict[str, object]:
    """Return entries for the rules that no glossary has: their name, and whether they take a rating."""
    own: dict[str, object] = {}
    for block in blocks:
        for rule in block.rules:
            _add_rule(rule, "model", glossary, own)
        for _, weapon in block.weapons:
            for rule in weapon.rules:
                _add_rule(rule, "weapon", glossary, own)
    return dict(sorted(own.items()))


def _add_rule(rule: RuleRef, bearer: str, glossary: Glossary, own: dict[str, object]) -> None:
    if rule.id and glossary.find(rule.name) is None:
        takes = {} if rule.rating is None else {"takes": "number" if isinstance(rule.rating, int) else "text"}
        own.setdefault(rule.id, {"name": rule.name, "on": bearer, **takes})


_MAX_COPIES = 100
_MAX_NAMED = 10
_MAX_NAME_WORDS = 4
_CUSTOM_NAMES = (
    re.compile(r"^(?P<own>.+?)\s+[-\N{EN DASH}\N{EM DASH}]\s+(?P<unit>.+)$"),
    re.compile(r"^(?P<own>.+?)\s+\((?P<unit>[^()]+)\)$"),
    re.compile(r'^(?P<unit>.+?)\s+["\N{LEFT DOUBLE QUOTATION MARK}](?P<own>.+)["\N{RIGHT DOUBLE QUOTATION MARK}]$'),
)


@dataclass(frozen=True, slots=True)
class _FoundUnit:
    """The unit that a block means, with the player's name for it and the number of copies."""

    unit: Unit
    faction: Faction
    own_name: str | None
    copies: int


class EntryBuilder:
    """Builds entries from blocks and collects findings."""

    def __init__(self, books: TextBooks, glossary: Glossary, source: str) -> None:
        self._books = books
        self._glossary = glossary
        self._source = source
        self._vocabulary = build_vocabulary(books.factions)
        self._unknown: list[tuple[TextUnit, BlockEquipment]] = []
        self._budget = SearchBudget()
        self._solved: dict[SearchKey, tuple[Solution, ...]] = {}
        self.findings: list[Diagnostic] = []
        self.partial_mappings: list[Mapping[str, object]] = []
        """The partial faction of units that no book has, in the form of a faction file; empty if there is none."""

    def build_entries(self, blocks: Sequence[TextUnit]) -> tuple[Entry, ...]:
        """Return an entry for each unit; an attached hero comes before its host."""
        built = [self._build_entry(block) for block in self._repair_names(blocks)]
        entries: list[Entry] = []
        waiting_heroes: list[int] = []
        for block, entry in zip(blocks, built, strict=True):
            for _ in range(min(block.count, _MAX_COPIES)):
                entries.append(replace(entry, id=EntryId(column_letters(len(entries)))))
                if not block.joins_next:
                    for hero in waiting_heroes:
                        entries[hero] = replace(entries[hero], joins=entries[-1].id)
                    waiting_heroes = []
            if block.joins_next:
                waiting_heroes.append(len(entries) - 1)
        if self._unknown:
            self.partial_mappings = [format_text_faction(self._unknown, self._books, self._glossary)]
        return tuple(self._with_partial_faction(entry) for entry in entries)

    def _repair_names(self, blocks: Sequence[TextUnit]) -> list[TextUnit]:
        """Return blocks whose names were broken over two lines with the part from the end of the block before."""
        repaired: list[TextUnit] = []
        for block in blocks:
            repaired_block = block
            previous = repaired[-1] if repaired and not repaired[-1].joins_next else None
            if previous is not None and (split := self._split_merged_name(block, previous)) is not None:
                repaired[-1], repaired_block = split
                repaired.append(repaired_block)
                continue
            if previous is not None and self._find_unit(block) is None:
                words = previous.body.split()[-_MAX_NAME_WORDS:]
                longer = (replace(block, name=" ".join((*words[start:], block.name))) for start in range(len(words)))
                repaired_block = next(
                    (candidate for candidate in longer if self._find_unit(candidate) is not None), block
                )
            if previous is not None and repaired_block is not block:
                moved_words = repaired_block.name.removesuffix(block.name).split()
                body = previous.body.rstrip()
                for word in reversed(moved_words):
                    body = body.removesuffix(word).rstrip()
                repaired[-1] = replace(previous, body=body)
            repaired.append(repaired_block)
        return repaired

    def _split_merged_name(self, block: TextUnit, previous: TextUnit) -> tuple[TextUnit, TextUnit] | None:
        """Split a name from the end of the previous block, which a text without line breaks puts in front of it."""
        words = block.name.split()
        if "|" not in words and not any(word.endswith(")") for word in words[:-1]):
            return None
        for start in range(max(1, len(words) - _MAX_NAME_WORDS * 2), len(words)):
            alone = replace(block, name=" ".join(words[start:]))
            if self._find_unit(alone) is not None:
                body = " ".join((previous.body, *words[:start])).strip(" |")
                return replace(previous, body=body), alone
        return None

    def _with_partial_faction(self, entry: Entry) -> Entry:
        """Return the entry of an unknown unit with a reference to the partial faction."""
        if not self.partial_mappings or not entry.unit.startswith("?/"):
            return entry
        return replace(entry, unit=build_unit_ref(str(self.partial_mappings[0]["id"]), entry.unit.removeprefix("?/")))

    def _build_entry(self, block: TextUnit) -> Entry:
        found = self._find_unit(block)
        parsed = parse_block(block.body, self._vocabulary)
        for text in parsed.unread:
            self._add("IMP004", block, line=block.line, text=text[:120])
        if found is None:
            number = len(self._unknown)
            self._unknown.append((block, parsed))
            self._report_unknown(block)
            return Entry(id=EntryId(""), unit=UnitRef(f"?/{unknown_unit_id(block.name, number)}"), xp=block.xp)
        halves = self._find_upgrades(block, parsed, found)
        return Entry(
            id=EntryId(""),
            unit=found.unit.ref,
            name=found.own_name,
            upgrades=halves[0],
            combined=Half(halves[1]) if len(halves) > 1 else None,
            xp=block.xp,
        )

    def _report_unknown(self, block: TextUnit) -> None:
        if self._books.factions:
            names = [unit.name.en for faction in self._books.factions for unit in faction.units.values()]
            where = tuple(faction.name for faction in self._books.factions)
            params = {"what": block.name, "where": where, "suggestion": find_closest(block.name, names) or ""}
            severity = Severity.UNCHECKED if self._books.has_missing_book else None
            place = Place(self._source, block.line)
            self.findings.append(Diagnostic("IMP002", None, params, place=place, severity_override=severity))

    def _find_unit(self, block: TextUnit) -> _FoundUnit | None:
        """Return the unit of a block: by its whole name, or by the part that is not the player's own name."""
        matches = [match for pattern in _CUSTOM_NAMES if (match := pattern.match(block.name))]
        names = [(block.name, None), *((match["unit"], match["own"]) for match in matches)]
        for name, own in names:
            for found in self._units_named(name, own):
                if block.models in (found.unit.size, found.unit.size * 2):
                    return replace(found, copies=2 if block.models == found.unit.size * 2 else 1)
        return None

    def _units_named(self, name: str, own: str | None) -> Iterator[_FoundUnit]:
        for faction in self._books.factions:
            for unit in faction.find_units_by_name(normalise_name(name)):
                yield _FoundUnit(unit, faction, own, 1)

    def _find_upgrades(
        self, block: TextUnit, parsed: BlockEquipment, found: _FoundUnit
    ) -> tuple[tuple[Upgrade, ...], ...]:
        """Return the upgrades of each half, and report doubts about them."""
        is_hero = self._books.system.roles.hero in found.unit.rule_ids
        experience = experience_cost(block.xp, is_hero, self._books.system)
        points = block.points - experience if block.points is not None else None
        key = SearchKey(found.unit, found.faction, self._books.system, parsed, points, found.copies)
        if key not in self._solved:  # many lists hold the same unit twice
            self._solved[key] = find_upgrades(key, self._budget)
        solutions = self._solved[key]
        if not solutions:
            self._add("IMP004", block, line=block.line, text=block.name)
            return ((),) * found.copies
        best = solutions[0]
        if best.distance[1]:
            self._add("IMP012", block, unit=block.name, stated=block.points, points=best.cost + experience)
        if best.is_exact or not self._report_differences(block, parsed, best, found):
            self._report_alternatives(block, solutions)
        return best.halves

    def _report_alternatives(self, block: TextUnit, solutions: Sequence[Solution]) -> None:
        if len(solutions) > 1:
            formatted = tuple(_format_upgrades(solution) for solution in solutions[:5])
            self._add(
                "IMP003",
                block,
                line=block.line,
                unit=block.name,
                ways=len(solutions),
                taken=formatted[0],
                other=formatted[1],
            )

    def _report_differences(self, block: TextUnit, parsed: BlockEquipment, best: Solution, found: _FoundUnit) -> bool:
        """Report what differs from the nearest solution; return whether anything that counts does."""
        builder = make_loadout_builder(found.unit, found.faction, self._books.system)
        differences = _find_differences(best, parsed, build_target_profile(parsed, None), builder, self._is_rule)
        for text in differences.strange:
            self._add("IMP004", block, line=block.line, text=text[:120])
        if not differences.text and not differences.list:
            return False
        self._add(
            "IMP013",
            block,
            line=block.line,
            unit=block.name,
            taken=_format_upgrades(best),
            text=differences.text[:_MAX_NAMED],
            list=differences.list[:_MAX_NAMED],
        )
        return True

    def _is_rule(self, rule: RuleRef) -> bool:
        return normalise_name(rule.name) in self._vocabulary.rules or self._glossary.find(rule.name) is not None

    def _add(self, code: str, block: TextUnit, **params: object) -> None:
        self.findings.append(Diagnostic(code, None, params, place=Place(self._source, block.line)))


def _format_upgrades(solution: Solution) -> str | Text:
    """Return the upgrades of a solution as a list file writes them."""
    halves = (
        ", ".join(upgrade.option if upgrade.count == 1 else f"{upgrade.count}x {upgrade.option}" for upgrade in half)
        for half in solution.halves
    )
    return " + ".join(filter(None, halves)) or build_catalogue_text("import.no-upgrades")
