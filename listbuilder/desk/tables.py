"""Tables in plain files: read whatever a spreadsheet writes, written so that every spreadsheet and editor reads it."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from listbuilder.importers.base import decode
from listbuilder.textutil.escaping import QUOTE, are_plain, defuse_formula, restore_formula

_DELIMITERS = ",;\t|"
_MOST_ROWS = 20_000
_LOOK = 1000
_ENOUGH = 3
"""Headings in one line that leave no doubt."""
_NO_COLUMN = ""
"""Where cells go whose heading means nothing."""
_TOP = 10
"""Lines that the headings may be among: a title, or what a spreadsheet notes for itself, may stand above them."""


class TableRow(NamedTuple):
    """One row: its cells by column, and the line of the file that it begins at."""

    line: int
    cells: Mapping[str, str]

    def get(self, column: str) -> str:
        """Give a cell; empty where the table has no such column."""
        return self.cells.get(column, "")


def read_table(
    raw: bytes, meaning: Callable[[Sequence[str]], Mapping[str, str]] | None = None
) -> tuple[tuple[str, ...], list[TableRow]]:
    """Read a table with any usual delimiter and encoding: its headings as they stand, and its rows.

    `meaning` tells which cells of a line are headings, and of which columns. Without it, the first line has the
    headings, and each is the name of its column.
    """
    text = (decode(raw) or "").lstrip("\ufeff")
    delimiter, begins = _layout(text, meaning) if meaning is not None else (_delimiter(text), 1)
    heads: tuple[str, ...] = ()
    columns: Sequence[str] = ()
    rows: list[TableRow] = []
    quoted = QUOTE in text  # most tables have none, and asking it of every cell takes as long as reading them
    for line, written in _lines(text, delimiter):
        cells = [cell.strip() for cell in written]
        if line < begins or not any(cells):
            continue
        if not heads:
            heads = columns = tuple(cells)
            if meaning is not None:
                known = meaning(heads)
                columns = [known.get(head, _NO_COLUMN) for head in heads]
        elif len(rows) < _MOST_ROWS:
            meant = map(restore_formula, cells) if quoted else cells
            rows.append(TableRow(line, dict(zip(columns, meant, strict=False))))
    return heads, rows


def _layout(text: str, meaning: Callable[[Sequence[str]], Mapping[str, str]]) -> tuple[str, int]:
    """Find the delimiter, and the line near the top with the most headings."""
    most, found = 0, (_delimiter(text), 0)
    for delimiter in sorted(_DELIMITERS, key=text[:_LOOK].count, reverse=True):
        for line, cells in islice(_lines(text, delimiter), _TOP):
            headings = len(meaning([cell.strip() for cell in cells]))
            if headings > most:
                most, found = headings, (delimiter, line)
            if most >= _ENOUGH:
                return found
    return found


def _lines(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Give the rows with the lines they begin at; a cell beyond all measure costs its row."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    while True:
        begins = reader.line_num + 1
        try:
            yield begins, next(reader)
        except csv.Error:
            continue
        except StopIteration:
            return


def _delimiter(text: str) -> str:
    """Take the delimiter that the headings have most of."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(_DELIMITERS, key=first.count)


def format_table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table; no cell is one that a spreadsheet would take for a formula, and all letters can be written."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(_harmless([*rows]))
    return stream.getvalue().encode("utf-8", "replace").decode()  # names of files and senders may be any bytes


def _harmless(rows: Sequence[Sequence[object]]) -> Sequence[Sequence[object]]:
    """Quote formulas; one look at all texts tells that most tables have none, and numbers are no formulas."""
    if are_plain([cell for row in rows for cell in row if isinstance(cell, str)]):
        return rows
    return [[defuse_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
