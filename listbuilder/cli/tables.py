"""Rows on standard output, as JSON or as aligned columns, and the option `--format`."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from listbuilder.cli.context import Context
from listbuilder.cli.streams import ESCAPE, Terminal, print_line, write_stdout
from listbuilder.textutil.escaping import format_json
from listbuilder.textutil.text_width import pad, text_width, wrap

Row = TypeVar("Row", bound=Mapping[str, Any])
_MIN_CELL_WIDTH = 8
"""Narrower cells are no longer readable."""


def add_format_option(parser: ArgumentParser, *more: str) -> None:
    """Add the option `--format` with text, JSON and further formats."""
    parser.add_argument("--format", choices=["text", "json", *more], default="text")


def sort_rows(rows: Sequence[Row], column: str | None) -> list[Row]:
    """Return the rows sorted by a column, numbers by value; without a column, in their order."""
    return list(rows) if column is None else sorted(rows, key=lambda row: _sort_key(row[column]))


def _sort_key(value: object) -> tuple[int, str]:
    return (value, "") if isinstance(value, int) else (0, _format_value(value).casefold())


def print_json(value: object) -> None:
    """Print a value as JSON."""
    write_stdout(format_json(value) + "\n", escape=ESCAPE)


def print_table(context: Context, rows: Sequence[Mapping[str, object]], columns: Sequence[str]) -> None:
    """Print rows below headings; if the terminal is too narrow, the widest columns are cut."""
    terminal = context.terminal
    heads = [context.translate(f"column.{column}") for column in columns]
    cells = [[terminal.sanitize_line(_format_value(row[column])) for column in columns] for row in rows]
    numbers = [all(isinstance(row[column], int) for row in rows) for column in columns]
    widths = _fit_widths([max(map(len, column)) for column in zip(heads, *cells, strict=True)], terminal)
    print_line(terminal.style(_format_row(heads, widths, numbers), "bold"))
    for row_cells in cells:
        print_line(_format_row(row_cells, widths, numbers))


def print_pairs(context: Context, title: str, pairs: Sequence[tuple[str, str]]) -> None:
    """Print a title and below it pairs of a name and a text, wrapped to the width of the terminal."""
    terminal = context.terminal
    cells = [(terminal.sanitize_line(name), terminal.sanitize_line(text)) for name, text in pairs]
    first = max(text_width(name) for name, _ in cells) + 2
    print_line(terminal.style(terminal.sanitize_line(title), "bold"))
    for name, text in cells:
        print_line("\n".join(wrap(text, terminal.width, " " * first, pad(name, first - 1))))


def _fit_widths(widths: list[int], terminal: Terminal) -> list[int]:
    """Narrow the widest column until the row fits; the ids in the first column go last, because users type them."""
    while sum(widths) + 2 * (len(widths) - 1) > terminal.width:
        widest = max(widths[1:])
        widths[widths.index(widest, 1) if widest > _MIN_CELL_WIDTH else 0] -= 1
    return widths


def _format_row(cells: Sequence[str], widths: Sequence[int], numbers: Sequence[bool]) -> str:
    aligned = []
    for cell, width, number in zip(cells, widths, numbers, strict=True):
        text = cell if len(cell) <= width else cell[: width - 1] + "…"
        aligned.append(text.rjust(width) if number else text.ljust(width))
    return "  ".join(aligned).rstrip()


def _format_value(value: object) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
