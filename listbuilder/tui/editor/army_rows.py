"""The army: its entries in their order, heroes under the unit they are in.

By what a table is sorted, and which way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Generic, TypeVar

from rich.cells import cell_len, set_cell_size

from listbuilder.i18n import format_number, translate
from listbuilder.model import Entry, EntryId, RosterEntry
from listbuilder.query import Found, entry_subject, find, parse_query, plain_subject
from listbuilder.rules.labels import unknown_remark, unknown_title
from listbuilder.rules.summary import Order, arrange
from listbuilder.textutil.sanitize import TIMES, plain_line
from listbuilder.tui.editor.session import ArmyViewState, EditorSession
from listbuilder.tui.editor.unit_rows import gear_text
from listbuilder.tui.labels import MARKS, NO_MARK, STAR, title_of
from listbuilder.tui.widgets.row import BLANK, Part, Row, elsewhere_parts, heading, info, marked_parts, row, shorten

_WIDEST = 32
_LEAST_KIND = 7
"""Less than this of a unit's name tells nobody anything."""
_GAP = 2
MARKED = "●"
_DEFAULT_VIEW = ArmyViewState()


def army_rows(
    session: EditorSession, language: str, room: int, look: ArmyViewState = _DEFAULT_VIEW, height: int = 0
) -> list[Row]:
    """List the entries with marks, names, kinds, sizes and points; kinds give way first where there is little room.

    Where the height lets every entry have a second line, what it carries stands there.
    """
    groups = arrange(session.roster, look.order)
    if not groups:
        return [BLANK, info(translate(language, "tui.army.empty"), "dim")]
    most = 2 * len(session.army.entries) + len(groups)
    table = _Table(session, language, room, look, double=most <= height)
    rows: list[Row] = []
    for group in groups:
        name = plain_line(group.name.to(language)) or translate(language, "tui.units.other")
        rows += [heading(name.upper(), key=f"role:{name}")] if look.order is Order.ROLE else []
        rows += [row for entry in group.entries for row in table.rows(entry)]
    return rows


def found_rows(session: EditorSession, language: str, room: int, look: ArmyViewState, search: str) -> list[Row]:
    """List the entries that a query finds, the best first, with what was found marked."""
    roster, table = session.roster, _Table(session, language, room, look)
    subjects = [
        entry_subject(worked, roster.factions[worked.unit.faction], session.system, language)
        for worked in roster.entries
    ]
    unknown = (entry for entry in session.army.entries if roster.find(entry.id) is None)
    subjects += [plain_subject(entry.id, [unknown_title(entry, language)]) for entry in unknown]
    found = find(parse_query(search, language), subjects)
    rows = [row for one in found for row in table.rows(EntryId(one.key), one)]
    return rows or [info(translate(language, "tui.army.none"), "dim")]


def army_cells(session: EditorSession, language: str, look: ArmyViewState = _DEFAULT_VIEW) -> int:
    """Tell how many cells the entries take when nothing is cut; what they carry is left out."""
    return _Table(session, language, _ANY_ROOM, look).cells


