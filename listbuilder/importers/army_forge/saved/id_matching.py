"""Match unit records to units and options by Army Forge id, and build entries from them.

A combined unit is two records of one unit, the second joined to the first; a hero's record is joined to its host's.
Anything else that a file says about joins is a finding. Every record stays in the list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from listbuilder.diagnostics import Diagnostic
from listbuilder.importers.army_forge.saved.fields import FindingCollector, UnitRecord, UpgradeIds, merge_upgrades
from listbuilder.model import Entry, EntryId, Faction, FactionId, Half, Text, Unit, Upgrade, build_unit_ref, slugify
from listbuilder.model.ids import first_entry_ids
from listbuilder.rules.unit_labels import UnresolvedUnit

_MAX_HALVES = 2


class UnitLinks:
    """The structure of a list: which records are entries, which are second halves, and who joins whom."""

    def __init__(
        self, records: Sequence[UnitRecord], names: Callable[[int], object], collector: FindingCollector
    ) -> None:
        self._records = records
        self._names = names
        """The name of a record's unit, by index."""
        self._collector = collector
        self._index_of: dict[str, int] = {}
        self._duplicates: set[str] = set()
        self.second_halves: dict[int, int] = {}
        """The index of the second half, by the index of the first."""
        self._first_halves: dict[int, int] = {}
        self._pending: list[tuple[str, int, dict[str, object]]] = []
        self._reported: set[int] = set()
        self._half_counts: dict[int, int] = {}
        """How many halves a record would have, if more than two."""
        self._linked_indexes = [
            index for index, record in enumerate(records) if record.combined or record.joins is not None
        ]
        if self._linked_indexes:
            selections = [record.selection for record in records]
            # the first record wins on duplicate ids
            self._index_of = dict(zip(reversed(selections), range(len(selections) - 1, -1, -1), strict=True))
            counts = Counter(selections) if len(self._index_of) < len(selections) else {}
            self._duplicates = {selection for selection, count in counts.items() if selection and count > 1}
        for index in self._linked_indexes:
            record = records[index]
            if record.combined and record.joins is not None:
                self._combine(index, record.joins)
        self.entry_indexes = [index for index in range(len(records)) if index not in self._first_halves]
        self.entry_ids = dict(zip(self.entry_indexes, first_entry_ids(len(self.entry_indexes)), strict=True))
        for index in self._linked_indexes:
            known = index in self.second_halves or index in self._first_halves or index in self._reported
            if records[index].combined and not known:
                self._pending.append(("CMB008", index, {}))
        for code, index, values in sorted(self._pending, key=lambda row: row[1]):
            collector.add(Diagnostic(code, self.entry_of(index), {"unit": names(index), **values}))

    def entry_of(self, index: int) -> EntryId:
        """Return the entry that a record became, or became a half of."""
        return self.entry_ids[self._first_halves.get(index, index)]

    def joined_entry(self, index: int) -> EntryId | None:
        """Return the entry that an entry joins; a join to nothing is kept, so that checks can report it."""
        record = self._records[index]
        if record.joins is None or record.combined:
            return None
        host = self._index_of.get(record.joins)
        self._report_duplicate(index, record.joins)
        if host is not None:
            return self.entry_of(host)
        missing = record.joins
        while missing in self.entry_ids.values():
            missing += "?"
        return EntryId(missing)

    def _report_duplicate(self, index: int, selection: str) -> None:
        if selection in self._duplicates:
            self._collector.add_doubtful(self._names(index), "doubled-selection", selection)

    def _combine(self, index: int, selection: str) -> None:
        """Make a record the second half of its first, or report why it cannot be."""
        partner = self._index_of.get(selection)
        if partner is None or partner == index:
            return
        self._report_duplicate(index, selection)
        if not self._is_same_unit(index, partner):
            self._reported |= {index, partner}
            self._pending.append(("CMB007", index, {"other": self._names(partner)}))
            return
        first = self._find_first_half(index)
        if first == index:  # the first record of a circle
            self._reported.add(index)
            self._pending.append(("CMB009", index, {}))
        elif first in self.second_halves:
            self._reported.add(index)
            self._half_counts[first] = self._half_counts.get(first, _MAX_HALVES) + 1
            self._pending.append(("CMB006", index, {"number": self._half_counts[first]}))
        else:
            self.second_halves[first] = index
            self._first_halves[index] = first

    def _is_same_unit(self, index: int, other: int) -> bool:
        record, partner = self._records[index], self._records[other]
        return record.unit == partner.unit and record.book == partner.book

    def _find_first_half(self, index: int) -> int:
        """Follow the joins of halves to the first; in a circle, to the record that comes first in the file."""
        visited: dict[int, None] = {}
        current = index
        while current not in visited:
            visited[current] = None
            record = self._records[current]
            joins = record.joins if record.combined else None
            partner = self._index_of.get(joins) if joins is not None else None
            if partner is None or partner == current or not self._is_same_unit(index, partner):
                return current
            current = partner
        path = list(visited)
        return min(path[path.index(current) :])


