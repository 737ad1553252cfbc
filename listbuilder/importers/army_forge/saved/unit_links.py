"""Which records of a list are halves of one unit, and who joins whom.

A combined unit is two records of the same unit, the second joined to the first; a hero's record is joined to its
host's. Everything else that a file may say about joins is a finding, and every record stays in the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from listbuilder.diagnostics import Diagnostic
from listbuilder.importers.army_forge.saved.fields import Oddities, Record
from listbuilder.model import EntryId
from listbuilder.rules.entries import first_ids

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
