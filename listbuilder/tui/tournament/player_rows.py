"""The table of players in an event, sorted and filtered, and the details of one player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from listbuilder.i18n import format_moment, format_number, translate
from listbuilder.query import SearchSubject, build_subject, find_matches, parse_query
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tournament.overview import PlayerRow
from listbuilder.tournament.player_status import PlayerStatus
from listbuilder.tui.screens.folder_rows import ColumnTable, finding_rows
from listbuilder.tui.widgets.row import COLUMN_GAP, Part, Row, SortState, info

_MARKS: Mapping[PlayerStatus, tuple[str, str]] = {
    PlayerStatus.MISSING: ("?", "warn"),
    PlayerStatus.LATE: ("!", "warn"),
    PlayerStatus.DOUBLE: ("!", "warn"),
    PlayerStatus.WRONG_FACTION: ("\N{HEAVY BALLOT X}", "bad"),
    PlayerStatus.ILLEGAL: ("\N{HEAVY BALLOT X}", "bad"),
    PlayerStatus.UNCHECKED: ("~", "warn"),
    PlayerStatus.LEGAL: ("\N{HEAVY CHECK MARK}", "good"),
    PlayerStatus.ACCEPTED: ("\N{BLACK STAR}", "good"),
    PlayerStatus.CHANGED: ("!", "bad"),
}
_MIN_WIDTH = 12
_WORST_FIRST = list(PlayerStatus)


class PlayerColumn(Enum):
    """A column to sort by; its title is `desk.column.…` in the catalogues."""

    NAME = "name"
    TEAM = "team"
    FACTION = "faction"
    POINTS = "points"
    STATUS = "status"


_SORT_KEYS: Mapping[PlayerColumn, Callable[[PlayerRow], Any]] = {
    PlayerColumn.NAME: lambda player_row: player_row.player.name.casefold(),
    PlayerColumn.TEAM: lambda player_row: (not player_row.player.team, player_row.player.team.casefold()),
    PlayerColumn.FACTION: lambda player_row: player_row.factions.casefold(),
    # players without points come first
    PlayerColumn.POINTS: lambda player_row: [record["points"] for record in player_row.readable_lists],
    PlayerColumn.STATUS: lambda player_row: _WORST_FIRST.index(player_row.status),
}
REGISTRATION_ORDER: SortState[PlayerColumn] = SortState((None, *PlayerColumn), None)


def order_players(
    rows: Sequence[PlayerRow], sorting: SortState[PlayerColumn], search: str, language: str
) -> list[PlayerRow]:
    """Return the matching players in sort order."""
    by_id = {player_row.player.id: player_row for player_row in rows}
    subjects = [_subject(player_row, language) for player_row in rows]
    matches = [by_id[subject.key] for subject in find_matches(parse_query(search, language), subjects)]
    if sorting.column is None:
        matching_ids = {player_row.player.id for player_row in matches}
        matches = [player_row for player_row in rows if player_row.player.id in matching_ids]
        return matches[::-1] if sorting.descending else matches
    return sorted(matches, key=_SORT_KEYS[sorting.column], reverse=sorting.descending)


def _subject(player_row: PlayerRow, language: str) -> SearchSubject:
    status = translate(language, f"desk.status.{player_row.status.value}")
    codes = " ".join(sorted({finding["code"] for finding in player_row.findings}))
    words = (player_row.player.team, player_row.factions, status, codes)
    return build_subject(player_row.player.id, (player_row.player.name, player_row.player.mail), words, {})


def status_totals(rows: Sequence[PlayerRow], language: str) -> str:
    """Return the number of players for each status."""
    counts = Counter(player_row.status for player_row in rows)
    words = {status: translate(language, f"desk.status.{status.value}") for status in PlayerStatus}
    return ", ".join(f"{counts[status]} {word}" for status, word in words.items() if counts[status])


class PlayerTable(ColumnTable[PlayerColumn]):
    """The table of players. Long cells are cut if space is short."""

    def __init__(self, rows: Sequence[PlayerRow], sorting: SortState[PlayerColumn], language: str, width: int) -> None:
        self._language = language
        super().__init__("desk.column", sorting, language, map(self._format_cells, rows))
        for column in (PlayerColumn.FACTION, PlayerColumn.TEAM, PlayerColumn.NAME):  # shorten in this order
            excess = max(0, sum(self.widths.values()) + COLUMN_GAP * len(PlayerColumn) + 2 - width)
            self.widths[column] = max(min(_MIN_WIDTH, self.widths[column]), self.widths[column] - excess)

    def build_row(self, player_row: PlayerRow) -> Row:
        """Return the row of a player."""
        mark, role = _MARKS[player_row.status]
        return self.cells_row(player_row.player.id, Part(mark, role), self._format_cells(player_row), role)

    def _format_cells(self, player_row: PlayerRow) -> dict[PlayerColumn, str]:
        lists, decision = player_row.readable_lists, player_row.decision
        status = translate(self._language, f"desk.status.{player_row.status.value}")
        if decision is not None and player_row.status is not PlayerStatus.ACCEPTED:
            status += f" \N{RIGHTWARDS ARROW} {translate(self._language, f'desk.decision.{decision.decision}')}"
        return {
            PlayerColumn.NAME: sanitize_line(player_row.player.name, 40),
            PlayerColumn.TEAM: sanitize_line(player_row.player.team, 30),
            PlayerColumn.FACTION: sanitize_line(player_row.factions, 60),
            PlayerColumn.POINTS: format_number(self._language, lists[0]["points"] or 0) if lists else "",
            PlayerColumn.STATUS: status,
        }


def player_detail_rows(player_row: PlayerRow, language: str) -> Iterator[Row]:
    """Yield the submitted file, the decision and the findings of a player."""
    if player_row.submissions:
        first = player_row.submissions[0]
        received = format_moment(language, first.received) if first.received else ""
        text = " \N{MIDDLE DOT} ".join(part for part in (first.file, received, first.sender) if part)
        yield info(sanitize_line(text), "dim", key="file")
    if player_row.decision is not None and player_row.decision.reason:
        yield info(sanitize_line(player_row.decision.reason), "accent", key="decision")
    yield from finding_rows(player_row.findings, language)
