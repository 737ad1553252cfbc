"""Rows of marks, blocks of rows that stay together, and pages of rows."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from listbuilder.exporters.pdf.marks import Lettering, Mark, Role, move, shift


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
