"""Plain values on standard output: as JSON for programs, as aligned columns for people."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import Any

from listbuilder.cli.context import Context


def add_format(parser: ArgumentParser, *more: str) -> None:
    """Let people choose between text and JSON."""
    parser.add_argument(
        "--format", choices=["text", "json", *more], default="text", help="how to print (default: text)"
    )


def write_json(value: object) -> None:
    """Print a value as JSON."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def write_table(context: Context, rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> None:
    """Print rows under headings; the last column is cut at the edge of the terminal."""
    terminal = context.terminal
    heads = [context.say(f"column.{column}") for column in columns]
    cells = [[terminal.plain(_text(row[column])) for column in columns] for row in rows]
    widths = [max(len(line[place]) for line in [heads, *cells]) for place in range(len(columns))]
    numbers = [all(isinstance(row[column], int) for row in rows) for column in columns]
    print(terminal.style(_line(heads, widths, numbers, terminal.width), "bold"))
    for line in cells:
        print(_line(line, widths, numbers, terminal.width))


def _line(cells: Sequence[str], widths: Sequence[int], numbers: Sequence[bool], most: int) -> str:
    aligned = [
        cell.rjust(width) if number else cell.ljust(width)
        for cell, width, number in zip(cells, widths, numbers, strict=True)
    ]
    line = "  ".join(aligned).rstrip()
    return line if len(line) <= most else line[: most - 1] + "…"


def _text(value: object) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
