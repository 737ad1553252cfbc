"""Army Forge's resolved lists (tabletop exports, 2023 to today): whole units with their picks, prices and equipment.

Where the library has the book and the file agrees with it, the book counts. Where it has none, or one of another
edition (most units cost something else there), the file itself becomes a partial faction, and the report says so.

Resolved lists of other years, brought into today's shape.

In 2023 a unit had `equipment` for its weapons and items and `specialRules` for its rules; some exporters wrote nested
objects as `@{name=AP; rating=1}`. What an upgrade of all models gives was stated for the whole unit.

A faction made of what a resolved list knows: the units in it, and of their sections the options that were taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial

from listbuilder.diagnostics import Diagnostic, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.book.faction_mapping import Parts, format_parts
from listbuilder.importers.army_forge.book.rule_glossary import settle_rules
from listbuilder.importers.army_forge.book.section_ids import NOTHING_KEPT
from listbuilder.importers.army_forge.book.units import parse_units
from listbuilder.importers.army_forge.book.upgrades import parse_packages
from listbuilder.importers.army_forge.json_access import ReadingNotes, whole
from listbuilder.importers.army_forge.saved.books import (
    NamedBooks,
    choose_system,
    differing_costs,
    find_books,
    find_systems,
    other_today,
    stated_costs,
    unknown_things,
)
from listbuilder.importers.army_forge.saved.fields import (
    Ids,
    Oddities,
    PickReading,
    Record,
    build_army,
    key_of,
    parse_head,
    parse_records,
    text_of,
)
from listbuilder.importers.army_forge.saved.id_matching import Matcher
from listbuilder.importers.base import Imported, Source, unreadable
from listbuilder.importers.partial_factions import digest_of, make_faction, told, unnamed_book, with_factions
from listbuilder.library import FactionHeader, Library, SystemHeader
from listbuilder.model import Book, Faction, FactionId, SystemId, slug

_PACKAGE = "taken-{unit}"
_LONGEST_RULE, _MOST_RULES = 1_000, 2_000
_BRACES = str.maketrans("{}", "()")


def format_partial(  # noqa: PLR0917 - all different
    records: list[Record],
    said: Mapping[str, str],
    key: str,
    name: str,
    system: SystemId | None,
    library: Library,
) -> dict[str, object] | None:
    """Write a faction from the records of one book, as a faction file does; None where they hold no unit."""
    units: dict[str, dict[str, object]] = {}
    sections: dict[str, dict[str, dict[str, object]]] = {}
    for record in records:
        package = _PACKAGE.format(unit=record.unit)
        units.setdefault(record.unit, {**record.raw, "upgrades": [package]})
        _note_sections(record, sections.setdefault(package, {}))
    packages = [{"uid": uid, "hint": uid, "sections": list(found.values())} for uid, found in sections.items()]
    book = {"units": list(units.values()), "upgradePackages": packages}
    return _written(book, said, key, name, system, library)


def read_descriptions(raw: Mapping[str, object], records: list[Record]) -> dict[str, str]:
    """Gather what the player's own file says about its rules; braces would mean something to a glossary."""
    weapons = (weapon for record in records for weapon in _parts(record.raw.get("weapons")))
    bearers = [raw.get("specialRules"), *(record.raw.get("rules") for record in records)]
    bearers += (weapon.get("specialRules") for weapon in weapons)
    found: dict[str, str] = {}
    for rule in (rule for rules in bearers for rule in _parts(rules)[:_MOST_RULES]):
        if said := text_of(rule.get("description"), _LONGEST_RULE):
            found.setdefault(slug(text_of(rule.get("name"))), " ".join(said.translate(_BRACES).split()))
    return found


