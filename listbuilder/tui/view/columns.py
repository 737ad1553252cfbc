"""Two lists side by side, changed lines marked."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import set_cell_size

from listbuilder.diff.loadouts import Mark
from listbuilder.diff.side_by_side import ColumnLine, LinePair
from listbuilder.i18n import format_number
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.view.row import Part, Row, row, shorten

_SIGNS = {Mark.SAME: (" ", ""), Mark.ADDED: ("+", "good"), Mark.REMOVED: ("-", "bad"), Mark.CHANGED: ("±", "accent")}
_BETWEEN = 3
_INDENT = "  "


def column_rows(pairs: Sequence[LinePair], language: str, room: int, heads: tuple[str, str] | None = None) -> list[Row]:
    """Show pairs of lines in two columns as wide as there is room, perhaps headed; the mark stands between them."""
    cells = max(8, (room - _BETWEEN) // 2)
    rows: list[Row] = []
    if heads is not None:
        left, right = (_cell(ColumnLine(head), cells, language) for head in heads)
        rows.append(row("heads", f"{left}{' ' * _BETWEEN}{right}", role="heading", pickable=False))
    for place, pair in enumerate(pairs):
        sign, role = _SIGNS[pair.mark]
        role = "bold" if place == 0 else role
        left, right = (_cell(line, cells, language) for line in (pair.left, pair.right))
        parts = (Part(left, role or "dim"), Part(f" {sign} ", role), Part(right, role or "dim"))
        rows.append(row(str(place), parts, pickable=False))
    return rows


def _cell(line: ColumnLine | None, cells: int, language: str) -> str:
    if line is None:
        return " " * cells
    points = "" if line.points is None else f" {format_number(language, line.points)}"
    text = shorten(_INDENT * line.depth + plain_line(line.text, 200), cells - len(points))
    return set_cell_size(text, cells - len(points)) + points
