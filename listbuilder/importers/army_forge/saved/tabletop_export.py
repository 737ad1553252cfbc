"""Import tabletop exports of Army Forge (2023 to today): whole units with upgrades, prices and equipment.

If an installed book agrees with the file, the book counts. Otherwise the file becomes a partial faction, and the report
says so.
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

_PACKAGE_ID = "taken-{unit}"
_MAX_DESCRIPTION_LENGTH, _MAX_RULES = 1_000, 2_000
_BRACES = str.maketrans("{}", "()")


def format_partial(  # noqa: PLR0917 - all different
    records: list[Record],
    descriptions: Mapping[str, str],
    key: str,
    name: str,
    system: SystemId | None,
    library: Library,
) -> dict[str, object] | None:
    """Return a faction in the form of a faction file, built from the records of one book; None without units."""
    units: dict[str, dict[str, object]] = {}
    sections: dict[str, dict[str, dict[str, object]]] = {}
    for record in records:
        package = _PACKAGE_ID.format(unit=record.unit)
        units.setdefault(record.unit, {**record.raw, "upgrades": [package]})
        _collect_sections(record, sections.setdefault(package, {}))
    packages = [{"uid": uid, "hint": uid, "sections": list(by_id.values())} for uid, by_id in sections.items()]
    book = {"units": list(units.values()), "upgradePackages": packages}
    return _format_faction(book, descriptions, key, name, system, library)


def read_descriptions(raw: Mapping[str, object], records: list[Record]) -> dict[str, str]:
    """Return the descriptions of special rules in the file, by rule id."""
    weapons = (weapon for record in records for weapon in _as_objects(record.raw.get("weapons")))
    bearers = [raw.get("specialRules"), *(record.raw.get("rules") for record in records)]
    bearers += (weapon.get("specialRules") for weapon in weapons)
    descriptions: dict[str, str] = {}
    for rule in (rule for rules in bearers for rule in _as_objects(rules)[:_MAX_RULES]):
        if text := text_of(rule.get("description"), _MAX_DESCRIPTION_LENGTH):
            # braces are placeholders in a glossary
            descriptions.setdefault(slug(text_of(rule.get("name"))), " ".join(text.translate(_BRACES).split()))
    return descriptions


def _as_objects(value: object) -> list[Mapping[str, object]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _collect_sections(record: Record, sections: dict[str, dict[str, object]]) -> None:
    """Add the sections and options of a record's upgrades."""
    upgrades = record.raw.get("selectedUpgrades")
    for upgrade in upgrades if isinstance(upgrades, list) else []:
        section = upgrade.get("upgrade") if isinstance(upgrade, dict) else None
        option = upgrade.get("option") if isinstance(upgrade, dict) else None
        if not isinstance(section, dict) or not isinstance(option, dict):
            continue
        uid = text_of(section.get("uid")) or text_of(section.get("id"))
        known = sections.setdefault(uid, {**section, "uid": uid, "options": []})
        options = known["options"]
        assert isinstance(options, list)
        if all(option.get("id") != other.get("id") for other in options):
            options.append(option)


