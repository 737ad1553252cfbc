"""The table of players in an event, sorted and filtered, and the details of one player."""

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

_MARKS: Mapping[Status, tuple[str, str]] = {
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
_MIN_WIDTH = 12
_WORST_FIRST = list(Status)


class DeskColumn(Enum):
    """A column to sort by; its title is `desk.column.…` in the catalogues."""

    NAME = "name"
    TEAM = "team"
    FACTION = "faction"
    POINTS = "points"
    STATUS = "status"


_SORT_KEYS: Mapping[DeskColumn, Callable[[PlayerStanding], Any]] = {
    DeskColumn.NAME: lambda player_row: player_row.player.name.casefold(),
    DeskColumn.TEAM: lambda player_row: (not player_row.player.team, player_row.player.team.casefold()),
    DeskColumn.FACTION: lambda player_row: player_row.factions.casefold(),
    # players without points come first
    DeskColumn.POINTS: lambda player_row: [record["points"] for record in player_row.read],
    DeskColumn.STATUS: lambda player_row: _WORST_FIRST.index(player_row.status),
}


AS_REGISTERED: Sorting[DeskColumn] = Sorting((None, *DeskColumn), None)


def arrange(
    rows: Sequence[PlayerStanding], sorting: Sorting[DeskColumn], search: str, language: str
) -> list[PlayerStanding]:
    """Return the matching players in sort order."""
    by_id = {player_row.player.id: player_row for player_row in rows}
    subjects = [_subject(player_row, language) for player_row in rows]
    matches = [by_id[subject.key] for subject in find(parse_query(search, language), subjects)]
    if sorting.column is None:
        matching_ids = {player_row.player.id for player_row in matches}
        matches = [player_row for player_row in rows if player_row.player.id in matching_ids]
        return matches[::-1] if sorting.down else matches
    return sorted(matches, key=_SORT_KEYS[sorting.column], reverse=sorting.down)


def _subject(player_row: PlayerStanding, language: str) -> Subject:
    status = translate(language, f"desk.status.{player_row.status.value}")
    codes = " ".join(sorted({finding["code"] for finding in player_row.findings}))
    words = (player_row.player.team, player_row.factions, status, codes)
    return plain_subject(player_row.player.id, (player_row.player.name, player_row.player.mail), words, {})


def totals(rows: Sequence[PlayerStanding], language: str) -> str:
    """Return the number of players for each status."""
    counts = Counter(player_row.status for player_row in rows)
    parts = (
        f"{counts[status]} {translate(language, f'desk.status.{status.value}')}" for status in Status if counts[status]
    )
    return ", ".join(parts)


class DeskTable:
    """The columns of the table, as wide as their longest cell; long cells are cut if space is short."""

    def __init__(self, rows: Sequence[PlayerStanding], sorting: Sorting[DeskColumn], language: str, width: int) -> None:
        self._sorting = sorting
        self._language = language
        cells = {column: [self._format_cell(player_row, column) for player_row in rows] for column in DeskColumn}
        self.widths = {column: max(map(cell_len, (self._title(column), *texts))) for column, texts in cells.items()}
        for column in (DeskColumn.FACTION, DeskColumn.TEAM, DeskColumn.NAME):  # shorten in this order
            excess = max(0, sum(self.widths.values()) + GAP * len(DeskColumn) + 2 - width)
            self.widths[column] = max(min(_MIN_WIDTH, self.widths[column]), self.widths[column] - excess)

    def head(self) -> Row:
        """Return the header; the sorted column has an arrow."""
        line = self._format_line({column: self._title(column) for column in DeskColumn})
        return row("head", f"  {line}", role="heading", pickable=False)

    def row(self, player_row: PlayerStanding) -> Row:
        """Return the row of a player."""
        mark, role = _MARKS[player_row.status]
        cells = {column: self._format_cell(player_row, column) for column in DeskColumn}
        line = self._format_line({**cells, DeskColumn.STATUS: ""})[: -self.widths[DeskColumn.STATUS]]
        return row(
            player_row.player.id, (Part(mark, role), Part(" "), Part(line), Part(cells[DeskColumn.STATUS], role))
        )

    def _format_line(self, cells: Mapping[DeskColumn, str]) -> str:
        parts = []
        for column, width in self.widths.items():
            text = shorten(cells[column], width)
            parts.append(text.rjust(width) if column is DeskColumn.POINTS else set_cell_size(text, width))
        return (" " * GAP).join(parts)

    def _title(self, column: DeskColumn) -> str:
        return translate(self._language, f"desk.column.{column.value}") + self._sorting.arrow(column)

    def _format_cell(self, player_row: PlayerStanding, column: DeskColumn) -> str:
        match column:
            case DeskColumn.NAME:
                return plain_line(player_row.player.name, 40)
            case DeskColumn.TEAM:
                return plain_line(player_row.player.team, 30)
            case DeskColumn.FACTION:
                return plain_line(player_row.factions, 60)
            case DeskColumn.POINTS:
                return format_number(self._language, player_row.read[0]["points"] or 0) if player_row.read else ""
            case DeskColumn.STATUS:
                return self._format_status(player_row)

    def _format_status(self, player_row: PlayerStanding) -> str:
        word = translate(self._language, f"desk.status.{player_row.status.value}")
        if player_row.decision is None or player_row.status is Status.ACCEPTED:
            return word
        decision = translate(self._language, f"desk.decision.{player_row.decision.decision}")
        return f"{word} \N{RIGHTWARDS ARROW} {decision}"


def standing_rows(player_row: PlayerStanding, language: str) -> Iterator[Row]:
    """Yield the submitted file, the decision and the findings of a player."""
    if player_row.submissions:
        first = player_row.submissions[0]
        received = format_moment(language, first.received) if first.received else ""
        text = " \N{MIDDLE DOT} ".join(part for part in (first.file, received, first.sender) if part)
        yield info(plain_line(text), "dim", key="file")
    if player_row.decision is not None and player_row.decision.reason:
        yield info(plain_line(player_row.decision.reason), "accent", key="decision")
    yield from finding_rows(player_row.findings, language)
