"""The table of the folder screen: one row per list, sorted and filtered, and findings as rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from rich.cells import cell_len, set_cell_size

from listbuilder.diagnostics import Severity, Verdict
from listbuilder.diagnostics.messages import FindingRecord
from listbuilder.i18n import format_number, translate
from listbuilder.judging.results import Judged, Unreadable
from listbuilder.query import QueryKey, QueryNumber, SearchSubject, build_subject
from listbuilder.rules.unit_labels import missing_books
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.home.list_rows import filter_lists
from listbuilder.tui.labels import SEVERITY_MARKS, verdict_parts
from listbuilder.tui.widgets.row import COLUMN_GAP, Part, Row, SortState, info, row, truncate
from listbuilder.validation.checks.versions import used_factions

Column = TypeVar("Column", bound=Enum)
_WORST_FIRST = (Verdict.UNREADABLE, Verdict.ILLEGAL, Verdict.UNCHECKED, Verdict.LEGAL)
_WIDE_SCREEN = 110
_MIN_FILE_WIDTH, _MIN_WIDTH = 20, 8


class FolderColumn(Enum):
    """A column to sort by; its title is `tui.folder.…` in the catalogues."""

    FILE = "file"
    PLAYER = "player"
    SYSTEM = "system"
    POINTS = "points"
    VERDICT = "verdict"


class CheckedList(NamedTuple):
    """A checked list in a folder and the file that contains it."""

    file: Path
    judged: Judged | Unreadable

    @property
    def name(self) -> str:
        """The file name, or the name inside an archive."""
        return sanitize_line(Path(self.judged.path).name or self.file.name)

    @property
    def player(self) -> str:
        """The player, if the file names one."""
        army = self.judged.army
        return sanitize_line(army.player or "") if army is not None else ""

    @property
    def system(self) -> str:
        """The short name of the system."""
        if isinstance(self.judged, Judged):
            return sanitize_line(f"{self.judged.roster.system.abbreviation} {self.judged.roster.system.edition}")
        return sanitize_line(self.judged.army.system) if self.judged.army is not None else ""

    @property
    def points(self) -> int | None:
        """The points, or None if they could not be computed."""
        return self.judged.roster.cost if isinstance(self.judged, Judged) else None

    def factions(self, language: str) -> str:
        """Return the names of the books that the list uses."""
        if not isinstance(self.judged, Judged):
            return ""
        roster = self.judged.roster
        used = used_factions(roster)
        books = [book.name.to(language) for name, book in roster.factions.items() if name in used]
        books += [book.title(language) for book in missing_books(roster)]
        return ", ".join(sanitize_line(book, 40) for book in books)

    def verdict(self, language: str) -> tuple[Part, Part]:
        """Return the mark and the word of the verdict."""
        empty = isinstance(self.judged, Judged) and self.judged.is_empty_draft
        return verdict_parts(self.judged.verdict, language, empty=empty)

    def cells(self, language: str) -> dict[FolderColumn, str]:
        """Return the text of each column."""
        points = "" if self.points is None else format_number(language, self.points)
        texts = (self.name, self.player, self.system, points, self.verdict(language)[1].text)
        return dict(zip(FolderColumn, texts, strict=True))


_SORT_KEYS: Mapping[FolderColumn, Callable[[CheckedList], Any]] = {
    FolderColumn.FILE: lambda listed: listed.name.casefold(),
    FolderColumn.PLAYER: lambda listed: (not listed.player, listed.player.casefold()),
    FolderColumn.SYSTEM: lambda listed: (not listed.system, listed.system),
    FolderColumn.POINTS: lambda listed: [] if listed.points is None else [listed.points],  # unknown points come first
    FolderColumn.VERDICT: lambda listed: _WORST_FIRST.index(listed.judged.verdict),
}
SORTED_BY_FILE: SortState[FolderColumn] = SortState(tuple(FolderColumn), FolderColumn.FILE)


def order_lists(
    lists: Sequence[CheckedList], sorting: SortState[FolderColumn], search: str, language: str
) -> list[int]:
    """Return the indexes of the matching lists in sort order."""
    subjects = [(_subject(index, listed, language), listed.judged.verdict) for index, listed in enumerate(lists)]
    indexes = [int(key) for key in filter_lists(search, language, subjects)]
    order = _SORT_KEYS[sorting.column or FolderColumn.FILE]
    return sorted(indexes, key=lambda index: order(lists[index]), reverse=sorting.descending)


def _subject(index: int, listed: CheckedList, language: str) -> SearchSubject:
    army = listed.judged.army
    names = (listed.name, army.name if army is not None else "", listed.player)
    title = listed.judged.roster.system.title if isinstance(listed.judged, Judged) else ""
    words = (listed.system, title, listed.factions(language), listed.verdict(language)[1].text)
    numbers: dict[QueryKey, int] = {} if listed.points is None else {QueryNumber.POINTS: listed.points}
    return build_subject(str(index), names, words, numbers)


def verdict_totals(lists: Sequence[CheckedList], language: str) -> str:
    """Return the number of lists for each verdict."""
    counts = Counter(listed.judged.verdict for listed in lists)
    words = {verdict: translate(language, f"verdict.{verdict.value}") for verdict in Verdict}
    return ", ".join(f"{counts[verdict]} {word}" for verdict, word in words.items() if counts[verdict])


class ColumnTable(Generic[Column]):
    """The columns of a table, as wide as their longest cell."""

    extra_width = 0
    """The width of an extra cell in front of the points; 0 if there is none."""

    def __init__(
        self, prefix: str, sorting: SortState[Column], language: str, cells: Iterable[Mapping[Column, str]]
    ) -> None:
        self._titles = {
            column: translate(language, f"{prefix}.{column.value}") + sorting.arrow(column)
            for column in sorting.columns
            if column is not None
        }
        lines = [self._titles, *cells]
        self.widths = {column: max(cell_len(line[column]) for line in lines) for column in self._titles}

    def header_row(self) -> Row:
        """Return the header; the sorted column has an arrow."""
        return row("head", f"  {self._line(self._titles)}", role="heading", selectable=False)

    def cells_row(self, key: str, mark: Part, cells: Mapping[Column, str], last_role: str, extra: str = "") -> Row:
        """Return a row of cells after a mark. The last cell has a role and is not cut."""
        last = list(cells)[-1]
        line = self._line({**cells, last: ""}, extra)[: -self.widths[last]]
        return row(key, (mark, Part(" "), Part(line), Part(cells[last], last_role)))

    def _line(self, cells: Mapping[Column, str], extra: str = "") -> str:
        parts = []
        for column, width in self.widths.items():
            is_points = column.value == "points"
            if is_points and self.extra_width:
                parts.append(set_cell_size(truncate(extra, self.extra_width), self.extra_width))
            text = truncate(cells[column], width)
            parts.append(text.rjust(width) if is_points else set_cell_size(text, width))
        return (" " * COLUMN_GAP).join(parts)


class FolderTable(ColumnTable[FolderColumn]):
    """The table of lists. Long cells are cut if space is short; a wide screen also shows the factions."""

    def __init__(
        self, lists: Sequence[CheckedList], sorting: SortState[FolderColumn], language: str, width: int
    ) -> None:
        self._lists = lists
        self._language = language
        self._cells = [listed.cells(language) for listed in lists]
        super().__init__("tui.folder", sorting, language, self._cells)
        rest = [column for column in FolderColumn if column is not FolderColumn.FILE]
        excess = max(0, _MIN_FILE_WIDTH + 2 + sum(self.widths[column] + COLUMN_GAP for column in rest) - width)
        player = self.widths[FolderColumn.PLAYER]  # shortened first
        self.widths[FolderColumn.PLAYER] = max(min(_MIN_WIDTH, player), player - excess)
        free = width - 2 - sum(self.widths[column] + COLUMN_GAP for column in rest)
        self.widths[FolderColumn.FILE] = max(_MIN_WIDTH, min(self.widths[FolderColumn.FILE], free))
        width_left = free - self.widths[FolderColumn.FILE] - COLUMN_GAP
        self.extra_width = width_left if width >= _WIDE_SCREEN and width_left >= _MIN_WIDTH else 0

    def rows(self, indexes: Sequence[int], *, checking: bool = False) -> list[Row]:
        """Return rows for the lists at these indexes, or a message if there are none."""
        if not indexes:
            empty_key = "tui.home.unread" if checking else "tui.folder.empty"
            key = "tui.nothing-found" if self._lists else empty_key
            return [info(translate(self._language, key), "dim")]
        rows = []
        for index in indexes:
            mark, word = self._lists[index].verdict(self._language)
            factions = self._lists[index].factions(self._language)
            rows.append(self.cells_row(str(index), mark, self._cells[index], word.role, factions))
        return rows


def finding_rows(findings: Iterable[FindingRecord], language: str) -> list[Row]:
    """Return a row for each finding, or one that says there are none."""
    rows = []
    for index, finding in enumerate(findings):
        parts = [
            SEVERITY_MARKS[Severity(finding["severity"])],
            Part(f" {finding['code']} ", "dim"),
            Part(sanitize_line(finding["message"], 600)),
        ]
        if finding["fix"]:
            fix = f"  {translate(language, 'sheet.word.fix')}: {sanitize_line(finding['fix'], 300)}"
            parts.append(Part(fix, "accent"))
        rows.append(row(str(index), tuple(parts), selectable=False, wrap=True, hang=2))
    return rows or [info(translate(language, "tui.problems.none"), "good")]
