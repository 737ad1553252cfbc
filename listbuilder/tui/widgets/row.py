"""Rows of a list on screen: text parts with roles, form rows, search highlights, sort state and line layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Generic, TypeVar

from rich.cells import cell_len, set_cell_size

from listbuilder.query import SearchField, SearchResult
from listbuilder.textutil.sanitize import sanitize_line


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of text and its role, which the style sheet colours; text is never interpreted as markup."""

    text: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a list, with a left and a right side."""

    key: str
    left: tuple[Part, ...]
    right: tuple[Part, ...] = ()
    selectable: bool = True
    wrap: bool = False
    """Whether the row may take several lines; otherwise it is cut with an ellipsis."""
    hang: int = 0
    """The indent of all lines after the first."""

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(part.text for part in (*self.left, *self.right))


def row(
    key: str,
    left: str | tuple[Part, ...],
    right: str | tuple[Part, ...] = (),
    role: str = "",
    *,
    selectable: bool = True,
    wrap: bool = False,
    hang: int = 0,
) -> Row:
    """Build a row; plain strings get the role `role`."""
    return Row(key, _parts(left, role), _parts(right, role), selectable, wrap, hang)


def heading(text: str, right: str = "", key: str = "") -> Row:
    """Build a heading."""
    parts = (Part(right, "dim"),) if right else ()
    return row(key or f"heading:{text}", text, parts, "heading", selectable=False, wrap=True)


def info(text: str, role: str = "", *, hang: int = 0, key: str = "") -> Row:
    """Build a row of running text."""
    return row(key or f"info:{text}", text, (), role, selectable=False, wrap=True, hang=hang)


def highlight_spans(text: str, spans: Iterable[tuple[int, int]], role: str = "") -> tuple[Part, ...]:
    """Split a text into parts and highlight the spans."""
    parts: list[Part] = []
    end_of_last = 0
    for start, end in spans:
        parts += [Part(text[end_of_last:start], role), Part(text[start:end], "match")]
        end_of_last = end
    return tuple(part for part in (*parts, Part(text[end_of_last:], role)) if part.text)


def truncate(text: str, room: int) -> str:
    """Cut a text to `room` cells with an ellipsis."""
    if cell_len(text) <= room:
        return text
    return set_cell_size(text, max(0, room - 1)).rstrip() + "…"


BLANK_ROW = Row("blank", (), selectable=False)


def _parts(text: str | tuple[Part, ...], role: str) -> tuple[Part, ...]:
    if isinstance(text, tuple):
        return text
    return (Part(text, role),) if text else ()


def highlight_match(text: str, match: SearchResult | None, role: str = "") -> tuple[Part, ...]:
    """Split a text into parts and highlight what the query matched."""
    return (Part(text, role),) if match is None else highlight_spans(text, match.spans(text), role)


def other_match_parts(match: SearchResult | None) -> Iterator[Part]:
    """Yield the rules and weapons in which the query matched."""
    for hit in match.matches if match is not None else ():
        if hit.field is not SearchField.NAME:
            yield Part("  ", "dim")
            yield from highlight_spans(sanitize_line(hit.text), hit.spans, "dim")


_LABEL_WIDTH = 16


def choice_row(key: str, label: str, value: str) -> Row:
    """Build a form row with a value that the arrow keys change."""
    parts = (_label(label), Part("◂ ", "accent"), Part(sanitize_line(value)), Part(" ▸", "accent"))
    return row(key, parts, wrap=True, hang=_LABEL_WIDTH + 3)


def text_row(key: str, label: str, value: str) -> Row:
    """Build a form row with a value that Enter edits."""
    return row(key, (_label(label), Part(sanitize_line(value, 300))), wrap=True, hang=_LABEL_WIDTH + 1)


def _label(label: str) -> Part:
    return Part(set_cell_size(label, _LABEL_WIDTH) + " ", "dim")


def button_row(key: str, label: str) -> Row:
    """Build a form row for an action."""
    return row(key, (Part("▶ ", "accent"), Part(label, "bold")))


def cycle_value(values: Sequence[str], value: str, by: int) -> str:
    """Return the value `by` steps further, starting again after the last one."""
    index = values.index(value) if value in values else 0
    return values[(index + by) % len(values)]


COLUMN_GAP = 2
"""Cells between two columns of a table and in front of the first."""
C = TypeVar("C", bound=Enum)


@dataclass(frozen=True)
class SortState(Generic[C]):
    """The columns that a table can be sorted by, the current one, and the direction.

    None stands for the original order.
    """

    columns: tuple[C | None, ...]
    column: C | None
    descending: bool = False

    def by_next_column(self) -> SortState[C]:
        """Return the state sorted by the next column."""
        return SortState(self.columns, self.columns[(self.columns.index(self.column) + 1) % len(self.columns)])

    def reversed(self) -> SortState[C]:
        """Return the state with the direction reversed."""
        return SortState(self.columns, self.column, not self.descending)

    def by_column(self, column: C) -> SortState[C]:
        """Return the state sorted by a column; reversed if it is the current one."""
        return self.reversed() if column is self.column else SortState(self.columns, column)

    def arrow(self, column: C) -> str:
        """Return the arrow for the heading of a column; empty if it is not the current one."""
        return (" ▾" if self.descending else " ▴") if column is self.column else ""


def column_at(widths: Mapping[C, int], cell: int) -> C | None:
    """Return the column whose heading contains a cell, or None."""
    end = COLUMN_GAP
    for column, width in widths.items():
        end += width + COLUMN_GAP
        if cell < end:
            return column
    return None


ELLIPSIS = "…"
SIDE_GAP = 1
_MAX_TEXT_LENGTH = 600


@lru_cache(maxsize=4096)
def lay_out_row(row: Row, width: int) -> tuple[tuple[Part, ...], ...]:
    """Return the lines of a row, each exactly `width` cells wide."""
    left, right = _sanitize_parts(row.left), _sanitize_parts(row.right)
    room = max(1, width - _total_width(right) - (SIDE_GAP if right else 0))
    if not row.wrap or _total_width(left) <= room:
        return (_build_line(left, right, room, width),)
    if room < width // 2:  # too narrow beside the right side, which gets its own line
        lines = list(_break_lines(left, width, width, row.hang))
        return (*(_build_line(line, (), width, width) for line in lines), _build_line((), right, room, width))
    lines = list(_break_lines(left, room, width, row.hang))
    return (_build_line(lines[0], right, room, width), *(_build_line(line, (), width, width) for line in lines[1:]))


def _sanitize_parts(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Replace control characters."""
    return tuple(part if part.text.isprintable() else Part(_sanitize(part.text), part.role) for part in parts)


