"""The blocks of a share text made entries: unit by name and size, picks by search, all doubts reported.

What still differs between a share text and the nearest choices that were found for it, in its own words.

A faction of the units of a share text that no book has: each block is a unit as it stands, without choices.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from listbuilder.diagnostics import Diagnostic, Place, Severity
from listbuilder.importers.army_forge.text.book_detection import TextBooks
from listbuilder.importers.army_forge.text.parser import TextUnit, UnitBlock, parse_block, words_of_books
from listbuilder.importers.army_forge.text.upgrade_search import (
    Profile,
    SearchBudget,
    Solution,
    Sought,
    Wanted,
    Worker,
    compare_rules,
    find_remembered,
    profile,
    wanted,
    worker,
)
from listbuilder.importers.partial_factions import digest_of, unnamed_book
from listbuilder.library.glossary import Glossary
from listbuilder.model import (
    Entry,
    EntryId,
    Faction,
    Half,
    Pick,
    RuleRef,
    Text,
    Unit,
    UnitId,
    UnitRef,
    Weapon,
    slug,
    target_key,
    unit_ref,
)
from listbuilder.model.notation import format_weapon
from listbuilder.model.text import phrase
from listbuilder.rules.entry_ids import letters
from listbuilder.rules.roster import experience_cost
from listbuilder.rules.special_rules import unite_rules
from listbuilder.textutil.fuzzy import closest


@dataclass(frozen=True, slots=True)
class Differences:
    """Weapons and rules that only the text shows, and those that only the list has."""

    text: tuple[str, ...]
    list: tuple[str, ...]
    strange: tuple[str, ...]
    """Words of the text that are no rule at all: a greeting, the number of a page."""


def find_differences(
    best: Solution, block: UnitBlock, wanted: Wanted, work: Worker, known: Callable[[RuleRef], bool]
) -> Differences:
    """Compare a block with what the choices for it amount to; `known` tells whether there is such a rule."""
    loadouts = [work(picks) for picks in best.halves]
    carried = [(each.count, each.weapon) for loadout in loadouts for each in loadout.weapons]
    rules = list(dict.fromkeys(rule for loadout in loadouts for rule in loadout.rules))
    items = {gear.item.key: gear.item.rules for loadout in loadouts for gear in loadout.items}
    shown, had = compare_rules(rules, wanted, items)
    real = [rule for rule in block.rules if known(rule)]
    return Differences(
        (*_weapons(block.weapons, carried), *_named(shown, real)),
        (*_weapons(carried, block.weapons), *_named(had, rules)),
        tuple(_named(shown, [rule for rule in block.rules if rule not in real])),
    )


def _weapons(ours: Iterable[tuple[int, Weapon]], theirs: Iterable[tuple[int, Weapon]]) -> list[str]:
    """Write the weapons of which there are more on our side."""
    ours = list(ours)
    names = {profile(weapon): format_weapon(weapon) for _, weapon in ours}
    return [f"{count}x {names[each]}" for each, count in (_counted(ours) - _counted(theirs)).items()]


def _counted(weapons: Iterable[tuple[int, Weapon]]) -> Counter[Profile]:
    counts = Counter[Profile]()
    for count, weapon in weapons:
        counts[profile(weapon)] += count
    return counts


def _named(keys: frozenset[str], rules: Iterable[RuleRef]) -> list[str]:
    labels = {target_key(rule.name): rule.label for rule in rules}
    return [label for key, label in labels.items() if key in keys]


def format_text_faction(
    blocks: list[tuple[TextUnit, UnitBlock]], books: TextBooks, glossary: Glossary
) -> dict[str, object]:
    """Write a faction of blocks, as a faction file does."""
    units = [_unit(number, block, parsed, books) for number, (block, parsed) in enumerate(blocks)]
    digest = digest_of(units)[:8]
    rules = _own_rules([parsed for _, parsed in blocks], glossary)
    return {
        "format": 1,
        "id": f"{slug(books.title)[:40] or 'unknown-book'}-{digest}",
        "systems": [books.system.id],
        "version": digest,
        "name": books.title[:80] or unnamed_book(),
        **({"rules": rules} if rules else {}),
        "units": units,
    }


def unknown_id(name: str, number: int) -> UnitId:
    """Give the id of a unit that no book has; blocks of one name may differ, so each has its own."""
    return UnitId(f"{slug(name)[:60] or 'unit'}-{number + 1}")


def _unit(number: int, block: TextUnit, parsed: UnitBlock, books: TextBooks) -> dict[str, object]:
    rules = unite_rules(parsed.rules)
    hero = any(rule.id == books.system.roles.hero for rule in rules)
    unit: dict[str, object] = {
        "id": unknown_id(block.name, number),
        "name": block.name[:80] or "?",
        "size": max(1, block.models),
        "quality": block.quality,
        "defense": block.defense,
        "cost": max(0, (block.points or 0) - experience_cost(block.xp, hero, books.system)),
        "rules": [rule.label for rule in rules],
        "weapons": [{"weapon": format_weapon(weapon), "total": count} for count, weapon in parsed.weapons],
    }
    return {key: value for key, value in unit.items() if value != []}


def _own_rules(blocks: list[UnitBlock], glossary: Glossary) -> dict[str, object]:
    """Write entries for the rules that no glossary knows: their names, and whether they take a number."""
    own: dict[str, object] = {}
    for block in blocks:
        for rule in block.rules:
            _note(rule, "model", glossary, own)
        for _, weapon in block.weapons:
            for rule in weapon.rules:
                _note(rule, "weapon", glossary, own)
    return dict(sorted(own.items()))


def _note(rule: RuleRef, bearer: str, glossary: Glossary, own: dict[str, object]) -> None:
    if rule.id and glossary.find(rule.name) is None:
        takes = {} if rule.rating is None else {"takes": "number" if isinstance(rule.rating, int) else "text"}
        own.setdefault(rule.id, {"name": rule.name, "on": bearer, **takes})


_MOST_COPIES = 100
_MOST_NAMED = 10
_MOST_NAME_WORDS = 4
_OWN_NAMES = (
    re.compile(r"^(?P<own>.+?)\s+[-\N{EN DASH}\N{EM DASH}]\s+(?P<unit>.+)$"),
    re.compile(r"^(?P<own>.+?)\s+\((?P<unit>[^()]+)\)$"),
    re.compile(r'^(?P<unit>.+?)\s+["\N{LEFT DOUBLE QUOTATION MARK}](?P<own>.+)["\N{RIGHT DOUBLE QUOTATION MARK}]$'),
)


@dataclass(frozen=True, slots=True)
class _Found:
    """The unit that a block means: which one, of which faction, under which name of the player's, how many copies."""

    unit: Unit
    faction: Faction
    own_name: str | None
    copies: int