_Match: TypeAlias = tuple[Unit | None, tuple[Upgrade, ...] | None]
"""The unit of a record and its upgrades; None if they were not all found by id."""


def find_unit_by_name(name: str | None, faction: Faction) -> Unit | None:
    """Return the unit with a name; None if there is none or several."""
    units = [unit for unit in faction.units.values() if name and unit.name.en.casefold() == name.casefold()]
    return units[0] if len(units) == 1 else None


def find_upgrade_by_ids(unit: Unit, section_key: str, option_key: str) -> Upgrade | None:
    """Return the option of a unit with these Army Forge ids of section and option.

    The first of several counts. If it is not in that section, an option elsewhere with a unique id is used.
    """
    by_both, by_option = _upgrades_by_keys(unit)
    return by_both.get((section_key, option_key)) or by_option.get(option_key)


@lru_cache(maxsize=4096)  # the units of a hundred books
def _upgrades_by_keys(unit: Unit) -> tuple[Mapping[tuple[str, str], Upgrade], Mapping[str, Upgrade | None]]:
    """Return the upgrades of a unit by section and option id, and by option id alone if that is unique."""
    by_both: dict[tuple[str, str], Upgrade] = {}
    by_option: dict[str, Upgrade | None] = {}
    for section in unit.sections:
        for option in section.options:
            upgrade = Upgrade(unit.option_reference(section.id, option.id))
            for key in dict.fromkeys(option.foreign_ids):
                by_option[key] = None if key in by_option else upgrade
                for section_key in section.foreign_ids:
                    by_both.setdefault((section_key, key), upgrade)
    return by_both, by_option


@lru_cache(maxsize=8192)  # many lists have the same units with the same upgrades
def _match_by_ids(faction: Faction, key: str, ids: tuple[UpgradeIds, ...]) -> _Match:
    """Return the unit with an Army Forge id, and its upgrades if all of them are found."""
    unit = faction.find_unit_by_foreign_id(key)
    if unit is None:
        return None, None
    by_both, by_option = _upgrades_by_keys(unit)
    upgrades = [by_both.get(both) or by_option.get(both[1]) for both in ids]
    return unit, merge_upgrades([upgrade for upgrade in upgrades if upgrade is not None]) if all(upgrades) else None


