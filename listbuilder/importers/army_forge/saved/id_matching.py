"""Records matched to a faction by foreign ids, and made entries of ours; what is not found is kept and reported.

Which records of a list are halves of one unit, and who joins whom.

A combined unit is two records of the same unit, the second joined to the first; a hero's record is joined to its
host's. Everything else that a file may say about joins is a finding, and every record stays in the list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from listbuilder.diagnostics import Diagnostic
from listbuilder.importers.army_forge.saved.fields import Ids, Oddities, Record, merge_picks
from listbuilder.model import Entry, EntryId, Faction, FactionId, Half, Pick, Text, Unit, UnitRef, slug, unit_ref
from listbuilder.rules.entry_ids import first_ids
from listbuilder.rules.labels import UnknownUnit

_HALVES = 2


class Links:
    """The shape of a list: which records are entries, which are second halves, and what joins what."""

    def __init__(self, records: Sequence[Record], names: Callable[[int], object], oddities: Oddities) -> None:
        self._records = records
        self._names = names
        """What the unit of a record is called, by its place."""
        self._oddities = oddities
        self._places: dict[str, int] = {}
        self._doubled: set[str] = set()
        self.seconds: dict[int, int] = {}
        """The second half of a record, by the place of the first."""
        self._firsts: dict[int, int] = {}
        self._told: list[tuple[str, int, dict[str, object]]] = []
        self._paired: set[int] = set()
        self._further: dict[int, int] = {}
        """How many halves a record would have, where it would have more than two."""
        self._linked = [index for index, one in enumerate(records) if one.combined or one.joins is not None]
        """The records that say anything about joins: of most lists few, of many none."""
        if self._linked:
            self._note_places()
        for index in self._linked:
            record = records[index]
            if record.combined and record.joins is not None:
                self._combine(index, record.joins)
        self.wholes = [index for index in range(len(records)) if index not in self._firsts]
        self.ids = dict(zip(self.wholes, first_ids(len(self.wholes)), strict=True))
        if self._linked:
            self._report()

    def entry_of(self, index: int) -> EntryId:
        """Give the entry that a record became, or became a half of."""
        return self.ids[self._firsts.get(index, index)]

    def joins(self, index: int) -> EntryId | None:
        """Give the entry that an entry joins; a join to nothing stays one, so that the checks can tell."""
        record = self._records[index]
        if record.joins is None or record.combined:
            return None
        host = self._places.get(record.joins)
        self._tell_doubled(index, record.joins)
        if host is not None:
            return self.ids[self._firsts.get(host, host)]
        nobody = record.joins
        while nobody in self.ids.values():
            nobody += "?"
        return EntryId(nobody)

    def _tell_doubled(self, index: int, selection: str) -> None:
        if selection in self._doubled:
            self._oddities.odd(self._names(index), "doubled-selection", selection)

    def _note_places(self) -> None:
        selections = [record.selection for record in self._records]
        # backwards, so that of those with one id the first is meant
        self._places = dict(zip(reversed(selections), range(len(selections) - 1, -1, -1), strict=True))
        if len(self._places) < len(selections):
            self._doubled = {selection for selection, times in Counter(selections).items() if selection and times > 1}

    def _combine(self, index: int, selection: str) -> None:
        """Make a record the second half of its first, or tell why it cannot be."""
        partner = self._places.get(selection)
        if partner is None or partner == index:
            return
        self._tell_doubled(index, selection)
        if not self._same(index, partner):
            self._paired |= {index, partner}
            self._told.append(("CMB007", index, {"other": self._names(partner)}))
            return
        first = self._first(index)
        if first == index:  # a circle, and the first of it
            self._paired.add(index)
            self._told.append(("CMB009", index, {}))
        elif first in self.seconds:
            self._paired.add(index)
            self._further[first] = self._further.get(first, _HALVES) + 1
            self._told.append(("CMB006", index, {"number": self._further[first]}))
        else:
            self.seconds[first] = index
            self._firsts[index] = first

    def _same(self, index: int, other: int) -> bool:
        one, two = self._records[index], self._records[other]
        return one.unit == two.unit and one.book == two.book

    def _first(self, index: int) -> int:
        """Follow the joins of halves to the first of them; in a circle, to the one that stands first in the file."""
        seen: dict[int, None] = {}
        at = index
        while at not in seen:
            seen[at] = None
            record = self._records[at]
            joins = record.joins if record.combined else None
            partner = self._places.get(joins) if joins is not None else None
            if partner is None or partner == at or not self._same(index, partner):
                return at
            at = partner
        walked = list(seen)
        return min(walked[walked.index(at) :])

    def _report(self) -> None:
        for index in self._linked:
            known = index in self.seconds or index in self._firsts or index in self._paired
            if self._records[index].combined and not known:
                self._told.append(("CMB008", index, {}))
        for code, index, values in sorted(self._told, key=lambda row: row[1]):
            owner = self.ids[self._firsts.get(index, index)]
            self._oddities.add(Diagnostic(code, owner, {"unit": self._names(index), **values}))


Match: TypeAlias = tuple[Unit | None, tuple[Pick, ...] | None]
"""The unit of a record and its picks, each None where it needs a closer look."""


def pick_by_keys(unit: Unit, section_key: str, option_key: str) -> Pick | None:
    """Find the option of a unit that foreign ids of section and option mean.

    Of several the first counts. Where none is in that section, the one that there is elsewhere: its own id says enough.
    """
    there, elsewhere = _by_keys(unit)
    return there.get((section_key, option_key)) or elsewhere.get(option_key)


@lru_cache(maxsize=4096)  # the units of a hundred books
def _by_keys(unit: Unit) -> tuple[Mapping[tuple[str, str], Pick], Mapping[str, Pick | None]]:
    """Give the options of a unit by the foreign ids of section and option, and by their own where that says enough."""
    there: dict[tuple[str, str], Pick] = {}
    elsewhere: dict[str, Pick | None] = {}
    for section in unit.sections:
        for option in section.options:
            pick = Pick(unit.reference(section.id, option.id))
            for key in dict.fromkeys(option.keys):
                elsewhere[key] = None if key in elsewhere else pick
                for section_key in section.keys:
                    there.setdefault((section_key, key), pick)
    return there, elsewhere


@lru_cache(maxsize=8192)  # the same units with the same picks stand in list after list
def match_by_ids(faction: Faction, key: str, ids: tuple[Ids, ...]) -> Match:
    """Give the unit that a foreign id means, and the picks that others mean where each of them means one."""
    unit = faction.unit_by_key(key)
    if unit is None:
        return None, None
    there, elsewhere = _by_keys(unit)
    found = [there.get(one) or elsewhere.get(one[1]) for one in ids]
    return unit, merge_picks([pick for pick in found if pick is not None]) if all(found) else None


class Matcher:
    """Makes entries of records: units and options are found by their foreign ids."""

    def __init__(self, factions: Mapping[str, Faction], ids: Mapping[str, FactionId], oddities: Oddities) -> None:
        self._factions = factions
        """By the foreign id of their book."""
        self._ids = ids
        """What units are kept under, by the foreign id of their book; also where that is not at hand."""
        self._oddities = oddities

    def entries(self, records: Sequence[Record]) -> tuple[Entry, ...]:
        """Give the entries that records amount to."""
        found = [self._match(record) for record in records]
        units = [unit for unit, _ in found]
        picks = [
            self._picks(record, unit) if known is None else known
            for record, (unit, known) in zip(records, found, strict=True)
        ]

        def names(index: int) -> UnknownUnit | Text:
            unit = units[index]
            return _named(records[index]) if unit is None else unit.name

        if self._oddities.findings:
            self._oddities.name({record.name: names(index) for index, record in enumerate(records)})
        early = len(self._oddities.findings)
        links = Links(records, names, self._oddities)
        if early:
            entries: dict[str | None, str] = {
                record.selection: links.entry_of(index) for index, record in enumerate(records)
            }
            self._oddities.settle(entries, early)
        return tuple([self._entry(links, index, records, units[index], picks) for index in links.wholes])

    def _match(self, record: Record) -> Match:
        """Find a record's unit by its id, or by its name where a later version gave it another id."""
        faction = self._factions.get(record.book)
        if faction is None:
            return None, None
        found = match_by_ids(faction, record.unit, record.picks)
        return found if found[0] is not None else (self._unit_by_name(faction, record), None)

    def _unit_by_name(self, faction: Faction, record: Record) -> Unit | None:
        named = [unit for unit in faction.units.values() if unit.name.en.casefold() == record.name.casefold()]
        if len(named) == 1:
            return named[0]
        self._unknown(record, _named(record), faction.name)
        return None

    def _entry(
        self,
        links: Links,
        index: int,
        records: Sequence[Record],
        unit: Unit | None,
        picks: Sequence[tuple[Pick, ...]],
    ) -> Entry:
        first, place = records[index], links.seconds.get(index)
        title = _title(first) if unit is None else None
        if place is not None:
            first = _with_second(first, records[place])
        return Entry(
            id=links.ids[index],
            unit=self._kept(first, title) if unit is None else unit.ref,
            called=title,
            name=first.own_name,
            upgrades=picks[index],
            combined=None if place is None else Half(picks[place]),
            joins=None if first.joins is None else links.joins(index),
            notes=first.notes,
            xp=first.xp,
            traits=first.traits,
        )

    def _kept(self, record: Record, title: str | None) -> UnitRef:
        """Give what an unknown unit is kept as: by the name that the file has for it, else by its foreign id."""
        return unit_ref(self._ids[record.book], slug(title or "") or record.unit.replace("/", "") or "unknown")

    def _picks(self, record: Record, unit: Unit | None) -> tuple[Pick, ...]:
        if unit is None:
            return merge_picks([_unfound(record, section, option) for section, option in record.picks])
        return merge_picks([pick_by_keys(unit, *ids) or self._no_pick(record, unit, *ids) for ids in record.picks])

    def _no_pick(self, record: Record, unit: Unit, section_key: str, option_key: str) -> Pick:
        """Report an option that the unit does not have; it keeps its foreign ids, so that nothing is lost."""
        self._unknown(record, _label(record, option_key) or f"{section_key}/{option_key}", unit.name)
        return Pick(f"{section_key}/{option_key}")

    def _unknown(self, record: Record, what: object, where: object) -> None:
        self._oddities.add(Diagnostic("IMP002", record.selection, {"what": what, "where": where, "suggestion": ""}))


