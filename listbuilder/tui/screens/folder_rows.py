"""A folder of lists as a table: one line each, sorted and filtered, and the findings of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from rich.cells import cell_len, set_cell_size

from listbuilder.diagnostics import Severity, Verdict
from listbuilder.diagnostics.messages import FindingRecord
from listbuilder.i18n import format_number, translate
from listbuilder.judging.results import Judged, Unread
from listbuilder.query import Key, Number, Subject, plain_subject
from listbuilder.rules.labels import missing_books
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.editor.army_rows import GAP, Sorting
from listbuilder.tui.home.list_rows import find_lists
from listbuilder.tui.labels import MARKS, verdict_parts
from listbuilder.tui.widgets.row import Part, Row, info, row, shorten
from listbuilder.validation.missing_editions import used_factions

_WORST_FIRST = (Verdict.UNREADABLE, Verdict.ILLEGAL, Verdict.UNCHECKED, Verdict.LEGAL)
_WIDE = 110
_SHORTEST_FILE, _SHORTEST = 20, 8


class Listed(NamedTuple):
    """A list of a folder: the file that it is in, and what is to be said of it."""

    file: Path
    judged: Judged | Unread

    @property
    def name(self) -> str:
        """The file's name, of a list in an archive its name there."""
        return plain_line(Path(self.judged.path).name or self.file.name)

    @property
    def player(self) -> str:
        """Who handed it in, as far as the file says."""
        army = self.judged.army
        return plain_line(army.player or "") if army is not None else ""

    @property
    def system(self) -> str:
        """The game, briefly."""
        if isinstance(self.judged, Judged):
            return plain_line(f"{self.judged.roster.system.short} {self.judged.roster.system.edition}")
        return plain_line(self.judged.army.system) if self.judged.army is not None else ""

    @property
    def points(self) -> int | None:
        """What it costs, where it could be worked out."""
        return self.judged.roster.cost if isinstance(self.judged, Judged) else None

    def factions(self, language: str) -> str:
        """The books that it uses."""
        if not isinstance(self.judged, Judged):
            return ""
        roster = self.judged.roster
        used = used_factions(roster)
        books = [book.name.to(language) for name, book in roster.factions.items() if name in used]
        books += [book.title(language) for book in missing_books(roster)]
        return ", ".join(plain_line(book, 40) for book in books)

    def verdict(self, language: str) -> tuple[Part, Part]:
        """Mark and word of its verdict."""
        empty = isinstance(self.judged, Judged) and self.judged.begun
        return verdict_parts(self.judged.verdict, language, empty=empty)


class FolderColumn(Enum):
    """What the table can be sorted by; the words are `tui.folder.…` of the catalogues."""

    FILE = "file"
    PLAYER = "player"
    SYSTEM = "system"
    POINTS = "points"
    VERDICT = "verdict"


_ORDERS: Mapping[FolderColumn, Callable[[Listed], Any]] = {
    FolderColumn.FILE: lambda listed: listed.name.casefold(),
    FolderColumn.PLAYER: lambda listed: (not listed.player, listed.player.casefold()),
    FolderColumn.SYSTEM: lambda listed: (not listed.system, listed.system),
    FolderColumn.POINTS: lambda listed: [] if listed.points is None else [listed.points],  # nothing before all numbers
    FolderColumn.VERDICT: lambda listed: _WORST_FIRST.index(listed.judged.verdict),
}


BY_FILE: Sorting[FolderColumn] = Sorting(tuple(FolderColumn), FolderColumn.FILE)


def arrange(lists: Sequence[Listed], sorting: Sorting[FolderColumn], search: str, language: str) -> list[int]:
    """Give the places of the lists that are shown, in their order."""
    subjects = [(_subject(place, listed, language), listed.judged.verdict) for place, listed in enumerate(lists)]
    found = [int(key) for key in find_lists(search, language, subjects)]
    order = _ORDERS[sorting.column or FolderColumn.FILE]
    return sorted(found, key=lambda place: order(lists[place]), reverse=sorting.down)


def _subject(place: int, listed: Listed, language: str) -> Subject:
    army = listed.judged.army
    names = (listed.name, army.name if army is not None else "", listed.player)
    title = listed.judged.roster.system.title if isinstance(listed.judged, Judged) else ""
    words = (listed.system, title, listed.factions(language), listed.verdict(language)[1].text)
    numbers: dict[Key, int] = {} if listed.points is None else {Number.POINTS: listed.points}
    return plain_subject(str(place), names, words, numbers)


