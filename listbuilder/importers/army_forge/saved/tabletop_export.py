"""Import tabletop exports of Army Forge (2023 to today): whole units with upgrades, prices and equipment.

If an installed book agrees with the file, the book counts. Otherwise the file becomes a partial faction, and the report
says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

from listbuilder.diagnostics import Diagnostic, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.book.faction_mapping import BookParts, format_book_parts
from listbuilder.importers.army_forge.book.rule_glossary import resolve_rules
from listbuilder.importers.army_forge.book.unique_ids import NO_PREVIOUS_IDS
from listbuilder.importers.army_forge.book.unit_mapping import keep_known_packages, parse_book_units
from listbuilder.importers.army_forge.book.upgrade_mapping import parse_book_packages
from listbuilder.importers.army_forge.json_access import BookNotes, as_object, as_objects, parse_whole_number
from listbuilder.importers.army_forge.saved.fields import (
    FindingCollector,
    StatedBooks,
    UnitRecord,
    UpgradeIds,
    build_army_list,
    parse_header,
    parse_id,
    parse_records,
    parse_text,
)
from listbuilder.importers.army_forge.saved.id_matching import IdMatcher
from listbuilder.importers.importer import (
    ImportedList,
    SourceFile,
    choose_system,
    find_books,
    find_systems,
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
from listbuilder.model import BookPin, Faction, FactionId, SystemId, Unit, normalise_name, slugify

_MAX_DESCRIPTION_LENGTH, _MAX_RULES = 1_000, 2_000
_BRACES = str.maketrans("{}", "()")


def format_partial_faction(  # noqa: PLR0917 - all different
    records: list[UnitRecord],
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
        package = f"taken-{record.unit}"
        units.setdefault(record.unit, {**record.raw, "upgrades": [package]})
        known_sections = sections.setdefault(package, {})
        for upgrade in as_objects(record.raw.get("selectedUpgrades")):
            section, option = upgrade.get("upgrade"), upgrade.get("option")
            if isinstance(section, dict) and isinstance(option, dict):
                uid = parse_text(section.get("uid")) or parse_text(section.get("id"))
                options = known_sections.setdefault(uid, {**section, "uid": uid, "options": []})["options"]
                assert isinstance(options, list)
                if all(option.get("id") != other.get("id") for other in options):
                    options.append(option)
    packages = [{"uid": uid, "hint": uid, "sections": list(by_id.values())} for uid, by_id in sections.items()]
    book = {"units": list(units.values()), "upgradePackages": packages}
    notes = BookNotes()
    book_units, book_packages = parse_book_units(book, notes), parse_book_packages(book, notes)
    if not book_units:
        return None
    digest = hash_data(book)[:8]
    header: dict[str, object] = {
        "format": 1,
        "id": f"{slugify(name)[:40] or 'unknown-book'}-{digest}",
        "systems": [system] if system is not None else [],
        "version": digest,
        "name": name or unknown_book_name(),
        "keys": [key],
    }
    known_units = keep_known_packages(book_units, {package.uid for package in book_packages})
    parts = BookParts(units=known_units, packages=book_packages)
    resolved = resolve_rules(book, parts, library.loader.build_glossary(header), notes)
    rules = {
        rule: {**as_object(entry), "text": {"en": descriptions[rule]}} if descriptions.get(rule) else entry
        for rule, entry in resolved.own_rules.items()
    }
    own_rules = {"rules": rules} if rules else {}
    return {**header, **own_rules, **format_book_parts(resolved.parts, (), NO_PREVIOUS_IDS, notes)}


def collect_rule_descriptions(raw: Mapping[str, object], records: list[UnitRecord]) -> dict[str, str]:
    """Return the descriptions of special rules in the file, by rule id."""
    weapons = (weapon for record in records for weapon in as_objects(record.raw.get("weapons")))
    bearers = [raw.get("specialRules"), *(record.raw.get("rules") for record in records)]
    bearers += (weapon.get("specialRules") for weapon in weapons)
    descriptions: dict[str, str] = {}
    for rule in (rule for rules in bearers for rule in as_objects(rules)[:_MAX_RULES]):
        if text := parse_text(rule.get("description"), _MAX_DESCRIPTION_LENGTH):
            # braces are placeholders in a glossary
            descriptions.setdefault(slugify(parse_text(rule.get("name"))), " ".join(text.translate(_BRACES).split()))
    return descriptions


_SERIALISED_OBJECT = re.compile(r"@\{(.*)\}", re.DOTALL)
_MAX_DEPTH = 40
_MAX_COUNT = 1_000


def normalise_units(units: object, *, serialised: bool = True) -> list[object]:
    """Return the units of a list in today's form; `serialised` if objects may be written as text.

    In 2023 a unit had `equipment` and `specialRules`, and upgrades for all models stated the gains of the whole unit.
    """
    restored = _restore_objects(units, 0) if serialised else units
    if not isinstance(restored, list):
        return []
    return [_normalise_unit(unit) if isinstance(unit, dict) else unit for unit in restored]


def may_hold_serialised_objects(text: str) -> bool:
    """Return whether a file may hold objects that were written as text, such as `@{name=AP; rating=1}`."""
    return "@{" in text or "\\u" in text


def _normalise_unit(raw: Mapping[str, object]) -> dict[str, object]:
    unit = dict(raw)
    equipment = raw.get("equipment")
    if isinstance(equipment, list) and not isinstance(raw.get("weapons"), list):
        unit["weapons"] = [item for item in as_objects(equipment) if "content" not in item]
        unit["items"] = [item for item in as_objects(equipment) if "content" in item]
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
    size = parse_whole_number(raw.get("size"), 1, _MAX_COUNT)
    if isinstance(upgrades, list) and size is not None and size > 1:
        unit["selectedUpgrades"] = [_gains_per_model(upgrade, size, raw) for upgrade in upgrades]
    return unit


def _gains_per_model(upgrade: object, size: int, unit: Mapping[str, object]) -> object:
    """Return an upgrade for all models with the gains of one model; exports of 2023 and 2024 state the total."""
    raw = as_object(upgrade)
    affects, option = as_object(as_object(raw.get("upgrade")).get("affects")), as_object(raw.get("option"))
    stated = option.get("gains")
    if affects.get("type") != "all" or not isinstance(stated, list):
        return upgrade
    gains = [_divide_gain(gain, size, unit) if isinstance(gain, dict) else gain for gain in stated]
    return {**raw, "option": {**option, "gains": gains}}


def _divide_gain(gain: Mapping[str, object], size: int, unit: Mapping[str, object]) -> Mapping[str, object]:
    """Divide a gain that is a total; if the loadout holds a multiple of it, it is not."""
    count = parse_whole_number(gain.get("count"), 1, _MAX_COUNT)
    if count is None or count % size:
        return gain
    stacks = [stack for stack in as_objects(unit.get("loadout")) if stack.get("name") == gain.get("name")]
    carried = sum(parse_whole_number(stack.get("count"), 1, _MAX_COUNT) or 1 for stack in stacks)
    return gain if carried >= count * size else {**gain, "count": count // size}


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


class TabletopExportImporter:
    """Reads tabletop exports."""

    id = "army-forge-resolved"

    def recognises(self, source: SourceFile) -> bool:
        """Return whether the first unit has upgrades or equipment."""
        value = source.json_value
        units = value.get("units") if isinstance(value, dict) else None
        first = units[0] if isinstance(units, list) and units else None
        return isinstance(first, dict) and ("selectedUpgrades" in first or "loadout" in first)

    def read(self, source: SourceFile, library: Library) -> list[ImportedList]:
        """Return the list in the file."""
        raw = source.json_value
        assert isinstance(raw, dict)
        collector = FindingCollector()
        head = parse_header(raw, collector)
        units = normalise_units(raw["units"], serialised=may_hold_serialised_objects(source.text))
        records = parse_records(units, parse_id(raw.get("armyId")), _read_upgrade_ids, collector)
        if not records:
            raise unreadable_error("import.no-list", source.name)
        chooser = _BookChooser(library, find_systems(library, head.game), raw, records)
        factions = {key: chooser.faction(key) for key in dict.fromkeys(record.book for record in records)}
        known = {key: faction for key, faction in factions.items() if faction is not None}
        stated = StatedBooks.from_list(raw)
        missing = {key: stated.missing_book_id(key, library) for key in factions if key not in known}
        ids = {key: faction.id for key, faction in known.items()}
        entries = IdMatcher(known, {**ids, **missing}, collector).build_entries(records)
        system = choose_system(chooser.systems, chooser.headers)
        pins = {**stated.pins(missing, known), **chooser.pins}
        army = build_army_list(head, system, entries, pins, library=library, findings=chooser.findings)
        return [
            ImportedList(
                army=add_partial_factions(army, chooser.partial_mappings, chooser.partial),
                report=build_report([*chooser.findings, *collector.findings]),
                stated_points=head.points,
                partial_factions=tuple(chooser.partial),
                unstated_fields=head.unstated_fields,
            )
        ]


def _read_upgrade_ids(upgrade: Mapping[str, object]) -> UpgradeIds:
    section, option = upgrade.get("upgrade"), upgrade.get("option")
    if not isinstance(section, dict) or not isinstance(option, dict):
        return parse_id(upgrade.get("upgradeId")), parse_id(upgrade.get("optionId"))
    section_id, option_id = (parse_id(part.get("uid")) or parse_id(part.get("id")) for part in (section, option))
    return section_id, option_id


class _BookChooser:
    """Chooses the faction for each book of a list: an installed one, or one built from the file."""

    def __init__(
        self, library: Library, systems: tuple[SystemHeader, ...], raw: Mapping[str, object], records: list[UnitRecord]
    ) -> None:
        self.library = library
        self.systems = systems
        self.raw = raw
        self.records = records
        self.headers: list[FactionHeader] = []
        self.pins: dict[FactionId, BookPin] = {}
        """Versions that fit better than the newest."""
        self.partial: list[Faction] = []
        self.partial_mappings: list[Mapping[str, object]] = []
        self.findings: list[Diagnostic] = []

    def faction(self, key: str) -> Faction | None:
        """Return the faction for one book; None if it can neither be found nor built."""
        own = [record for record in self.records if record.book == key]
        books: list[tuple[FactionHeader, Faction]] = []
        for listed in find_books(self.library, key, self.systems):
            with suppress(UnreadableError):
                books.append((listed, self.library.faction(listed.id, listed.systems[0], listed.version)))
        header, best = max(books, key=lambda book: _agreement(book[1], own), default=(None, None))
        if header is None or best is None or _agreement(best, own) < _MIN_AGREEMENT:
            return self._build_partial(key, own, best)
        self.headers.append(header)
        self.findings += [*find_price_differences(best, own), *find_unknown_equipment(best, own)]
        if best is not books[0][1]:
            self.pins[best.id] = BookPin(best.version, best.sha256)
        return best

    def _build_partial(self, key: str, own: list[UnitRecord], other: Faction | None) -> Faction | None:
        names = (header.name.en for header in self.library.factions_by_key(key))
        name = next(names, "") or parse_text(self.raw.get("armyName"))
        descriptions = collect_rule_descriptions(self.raw, self.records)
        raw = format_partial_faction(own, descriptions, key, name, choose_system(self.systems, []), self.library)
        if raw is None:
            return None
        faction = build_partial_faction(raw, self.library)
        self.partial_mappings.append(raw)
        self.partial.append(faction)
        self.findings.append(partial_faction_finding(faction, other.version if other is not None else ""))
        if other is not None:
            self.findings += [*find_version_differences(other, own), *find_unknown_equipment(other, own)]
        return faction


_MAX_LOADOUT_SIZE = 100


def match_stated_prices(faction: Faction, records: Sequence[UnitRecord]) -> list[tuple[Unit, object]]:
    """Return each unit of the file that is in the book, with its price in the file."""
    prices = {record.unit: record.raw.get("cost") for record in records}
    return [(unit, cost) for key, cost in prices.items() if (unit := faction.find_unit_by_foreign_id(key)) is not None]


def find_price_differences(faction: Faction, records: Sequence[UnitRecord]) -> Iterator[Diagnostic]:
    """Yield a finding for each unit whose price in the book differs from the file."""
    for unit, cost in match_stated_prices(faction, records):
        if unit.cost != cost:
            yield Diagnostic("IMP012", None, {"unit": unit.name, "stated": cost, "points": unit.cost})


def find_version_differences(faction: Faction, records: Sequence[UnitRecord]) -> Iterator[Diagnostic]:
    """Yield a finding for each unit that is missing or has a different price in the installed version."""
    for key, record in {record.unit: record for record in records}.items():
        unit, cost = faction.find_unit_by_foreign_id(key), record.raw.get("cost")
        stated = cost if isinstance(cost, int) else 0
        if unit is None or unit.cost != cost:
            points = None if unit is None else unit.cost
            book = {"faction": faction.name, "version": faction.version}
            yield Diagnostic("IMP032", None, {"unit": record.name, "stated": stated, "points": points, **book})


def find_unknown_equipment(faction: Faction, records: Sequence[UnitRecord]) -> Iterator[Diagnostic]:
    """Yield a finding for each unit with equipment in the file that the book does not have for it."""
    for key, record in {record.unit: record for record in records}.items():
        unit = faction.find_unit_by_foreign_id(key)
        stated = record.raw.get("loadout")
        if unit is None or not isinstance(stated, list):
            continue
        names = (parse_text(item.get("name")) for item in as_objects(stated[:_MAX_LOADOUT_SIZE]))
        unknown = tuple(name for name in names if name and normalise_name(name) not in _equipment_keys(unit))
        if unknown:
            book = {"faction": faction.name, "version": faction.version}
            yield Diagnostic("IMP033", None, {"unit": unit.name, "things": unknown, **book})


@lru_cache(maxsize=1024)  # many lists have the same units
def _equipment_keys(unit: Unit) -> frozenset[str]:
    """Return the keys of all weapons and items that a unit can have."""
    gains = (gain for section in unit.sections for option in section.options for gain in option.gains)
    stacks = [*unit.equipment, *gains]
    return frozenset([gear.key for stack in stacks for gear in stack.equipment.all_gear])


def _agreement(faction: Faction, records: list[UnitRecord]) -> float:
    """Return the share of units that cost the same in this version of a book."""
    costs = match_stated_prices(faction, records)
    return sum(unit.cost == cost for unit, cost in costs) / len(costs) if costs else 0
