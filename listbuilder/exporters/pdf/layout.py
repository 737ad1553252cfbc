"""Rows of marks, blocks of rows that stay together, and the flow of blocks over pages and columns.

Also chooses the type size at which a list fits its pages best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from listbuilder.exporters.pdf.paragraphs import TextSpan, break_lines
from listbuilder.exporters.pdf.primitives import Ink, Mark, Role, TextRun, move_mark, move_text
from listbuilder.exporters.pdf.style import PageFrame, Style
from listbuilder.sheet import Sheet


@dataclass(frozen=True, slots=True)
class LayoutRow:
    """A strip of the page with its marks, relative to its upper left corner."""

    height: float
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Block:
    """Rows that stay on one page unless they are longer than a page; `key` belongs to the unit."""

    rows: tuple[LayoutRow, ...]
    key: str = ""

    @cached_property
    def height(self) -> float:
        """The height of all rows."""
        return sum(row.height for row in self.rows)


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row at (x, y) from the upper left corner of the content area."""

    x: float
    y: float
    row: LayoutRow
    key: str = ""


@dataclass(frozen=True, slots=True)
class ListLayout:
    """The pages of one list, of the contents or of a quick reference, without page numbers."""

    sheet: Sheet | None
    """The sheet of the list; None for the contents and a quick reference."""
    page: PageFrame
    style: Style
    pages: Sequence[Sequence[PlacedRow]]
    title: str = ""
    """The title of a quick reference in the contents of a book."""


def build_line_rows(
    lines: Iterable[Sequence[TextRun]], x: float, base: float, height: float, role: Role | None = Role.TEXT
) -> list[LayoutRow]:
    """Return a row for each line of a paragraph; the first one sets the role, unless it is None."""
    rows = [LayoutRow(height, tuple(move_text(word, x, base) for word in line)) for line in lines]
    if rows and role is not None:
        rows[0] = LayoutRow(height, (role, *rows[0].marks))
    return rows


def lay_out_text(
    spans: Sequence[TextSpan], width: float, style: Style, x: float = 0, role: Role | None = Role.TEXT
) -> list[LayoutRow]:
    """Return a paragraph as rows, broken to a width; no rows without spans."""
    return build_line_rows(break_lines(spans, width), x, style.baseline, style.line_height, role) if spans else []


def lay_out_note(text: str, width: float, style: Style, x: float = 0) -> list[LayoutRow]:
    """Return every line of a quiet text as a paragraph; no rows without text."""
    lines = text.split("\n") if text else []
    return [row for line in lines for row in lay_out_text([style.span(line, Ink.QUIET)], width, style, x)]


def stack_rows(rows: Sequence[LayoutRow]) -> LayoutRow:
    """Merge rows, one below the other, into one that cannot be split."""
    marks: list[Mark] = []
    y = 0.0
    for row in rows:
        marks += (move_mark(mark, 0, y) for mark in row.marks)
        y += row.height
    return LayoutRow(y, tuple(marks))


def side_by_side(*columns: Sequence[LayoutRow]) -> LayoutRow:
    """Merge columns with the same top into one row; each column is read to its end before the next."""
    parts = [stack_rows(column) for column in columns]
    return LayoutRow(max(part.height for part in parts), tuple(mark for part in parts for mark in part.marks))


_SLACK = 0.01
"""Tolerance for rounding errors in sums of heights."""
_COLUMN_PRECISION = 1.0
"""How precisely the lowest height of columns is searched."""
_MIN_SECTION_HEIGHT = 60.0
"""The minimum height of a section below its heading at the end of a page."""


class Flow:
    """Pages that are filled from top to bottom."""

    def __init__(self, width: float, height: float, foot: float = 0) -> None:
        self.width = width
        self.height = height
        self.foot = foot
        """The height reserved at the bottom of the first page."""
        self.pages: list[list[PlacedRow]] = [[]]
        self.y = 0.0
        self.repeated_row: LayoutRow | None = None
        """A row that is repeated at the top of every page, such as table headings."""

    @property
    def remaining_height(self) -> float:
        """The height that is left on this page."""
        return self.height - self.y - (self.foot if len(self.pages) == 1 else 0)

    @property
    def last_page_fill(self) -> float:
        """How much of the last page is used, as a fraction of its height."""
        return max((placed.y + placed.row.height for placed in self.pages[-1]), default=0) / self.height

    def fits(self, height: float) -> bool:
        """Return whether a height fits on this page."""
        return height <= self.remaining_height + _SLACK

    def break_page(self) -> None:
        """Continue on a new page, unless this one is empty."""
        if not self.pages[-1]:
            return
        self.pages.append([])
        self.y = 0.0
        if self.repeated_row is not None:
            self.place(self.repeated_row)

    def place(self, row: LayoutRow, key: str = "") -> None:
        """Put a row below the last one."""
        self.pages[-1].append(PlacedRow(0, self.y, row, key))
        self.y += row.height

    def add_gap(self, height: float) -> None:
        """Leave a gap, except at the top or end of a page."""
        if self.y:
            self.y += min(height, self.remaining_height)

    def add(self, block: Block) -> None:
        """Put a block on this page or the next. Only a block longer than a page is split."""
        long = block.height > self.height and self.remaining_height > self.height / 3
        if not self.fits(block.height) and not long:
            self.break_page()
        for row in block.rows:
            if not self.fits(row.height):
                self.break_page()
            self.place(row, block.key)

    def add_columns(self, heading: Sequence[LayoutRow], blocks: Sequence[Block], count: int, gap: float) -> None:
        """Put a section in balanced columns below its heading, which is never left alone."""
        if not blocks:
            return
        step = (self.width + gap) / count
        top = sum(row.height for row in heading)
        column_height = self.height - top - (self.repeated_row.height if self.repeated_row is not None else 0)
        remaining = [piece for block in blocks for piece in _split_block(block, column_height)]
        share = sum(block.height for block in remaining) / count
        if not self.fits(top + max(remaining[0].height, min(share, _MIN_SECTION_HEIGHT))):
            self.break_page()
        for row in heading:
            self.place(row)
        while remaining:
            columns = _balance_columns(remaining, count, self.remaining_height)
            for number, column in enumerate(columns):
                y = self.y
                for block in column:
                    for row in block.rows:
                        self.pages[-1].append(PlacedRow(number * step, y, row, block.key))
                        y += row.height
            remaining = remaining[sum(map(len, columns)) :]
            self.y += max(sum(block.height for block in column) for column in columns)
            if remaining:
                self.break_page()

    def place_foot(self, row: LayoutRow) -> None:
        """Put a row at the bottom of the first page, where its height was reserved."""
        self.pages[0].append(PlacedRow(0, self.height - row.height, row))


