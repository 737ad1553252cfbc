"""The army: its entries in their order, heroes under the unit they are in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rich.cells import cell_len, set_cell_size

from listbuilder.i18n import format_number, translate
from listbuilder.model import Entry, Roster, RosterEntry
from listbuilder.rules.unknown import unknown_remark, unknown_title
from listbuilder.sheet.plain import TIMES, plain_line
from listbuilder.tui.view.row import BLANK, Part, Row, info, row, shorten
from listbuilder.tui.view.words import MARKS, NO_MARK, STAR, title_of
from listbuilder.tui.workspace import Workspace

_WIDEST = 32
_LEAST_KIND = 7
"""Less than this of a unit's name tells nobody anything."""
_GAP = 2


def army_order(roster: Roster) -> list[str]:
    """Give the ids in the order they are shown: as in the list, heroes right after their host."""
    return [entry.id for entry, _ in _walk(roster)]


def army_rows(workspace: Workspace, language: str, room: int = 80) -> list[Row]:
    """List the entries with marks, names, kinds, sizes and points; kinds give way first where there is little room."""
    walk = list(_walk(workspace.roster))
    if not walk:
        return [BLANK, info(translate(language, "tui.army.empty"), "dim")]
    table = _Table(workspace, language, room, walk)
    return [table.row(entry) for entry, _ in walk]


def _walk(roster: Roster) -> Iterator[tuple[Entry, bool]]:
    inside = roster.joined_ids
    for entry in roster.army.entries:
        if entry.id not in inside:
            yield entry, False
            yield from ((hero.entry, True) for hero in roster.joined.get(entry.id, ()))


class _Table:
    """The columns of the army: mark, title, kind, size, points."""

    def __init__(self, workspace: Workspace, language: str, room: int, walk: list[tuple[Entry, bool]]) -> None:
        self._workspace = workspace
        self._language = language
        self._room = room
        self._worked = {entry.id: found for entry, _ in walk if (found := workspace.find(entry.id)) is not None}
        self._inside = {entry.id for entry, inside in walk if inside}

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
        longest = max((cell_len(self._title(worked)) for worked in self._worked.values()), default=0)
        return max(1, min(_WIDEST, longest, self._left))

    @property
    def _kinds(self) -> int:
        """The room for kinds; none where only scraps of words would stand there."""
        room = self._left - self._titles - _GAP
        return room if room >= _LEAST_KIND else 0

    def _title(self, worked: RosterEntry) -> str:
        front = f"└ {STAR} " if worked.id in self._inside else f"{STAR} " if worked.hero else ""
        return front + title_of(worked, self._language)

    def row(self, entry: Entry) -> Row:
        """Show one entry."""
        worst = self._workspace.report.worst_on(entry.id)
        mark = MARKS[worst] if worst is not None else NO_MARK
        worked = self._worked.get(entry.id)
        if worked is None:
            name = plain_line(unknown_title(entry, self._language))
            unknown = plain_line(unknown_remark(entry, self._workspace.roster, self._language))
            return row(entry.id, (mark, Part(f" {name}", mark.role), Part(f"  {unknown}", "dim")))
        title = set_cell_size(shorten(self._title(worked), self._titles), self._titles)
        kind = shorten(self._kind(worked), self._kinds) if self._kinds else ""
        right = (
            Part(_size(worked).rjust(self._sizes), "dim"),
            Part(f" {format_number(self._language, worked.cost):>{self._costs}}"),
        )
        return row(entry.id, (mark, Part(f" {title}{' ' * _GAP if kind else ''}"), Part(kind, "dim")), right)

    def _kind(self, worked: RosterEntry) -> str:
        """Say what it is: the unit's name where the title is another, combined, notes."""
        parts = [plain_line(worked.unit.name.to(self._language))] if worked.entry.name else []
        if worked.entry.combined is not None:
            parts.append(translate(self._language, "sheet.combined"))
        return " ".join([*parts, *(["✎"] if worked.entry.notes else [])])


def _size(worked: RosterEntry) -> str:
    return f"{TIMES}{worked.models}" if worked.models > 1 else ""