class EntryBuilder:
    """Makes entries of blocks, and gathers what was doubtful."""

    def __init__(self, books: TextBooks, glossary: Glossary, source: str) -> None:
        self._books = books
        self._glossary = glossary
        self._source = source
        self._words = words_of_books(books.factions)
        self._unknown: list[tuple[TextUnit, UnitBlock]] = []
        self._budget = SearchBudget()
        self._known: dict[Sought, tuple[Solution, ...]] = {}
        self.findings: list[Diagnostic] = []
        self.made: list[Mapping[str, object]] = []
        """A faction of the units that no book has, as a faction file would write it; or none."""

    def entries(self, blocks: Sequence[TextUnit]) -> tuple[Entry, ...]:
        """Give an entry for each unit, a joined hero's before its host's."""
        made = [self._entry(block) for block in self._mended(blocks)]
        entries: list[Entry] = []
        waiting: list[int] = []
        for block, entry in zip(blocks, made, strict=True):
            for _ in range(min(block.count, _MOST_COPIES)):
                entries.append(replace(entry, id=EntryId(letters(len(entries)))))
                if not block.joins_next:
                    for hero in waiting:
                        entries[hero] = replace(entries[hero], joins=entries[-1].id)
                    waiting = []
            if block.joins_next:
                waiting.append(len(entries) - 1)
        if self._unknown:
            self.made = [format_text_faction(self._unknown, self._books, self._glossary)]
        return tuple(self._placed(entry) for entry in entries)

    def _mended(self, blocks: Sequence[TextUnit]) -> list[TextUnit]:
        """Give names that a broken line has cut in two their beginning back, from the end of the block before."""
        mended: list[TextUnit] = []
        for block in blocks:
            whole = block
            before = mended[-1] if mended and not mended[-1].joins_next else None
            if before is not None and (parted := self._parted(block, before)) is not None:
                mended[-1], whole = parted
                mended.append(whole)
                continue
            if before is not None and self._find(block) is None:
                words = before.body.split()[-_MOST_NAME_WORDS:]
                longer = (replace(block, name=" ".join((*words[at:], block.name))) for at in range(len(words)))
                whole = next((found for found in longer if self._find(found) is not None), block)
            if before is not None and whole is not block:
                front = whole.name.removesuffix(block.name).split()
                kept = before.body.rstrip()
                for word in reversed(front):
                    kept = kept.removesuffix(word).rstrip()
                mended[-1] = replace(before, body=kept)
            mended.append(whole)
        return mended

    def _parted(self, block: TextUnit, before: TextUnit) -> tuple[TextUnit, TextUnit] | None:
        """Part a name from what a text without lines has put in front of it: the end of the block before."""
        words = block.name.split()
        if "|" not in words and not any(word.endswith(")") for word in words[:-1]):
            return None
        for at in range(max(1, len(words) - _MOST_NAME_WORDS * 2), len(words)):
            alone = replace(block, name=" ".join(words[at:]))
            if self._find(alone) is not None:
                body = " ".join((before.body, *words[:at])).strip(" |")
                return replace(before, body=body), alone
        return None

    def _placed(self, entry: Entry) -> Entry:
        """Point the entry of an unknown unit at the faction that was made for it."""
        if not self.made or not entry.unit.startswith("?/"):
            return entry
        return replace(entry, unit=unit_ref(str(self.made[0]["id"]), entry.unit.removeprefix("?/")))

    def _entry(self, block: TextUnit) -> Entry:
        found = self._find(block)
        parsed = parse_block(block.body, self._words)
        self._odd(block, parsed)
        if found is None:
            number = len(self._unknown)
            self._unknown.append((block, parsed))
            self._report_unknown(block)
            return Entry(id=EntryId(""), unit=UnitRef(f"?/{unknown_id(block.name, number)}"), xp=block.xp)
        halves = self._picks(block, parsed, found)
        return Entry(
            id=EntryId(""),
            unit=found.unit.ref,
            name=found.own_name,
            upgrades=halves[0],
            combined=Half(halves[1]) if len(halves) > 1 else None,
            xp=block.xp,
        )

    def _odd(self, block: TextUnit, parsed: UnitBlock) -> None:
        for text in parsed.odd:
            self._add("IMP004", block, line=block.line, text=text[:120])

    def _report_unknown(self, block: TextUnit) -> None:
        if self._books.factions:
            names = [unit.name.en for faction in self._books.factions for unit in faction.units.values()]
            near = closest(block.name, names) or ""
            where = tuple(faction.name for faction in self._books.factions)
            params = {"what": block.name, "where": where, "suggestion": near}
            severity = Severity.UNCHECKED if self._books.missing else None
            place = Place(self._source, block.line)
            self.findings.append(Diagnostic("IMP002", None, params, place=place, severity_override=severity))

    def _find(self, block: TextUnit) -> _Found | None:
        """Find the unit: by its whole name, or by the part of it that is not the player's own."""
        fitting = [found for found in self._named(block.name, None) if _fits(found, block)]
        if not fitting:
            parts = [match for pattern in _OWN_NAMES if (match := pattern.match(block.name))]
            named = (found for match in parts for found in self._named(match["unit"], match["own"]))
            fitting = [found for found in named if _fits(found, block)]
        if not fitting:
            return None
        best = fitting[0]
        copies = 2 if block.models == best.unit.size * 2 else 1
        return replace(best, copies=copies)

    def _named(self, name: str, own: str | None) -> Iterator[_Found]:
        wanted = target_key(name)
        for faction in self._books.factions:
            for unit in faction.units_named(wanted):
                yield _Found(unit, faction, own, 1)

    def _picks(self, block: TextUnit, parsed: UnitBlock, found: _Found) -> tuple[tuple[Pick, ...], ...]:
        """Find the picks; report what is doubtful about them."""
        hero = self._books.system.roles.hero in found.unit.rule_ids
        paid = experience_cost(block.xp, hero, self._books.system)
        points = block.points - paid if block.points is not None else None
        solutions = self._solutions(Sought(found.unit, found.faction, self._books.system, parsed, points, found.copies))
        if not solutions:
            self._add("IMP004", block, line=block.line, text=block.name)
            return ((),) * found.copies
        best = solutions[0]
        if best.distance[1]:
            self._add("IMP012", block, unit=block.name, stated=block.points, points=best.cost + paid)
        if best.exact or not self._report_nearest(block, parsed, best, found):
            self._report_ways(block, solutions)
        return best.halves

    def _solutions(self, sought: Sought) -> tuple[Solution, ...]:
        """Search, or remember: many lists hold the same unit twice."""
        if sought not in self._known:
            self._known[sought] = find_remembered(sought, self._budget)
        return self._known[sought]

    def _report_ways(self, block: TextUnit, solutions: Sequence[Solution]) -> None:
        if len(solutions) > 1:
            ways = tuple(_written(solution) for solution in solutions[:5])
            self._add(
                "IMP003", block, line=block.line, unit=block.name, ways=len(solutions), taken=ways[0], other=ways[1]
            )

    def _report_nearest(self, block: TextUnit, parsed: UnitBlock, best: Solution, found: _Found) -> bool:
        """Say what differs where nothing gives the unit as it is written; tell whether anything that counts does."""
        work = worker(found.unit, found.faction, self._books.system)
        differences = find_differences(best, parsed, wanted(parsed, None), work, self._is_rule)
        for text in differences.strange:
            self._add("IMP004", block, line=block.line, text=text[:120])
        if not differences.text and not differences.list:
            return False
        self._add(
            "IMP013",
            block,
            line=block.line,
            unit=block.name,
            taken=_written(best),
            text=differences.text[:_MOST_NAMED],
            list=differences.list[:_MOST_NAMED],
        )
        return True

    def _is_rule(self, rule: RuleRef) -> bool:
        return target_key(rule.name) in self._words.rules or self._glossary.find(rule.name) is not None

    def _add(self, code: str, block: TextUnit, **params: object) -> None:
        self.findings.append(Diagnostic(code, None, params, place=Place(self._source, block.line)))


def _fits(found: _Found, block: TextUnit) -> bool:
    """Tell whether a unit has the size of a block, alone or combined."""
    return block.models in (found.unit.size, found.unit.size * 2)


def _written(solution: Solution) -> str | Text:
    """Write the picks of a solution as a list file does."""
    halves = (
        ", ".join(pick.option if pick.count == 1 else f"{pick.count}x {pick.option}" for pick in half)
        for half in solution.halves
    )
    return " + ".join(filter(None, halves)) or phrase("import.no-upgrades")
