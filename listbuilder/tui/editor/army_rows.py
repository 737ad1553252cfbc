"""Rows of the army pane, and the sort state of tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Generic, TypeVar

from rich.cells import cell_len, set_cell_size

from listbuilder.i18n import format_number, translate
from listbuilder.model import Entry, EntryId, RosterEntry
from listbuilder.query import SearchResult, build_entry_subject, build_subject, find_matches, parse_query
from listbuilder.rules.army_summary import EntryOrder, group_entries
from listbuilder.rules.unit_labels import unresolved_label, unresolved_title
from listbuilder.textutil.sanitize import TIMES, sanitize_line
from listbuilder.tui.editor.session import ArmyViewState, EditorSession
from listbuilder.tui.editor.unit_rows import equipment_text
from listbuilder.tui.labels import HERO_MARK, NO_MARK, SEVERITY_MARKS, entry_title
from listbuilder.tui.widgets.row import (
    BLANK_ROW,
    Part,
    Row,
    heading,
    highlight_match,
    info,
    other_match_parts,
    row,
    truncate,
)

_MAX_TITLE_WIDTH = 32
_MIN_KIND_WIDTH = 7
"""A narrower part of a unit's name is not readable."""
_MIN_GEAR_WIDTH = 30
"""From this width on, a row shows the equipment."""
_UNLIMITED_WIDTH = 1000
COLUMN_GAP = 2
"""Cells between two columns and in front of the first."""
C = TypeVar("C", bound=Enum)
MARKED_SIGN = "●"
_DEFAULT_VIEW = ArmyViewState()


def army_rows(
    session: EditorSession, language: str, room: int, view: ArmyViewState = _DEFAULT_VIEW, height: int = 0
) -> list[Row]:
    """Return the rows of all entries: mark, title, kind, size and points; kinds are cut first.

    If the height allows two lines for every entry, the second line shows the equipment.
    """
    groups = group_entries(session.roster, view.order)
    if not groups:
        return [BLANK_ROW, info(translate(language, "tui.army.empty"), "dim")]
    max_height = 2 * len(session.army.entries) + len(groups)
    table = _Table(session, language, room, view, double=max_height <= height)
    rows: list[Row] = []
    for group in groups:
        name = sanitize_line(group.name.to(language)) or translate(language, "tui.units.other")
        rows += [heading(name.upper(), key=f"role:{name}")] if view.order is EntryOrder.ROLE else []
        rows += [row for entry in group.entries for row in table.rows(entry)]
    return rows


def army_search_rows(session: EditorSession, language: str, room: int, view: ArmyViewState, search: str) -> list[Row]:
    """Return the entries that match a query, best first, with highlighted matches."""
    roster, table = session.roster, _Table(session, language, room, view)
    subjects = [
        build_entry_subject(roster_entry, roster.factions[roster_entry.unit.faction], session.system, language)
        for roster_entry in roster.entries
    ]
    unknown = (entry for entry in session.army.entries if roster.find_entry(entry.id) is None)
    subjects += [build_subject(entry.id, [unresolved_title(entry, language)]) for entry in unknown]
    matches = find_matches(parse_query(search, language), subjects)
    rows = [row for match in matches for row in table.rows(EntryId(match.key), match)]
    return rows or [info(translate(language, "tui.army.none"), "dim")]


def army_width(session: EditorSession, language: str, view: ArmyViewState = _DEFAULT_VIEW) -> int:
    """Return the width of the entries if nothing is cut; equipment is not counted."""
    return _Table(session, language, _UNLIMITED_WIDTH, view).cells