def _sanitize(text: str) -> str:
    """Return a text as one safe line; keep spaces at its ends, which are layout."""
    before, after = len(text) - len(text.lstrip(" ")), len(text) - len(text.rstrip(" "))
    return " " * before + sanitize_line(text, _MAX_TEXT_LENGTH) + " " * after


def _total_width(parts: tuple[Part, ...]) -> int:
    return sum(cell_len(part.text) for part in parts)


def _build_line(left: tuple[Part, ...], right: tuple[Part, ...], room: int, width: int) -> tuple[Part, ...]:
    left = _cut(left, room)
    gap = width - _total_width(left) - _total_width(right)
    if gap < 0:
        left, right = _cut((*left, *right), width), ()
        gap = width - _total_width(left)
    return (*left, Part(" " * gap), *right)


def _cut(parts: tuple[Part, ...], room: int) -> tuple[Part, ...]:
    if _total_width(parts) <= room:
        return parts
    fitting: list[Part] = []
    room_left = room - 1
    for part in parts:
        cells = cell_len(part.text)
        if cells > room_left:
            return (*fitting, Part(set_cell_size(part.text, room_left).rstrip() + ELLIPSIS, part.role))
        fitting.append(part)
        room_left -= cells
    return tuple(fitting)


def _break_lines(parts: tuple[Part, ...], first: int, width: int, hang: int) -> Iterator[tuple[Part, ...]]:
    """Break at spaces, or inside a word that is longer than a line; only the first line has a right side."""
    hang = min(hang, first // 2)
    line: list[Part] = []
    used, room = 0, first
    for part in parts:
        for word in _words(part.text, first - hang):
            if used + cell_len(word.rstrip()) > room and used > 0:
                yield tuple(line)
                line, used, room = [Part(" " * hang)], hang, width
                word = word.lstrip()  # noqa: PLW2901  # the space at the break is dropped
            line.append(Part(word, part.role))
            used += cell_len(word)
    yield tuple(line)


def _words(text: str, max_width: int) -> Iterator[str]:
    """Split a text in front of its spaces into pieces that fit on a line."""
    start = 0
    for index in range(1, len(text) + 1):
        ends = index == len(text) or (text[index] == " " and text[index - 1] != " ")
        if ends or cell_len(text[start : index + 1]) > max_width:
            yield text[start:index]
            start = index
