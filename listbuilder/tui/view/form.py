"""Rows of a form: a label and the value that stands there now."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import set_cell_size

from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.view.row import Part, Row, row

_LABEL = 16


def choice_row(key: str, label: str, value: str) -> Row:
    """Show a value that the arrows change."""
    return row(
        key,
        (
            Part(set_cell_size(label, _LABEL) + " ", "dim"),
            Part("◂ ", "accent"),
            Part(plain_line(value)),
            Part(" ▸", "accent"),
        ),
        wrap=True,
        hang=_LABEL + 3,
    )


def text_row(key: str, label: str, value: str) -> Row:
    """Show a value that Enter changes."""
    return row(
        key, (Part(set_cell_size(label, _LABEL) + " ", "dim"), Part(plain_line(value, 300))), wrap=True, hang=_LABEL + 1
    )


def button_row(key: str, label: str) -> Row:
    """Show something that Enter does."""
    return row(key, (Part("▶ ", "accent"), Part(label, "bold")))


def neighbour(values: Sequence[str], value: str, by: int) -> str:
    """Give the next value, round and round."""
    place = values.index(value) if value in values else 0
    return values[(place + by) % len(values)]