class _Table:
    """The columns of the army: mark, title, kind, size, points."""

    def __init__(
        self, session: EditorSession, language: str, room: int, look: ArmyViewState, *, double: bool = False
    ) -> None:
        self._session = session
        self._language = language
        self._room = room
        self._look = look
        self._double = double
        self._worked = {worked.id: worked for worked in session.roster.entries}
        self._inside = session.roster.joined_ids

    @cached_property
    def _sizes(self) -> int:
        return max((cell_len(_size(worked)) for worked in self._worked.values()), default=0)

    @cached_property
    def _costs(self) -> int:
        return max((len(format_number(self._language, one.cost)) for one in self._worked.values()), default=0)

    @cached_property
    def _left(self) -> int:
        """What mark, size and points leave for the words."""
        return self._room - 2 - (self._sizes + 1) - (self._costs + 1)

    @cached_property
    def _titles(self) -> int:
        longest = max((cell_len(self._title(worked)) for worked in self._worked.values()), default=1)
        kinds = _GAP + self._widest_kind if self._widest_kind else 0
        most = longest if self._double or longest + kinds <= self._left else _WIDEST
        return max(1, min(most, longest, self._left))

    @cached_property
    def _kinds(self) -> int:
        """The room for kinds; none where only scraps of words would stand there, or a line below has room for all."""
        room = self._left - self._titles - _GAP
        return 0 if room < _LEAST_KIND or (self._double and room < self._widest_kind) else room

    @cached_property
    def _widest_kind(self) -> int:
        return max((cell_len(self._words(worked)) for worked in self._worked.values()), default=0)

    @property
    def cells(self) -> int:
        """How wide the longest title and the longest kind are together, with the numbers beside them."""
        kinds = self._widest_kind
        return self._room - self._left + self._titles + (_GAP + kinds if kinds else 0)

    def rows(self, entry: EntryId, found: Found | None = None) -> Iterator[Row]:
        """Show one entry, and under it what it carries: all where it is unfolded, else what one line holds."""
        worked, known = self._worked.get(entry), self._session.army.entry(entry)
        if worked is not None:
            yield self._row(worked, found)
        elif known is not None:
            yield self._unknown(known)
        if worked is not None and (self._double or entry in self._look.unfolded):
            kind = "" if self._kinds else self._words(worked)
            gear = " · ".join(filter(None, (kind, gear_text(self._session, worked, self._language))))
            whole = entry in self._look.unfolded
            yield row(f"gear:{entry}", f"    {gear}", (), "dim", pickable=False, wrap=whole, hang=4)

    def _mark(self, entry: str) -> Part:
        worst = self._session.report.worst_on(entry)
        found = MARKS[worst] if worst is not None else NO_MARK
        return Part(MARKED, found.role or "accent") if entry in self._look.marked else found

    def _unknown(self, entry: Entry) -> Row:
        mark = self._mark(entry.id)
        name = plain_line(unknown_title(entry, self._language))
        unknown = plain_line(unknown_remark(entry, self._session.roster, self._language))
        return row(entry.id, (mark, Part(f" {name}", mark.role), Part(f"  {unknown}", "dim")))

    def _row(self, worked: RosterEntry, found: Found | None) -> Row:
        shown = self._title(worked, apart=found is not None)
        # a long kind begins where a short title leaves room, before any of it is cut
        lent = min(max(0, cell_len(self._words(worked)) - self._kinds), max(0, self._titles - cell_len(shown)))
        kinds, titles = (self._kinds + lent, self._titles - lent) if self._kinds else (0, self._titles)
        title = set_cell_size(shorten(shown, titles), titles)
        kind = shorten(self._kind(worked, found), kinds) if kinds else ""
        right = (
            Part(_size(worked).rjust(self._sizes), "dim"),
            Part(f" {format_number(self._language, worked.cost):>{self._costs}}"),
        )
        left = (self._mark(worked.id), Part(" "), *marked_parts(title, found), Part(" " * _GAP if kind else ""))
        return row(worked.id, (*left, *marked_parts(kind, found, "dim"), *elsewhere_parts(found)), right)

    def _title(self, worked: RosterEntry, *, apart: bool = False) -> str:
        """Name an entry, a hero under its unit as such; apart from it, as any other."""
        front = f"└ {STAR} " if worked.id in self._inside and not apart else f"{STAR} " if worked.hero else ""
        return front + title_of(worked, self._language)

    def _words(self, worked: RosterEntry) -> str:
        """Say what it is: the unit's name where the title is another, combined, notes."""
        parts = [plain_line(worked.unit.name.to(self._language))] if worked.entry.name else []
        if worked.entry.combined is not None:
            parts.append(translate(self._language, "sheet.combined"))
        return " ".join([*parts, *(["✎"] if worked.entry.notes else [])])

    def _kind(self, worked: RosterEntry, found: Found | None) -> str:
        """Say what it is, and what it carries where there is room; what was found says instead where it was."""
        kind = self._words(worked)
        if self._kinds < _LEAST_GEAR or found is not None or self._double:
            return kind
        return "  ".join(filter(None, (kind, gear_text(self._session, worked, self._language))))


_LEAST_GEAR = 30
"""From how many cells on a row shows what the unit carries."""
_ANY_ROOM = 1000


def _size(worked: RosterEntry) -> str:
    return f"{TIMES}{worked.models}" if worked.models > 1 else ""


C = TypeVar("C", bound=Enum)
GAP = 2
"""Cells between two columns, and before the first."""


@dataclass(frozen=True)
class Sorting(Generic[C]):
    """The columns that a table can be sorted by, in turn, the one that it is, and whether upside down.

    None among them is the order in which the rows came.
    """

    columns: tuple[C | None, ...]
    column: C | None
    down: bool = False

    def next(self) -> Sorting[C]:
        """Sort by the next column."""
        return Sorting(self.columns, self.columns[(self.columns.index(self.column) + 1) % len(self.columns)])

    def turned(self) -> Sorting[C]:
        """Sort the other way round."""
        return Sorting(self.columns, self.column, not self.down)

    def by(self, column: C) -> Sorting[C]:
        """Sort by a column that somebody points at, the other way round where it is the one already."""
        return self.turned() if column is self.column else Sorting(self.columns, column)

    def arrow(self, column: C) -> str:
        """Mark the head of the column that sorts."""
        return (" ▾" if self.down else " ▴") if column is self.column else ""


def column_at(widths: Mapping[C, int], cell: int) -> C | None:
    """Tell which of columns that stand in a row a cell of their heads belongs to."""
    end = GAP
    for column, width in widths.items():
        end += width + GAP
        if cell < end:
            return column
    return None