def _with_second(first: Record, second: Record) -> Record:
    """Give the first half of a unit with what the player said of the second one, too."""
    if not (second.own_name or second.notes or second.xp or second.traits or first.traits):
        return first  # as of nearly all
    notes = "\n".join(dict.fromkeys([note for note in (first.notes, second.notes) if note])) or None
    return first._replace(
        own_name=first.own_name or second.own_name,
        notes=notes,
        xp=max(first.xp, second.xp),
        traits=tuple(dict.fromkeys((*first.traits, *second.traits))),
    )


def _title(record: Record) -> str | None:
    """Give what the file calls a unit; None where it has only an id for it."""
    return None if record.name in ("?", record.unit, record.own_name) else record.name


def _named(record: Record) -> UnknownUnit:
    """Name a unit that is not at hand."""
    return UnknownUnit(record.unit, _title(record) or record.own_name)


def _unfound(record: Record, section_key: str, option_key: str) -> Pick:
    """Name a pick of a unit that is not at hand: by its label where the file has one, else by its foreign ids."""
    return Pick(_label(record, option_key).replace("/", " ") or f"{section_key}/{option_key}")


def _label(record: Record, option_key: str) -> str:
    """Give the label that a resolved list has for a pick."""
    picks = record.raw.get("selectedUpgrades")
    for pick in picks if isinstance(picks, list) else []:
        option = pick.get("option") if isinstance(pick, dict) else None
        if isinstance(option, dict) and option_key in (option.get("uid"), option.get("id")):
            return str(option.get("label") or "")[:200]
    return ""
