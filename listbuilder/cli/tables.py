"""Plain values on standard output: as JSON for programs, as aligned columns for people."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from listbuilder.cli.context import Context
from listbuilder.cli.streams import ESCAPE, Terminal, emit, print_line
from listbuilder.textutil.escaping import json_text
from listbuilder.textutil.text_width import columns, pad, wrap

Row = TypeVar("Row", bound=Mapping[str, Any])
_NARROWEST = 8
"""Letters of a cell that still say something."""


def add_format(parser: ArgumentParser, *more: str) -> None:
    """Let people choose between text and JSON."""
    parser.add_argument(
        "--format", choices=["text", "json", *more], default="text", help="output format (default: text)"
    )


def add_sort(parser: ArgumentParser, *columns: str) -> None:
    """Let people choose the column that rows are ordered by."""
    parser.add_argument("--sort", choices=columns, help="sort by this column")


def in_order(rows: Sequence[Row], column: str | None) -> list[Row]:
    """Order rows by a column: numbers by size, words by the alphabet; without one they stay as they are."""
    return list(rows) if column is None else sorted(rows, key=lambda row: _weight(row[column]))


def _weight(value: object) -> tuple[int, str]:
    return (value, "") if isinstance(value, int) else (0, _text(value).casefold())


def write_json(value: object) -> None:
    """Print a value as JSON."""
    emit(json_text(value) + "\n", escape=ESCAPE)


def write_table(context: Context, rows: Sequence[Mapping[str, object]], columns: Sequence[str]) -> None:
    """Print rows under headings, with the longest texts cut where the terminal is too narrow."""
    terminal = context.terminal
    heads = [context.say(f"column.{column}") for column in columns]
    cells = [[terminal.line(_text(row[column])) for column in columns] for row in rows]
    numbers = [all(isinstance(row[column], int) for row in rows) for column in columns]
    widths = _fitted([max(len(line[place]) for line in [heads, *cells]) for place in range(len(columns))], terminal)
    print_line(terminal.style(_line(heads, widths, numbers), "bold"))
    for line in cells:
        print_line(_line(line, widths, numbers))


def write_pairs(context: Context, title: str, pairs: Sequence[tuple[str, str]]) -> None:
    """Print a title, and under it what each thing is, with long texts broken to the width of the terminal."""
    terminal = context.terminal
    cells = [(terminal.line(name), terminal.line(text)) for name, text in pairs]
    first = max(columns(name) for name, _ in cells) + 2
    print_line(terminal.style(terminal.line(title), "bold"))
    for name, text in cells:
        print_line("\n".join(wrap(text, terminal.width, " " * first, pad(name, first - 1))))


def _fitted(widths: list[int], terminal: Terminal) -> list[int]:
    """Narrow the widest cells, one by one, until the line fits; the ids in front go last, since people type them."""
    while sum(widths) + 2 * (len(widths) - 1) > terminal.width:
        widest = max(widths[1:])
        place = widths.index(widest, 1) if widest > _NARROWEST else 0
        widths[place] -= 1
    return widths


def _line(cells: Sequence[str], widths: Sequence[int], numbers: Sequence[bool]) -> str:
    aligned = []
    for cell, width, number in zip(cells, widths, numbers, strict=True):
        shown = cell if len(cell) <= width else cell[: width - 1] + "…"
        aligned.append(shown.rjust(width) if number else shown.ljust(width))
    return "  ".join(aligned).rstrip()


def _text(value: object) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