class _Table:
    """The columns of the army: mark, title, kind, size, points."""

    def __init__(
        self, session: EditorSession, language: str, room: int, view: ArmyViewState, *, double: bool = False
    ) -> None:
        self._session = session
        self._language = language
        self._width = room
        self._view = view
        self._two_lines = double
        self._roster_entries = {entry.id: entry for entry in session.roster.entries}
        self._attached_ids = session.roster.attached_ids

    @cached_property
    def _size_width(self) -> int:
        return max((cell_len(_size_text(entry)) for entry in self._roster_entries.values()), default=0)

    @cached_property
    def _cost_width(self) -> int:
        return max(
            (len(format_number(self._language, entry.cost)) for entry in self._roster_entries.values()), default=0
        )

    @cached_property
    def _text_width(self) -> int:
        """The width that mark, size and points leave for title and kind."""
        return self._width - 2 - (self._size_width + 1) - (self._cost_width + 1)

    @cached_property
    def _title_width(self) -> int:
        longest = max((cell_len(self._title(entry)) for entry in self._roster_entries.values()), default=1)
        kind_width = COLUMN_GAP + self._max_kind_width if self._max_kind_width else 0
        width = longest if self._two_lines or longest + kind_width <= self._text_width else _MAX_TITLE_WIDTH
        return max(1, min(width, longest, self._text_width))

    @cached_property
    def _kind_width(self) -> int:
        """The width of the kind column; 0 if it would be too narrow or the second line shows it all."""
        room = self._text_width - self._title_width - COLUMN_GAP
        return 0 if room < _MIN_KIND_WIDTH or (self._two_lines and room < self._max_kind_width) else room

    @cached_property
    def _max_kind_width(self) -> int:
        return max((cell_len(self._kind_text(entry)) for entry in self._roster_entries.values()), default=0)

    @property
    def cells(self) -> int:
        """The width of the longest title and the longest kind with the columns around them."""
        kind_width = self._max_kind_width
        return self._width - self._text_width + self._title_width + (COLUMN_GAP + kind_width if kind_width else 0)

    def rows(self, entry: EntryId, match: SearchResult | None = None) -> Iterator[Row]:
        """Yield the row of an entry and, if there is room or it is unfolded, its equipment."""
        roster_entry, list_entry = self._roster_entries.get(entry), self._session.army.find_entry(entry)
        if roster_entry is not None:
            yield self._entry_row(roster_entry, match)
        elif list_entry is not None:
            yield self._unknown_row(list_entry)
        if roster_entry is not None and (self._two_lines or entry in self._view.unfolded):
            kind = "" if self._kind_width else self._kind_text(roster_entry)
            text = " · ".join(filter(None, (kind, equipment_text(self._session, roster_entry, self._language))))
            is_unfolded = entry in self._view.unfolded
            yield row(f"gear:{entry}", f"    {text}", (), "dim", selectable=False, wrap=is_unfolded, hang=4)

    def _mark(self, entry: str) -> Part:
        worst = self._session.report.worst_severity_on(entry)
        mark = SEVERITY_MARKS[worst] if worst is not None else NO_MARK
        return Part(MARKED_SIGN, mark.role or "accent") if entry in self._view.marked else mark

    def _unknown_row(self, entry: Entry) -> Row:
        mark = self._mark(entry.id)
        name = sanitize_line(unresolved_title(entry, self._language))
        unknown = sanitize_line(unresolved_label(entry, self._session.roster, self._language))
        return row(entry.id, (mark, Part(f" {name}", mark.role), Part(f"  {unknown}", "dim")))

    def _entry_row(self, entry: RosterEntry, match: SearchResult | None) -> Row:
        full_title = self._title(entry, apart=match is not None)
        # a long kind may use the room that a short title leaves
        borrowed = min(
            max(0, cell_len(self._kind_text(entry)) - self._kind_width),
            max(0, self._title_width - cell_len(full_title)),
        )
        kind_width, title_width = (
            (self._kind_width + borrowed, self._title_width - borrowed) if self._kind_width else (0, self._title_width)
        )
        title = set_cell_size(truncate(full_title, title_width), title_width)
        kind = truncate(self._kind_and_gear(entry, match), kind_width) if kind_width else ""
        right = (
            Part(_size_text(entry).rjust(self._size_width), "dim"),
            Part(f" {format_number(self._language, entry.cost):>{self._cost_width}}"),
        )
        left = (self._mark(entry.id), Part(" "), *highlight_match(title, match), Part(" " * COLUMN_GAP if kind else ""))
        return row(entry.id, (*left, *highlight_match(kind, match, "dim"), *other_match_parts(match)), right)

    def _title(self, entry: RosterEntry, *, apart: bool = False) -> str:
        """Return the title of an entry; attached heroes are indented unless listed apart from their unit."""
        prefix = (
            f"└ {HERO_MARK} "
            if entry.id in self._attached_ids and not apart
            else f"{HERO_MARK} "
            if entry.is_hero
            else ""
        )
        return prefix + entry_title(entry, self._language)

    def _kind_text(self, entry: RosterEntry) -> str:
        """Return the kind: the unit's name if the title differs, combined, has notes."""
        parts = [sanitize_line(entry.unit.name.to(self._language))] if entry.entry.name else []
        if entry.entry.combined is not None:
            parts.append(translate(self._language, "sheet.combined"))
        return " ".join([*parts, *(["✎"] if entry.entry.notes else [])])

    def _kind_and_gear(self, entry: RosterEntry, match: SearchResult | None) -> str:
        """Return the kind and, if there is room, the equipment; search results show their matches instead."""
        kind = self._kind_text(entry)
        if self._kind_width < _MIN_GEAR_WIDTH or match is not None or self._two_lines:
            return kind
        return "  ".join(filter(None, (kind, equipment_text(self._session, entry, self._language))))


def _size_text(entry: RosterEntry) -> str:
    return f"{TIMES}{entry.models}" if entry.models > 1 else ""


@dataclass(frozen=True)
class SortState(Generic[C]):
    """The columns that a table can be sorted by, the current one, and the direction.

    None stands for the original order.
    """

    columns: tuple[C | None, ...]
    column: C | None
    descending: bool = False

    def by_next_column(self) -> SortState[C]:
        """Return the state sorted by the next column."""
        return SortState(self.columns, self.columns[(self.columns.index(self.column) + 1) % len(self.columns)])

    def reversed(self) -> SortState[C]:
        """Return the state with the direction reversed."""
        return SortState(self.columns, self.column, not self.descending)

    def by_column(self, column: C) -> SortState[C]:
        """Return the state sorted by a column; reversed if it is the current one."""
        return self.reversed() if column is self.column else SortState(self.columns, column)

    def arrow(self, column: C) -> str:
        """Return the arrow for the heading of a column; empty if it is not the current one."""
        return (" ▾" if self.descending else " ▴") if column is self.column else ""


def column_at(widths: Mapping[C, int], cell: int) -> C | None:
    """Return the column whose heading contains a cell, or None."""
    end = COLUMN_GAP
    for column, width in widths.items():
        end += width + COLUMN_GAP
        if cell < end:
            return column
    return None
