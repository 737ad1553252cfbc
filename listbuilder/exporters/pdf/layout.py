"""Blocks put onto pages, one under the other or in columns.

Rows of marks, blocks of rows that stay together, and pages of rows.

The size of type at which a list sits well on its pages.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from listbuilder.exporters.pdf.primitives import Lettering, Mark, Role, move, shift


@dataclass(frozen=True, slots=True)
class PaperRow:
    """So much height of paper, and the marks on it, from its upper left corner."""

    height: float
    marks: tuple[Mark, ...] = ()


@dataclasses.dataclass(frozen=True)
class Block:
    """Rows that stay on one page unless they are longer than one; `key` is the unit's, for tests and links."""

    rows: tuple[PaperRow, ...]
    key: str = ""

    @cached_property
    def height(self) -> float:
        """The height of all rows together."""
        return sum(row.height for row in self.rows)


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row on a page, its upper left corner at (x, y) from that of the printed part."""

    x: float
    y: float
    row: PaperRow
    key: str = ""


def line_rows(
    lines: Iterable[Sequence[Lettering]], x: float, base: float, height: float, role: Role | None = Role.TEXT
) -> list[PaperRow]:
    """Make every line of a paragraph a row; the first says what it is, unless that was said before."""
    rows = [PaperRow(height, tuple(move(word, x, base) for word in line)) for line in lines]
    return [tagged(rows[0], role), *rows[1:]] if rows and role is not None else rows


def tagged(row: PaperRow, *roles: Role) -> PaperRow:
    """Say before a row what its words are."""
    return PaperRow(row.height, (*roles, *row.marks))


def merged(rows: Sequence[PaperRow]) -> PaperRow:
    """Make one row of several, which then cannot be parted."""
    marks: list[Mark] = []
    y = 0.0
    for row in rows:
        marks += (shift(mark, 0, y) for mark in row.marks)
        y += row.height
    return PaperRow(y, tuple(marks))


def beside(*columns: Sequence[PaperRow]) -> PaperRow:
    """Make one row of columns that begin at the same height; each is read to its end before the next."""
    parts = [merged(column) for column in columns]
    return PaperRow(max(part.height for part in parts), tuple(mark for part in parts for mark in part.marks))


_SLACK = 0.01
"""Sums of heights are not exact."""
_EVEN = 1.0
"""How near to the lowest height columns come."""

_LEAST = 60.0
"""How much of a section stands under its heading at the end of a page at least."""


class Flow:
    """Pages being filled from top to bottom."""

    def __init__(self, width: float, height: float, foot: float = 0) -> None:
        self.width = width
        self.height = height
        self.foot = foot
        """So much of the first page is kept free at its end."""
        self.pages: list[list[PlacedRow]] = [[]]
        self.y = 0.0
        self.running: PaperRow | None = None
        """A row repeated at the top of every page while it is set: the headings of a table."""

    @property
    def left(self) -> float:
        """The height that is left on this page."""
        return self.height - self.y - (self.foot if len(self.pages) == 1 else 0)

    @property
    def filled(self) -> float:
        """How much of the last page is used, as a part of its height."""
        return max((one.y + one.row.height for one in self.pages[-1]), default=0) / self.height

    def fits(self, height: float) -> bool:
        """Tell whether so much goes onto this page."""
        return height <= self.left + _SLACK

    def break_page(self) -> None:
        """Go on at the top of a new page; an empty page is not left behind."""
        if not self.pages[-1]:
            return
        self.pages.append([])
        self.y = 0.0
        if self.running is not None:
            self.place(self.running)

    def place(self, row: PaperRow, key: str = "") -> None:
        """Put a row under the last one."""
        self.pages[-1].append(PlacedRow(0, self.y, row, key))
        self.y += row.height

    def space(self, height: float) -> None:
        """Leave a gap, unless the page begins or ends here."""
        if self.y:
            self.y += min(height, self.left)

    def add(self, block: Block) -> None:
        """Put a block onto this page or the next; only one longer than a page is parted, and may begin on this one."""
        long = block.height > self.height and self.left > self.height / 3
        if not self.fits(block.height) and not long:
            self.break_page()
        for row in block.rows:
            if not self.fits(row.height):
                self.break_page()
            self.place(row, block.key)

    def add_columns(self, heading: Sequence[PaperRow], blocks: Sequence[Block], count: int, gap: float) -> None:
        """Put a section in columns under its heading, as even as they come; the heading is never left alone."""
        if not blocks:
            return
        step = (self.width + gap) / count
        top = sum(row.height for row in heading)
        longest = self.height - top - (self.running.height if self.running is not None else 0)
        rest = [piece for block in blocks for piece in _parted(block, longest)]
        share = sum(block.height for block in rest) / count
        if not self.fits(top + max(rest[0].height, min(share, _LEAST))):
            self.break_page()
        for row in heading:
            self.place(row)
        while rest:
            columns = _even(rest, count, self.left) or _filled(rest, count, self.left)
            for number, column in enumerate(columns):
                self._place_column(column, number * step)
            rest = rest[sum(map(len, columns)) :]
            self.y += max(sum(block.height for block in column) for column in columns)
            if rest:
                self.break_page()

    def place_foot(self, row: PaperRow) -> None:
        """Put a row at the end of the first page, where room was kept for it."""
        self.pages[0].append(PlacedRow(0, self.height - row.height, row))

    def _place_column(self, column: Sequence[Block], x: float) -> None:
        y = self.y
        for block in column:
            for row in block.rows:
                self.pages[-1].append(PlacedRow(x, y, row, block.key))
                y += row.height


def _parted(block: Block, height: float) -> Iterator[Block]:
    """Part a block that is longer than a column."""
    if block.height <= height + _SLACK:
        yield block
        return
    rows: list[PaperRow] = []
    for row in block.rows:
        if rows and sum(one.height for one in rows) + row.height > height:
            yield Block(tuple(rows), block.key)
            rows = []
        rows.append(row)
    yield Block(tuple(rows), block.key)


def _filled(blocks: Sequence[Block], count: int, height: float) -> list[list[Block]]:
    """Fill columns in order; what does not fit is left over. The first block fits, the caller saw to that."""
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


def _even(blocks: Sequence[Block], count: int, height: float) -> list[list[Block]] | None:
    """Find the lowest columns that hold everything, or none where they would be too high."""
    heights = [block.height for block in blocks]
    low = max(sum(heights) / count, *heights)
    best = _whole(blocks, count, height)
    if best is None:
        return None
    high = height
    while high - low > _EVEN:
        middle = (low + high) / 2
        columns = _whole(blocks, count, middle)
        if columns is None:
            low = middle
        else:
            best, high = columns, middle
    return best


def _whole(blocks: Sequence[Block], count: int, height: float) -> list[list[Block]] | None:
    columns = _filled(blocks, count, height)
    return columns if sum(map(len, columns)) == len(blocks) else None


SMALLEST = 7.0
"""Type that can still be read at arm's length; smaller, a list rather takes another page."""
_THIN = 0.2
"""A last page with less than this on it looks forgotten."""
_NEARLY = (0.97, 0.94, 0.91, 0.88)
_A_LITTLE_MORE = (1.03, 1.06, 1.1, 1.15)