def totals(lists: Sequence[Listed], language: str) -> str:
    """Count the verdicts."""
    counts = Counter(listed.judged.verdict for listed in lists)
    return ", ".join(f"{counts[one]} {translate(language, f'verdict.{one.value}')}" for one in Verdict if counts[one])


class FolderTable:
    """The columns of the table, as wide as what stands in them; what is too long for the room is cut."""

    def __init__(self, lists: Sequence[Listed], sorting: Sorting[FolderColumn], language: str, room: int) -> None:
        self._lists = lists
        self._sorting = sorting
        self._language = language
        self._heads = {column: self._head(column) for column in FolderColumn}
        rest = [column for column in FolderColumn if column is not FolderColumn.FILE]
        self.widths = {column: self._longest(column) for column in FolderColumn}
        over = max(0, _SHORTEST_FILE + 2 + sum(self.widths[column] + GAP for column in rest) - room)
        player = self.widths[FolderColumn.PLAYER]  # where it is long, it gives way first
        self.widths[FolderColumn.PLAYER] = max(min(_SHORTEST, player), player - over)
        free = room - 2 - sum(self.widths[column] + GAP for column in rest)
        self.widths[FolderColumn.FILE] = max(_SHORTEST, min(self.widths[FolderColumn.FILE], free))
        left = free - self.widths[FolderColumn.FILE] - GAP
        self._factions = left if room >= _WIDE and left >= _SHORTEST else 0

    def head(self) -> Row:
        """Head the columns; the one that sorts has an arrow."""
        return row("head", f"  {self._line(self._heads, '')}", role="heading", pickable=False)

    def rows(self, places: Sequence[int], *, reading: bool = False) -> list[Row]:
        """Show the lists at these places; that there are none is said when all has been read."""
        if not places:
            nothing = "tui.home.unread" if reading else "tui.folder.empty"
            word = "tui.nothing-found" if self._lists else nothing
            return [info(translate(self._language, word), "dim")]
        return [self._row(place) for place in places]

    def _row(self, place: int) -> Row:
        listed = self._lists[place]
        mark, word = listed.verdict(self._language)
        cells = {column: self._cell(listed, column) for column in FolderColumn}
        line = self._line({**cells, FolderColumn.VERDICT: ""}, listed.factions(self._language))
        line = line.removesuffix(" " * self.widths[FolderColumn.VERDICT])
        return row(str(place), (mark, Part(" "), Part(line), word))

    def _line(self, cells: Mapping[FolderColumn, str], factions: str) -> str:
        parts = []
        for column, width in self.widths.items():
            if column is FolderColumn.POINTS and self._factions:
                parts.append(set_cell_size(shorten(factions, self._factions), self._factions))
            text = shorten(cells[column], width)
            parts.append(text.rjust(width) if column is FolderColumn.POINTS else set_cell_size(text, width))
        return (" " * GAP).join(parts)

    def _longest(self, column: FolderColumn) -> int:
        cells = (cell_len(self._cell(listed, column)) for listed in self._lists)
        return max((cell_len(self._heads[column]), *cells))

    def _head(self, column: FolderColumn) -> str:
        arrow = self._sorting.arrow(column)
        return translate(self._language, f"tui.folder.{column.value}") + arrow

    def _cell(self, listed: Listed, column: FolderColumn) -> str:
        if column is FolderColumn.POINTS:
            return "" if listed.points is None else format_number(self._language, listed.points)
        if column is FolderColumn.VERDICT:
            return listed.verdict(self._language)[1].text
        return str(getattr(listed, {FolderColumn.FILE: "name"}.get(column, column.value)))


def finding_rows(found: Iterable[FindingRecord], language: str) -> list[Row]:
    """Show what was found."""
    rows = []
    for place, finding in enumerate(found):
        parts = [
            MARKS[Severity(finding["severity"])],
            Part(f" {finding['code']} ", "dim"),
            Part(plain_line(finding["message"], 600)),
        ]
        if finding["fix"]:
            parts.append(
                Part(f"  {translate(language, 'sheet.word.fix')}: {plain_line(finding['fix'], 300)}", "accent")
            )
        rows.append(row(str(place), tuple(parts), pickable=False, wrap=True, hang=2))
    return rows or [info(translate(language, "tui.problems.none"), "good")]