def _split_block(block: Block, height: float) -> Iterator[Block]:
    """Split a block that is higher than a column."""
    if block.height <= height + _SLACK:
        yield block
        return
    rows: list[LayoutRow] = []
    for row in block.rows:
        if rows and sum(previous.height for previous in rows) + row.height > height:
            yield Block(tuple(rows), block.key)
            rows = []
        rows.append(row)
    yield Block(tuple(rows), block.key)


def _fill_columns(blocks: Sequence[Block], count: int, height: float) -> list[list[Block]]:
    """Fill columns in order and leave out what does not fit. The first block must fit."""
    columns: list[list[Block]] = [[]]
    used = 0.0
    for block in blocks:
        if columns[-1] and used + block.height > height + _SLACK:
            if len(columns) == count or block.height > height + _SLACK:
                break
            columns.append([])
            used = 0.0
        columns[-1].append(block)
        used += block.height
    return columns


def _balance_columns(blocks: Sequence[Block], count: int, height: float) -> list[list[Block]]:
    """Return the lowest columns that hold all blocks, or full ones if not all blocks fit."""
    heights = [block.height for block in blocks]
    low, high = max(sum(heights) / count, *heights), height
    best = _fill_columns(blocks, count, height)
    while high - low > _COLUMN_PRECISION and sum(map(len, best)) == len(blocks):
        middle = (low + high) / 2
        columns = _fill_columns(blocks, count, middle)
        if sum(map(len, columns)) < len(blocks):
            low = middle
        else:
            best, high = columns, middle
    return best


MIN_TYPE_SIZE = 7.0
"""The smallest type that is readable at arm's length; rather than going below it, a list takes another page."""
_THIN_PAGE = 0.2
"""A last page with less content than this looks like a mistake."""
_SMALLER = (0.97, 0.94, 0.91, 0.88)
_LARGER = (1.03, 1.06, 1.1, 1.15)


@dataclass(frozen=True, slots=True)
class LayoutAttempt:
    """Pages laid out at one type size, as a fraction of the default."""

    font_scale: float
    flow: Flow

    @property
    def has_thin_last_page(self) -> bool:
        """Whether the last of several pages is nearly empty."""
        return len(self.flow.pages) > 1 and self.flow.last_page_fill < _THIN_PAGE


def try_font_scales(lay: Callable[[float], Flow], scales: Iterable[float], max_pages: int) -> list[LayoutAttempt]:
    """Lay out at one scale after the other until `max_pages` are enough."""
    attempts = []
    for scale in scales:
        attempts.append(LayoutAttempt(scale, lay(scale)))
        if len(attempts[-1].flow.pages) <= max_pages:
            break
    return attempts


def choose_font_scale(lay: Callable[[float], Flow], text: float, max_pages: int | None) -> LayoutAttempt:
    """Lay out at the default size, smaller to fit `max_pages`, or a little different if the last page is thin."""
    steps = round((text - MIN_TYPE_SIZE) / 0.25) if max_pages is not None else 0
    attempts = try_font_scales(lay, [1, *((text - step * 0.25) / text for step in range(1, steps + 1))], max_pages or 1)
    fewest = min(attempts, key=lambda attempt: len(attempt.flow.pages))
    if len(attempts) > 1 or not fewest.has_thin_last_page:
        return fewest
    # pull the last lines back to the previous page, or push more lines to the last one
    for factor in (*_SMALLER, *_LARGER):
        if factor * text >= MIN_TYPE_SIZE:
            attempt = LayoutAttempt(factor, lay(factor))
            if len(attempt.flow.pages) < len(fewest.flow.pages) or not attempt.has_thin_last_page:
                return attempt
    return fewest