class IdMatcher:
    """Builds entries from records; units and options are found by their Army Forge ids."""

    def __init__(
        self, factions: Mapping[str, Faction], ids: Mapping[str, FactionId], collector: FindingCollector
    ) -> None:
        self._factions = factions
        """By the Army Forge id of the book."""
        self._ids = ids
        """The faction id for units, by the Army Forge id of the book, even if it is not installed."""
        self._collector = collector

    def build_entries(self, records: Sequence[UnitRecord]) -> tuple[Entry, ...]:
        """Return the entries that records amount to."""
        matches = [self._match(record) for record in records]
        units = [unit for unit, _ in matches]
        upgrades = [
            self._match_upgrades(record, unit) if known is None else known
            for record, (unit, known) in zip(records, matches, strict=True)
        ]

        def names(index: int) -> UnresolvedUnit | Text:
            unit = units[index]
            return _unknown_unit(records[index]) if unit is None else unit.name

        if self._collector.findings:
            self._collector.name_units({record.name: names(index) for index, record in enumerate(records)})
        early = len(self._collector.findings)
        links = UnitLinks(records, names, self._collector)
        if early:
            entries: dict[str | None, str] = {
                record.selection: links.entry_of(index) for index, record in enumerate(records)
            }
            self._collector.assign_entries(entries, early)
        return tuple(
            [self._build_entry(links, index, records, units[index], upgrades) for index in links.entry_indexes]
        )

    def _match(self, record: UnitRecord) -> _Match:
        """Return a record's unit and upgrades by id; the unit by name if a later version gave it another id."""
        faction = self._factions.get(record.book)
        if faction is None:
            return None, None
        match = _match_by_ids(faction, record.unit, record.upgrade_ids)
        if match[0] is not None:
            return match
        unit = find_unit_by_name(record.name, faction)
        if unit is None:
            self._report_unknown(record, _unknown_unit(record), faction.name)
        return unit, None

    def _build_entry(
        self,
        links: UnitLinks,
        index: int,
        records: Sequence[UnitRecord],
        unit: Unit | None,
        upgrades: Sequence[tuple[Upgrade, ...]],
    ) -> Entry:
        first, second = records[index], links.second_halves.get(index)
        title = _stated_name(first) if unit is None else None
        if second is not None:
            first = _merge_halves(first, records[second])
        # an unknown unit is named by its stated name, else by its Army Forge id
        unknown_id = slugify(title or "") or first.unit.replace("/", "") or "unknown"
        return Entry(
            id=links.entry_ids[index],
            unit=build_unit_ref(self._ids[first.book], unknown_id) if unit is None else unit.ref,
            called=title,
            name=first.own_name,
            upgrades=upgrades[index],
            combined=None if second is None else Half(upgrades[second]),
            joins=None if first.joins is None else links.joined_entry(index),
            notes=first.notes,
            xp=first.xp,
            traits=first.traits,
        )

    def _match_upgrades(self, record: UnitRecord, unit: Unit | None) -> tuple[Upgrade, ...]:
        """Return a record's upgrades; an option that the unit does not have is reported and keeps its ids."""
        upgrades: list[Upgrade] = []
        for section_key, option_key in record.upgrade_ids:
            upgrade = None if unit is None else find_upgrade_by_ids(unit, section_key, option_key)
            if upgrade is None:
                ids, label = f"{section_key}/{option_key}", _stated_label(record, option_key)
                if unit is not None:
                    self._report_unknown(record, label or ids, unit.name)
                # without the book, the label in the file says more than the ids
                upgrade = Upgrade(label.replace("/", " ") or ids if unit is None else ids)
            upgrades.append(upgrade)
        return merge_upgrades(upgrades)

    def _report_unknown(self, record: UnitRecord, what: object, where: object) -> None:
        self._collector.add(Diagnostic("IMP002", record.selection, {"what": what, "where": where, "suggestion": ""}))


def _merge_halves(first: UnitRecord, second: UnitRecord) -> UnitRecord:
    """Return the first half with name, notes, experience and traits of both."""
    if not (second.own_name or second.notes or second.xp or second.traits or first.traits):
        return first
    notes = "\n".join(dict.fromkeys([note for note in (first.notes, second.notes) if note])) or None
    return first._replace(
        own_name=first.own_name or second.own_name,
        notes=notes,
        xp=max(first.xp, second.xp),
        traits=tuple(dict.fromkeys((*first.traits, *second.traits))),
    )


def _stated_name(record: UnitRecord) -> str | None:
    """Return what the file calls a unit; None if it has only an id."""
    return None if record.name in ("?", record.unit, record.own_name) else record.name


def _unknown_unit(record: UnitRecord) -> UnresolvedUnit:
    """Return the label of a unit that is not installed."""
    return UnresolvedUnit(record.unit, _stated_name(record) or record.own_name)


def _stated_label(record: UnitRecord, option_key: str) -> str:
    """Return the label that a tabletop export has for an upgrade."""
    upgrades = record.raw.get("selectedUpgrades")
    for upgrade in upgrades if isinstance(upgrades, list) else []:
        option = upgrade.get("option") if isinstance(upgrade, dict) else None
        if isinstance(option, dict) and option_key in (option.get("uid"), option.get("id")):
            return str(option.get("label") or "")[:200]
    return ""
