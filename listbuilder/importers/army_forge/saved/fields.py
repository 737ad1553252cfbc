"""Read the header, the books and the unit records of saved lists and tabletop exports without trusting them.

Values that cannot be used are reported, never dropped silently.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from listbuilder.diagnostics import Diagnostic
from listbuilder.errors import UnreadableError
from listbuilder.i18n import languages, translate
from listbuilder.importers.army_forge.json_access import parse_whole_number
from listbuilder.importers.importer import FORCE_ORG_FIELD, UNSTATED_FIELDS, assume_force_org, not_installed_finding
from listbuilder.library import Library
from listbuilder.listfiles.field_reader import (
    MAX_POINTS,
    format_value,
    too_many_entries_finding,
    too_many_upgrades_finding,
)
from listbuilder.model import ArmyList, BookPin, Entry, Faction, FactionId, SystemId, Upgrade, build_text, slugify
from listbuilder.model.army_list import (
    MAX_ENTRIES,
    MAX_ENTRY_NOTES_LENGTH,
    MAX_LIST_NOTES_LENGTH,
    MAX_NAME_LENGTH,
    MAX_UPGRADES_PER_ENTRY,
)
from listbuilder.model.text import build_catalogue_text
from listbuilder.rules.unit_labels import MissingBook
from listbuilder.validation.message_arguments import Message

MAX_IMPORT_FINDINGS = 200


class FindingCollector:
    """Collects findings about values of a list that were dropped or are doubtful."""

    def __init__(self) -> None:
        self.findings: list[Diagnostic] = []

    def add_dropped(self, where: object, reason: str, value: object = None) -> None:
        """Report a dropped value that may change points or the verdict."""
        self._add("IMP014", where, reason, value)

    def add_doubtful(self, where: object, reason: str, value: object = None) -> None:
        """Report a value without a price that was dropped, or read in its only possible meaning."""
        self._add("IMP015", where, reason, value)

    def add(self, finding: Diagnostic) -> None:
        """Add a finding of another kind."""
        if len(self.findings) < MAX_IMPORT_FINDINGS:
            self.findings.append(finding)

    def name_units(self, names: Mapping[str, object]) -> None:
        """Replace unit ids by names in the findings so far; while records are read, only ids are known."""
        self.findings = [
            replace(finding, params={**finding.params, "where": names[where]})
            if isinstance(where := finding.params.get("where"), str) and where in names
            else finding
            for finding in self.findings
        ]

    def assign_entries(self, entries: Mapping[str | None, str], count: int) -> None:
        """Assign entries to the first findings; while records are matched, only record ids are known."""
        self.findings[:count] = [replace(finding, on=entries.get(finding.on)) for finding in self.findings[:count]]

    def _add(self, code: str, where: object, reason: str, value: object) -> None:
        texts = {
            language: translate(language, f"import-note.{reason}", value=format_value(value))
            for language in languages()
        }
        self.add(Diagnostic(code, None, {"where": where, "reason": build_text(texts)}))


_MAX_XP = 1_000_000
_MAX_TRAITS = 100

UpgradeIds: TypeAlias = tuple[str, str]
"""The Army Forge ids of the section and the option of an upgrade."""
_IdReader: TypeAlias = Callable[[Mapping[str, object]], UpgradeIds]
"""Reads the ids of one upgrade; formats differ in where they are."""


class UnitRecord(NamedTuple):
    """One unit of an Army Forge list, with ids as in the file."""

    raw: Mapping[str, object]
    selection: str
    book: str
    unit: str
    name: str
    """What the file calls the unit, for messages."""
    upgrade_ids: tuple[UpgradeIds, ...]
    """In order."""
    combined: bool
    joins: str | None
    own_name: str | None
    notes: str | None
    xp: int
    traits: tuple[str, ...]


def parse_records(units: object, book: str, read_ids: _IdReader, collector: FindingCollector) -> list[UnitRecord]:
    """Parse the unit records of a list; raise UnreadableError if there are too many.

    `book` is the Army Forge id of the book, for records that do not state one.
    """
    listed = units if isinstance(units, list) else []
    if len(listed) > 2 * MAX_ENTRIES:  # a combined unit has two records
        raise UnreadableError([too_many_entries_finding(len(listed))])
    records = []
    for number, unit in enumerate(listed, 1):
        if isinstance(unit, dict):
            records.append(_parse_record(unit, book, read_ids, collector))
        else:
            report = collector.add_doubtful if unit is None else collector.add_dropped
            report(Message("import-note.entry", {"n": number}), "no-unit", unit)
    return records


def _parse_record(raw: Mapping[str, object], book: str, read_ids: _IdReader, collector: FindingCollector) -> UnitRecord:
    unit, own_name, notes = parse_id(raw.get("id")), raw.get("customName"), raw.get("notes")
    xp, traits = raw.get("xp"), raw.get("traits")
    name = parse_text(raw.get("name")) or unit or parse_text(own_name) or "?"
    upgrade_ids = _parse_upgrades(raw.get("selectedUpgrades"), name, read_ids, collector)
    combined, joins = raw.get("combined"), parse_id(raw.get("joinToUnit"))
    if combined is not None and not isinstance(combined, bool):
        collector.add_doubtful(name, "combined", combined)
        combined = combined in (1, "true", "True")
    if not joins and raw.get("joinToUnit") not in (None, "", False):
        collector.add_dropped(name, "join", raw["joinToUnit"])
    return UnitRecord(
        raw=raw,
        selection=parse_id(raw.get("selectionId")),
        book=parse_id(raw.get("armyId")) or book,
        unit=unit,
        name=name,
        upgrade_ids=upgrade_ids,
        combined=bool(combined),
        joins=joins or None,
        own_name=None if own_name is None else _parse_note(own_name, MAX_NAME_LENGTH, name, collector),
        notes=None if notes is None else _parse_note(notes, MAX_ENTRY_NOTES_LENGTH, name, collector),
        xp=_parse_experience(xp, name, collector) if xp else 0,
        traits=_parse_traits(traits, name, collector) if traits else (),
    )


def _parse_upgrades(
    value: object, name: str, read_ids: _IdReader, collector: FindingCollector
) -> tuple[UpgradeIds, ...]:
    if not isinstance(value, list):
        if value is not None:
            collector.add_dropped(name, "picks-no-list", value)
        return ()
    if len(value) > MAX_UPGRADES_PER_ENTRY:
        raise UnreadableError([too_many_upgrades_finding(len(value))])
    upgrades: list[UpgradeIds] = []
    for upgrade in value:
        if not isinstance(upgrade, dict):
            (collector.add_doubtful if upgrade is None else collector.add_dropped)(name, "no-pick", upgrade)
        elif (ids := read_ids(upgrade))[1]:
            upgrades.append(ids)
        else:
            collector.add_dropped(name, "pick-without-option", ids[0] or upgrade)
    return tuple(upgrades)


def _parse_note(value: object, max_length: int, name: str, collector: FindingCollector) -> str | None:
    if not isinstance(value, str | int):
        collector.add_doubtful(name, "no-text", value)
        return None
    return parse_text(str(value), max_length) or None


def _parse_experience(value: object, name: str, collector: FindingCollector) -> int:
    if isinstance(value, str) and value.strip().isdecimal() and len(value) <= len(str(_MAX_XP)):
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MAX_XP:
        return value
    collector.add_dropped(name, "experience", value)
    return 0


def _parse_traits(value: object, name: str, collector: FindingCollector) -> tuple[str, ...]:
    listed = value[:_MAX_TRAITS] if isinstance(value, list) else ()
    names = [trait.get("name") if isinstance(trait, dict) else trait for trait in listed]
    traits = tuple(text for trait in names if (text := parse_text(trait)))
    if not isinstance(value, list) or len(traits) < len(value):
        collector.add_doubtful(name, "traits", value)
    return traits


def merge_upgrades(single: Sequence[Upgrade]) -> tuple[Upgrade, ...]:
    """Merge runs of the same option into one upgrade with a count."""
    merged: list[Upgrade] = []
    for upgrade in single:
        if merged and merged[-1].option == upgrade.option:
            merged[-1] = Upgrade(upgrade.option, merged[-1].count + 1)
        else:
            merged.append(upgrade)
    return tuple(merged)


def parse_id(value: object) -> str:
    """Return an id from a text or number; empty if there is none."""
    if isinstance(value, str):
        return value.strip()[:MAX_NAME_LENGTH]
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def parse_text(value: object, max_length: int = MAX_NAME_LENGTH) -> str:
    """Return a text without surrounding spaces; empty if there is none."""
    return value.strip()[:max_length] if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListHeader:
    """Name, system, points and switches of an Army Forge list."""

    name: str
    game: str
    limit: int | None
    points: int | None
    """The total that the file states."""
    force_org: bool | None
    """None if the file does not state it."""
    notes: str | None

    @property
    def unstated_fields(self) -> frozenset[str]:
        """The fields of a list that the file does not state."""
        return UNSTATED_FIELDS | {FORCE_ORG_FIELD} if self.force_org is None else UNSTATED_FIELDS


def parse_header(raw: Mapping[str, object], collector: FindingCollector) -> ListHeader:
    """Parse the header of a list."""
    points = _parse_points(raw.get("listPoints"), collector)
    limit = parse_whole_number(raw.get("pointsLimit"), 1, MAX_POINTS)
    if limit is None and raw.get("pointsLimit") not in (None, 0):  # Army Forge writes 0 if there is none
        collector.add_dropped(build_catalogue_text("import-note.whole-list"), "limit", raw["pointsLimit"])
    if points is None:
        points = _parse_points(raw.get("points"), collector)
    # until 2023 the key was `competitive`
    stated = [raw[key] for key in ("forceOrg", "competitive") if raw.get(key) is not None]
    switches = [value for value in stated if isinstance(value, bool)]
    if len(switches) < len(stated):
        collector.add_doubtful(build_catalogue_text("import-note.whole-list"), "force-org", stated[0])
    return ListHeader(
        name=parse_text(raw.get("name")),
        game=parse_text(raw.get("gameSystem")),
        limit=limit,
        points=points,
        force_org=any(switches) if switches else None,
        notes=parse_text(raw.get("description"), MAX_LIST_NOTES_LENGTH) or None,
    )


def _parse_points(value: object, collector: FindingCollector) -> int | None:
    points = parse_whole_number(value, 0, MAX_POINTS)
    if points is None and value is not None:
        collector.add_doubtful(build_catalogue_text("import-note.whole-list"), "total", value)
    return points


def build_army_list(
    head: ListHeader,
    system: SystemId | None,
    entries: tuple[Entry, ...],
    books: Mapping[FactionId, BookPin],
    *,
    library: Library,
    findings: list[Diagnostic],
) -> ArmyList:
    """Build the list; fields that the header does not state get defaults, which are added to `findings`."""
    force_org = head.force_org
    if system is None and head.game:
        findings.append(not_installed_finding(head.game, build_catalogue_text("where.systems")))
    elif system is None:
        findings.append(Diagnostic("DAT007", None, {"missing": "gameSystem"}))
    elif force_org is None:
        force_org = assume_force_org(library.system(system), findings)
    return ArmyList(
        name=head.name,
        system=system or SystemId(slugify(head.game)),
        points=head.limit,
        force_org=force_org or False,
        notes=head.notes,
        books=books,
        entries=entries,
    )


_MAX_VERSIONS = 100


@dataclass(frozen=True, slots=True)
class StatedBooks:
    """The names and versions of books that a list states, by Army Forge id."""

    names: Mapping[str, str]
    versions: Mapping[str, str]

    @staticmethod
    def from_list(raw: Mapping[str, object]) -> StatedBooks:
        """Read the names and versions from a list."""
        listed = raw.get("armyVersions")
        pairs = [pair for pair in listed[:_MAX_VERSIONS] if isinstance(pair, dict)] if isinstance(listed, list) else []
        key, name = parse_id(raw.get("armyId")), parse_text(raw.get("armyName"))
        versions = {parse_id(pair.get("armyId")): parse_text(pair.get("version")) for pair in pairs}
        return StatedBooks({key: name} if key and name else {}, versions)

    def unknown_book(self, key: str) -> MissingBook:
        """Return the label of a book that is not installed."""
        return MissingBook(key or "?", self.names.get(key), self.versions.get(key, ""))

    def missing_book_id(self, key: str, library: Library) -> FactionId:
        """Return the id for units of a missing book; never the id of a different installed book."""
        named, own = slugify(self.names.get(key, "")), key.replace("/", "")
        if named and any(header.id == named for header in library.factions()):
            return FactionId(f"{named}-{own}")
        return FactionId(named or own or "unknown")

    def pins(self, ids: Mapping[str, FactionId], factions: Mapping[str, Faction]) -> dict[FactionId, BookPin]:
        """Return the pins of the books in use: the stated version, and the name of a missing book."""
        pins = {
            ids[key]: BookPin(self.versions.get(key, ""), name=None if key in factions else self.names.get(key))
            for key in ids
        }
        return {book: pin for book, pin in pins.items() if pin.version or pin.name}