@dataclass(frozen=True, slots=True)
class Laid:
    """Pages laid out at one size of type, as a part of the usual one."""

    factor: float
    flow: Flow

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self.flow.pages)

    @property
    def thin(self) -> bool:
        """Whether the last of several pages is nearly empty."""
        return self.pages > 1 and self.flow.filled < _THIN


def settle(lay: Callable[[float], Flow], text: float, most: int | None) -> Laid:
    """Lay out at the usual size; smaller where so few pages are asked for, a little off where the last page is thin."""
    first = Laid(1, lay(1))
    if most is not None and first.pages > most:
        return _fitted(lay, first, text, most)
    return _balanced(lay, first, text) if first.thin else first


def _fitted(lay: Callable[[float], Flow], first: Laid, text: float, most: int) -> Laid:
    """Step down until it fits; where even the smallest type does not, take the fewest pages there are."""
    tried = [first]
    steps = round((text - SMALLEST) / 0.25)
    for step in range(1, steps + 1):
        tried.append(Laid(factor := (text - step * 0.25) / text, lay(factor)))
        if tried[-1].pages <= most:
            return tried[-1]
    return min(tried, key=lambda laid: laid.pages)


def _balanced(lay: Callable[[float], Flow], first: Laid, text: float) -> Laid:
    """Draw the last lines back onto the page before, or let more of them go over."""
    for laid in _tried(lay, (factor for factor in (*_NEARLY, *_A_LITTLE_MORE) if factor * text >= SMALLEST)):
        if laid.pages < first.pages or not laid.thin:
            return laid
    return first


def _tried(lay: Callable[[float], Flow], factors: Iterable[float]) -> Iterable[Laid]:
    return (Laid(factor, lay(factor)) for factor in factors)