def _format_faction(  # noqa: PLR0917 - all different
    book: Mapping[str, object],
    descriptions: Mapping[str, str],
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
    header: dict[str, object] = {
        "format": 1,
        "id": f"{slug(name)[:40] or 'unknown-book'}-{digest}",
        "systems": [system] if system is not None else [],
        "version": digest,
        "name": name or unnamed_book(),
        "keys": [key],
    }
    resolved = settle_rules(book, Parts(units=units, packages=packages), library.loader.glossary(header), notes)
    rules: dict[str, object] = {}
    for rule, entry in resolved.rules.items():
        text = descriptions.get(rule)
        rules[rule] = {**entry, "text": {"en": text}} if text and isinstance(entry, dict) else entry
    own_rules = {"rules": rules} if rules else {}
    return {**header, **own_rules, **format_parts(resolved.parts, (), NOTHING_KEPT, notes)}


_SERIALISED_OBJECT = re.compile(r"@\{(.*)\}", re.DOTALL)
_MAX_DEPTH = 40
_MAX_COUNT = 1_000


def modern_units(units: object, *, written: bool = True) -> list[object]:
    """Return the units of a list in today's form; `serialised` if objects may be written as text.

    In 2023 a unit had `equipment` and `specialRules`, and upgrades for all models stated the gains of the whole unit.
    """
    restored = _restore_objects(units, 0) if written else units
    if not isinstance(restored, list):
        return []
    return [_normalise_unit(unit) if isinstance(unit, dict) else unit for unit in restored]


def may_be_written(text: str) -> bool:
    """Return whether a file may hold objects that were written as text, such as `@{name=AP; rating=1}`."""
    return "@{" in text or "\\u" in text


def _normalise_unit(raw: Mapping[str, object]) -> dict[str, object]:
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
            unit[key] = [
                {**stack, "count": stack.get("originalCount", stack.get("count", 1))}
                if isinstance(stack, dict)
                else stack
                for stack in stacks
            ]
    upgrades = raw.get("selectedUpgrades")
    size = whole(raw.get("size"), 1, _MAX_COUNT)
    if isinstance(upgrades, list) and size is not None and size > 1:
        unit["selectedUpgrades"] = [_gains_per_model(upgrade, size, raw) for upgrade in upgrades]
    return unit


def _gains_per_model(upgrade: object, size: int, unit: Mapping[str, object]) -> object:
    """Return an upgrade for all models with the gains of one model; exports of 2023 and 2024 state the total."""
    section = upgrade.get("upgrade") if isinstance(upgrade, dict) else None
    option = upgrade.get("option") if isinstance(upgrade, dict) else None
    if not isinstance(section, dict) or not isinstance(option, dict) or not isinstance(option.get("gains"), list):
        return upgrade
    affects = section.get("affects")
    if not isinstance(affects, dict) or affects.get("type") != "all":
        return upgrade
    assert isinstance(upgrade, dict)
    gains = [_divide_gain(gain, size, unit) if isinstance(gain, dict) else gain for gain in option["gains"]]
    return {**upgrade, "option": {**option, "gains": gains}}


def _divide_gain(gain: Mapping[str, object], size: int, unit: Mapping[str, object]) -> Mapping[str, object]:
    """Divide a gain that is a total; if the loadout holds a multiple of it, it is not."""
    count = whole(gain.get("count"), 1, _MAX_COUNT)
    if count is None or count % size:
        return gain
    carried = _count_in_loadout(unit.get("loadout"), gain.get("name"))
    return gain if carried >= count * size else {**gain, "count": count // size}


def _count_in_loadout(loadout: object, name: object) -> int:
    """Return how often the loadout in the file holds an item."""
    stacks = loadout if isinstance(loadout, list) else []
    matching = (stack for stack in stacks if isinstance(stack, dict) and stack.get("name") == name)
    return sum(whole(stack.get("count"), 1, _MAX_COUNT) or 1 for stack in matching)


def _restore_objects(value: object, depth: int) -> object:
    """Turn objects that were written as text back into objects."""
    if isinstance(value, str):
        match = _SERIALISED_OBJECT.fullmatch(value) if value.startswith("@{") and depth <= _MAX_DEPTH else None
        if match is None:
            return value
        pairs = (part.partition("=") for part in match[1].split(";"))
        return {key.strip(): text.strip() for key, _, text in pairs if key.strip()}
    if depth > _MAX_DEPTH or not isinstance(value, list | dict):
        return value
    if isinstance(value, list):
        return [_restore_objects(item, depth + 1) for item in value]
    return {key: _restore_objects(item, depth + 1) for key, item in value.items()}


_MIN_AGREEMENT = 0.5


class ResolvedImporter:
    """Reads tabletop exports."""

    id = "army-forge-resolved"

    def recognises(self, source: Source) -> bool:
        """Return whether the first unit has upgrades or equipment."""
        value = source.value
        units = value.get("units") if isinstance(value, dict) else None
        first = units[0] if isinstance(units, list) and units else None
        return isinstance(first, dict) and ("selectedUpgrades" in first or "loadout" in first)

    def read(self, source: Source, library: Library) -> list[Imported]:
        """Return the list in the file."""
        raw = source.value
        assert isinstance(raw, dict)
        collector = Oddities()
        head = parse_head(raw, collector)
        records = parse_records(
            modern_units(raw["units"], written=may_be_written(source.text)),
            key_of(raw.get("armyId")),
            _read_upgrade_ids,
            collector,
        )
        if not records:
            raise unreadable("import.no-list", source.name)
        systems, descriptions = find_systems(library, head.game), partial(read_descriptions, raw, records)
        chooser = _BookChooser(library, systems, text_of(raw.get("armyName")), descriptions)
        factions = {key: chooser.faction(key, records) for key in dict.fromkeys(record.book for record in records)}
        known = {key: faction for key, faction in factions.items() if faction is not None}
        stated = NamedBooks.named_in(raw)
        missing = {key: stated.missing_id(key, library) for key in factions if key not in known}
        ids = {key: faction.id for key, faction in known.items()}
        entries = Matcher(known, {**ids, **missing}, collector).entries(records)
        system = choose_system(chooser.systems, chooser.headers)
        pins = {**stated.pins(missing, known), **chooser.pins}
        army = build_army(head, system, entries, pins, library=library, findings=chooser.findings)
        return [
            Imported(
                army=with_factions(army, chooser.partial_mappings, chooser.partial),
                report=build_report([*chooser.findings, *collector.findings]),
                stated_points=head.points,
                factions=tuple(chooser.partial),
                unstated=head.unstated,
            )
        ]


def _read_upgrade_ids(upgrade: Mapping[str, object]) -> Ids:
    section, option = upgrade.get("upgrade"), upgrade.get("option")
    if not isinstance(section, dict) or not isinstance(option, dict):
        return key_of(upgrade.get("upgradeId")), key_of(upgrade.get("optionId"))
    return (
        key_of(section.get("uid")) or key_of(section.get("id")),
        key_of(option.get("uid")) or key_of(option.get("id")),
    )


class _BookChooser:
    """Chooses the faction for each book of a list: an installed one, or one built from the file."""

    def __init__(
        self,
        library: Library,
        systems: tuple[SystemHeader, ...],
        name: str,
        descriptions: Callable[[], Mapping[str, str]],
    ) -> None:
        self.library = library
        self.systems = systems
        self.name = name
        self.descriptions = descriptions
        """Reads the rule descriptions of the file; needed only if a book is not installed."""
        self.headers: list[FactionHeader] = []
        self.pins: dict[FactionId, Book] = {}
        """Versions that fit better than the newest."""
        self.partial: list[Faction] = []
        self.partial_mappings: list[Mapping[str, object]] = []
        self.findings: list[Diagnostic] = []

    def faction(self, key: str, records: list[Record]) -> Faction | None:
        """Return the faction for one book; None if it can neither be found nor built."""
        own = [record for record in records if record.book == key]
        books = list(self._load_versions(key))
        header, best = max(books, key=lambda book: _agreement(book[1], own), default=(None, None))
        if header is None or best is None or _agreement(best, own) < _MIN_AGREEMENT:
            return self._build_partial(key, own, best)
        self.headers.append(header)
        self.findings += [*differing_costs(best, own), *unknown_things(best, own)]
        if best is not books[0][1]:
            self.pins[best.id] = Book(best.version, best.sha256)
        return best

    def _load_versions(self, key: str) -> Iterator[tuple[FactionHeader, Faction]]:
        """Yield the installed versions of a book that can be read, newest first."""
        for header in find_books(self.library, key, self.systems):
            with suppress(UnreadableError):
                yield header, self.library.faction(header.id, header.systems[0], header.version)

    def _build_partial(self, key: str, own: list[Record], other: Faction | None) -> Faction | None:
        name = next((header.name.en for header in self.library.factions_by_key(key)), "") or self.name
        system = choose_system(self.systems, [])
        raw = format_partial(own, self.descriptions(), key, name, system, self.library)
        if raw is None:
            return None
        faction = make_faction(raw, self.library)
        self.partial_mappings.append(raw)
        self.partial.append(faction)
        self.findings.append(told(faction, other.version if other is not None else ""))
        if other is not None:
            self.findings += [*other_today(other, own), *unknown_things(other, own)]
        return faction


def _agreement(faction: Faction, records: list[Record]) -> float:
    """Return the share of units that cost the same in this version of a book."""
    costs = stated_costs(faction, records)
    return sum(unit.cost == cost for unit, cost in costs) / len(costs) if costs else 0
