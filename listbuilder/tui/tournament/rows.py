"""An organiser's desk as a table: one line for each player, sorted and filtered, and what is to be said of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from rich.cells import cell_len, set_cell_size

from listbuilder.i18n import format_moment, format_number, translate
from listbuilder.query import Subject, find, parse_query, plain_subject
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tournament.overview import PlayerStanding
from listbuilder.tournament.player_status import Status
from listbuilder.tui.editor.army_rows import GAP, Sorting
from listbuilder.tui.screens.folder_rows import finding_rows
from listbuilder.tui.widgets.row import Part, Row, info, row, shorten

_LOOKS: Mapping[Status, tuple[str, str]] = {
    Status.MISSING: ("?", "warn"),
    Status.LATE: ("!", "warn"),
    Status.DOUBLE: ("!", "warn"),
    Status.WRONG_FACTION: ("\N{HEAVY BALLOT X}", "bad"),
    Status.ILLEGAL: ("\N{HEAVY BALLOT X}", "bad"),
    Status.UNCHECKED: ("~", "warn"),
    Status.LEGAL: ("\N{HEAVY CHECK MARK}", "good"),
    Status.ACCEPTED: ("\N{BLACK STAR}", "good"),
    Status.CHANGED: ("!", "bad"),
}
_SHORTEST = 12


class DeskColumn(Enum):
    """What the table can be sorted by; the words are `desk.column.…` of the catalogues."""

    NAME = "name"
    TEAM = "team"
    FACTION = "faction"
    POINTS = "points"
    STATUS = "status"


_HARM = list(Status)
_ORDERS: Mapping[DeskColumn, Callable[[PlayerStanding], Any]] = {
    DeskColumn.NAME: lambda one: one.player.name.casefold(),
    DeskColumn.TEAM: lambda one: (not one.player.team, one.player.team.casefold()),
    DeskColumn.FACTION: lambda one: one.factions.casefold(),
    DeskColumn.POINTS: lambda one: [record["points"] for record in one.read],  # who has none comes first
    DeskColumn.STATUS: lambda one: _HARM.index(one.status),
}


AS_REGISTERED: Sorting[DeskColumn] = Sorting((None, *DeskColumn), None)


def arrange(
    rows: Sequence[PlayerStanding], sorting: Sorting[DeskColumn], search: str, language: str
) -> list[PlayerStanding]:
    """Give the players that are shown, in their order."""
    known = {one.player.id: one for one in rows}
    found = [known[one.key] for one in find(parse_query(search, language), [_subject(one, language) for one in rows])]
    if sorting.column is None:
        kept = {one.player.id for one in found}
        found = [one for one in rows if one.player.id in kept]
        return found[::-1] if sorting.down else found
    return sorted(found, key=_ORDERS[sorting.column], reverse=sorting.down)


def _subject(one: PlayerStanding, language: str) -> Subject:
    status = translate(language, f"desk.status.{one.status.value}")
    codes = " ".join(sorted({finding["code"] for finding in one.findings}))
    words = (one.player.team, one.factions, status, codes)
    return plain_subject(one.player.id, (one.player.name, one.player.mail), words, {})


def totals(rows: Sequence[PlayerStanding], language: str) -> str:
    """Count how everybody stands."""
    counts = Counter(one.status for one in rows)
    said = (f"{counts[one]} {translate(language, f'desk.status.{one.value}')}" for one in Status if counts[one])
    return ", ".join(said)


class DeskTable:
    """The columns of the table, as wide as what stands in them; what is too long for the room is cut."""

    def __init__(self, rows: Sequence[PlayerStanding], sorting: Sorting[DeskColumn], language: str, room: int) -> None:
        self._sorting = sorting
        self._language = language
        cells = {column: [self._cell(one, column) for one in rows] for column in DeskColumn}
        self.widths = {column: max(map(cell_len, (self._head(column), *texts))) for column, texts in cells.items()}
        for column in (DeskColumn.FACTION, DeskColumn.TEAM, DeskColumn.NAME):  # the longest give way, the name last
            over = max(0, sum(self.widths.values()) + GAP * len(DeskColumn) + 2 - room)
            self.widths[column] = max(min(_SHORTEST, self.widths[column]), self.widths[column] - over)

    def head(self) -> Row:
        """Head the columns; the one that sorts has an arrow."""
        line = self._line({column: self._head(column) for column in DeskColumn})
        return row("head", f"  {line}", role="heading", pickable=False)

    def row(self, one: PlayerStanding) -> Row:
        """Show one player."""
        mark, role = _LOOKS[one.status]
        cells = {column: self._cell(one, column) for column in DeskColumn}
        line = self._line({**cells, DeskColumn.STATUS: ""})[: -self.widths[DeskColumn.STATUS]]
        return row(one.player.id, (Part(mark, role), Part(" "), Part(line), Part(cells[DeskColumn.STATUS], role)))

    def _line(self, cells: Mapping[DeskColumn, str]) -> str:
        parts = []
        for column, width in self.widths.items():
            text = shorten(cells[column], width)
            parts.append(text.rjust(width) if column is DeskColumn.POINTS else set_cell_size(text, width))
        return (" " * GAP).join(parts)

    def _head(self, column: DeskColumn) -> str:
        return translate(self._language, f"desk.column.{column.value}") + self._sorting.arrow(column)

    def _cell(self, one: PlayerStanding, column: DeskColumn) -> str:
        match column:
            case DeskColumn.NAME:
                return plain_line(one.player.name, 40)
            case DeskColumn.TEAM:
                return plain_line(one.player.team, 30)
            case DeskColumn.FACTION:
                return plain_line(one.factions, 60)
            case DeskColumn.POINTS:
                return format_number(self._language, one.read[0]["points"] or 0) if one.read else ""
            case DeskColumn.STATUS:
                return self._status(one)

    def _status(self, one: PlayerStanding) -> str:
        word = translate(self._language, f"desk.status.{one.status.value}")
        if one.decision is None or one.status is Status.ACCEPTED:
            return word
        return f"{word} \N{RIGHTWARDS ARROW} {translate(self._language, f'desk.decision.{one.decision.decision}')}"


def standing_rows(one: PlayerStanding, language: str) -> Iterator[Row]:
    """Show what is to be said of one player: the file, the decision, and everything that was found."""
    if one.submissions:
        first = one.submissions[0]
        came = format_moment(language, first.received) if first.received else ""
        text = " \N{MIDDLE DOT} ".join(part for part in (first.file, came, first.sender) if part)
        yield info(plain_line(text), "dim", key="file")
    if one.decision is not None and one.decision.reason:
        yield info(plain_line(one.decision.reason), "accent", key="decision")
    yield from finding_rows(one.findings, language)
