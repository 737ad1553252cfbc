"""By what a table is sorted, and which way round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

C = TypeVar("C", bound=Enum)
GAP = 2
"""Cells between two columns, and before the first."""


@dataclass(frozen=True)
class Sorting(Generic[C]):
    """The columns that a table can be sorted by, in turn, the one that it is, and whether upside down.

    None among them is the order in which the rows came.
    """

    columns: tuple[C | None, ...]
    column: C | None
    down: bool = False

    def next(self) -> Sorting[C]:
        """Sort by the next column."""
        return Sorting(self.columns, self.columns[(self.columns.index(self.column) + 1) % len(self.columns)])

    def turned(self) -> Sorting[C]:
        """Sort the other way round."""
        return Sorting(self.columns, self.column, not self.down)

    def by(self, column: C) -> Sorting[C]:
        """Sort by a column that somebody points at, the other way round where it is the one already."""
        return self.turned() if column is self.column else Sorting(self.columns, column)

    def arrow(self, column: C) -> str:
        """Mark the head of the column that sorts."""
        return (" ▾" if self.down else " ▴") if column is self.column else ""


def column_at(widths: Mapping[C, int], cell: int) -> C | None:
    """Tell which of columns that stand in a row a cell of their heads belongs to."""
    end = GAP
    for column, width in widths.items():
        end += width + GAP
        if cell < end:
            return column
    return None
