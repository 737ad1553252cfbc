"""Import share text of Army Forge (2022 to today). Units are found by name and size, upgrades by what they give.

The books and the system are found by the header, else by the units. Doubts are reported. Units that no book has become
a partial faction, each block as it is and without options.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from listbuilder.diagnostics import Diagnostic, Place, Severity, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.text.text_parser import (
    BlockEquipment,
    TextBook,
    TextList,
    TextUnit,
    build_vocabulary,
    is_share_text,
    parse_block,
    parse_share_text,
    split_share_texts,
)
from listbuilder.importers.army_forge.text.upgrade_search import (
    SearchBudget,
    SearchKey,
    Solution,
    build_target_profile,
    compare_rules,
    count_profiles,
    find_upgrades,
    make_loadout_builder,
    weapon_profile,
)
from listbuilder.importers.importer import (
    FORCE_ORG_FIELD,
    MAX_TEXT_BYTES,
    POINTS_FIELD,
    UNSTATED_FIELDS,
    ImportedList,
    SourceFile,
    assume_force_org,
    assume_points_limit,
    assumption_finding,
    choose_system,
    find_systems,
    not_installed_finding,
    sort_newest_first,
    unreadable_error,
)
from listbuilder.importers.partial_factions import (
    add_partial_factions,
    build_partial_faction,
    hash_data,
    partial_faction_finding,
    unknown_book_name,
)
from listbuilder.library import FactionHeader, Library, SystemHeader
from listbuilder.library.glossary import Glossary
from listbuilder.model import (
    ArmyList,
    BookPin,
    Entry,
    EntryId,
    Faction,
    Half,
    RuleRef,
    System,
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
from listbuilder.model.ids import column_letters
from listbuilder.model.notation import format_weapon
from listbuilder.model.text import build_catalogue_text
from listbuilder.rules.roster_builder import experience_cost
from listbuilder.rules.rule_ratings import merge_highest
from listbuilder.textutil.fuzzy import find_closest

_MAX_UNREAD_LINES = 50


class ShareTextImporter:
    """Reads share text."""

    id = "army-forge-text"

    def recognises(self, source: SourceFile) -> bool:
        """Return whether a line has the numbers of a unit."""
        return is_share_text(source.text[:MAX_TEXT_BYTES])

    def read(self, source: SourceFile, library: Library) -> list[ImportedList]:
        """Return the lists in the text, one for each header."""
        if len(source.raw) > MAX_TEXT_BYTES:
            raise unreadable_error("import.too-large", source.name)
        parsed = [parse_share_text(text) for text in split_share_texts(source.text)]
        if not any(text_list.units for text_list in parsed):
            raise unreadable_error("import.no-list", source.name)
        return [_import_list(text_list, source, library) for text_list in parsed]


def _import_list(parsed: TextList, source: SourceFile, library: Library) -> ImportedList:
    books = detect_books(parsed, library)
    builder = EntryBuilder(books, library.loader.build_glossary({"systems": [books.system.id]}), source.name)
    entries = builder.build_entries(parsed.units)
    findings = [*books.findings, *builder.findings]
    # text around a list that is pasted into a mail is not a problem of the list
    for lines, severity in ((parsed.unread_lines, None), (parsed.outside_lines, Severity.NOTE)):
        for number, text in lines[:_MAX_UNREAD_LINES]:
            params, place = {"line": number, "text": text[:120]}, Place(source.name, number)
            findings.append(Diagnostic("IMP004", None, params, place=place, severity_override=severity))
    partial = [build_partial_faction(raw, library) for raw in builder.partial_mappings]
    findings += [partial_faction_finding(faction) for faction in partial]
    army = ArmyList(
        name=parsed.header.name,
        system=books.system.id,
        points=assume_points_limit(books.system, parsed.header.points, findings),
        force_org=assume_force_org(books.system, findings),
        books={book.id: BookPin(version) for book, version in books.versions if version},
        entries=entries,
    )
    return ImportedList(
        army=add_partial_factions(army, builder.partial_mappings, partial),
        report=build_report(findings),
        stated_points=parsed.header.points,
        partial_factions=tuple(partial),
        unstated_fields=UNSTATED_FIELDS | {POINTS_FIELD, FORCE_ORG_FIELD},
    )


@dataclass(frozen=True, slots=True)
class TextBooks:
    """The system and the factions of a text, with the versions that its header states."""

    title: str
    """The first unknown book in the header, else the first book; empty if none is certain."""
    system: System
    factions: tuple[Faction, ...]
    versions: tuple[tuple[Faction, str | None], ...]
    findings: tuple[Diagnostic, ...]
    has_missing_book: bool = False
    """Whether the header names a book that is not installed, which may hold the unknown units."""


def detect_books(parsed: TextList, library: Library) -> TextBooks:
    """Return the books of a share text; raise UnreadableError if no system is installed."""
    findings: list[Diagnostic] = []
    # the systems that Army Forge has come first
    systems = tuple(sorted(library.systems(), key=lambda header: (not header.keys, header.keys)))
    stated_game = parsed.header.game
    if stated_game and (matching := find_systems(library, stated_game)):
        systems = matching
    elif stated_game:
        findings.append(not_installed_finding(stated_game, build_catalogue_text("where.systems")))
    if not systems:
        raise unreadable_error("import.no-systems")
    # in the order of the systems and newest first
    by_file = {header.file: header for system in systems for header in sort_newest_first(library.factions(system.id))}
    installed = list(by_file.values())
    matched: list[tuple[FactionHeader, str | None]] = []
    unknown: list[TextBook] = []
    for book in parsed.header.books:
        namesakes = [header for header in installed if header.name.en.casefold() == book.name.casefold()]
        if namesakes:
            matched.append((min(namesakes, key=lambda header: header.version != book.version), book.version))
        else:
            unknown.append(book)
    if not matched and (guessed := _guess_book(parsed, installed, library)) is not None:
        matched, unknown = [(guessed, None)], []
        findings = [assumption_finding("assumed.book", guessed.name)]
    headers = [header for header, _ in matched]
    system_id = choose_system(systems, headers)
    assert system_id is not None
    system = library.system(system_id)
    if not stated_game or _fits_several_systems(headers, systems):
        findings.append(assumption_finding("assumed.system", system.title))
    names = [header.name.en for header in installed]
    where = system.title if stated_game else build_catalogue_text("where.library")
    for book in unknown:
        suggestion = find_closest(book.name, names) or ""
        if book.version is not None or suggestion:  # otherwise it is the name of the list
            findings.append(not_installed_finding(book.name, where, suggestion))
    loaded = ((_load_faction(header, library), version) for header, version in matched)
    versions = tuple((faction, version) for faction, version in loaded if faction is not None)
    all_names = {header.name.en for header in library.factions()}
    # without a version it may be the name of the list
    titles = [book.name for book in unknown if book.version is not None or book.name in all_names]
    title = next(iter((*titles, *(header.name.en for header in headers))), "")
    factions = tuple(faction for faction, _ in versions)
    return TextBooks(title, system, factions, versions, tuple(findings), bool(unknown))


def _fits_several_systems(headers: Sequence[FactionHeader], systems: Sequence[SystemHeader]) -> bool:
    """Return whether the books belong to more than one system; a text does not say which."""
    return bool(headers) and sum(all(system.id in book.systems for book in headers) for system in systems) > 1


def _guess_book(parsed: TextList, installed: Sequence[FactionHeader], library: Library) -> FactionHeader | None:
    """Return the newest version of the book with the most units of the text, if it has at least half of them."""
    names = {unit.name.casefold() for unit in parsed.units}
    newest = {(header.id, header.systems): header for header in reversed(installed)}
    best, best_score = None, 0
    for header in reversed(newest.values()):
        faction = _load_faction(header, library)
        units = {unit.name.en.casefold() for unit in faction.units.values()} if faction is not None else set()
        if len(names & units) > best_score:
            best, best_score = header, len(names & units)
    return best if best_score * 2 >= len(names) else None


def _load_faction(header: FactionHeader, library: Library) -> Faction | None:
    try:
        return library.faction(header.id, header.systems[0], header.version)
    except UnreadableError:
        return None


def _surplus_weapons(ours: Sequence[tuple[int, Weapon]], theirs: Sequence[tuple[int, Weapon]]) -> list[str]:
    """Return the weapons of which our side has more."""
    names = {weapon_profile(weapon): format_weapon(weapon) for _, weapon in ours}
    surplus = count_profiles(ours) - count_profiles(theirs)
    return [f"{count}x {names[weapon]}" for weapon, count in surplus.items()]


def _rule_labels(keys: frozenset[str], rules: Iterable[RuleRef]) -> list[str]:
    labels = {normalise_name(rule.name): rule.label for rule in rules}
    return [label for key, label in labels.items() if key in keys]


def format_text_faction(
    blocks: list[tuple[TextUnit, BlockEquipment]], books: TextBooks, glossary: Glossary
) -> dict[str, object]:
    """Return a faction built from blocks, in the form of a faction file."""
    units: list[dict[str, object]] = []
    own_rules: dict[str, object] = {}
    for number, (block, parsed) in enumerate(blocks):
        units.append(_format_unit(number, block, parsed, books))
        used = [("model", rule) for rule in parsed.rules]
        used += [("weapon", rule) for _, weapon in parsed.weapons for rule in weapon.rules]
        for bearer, rule in used:
            if rule.id and glossary.find(rule.name) is None:
                takes = {} if rule.rating is None else {"takes": "number" if isinstance(rule.rating, int) else "text"}
                own_rules.setdefault(rule.id, {"name": rule.name, "on": bearer, **takes})
    digest = hash_data(units)[:8]
    return {
        "format": 1,
        "id": f"{slugify(books.title)[:40] or 'unknown-book'}-{digest}",
        "systems": [books.system.id],
        "version": digest,
        "name": books.title[:80] or unknown_book_name(),
        **({"rules": dict(sorted(own_rules.items()))} if own_rules else {}),
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
            faction = format_text_faction(self._unknown, self._books, self._glossary)
            self.partial_mappings = [faction]
            for index, entry in enumerate(entries):
                if entry.unit.startswith("?/"):
                    unit = build_unit_ref(str(faction["id"]), entry.unit.removeprefix("?/"))
                    entries[index] = replace(entry, unit=unit)
        return tuple(entries)

    def _repair_names(self, blocks: Sequence[TextUnit]) -> list[TextUnit]:
        """Return blocks whose names are complete, although their lines were broken or joined."""
        repaired: list[TextUnit] = []
        for block in blocks:
            if repaired and not repaired[-1].joins_next:
                repaired[-1:] = self._repair_name(repaired[-1], block)
            else:
                repaired.append(block)
        return repaired

    def _repair_name(self, previous: TextUnit, block: TextUnit) -> tuple[TextUnit, TextUnit]:
        """Return two blocks with words moved between the first one and the name of the second, if that names a unit."""
        words = block.name.split()
        if "|" in words or any(word.endswith(")") for word in words[:-1]):
            # a text without line breaks puts the end of the previous block in front of the name
            for start in range(max(1, len(words) - _MAX_NAME_WORDS * 2), len(words)):
                alone = replace(block, name=" ".join(words[start:]))
                if self._find_unit(alone) is not None:
                    body = " ".join((previous.body, *words[:start])).strip(" |")
                    return replace(previous, body=body), alone
        if self._find_unit(block) is None:
            # a name that was broken over two lines begins in the previous block
            moved = previous.body.split()[-_MAX_NAME_WORDS:]
            for start in range(len(moved)):
                longer = replace(block, name=" ".join((*moved[start:], block.name)))
                if self._find_unit(longer) is not None:
                    body = previous.body.rstrip()
                    for word in reversed(moved[start:]):
                        body = body.removesuffix(word).rstrip()
                    return replace(previous, body=body), longer
        return previous, block

    def _build_entry(self, block: TextUnit) -> Entry:
        unit_match = self._find_unit(block)
        parsed = parse_block(block.body, self._vocabulary)
        for text in parsed.unread:
            self._add("IMP004", block, line=block.line, text=text[:120])
        if unit_match is None:
            number = len(self._unknown)
            self._unknown.append((block, parsed))
            if self._books.factions:
                names = [unit.name.en for faction in self._books.factions for unit in faction.units.values()]
                where = tuple(faction.name for faction in self._books.factions)
                severity = Severity.UNCHECKED if self._books.has_missing_book else None
                suggestion = find_closest(block.name, names) or ""
                self._add("IMP002", block, severity, what=block.name, where=where, suggestion=suggestion)
            return Entry(id=EntryId(""), unit=UnitRef(f"?/{unknown_unit_id(block.name, number)}"), xp=block.xp)
        halves = self._find_upgrades(block, parsed, unit_match)
        return Entry(
            id=EntryId(""),
            unit=unit_match.unit.ref,
            name=unit_match.own_name,
            upgrades=halves[0],
            combined=Half(halves[1]) if len(halves) > 1 else None,
            xp=block.xp,
        )

    def _find_unit(self, block: TextUnit) -> _FoundUnit | None:
        """Return the unit of a block: by its whole name, or by the part that is not the player's own name."""
        matches = [match for pattern in _CUSTOM_NAMES if (match := pattern.match(block.name))]
        names = [(block.name, None), *((match["unit"], match["own"]) for match in matches)]
        for name, own in names:
            for faction in self._books.factions:
                for unit in faction.find_units_by_name(normalise_name(name)):
                    if block.models in (unit.size, unit.size * 2):
                        return _FoundUnit(unit, faction, own, block.models // unit.size)
        return None

    def _find_upgrades(
        self, block: TextUnit, parsed: BlockEquipment, unit_match: _FoundUnit
    ) -> tuple[tuple[Upgrade, ...], ...]:
        """Return the upgrades of each half, and report doubts about them."""
        is_hero = self._books.system.roles.hero in unit_match.unit.rule_ids
        experience = experience_cost(block.xp, is_hero, self._books.system)
        points = block.points - experience if block.points is not None else None
        key = SearchKey(unit_match.unit, unit_match.faction, self._books.system, parsed, points, unit_match.copies)
        if key not in self._solved:  # many lists hold the same unit twice
            self._solved[key] = find_upgrades(key, self._budget)
        solutions = self._solved[key]
        if not solutions:
            self._add("IMP004", block, line=block.line, text=block.name)
            return ((),) * unit_match.copies
        best = solutions[0]
        if best.distance[1]:
            self._add("IMP012", block, unit=block.name, stated=block.points, points=best.cost + experience)
        if (best.is_exact or not self._report_differences(block, parsed, best, unit_match)) and len(solutions) > 1:
            chosen_text, other = map(_format_upgrades, solutions[:2])
            ways = len(solutions)
            self._add("IMP003", block, line=block.line, unit=block.name, ways=ways, taken=chosen_text, other=other)
        return best.halves

    def _report_differences(
        self, block: TextUnit, parsed: BlockEquipment, best: Solution, unit_match: _FoundUnit
    ) -> bool:
        """Report what differs from the nearest solution; return whether anything that counts does."""
        build = make_loadout_builder(unit_match.unit, unit_match.faction, self._books.system)
        loadouts = [build(upgrades) for upgrades in best.halves]
        carried = [(stack.count, stack.weapon) for loadout in loadouts for stack in loadout.weapons]
        rules = list(dict.fromkeys(rule for loadout in loadouts for rule in loadout.rules))
        items = {gear.item.key: gear.item.rules for loadout in loadouts for gear in loadout.items}
        only_in_text, only_in_list = compare_rules(rules, build_target_profile(parsed, None), items)
        real_rules: list[RuleRef] = []
        strange: list[RuleRef] = []  # words that are not a rule, such as a greeting or a page number
        for rule in parsed.rules:
            is_known = normalise_name(rule.name) in self._vocabulary.rules or self._glossary.find(rule.name) is not None
            (real_rules if is_known else strange).append(rule)
        for text in _rule_labels(only_in_text, strange):
            self._add("IMP004", block, line=block.line, text=text[:120])
        in_text = (*_surplus_weapons(parsed.weapons, carried), *_rule_labels(only_in_text, real_rules))[:_MAX_NAMED]
        in_list = (*_surplus_weapons(carried, parsed.weapons), *_rule_labels(only_in_list, rules))[:_MAX_NAMED]
        if not in_text and not in_list:
            return False
        chosen_text = _format_upgrades(best)
        self._add("IMP013", block, line=block.line, unit=block.name, taken=chosen_text, text=in_text, list=in_list)
        return True

    def _add(self, code: str, block: TextUnit, severity: Severity | None = None, **params: object) -> None:
        place = Place(self._source, block.line)
        self.findings.append(Diagnostic(code, None, params, place=place, severity_override=severity))


def _format_upgrades(solution: Solution) -> str | Text:
    """Return the upgrades of a solution as a list file writes them."""
    halves = (
        ", ".join(upgrade.option if upgrade.count == 1 else f"{upgrade.count}x {upgrade.option}" for upgrade in half)
        for half in solution.halves
    )
    return " + ".join(filter(None, halves)) or build_catalogue_text("import.no-upgrades")