def _parts(value: object) -> list[Mapping[str, object]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _note_sections(record: Record, sections: dict[str, dict[str, object]]) -> None:
    """Gather the sections and options that a record's picks name."""
    picks = record.raw.get("selectedUpgrades")
    for pick in picks if isinstance(picks, list) else []:
        section = pick.get("upgrade") if isinstance(pick, dict) else None
        option = pick.get("option") if isinstance(pick, dict) else None
        if not isinstance(section, dict) or not isinstance(option, dict):
            continue
        uid = text_of(section.get("uid")) or text_of(section.get("id"))
        known = sections.setdefault(uid, {**section, "uid": uid, "options": []})
        options = known["options"]
        assert isinstance(options, list)
        if all(option.get("id") != other.get("id") for other in options):
            options.append(option)


def _written(  # noqa: PLR0917 - all different
    book: Mapping[str, object],
    said: Mapping[str, str],
    key: str,
    name: str,
    system: SystemId | None,
    library: Library,
) -> dict[str, object] | None:
    notes = ReadingNotes()
    units = parse_units(book, notes)
    packages = parse_packages(book, notes)
    known = {package.uid for package in packages}
    units = tuple(replace(unit, packages=tuple(uid for uid in unit.packages if uid in known)) for unit in units)
    if not units:
        return None
    digest = digest_of(book)[:8]
    head: dict[str, object] = {
        "format": 1,
        "id": f"{slug(name)[:40] or 'unknown-book'}-{digest}",
        "systems": [system] if system is not None else [],
        "version": digest,
        "name": name or unnamed_book(),
        "keys": [key],
    }
    settled = settle_rules(book, Parts(units=units, packages=packages), library.loader.glossary(head), notes)
    own = {rule: _told(entry, said.get(rule, "")) for rule, entry in settled.rules.items()}
    rules = {"rules": own} if own else {}
    return {**head, **rules, **format_parts(settled.parts, (), NOTHING_KEPT, notes)}


def _told(entry: object, said: str) -> object:
    """Give a rule that no glossary explains the text that the player's own file has for it."""
    return {**entry, "text": {"en": said}} if said and isinstance(entry, dict) else entry


_WRITTEN = re.compile(r"@\{(.*)\}", re.DOTALL)
_DEEPEST = 40
_LARGEST = 1_000


def modern_units(units: object, *, written: bool = True) -> list[object]:
    """Give the units of a list in today's shape; `written`: objects may stand in it as text."""
    found = _unwritten(units, 0) if written else units
    return [_modern(unit) if isinstance(unit, dict) else unit for unit in found] if isinstance(found, list) else []


def may_be_written(text: str) -> bool:
    """Tell whether a file may hold objects that were written as text."""
    return ("@" in text and "@{" in text) or ("\\" in text and "\\u" in text)  # a single letter is found at once


def _modern(raw: Mapping[str, object]) -> dict[str, object]:
    unit = dict(raw)
    equipment = raw.get("equipment")
    if isinstance(equipment, list) and not isinstance(raw.get("weapons"), list):
        unit["weapons"] = [item for item in equipment if isinstance(item, dict) and "content" not in item]
        unit["items"] = [item for item in equipment if isinstance(item, dict) and "content" in item]
    if not isinstance(raw.get("rules"), list) and isinstance(raw.get("specialRules"), list):
        unit["rules"] = raw["specialRules"]
    for key in ("weapons", "items"):
        stacks = unit.get(key)
        if isinstance(stacks, list):
            unit[key] = [_original(stack) if isinstance(stack, dict) else stack for stack in stacks]
    picks = raw.get("selectedUpgrades")
    size = whole(raw.get("size"), 1, _LARGEST)
    if isinstance(picks, list) and size is not None and size > 1:
        unit["selectedUpgrades"] = [_for_each_model(pick, size, raw) for pick in picks]
    return unit


def _for_each_model(pick: object, size: int, unit: Mapping[str, object]) -> object:
    """Give a pick for all models with the gains of one: exports of 2023 and 2024 state those of the whole unit."""
    section = pick.get("upgrade") if isinstance(pick, dict) else None
    option = pick.get("option") if isinstance(pick, dict) else None
    if not isinstance(section, dict) or not isinstance(option, dict) or not isinstance(option.get("gains"), list):
        return pick
    affects = section.get("affects")
    if not isinstance(affects, dict) or affects.get("type") != "all":
        return pick
    assert isinstance(pick, dict)
    gains = [_share(gain, size, unit) if isinstance(gain, dict) else gain for gain in option["gains"]]
    return {**pick, "option": {**option, "gains": gains}}


def _share(gain: Mapping[str, object], size: int, unit: Mapping[str, object]) -> Mapping[str, object]:
    """Divide a gain that is a total: what the unit carries in the end is not a multiple of it."""
    count = whole(gain.get("count"), 1, _LARGEST)
    if count is None or count % size:
        return gain
    carried = _carried(unit.get("loadout"), gain.get("name"))
    return gain if carried >= count * size else {**gain, "count": count // size}


def _carried(loadout: object, name: object) -> int:
    """Count a thing in what the export itself worked out."""
    stacks = loadout if isinstance(loadout, list) else []
    found = (stack for stack in stacks if isinstance(stack, dict) and stack.get("name") == name)
    return sum(whole(stack.get("count"), 1, _LARGEST) or 1 for stack in found)


def _original(stack: Mapping[str, object]) -> dict[str, object]:
    """Give a stack with the count it had before any pick took from it."""
    count = stack.get("originalCount", stack.get("count", 1))
    return {**stack, "count": count}


def _unwritten(value: object, depth: int) -> object:
    """Turn objects that were written as text back into objects."""
    if isinstance(value, str):
        written = _WRITTEN.fullmatch(value) if value.startswith("@{") and depth <= _DEEPEST else None
        if written is None:
            return value
        pairs = (part.partition("=") for part in written[1].split(";"))
        return {key.strip(): text.strip() for key, _, text in pairs if key.strip()}
    if depth > _DEEPEST or not isinstance(value, list | dict):
        return value
    if isinstance(value, list):
        return [_unwritten(item, depth + 1) for item in value]
    return {key: _unwritten(item, depth + 1) for key, item in value.items()}


_LEAST_AGREEMENT = 0.5


class ResolvedImporter:
    """Reads tabletop exports."""

    id = "army-forge-resolved"

    def recognises(self, source: Source) -> bool:
        """Tell by units that carry their picks or their equipment."""
        value = source.value
        units = value.get("units") if isinstance(value, dict) else None
        first = units[0] if isinstance(units, list) and units else None
        return isinstance(first, dict) and ("selectedUpgrades" in first or "loadout" in first)

    def read(self, source: Source, library: Library) -> list[Imported]:
        """Read the one list in the file."""
        raw = source.value
        assert isinstance(raw, dict)
        oddities = Oddities()
        head = parse_head(raw, oddities)
        records = parse_records(
            modern_units(raw["units"], written=may_be_written(source.text)),
            key_of(raw.get("armyId")),
            PickReading(_pick_ids),
            oddities,
        )
        if not records:
            raise unreadable("import.no-list", source.name)
        systems, said = find_systems(library, head.game), partial(read_descriptions, raw, records)
        chooser = _BookChooser(library, systems, text_of(raw.get("armyName")), said)
        factions = {key: chooser.faction(key, records) for key in dict.fromkeys(record.book for record in records)}
        known = {key: faction for key, faction in factions.items() if faction is not None}
        named = NamedBooks.named_in(raw)
        missing = {key: named.missing_id(key, library) for key in factions if key not in known}
        ids = {key: faction.id for key, faction in known.items()}
        entries = Matcher(known, {**ids, **missing}, oddities).entries(records)
        system = choose_system(chooser.systems, chooser.headers)
        pins = {**named.pins(missing, known), **chooser.pins}
        army = build_army(head, system, entries, pins, library=library, findings=chooser.findings)
        return [
            Imported(
                army=with_factions(army, chooser.carried, chooser.partial),
                report=build_report([*chooser.findings, *oddities.findings]),
                stated_points=head.points,
                factions=tuple(chooser.partial),
                unstated=head.unstated,
            )
        ]


def _pick_ids(pick: Mapping[str, object]) -> Ids:
    section, option = pick.get("upgrade"), pick.get("option")
    if not isinstance(section, dict) or not isinstance(option, dict):
        return key_of(pick.get("upgradeId")), key_of(pick.get("optionId"))
    return (
        key_of(section.get("uid")) or key_of(section.get("id")),
        key_of(option.get("uid")) or key_of(option.get("id")),
    )


class _BookChooser:
    """Chooses the faction for each book of a list: the library's, or one made of the file."""

    def __init__(
        self, library: Library, systems: tuple[SystemHeader, ...], name: str, said: Callable[[], Mapping[str, str]]
    ) -> None:
        self.library = library
        self.systems = systems
        self.name = name
        self.said = said
        """Tells what the file says about rules, by their ids; a book that is at hand says it itself."""
        self.headers: list[FactionHeader] = []
        self.pins: dict[FactionId, Book] = {}
        """The editions that fit better than the newest."""
        self.partial: list[Faction] = []
        self.carried: list[Mapping[str, object]] = []
        self.findings: list[Diagnostic] = []

    def faction(self, key: str, records: list[Record]) -> Faction | None:
        """Give the faction of one book."""
        own = [record for record in records if record.book == key]
        books = list(self._books(key))
        header, best = max(books, key=lambda book: _agreement(book[1], own), default=(None, None))
        if header is None or best is None or _agreement(best, own) < _LEAST_AGREEMENT:
            return self._made(key, own, best)
        self.headers.append(header)
        self.findings += [*differing_costs(best, own), *unknown_things(best, own)]
        if best is not books[0][1]:
            self.pins[best.id] = Book(best.version, best.sha256)
        return best

    def _books(self, key: str) -> Iterator[tuple[FactionHeader, Faction]]:
        """Give the editions of a book that are at hand and sound, the newest first."""
        for header in find_books(self.library, key, self.systems):
            with suppress(UnreadableError):
                yield header, self.library.faction(header.id, header.systems[0], header.version)

    def _made(self, key: str, own: list[Record], other: Faction | None) -> Faction | None:
        known = next((header.name.en for header in self.library.factions_by_key(key)), "") or self.name
        system = choose_system(self.systems, [])
        raw = format_partial(own, self.said(), key, known, system, self.library)
        if raw is None:
            return None
        faction = make_faction(raw, self.library)
        self.carried.append(raw)
        self.partial.append(faction)
        self.findings.append(told(faction, other.version if other is not None else ""))
        if other is not None:
            self.findings += [*other_today(other, own), *unknown_things(other, own)]
        return faction


def _agreement(faction: Faction, records: list[Record]) -> float:
    """Tell how far a file seems to be made with this edition of a book: the share of units that cost the same there."""
    costs = stated_costs(faction, records)
    return sum(unit.cost == cost for unit, cost in costs) / len(costs) if costs else 0
