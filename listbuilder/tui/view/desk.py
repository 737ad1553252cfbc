"""An organiser's desk as a table: one line for each player, sorted and filtered, and what is to be said of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from rich.cells import cell_len, set_cell_size

from listbuilder.desk.standing import Standing, Status
from listbuilder.i18n import format_number, translate
from listbuilder.rules.query import Subject, find, parse_query, plain_subject
from listbuilder.sheet.plain import plain_line
from listbuilder.tui.view.folder import finding_rows
from listbuilder.tui.view.row import Part, Row, info, row, shorten
from listbuilder.values import dataclass

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
_GAP = 2
_SHORTEST = 12


class Column(Enum):
    """What the table can be sorted by; the words are `desk.column.…` of the catalogues."""

    NAME = "name"
    TEAM = "team"
    FACTION = "faction"
    POINTS = "points"
    STATUS = "status"


_HARM = list(Status)
_ORDERS: Mapping[Column, Callable[[Standing], Any]] = {
    Column.NAME: lambda one: one.player.name.casefold(),
    Column.TEAM: lambda one: (not one.player.team, one.player.team.casefold()),
    Column.FACTION: lambda one: factions(one, "en").casefold(),
    Column.POINTS: lambda one: one.judged[0].roster.cost if one.judged else -1,
    Column.STATUS: lambda one: _HARM.index(one.status),
}


@dataclass(frozen=True, slots=True)
class Sorting:
    """By which column the table is sorted, and which way round; None is the order of the registrations."""

    column: Column | None = None
    down: bool = False

    def next(self) -> Sorting:
        """Sort by the next column."""
        order = [None, *Column]
        return Sorting(order[(order.index(self.column) + 1) % len(order)])

    def turned(self) -> Sorting:
        """Sort the other way round."""
        return Sorting(self.column, not self.down)


def factions(one: Standing, language: str) -> str:
    """Name the books of a player's lists, else what was registered."""
    books = [judged.roster.factions[worked.unit.faction] for judged in one.judged for worked in judged.roster.entries]
    names = dict.fromkeys(plain_line(book.name.to(language), 40) for book in books)
    return ", ".join(names) or plain_line(one.player.faction, 40)


def arrange(rows: Sequence[Standing], sorting: Sorting, search: str, language: str) -> list[Standing]:
    """Give the players that are shown, in their order."""
    known = {one.player.id: one for one in rows}
    found = [known[one.key] for one in find(parse_query(search, language), [_subject(one, language) for one in rows])]
    if sorting.column is None:
        kept = {one.player.id for one in found}
        found = [one for one in rows if one.player.id in kept]
        return found[::-1] if sorting.down else found
    return sorted(found, key=_ORDERS[sorting.column], reverse=sorting.down)


def _subject(one: Standing, language: str) -> Subject:
    status = translate(language, f"desk.status.{one.status.value}")
    codes = " ".join(sorted({finding.code for finding in one.diagnostics()}))
    words = (one.player.team, factions(one, language), status, codes)
    return plain_subject(one.player.id, (one.player.name, one.player.mail), words, {})


def totals(rows: Sequence[Standing], language: str) -> str:
    """Count how everybody stands."""
    counts = Counter(one.status for one in rows)
    said = (f"{counts[one]} {translate(language, f'desk.status.{one.value}')}" for one in Status if counts[one])
    return ", ".join(said)


class DeskTable:
    """The columns of the table, as wide as what stands in them; what is too long for the room is cut."""

    def __init__(self, rows: Sequence[Standing], sorting: Sorting, language: str, room: int) -> None:
        self._sorting = sorting
        self._language = language
        cells = {column: [self._cell(one, column) for one in rows] for column in Column}
        self._widths = {
            column: max(map(cell_len, (self._head(column), *texts)), default=0) for column, texts in cells.items()
        }
        for column in (Column.FACTION, Column.TEAM, Column.NAME):  # the longest give way, the name last
            over = sum(self._widths.values()) + _GAP * len(Column) + 2 - room
            if over > 0:
                self._widths[column] = max(min(_SHORTEST, self._widths[column]), self._widths[column] - over)

    def head(self) -> Row:
        """Head the columns; the one that sorts has an arrow."""
        line = self._line({column: self._head(column) for column in Column})
        return row("head", (Part("  "), Part(line)), role="heading", pickable=False)

    def row(self, one: Standing) -> Row:
        """Show one player."""
        mark, role = _LOOKS[one.status]
        cells = {column: self._cell(one, column) for column in Column}
        line = self._line({**cells, Column.STATUS: ""})[: -self._widths[Column.STATUS]]
        return row(one.player.id, (Part(mark, role), Part(" "), Part(line), Part(cells[Column.STATUS], role)))

    def _line(self, cells: Mapping[Column, str]) -> str:
        parts = []
        for column, width in self._widths.items():
            text = shorten(cells[column], width)
            parts.append(text.rjust(width) if column is Column.POINTS else set_cell_size(text, width))
        return (" " * _GAP).join(parts)

    def _head(self, column: Column) -> str:
        arrow = (" ▾" if self._sorting.down else " ▴") if column is self._sorting.column else ""
        return translate(self._language, f"desk.column.{column.value}") + arrow

    def _cell(self, one: Standing, column: Column) -> str:
        match column:
            case Column.NAME:
                return plain_line(one.player.name, 40)
            case Column.TEAM:
                return plain_line(one.player.team, 30)
            case Column.FACTION:
                return factions(one, self._language)
            case Column.POINTS:
                return format_number(self._language, one.judged[0].roster.cost) if one.judged else ""
            case Column.STATUS:
                return self._status(one)

    def _status(self, one: Standing) -> str:
        word = translate(self._language, f"desk.status.{one.status.value}")
        if one.decision is None or one.status is Status.ACCEPTED:
            return word
        return f"{word} \N{RIGHTWARDS ARROW} {translate(self._language, f'desk.decision.{one.decision.decision}')}"


def standing_rows(one: Standing, language: str) -> Iterator[Row]:
    """Show what is to be said of one player: the file, the decision, and everything that was found."""
    if one.submissions:
        first = one.submissions[0]
        text = " \N{MIDDLE DOT} ".join(part for part in (first.file, first.received, first.sender) if part)
        yield info(plain_line(text), "dim", key="file")
    if one.decision is not None and one.decision.reason:
        yield info(plain_line(one.decision.reason), "accent", key="decision")
    yield from finding_rows(one.diagnostics(), language)
