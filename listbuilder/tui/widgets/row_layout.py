"""Rows laid out for a width: cut or broken into lines, the right side held at the edge."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rich.cells import cell_len, set_cell_size

from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.view.row import Part, Row

ELLIPSIS = "…"
GAP = 1
_LONGEST = 600


@lru_cache(maxsize=4096)
def lay_out(row: Row, width: int) -> tuple[tuple[Part, ...], ...]:
    """Give the lines of a row, each exactly `width` cells."""
    left, right = _clean(row.left), _clean(row.right)
    room = max(1, width - _cells(right) - (GAP if right else 0))
    if not row.wrap or _cells(left) <= room:
        return (_line(left, right, room, width),)
    if room < width // 2:  # broken words beside much at the right would be hard to read
        lines = list(_broken(left, width, width, row.hang))
        return (*(_line(line, (), width, width) for line in lines), _line((), right, room, width))
    lines = list(_broken(left, room, width, row.hang))
    return (_line(lines[0], right, room, width), *(_line(line, (), width, width) for line in lines[1:]))


def _clean(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Make every text harmless."""
    return tuple(part if part.text.isprintable() else Part(_plain(part.text), part.role) for part in parts)


def _plain(text: str) -> str:
    """Make a text one harmless line; spaces at its ends are layout and stay."""
    front, behind = len(text) - len(text.lstrip(" ")), len(text) - len(text.rstrip(" "))
    return " " * front + plain_line(text, _LONGEST) + " " * behind


def _cells(parts: tuple[Part, ...]) -> int:
    return sum(cell_len(part.text) for part in parts)


def _line(left: tuple[Part, ...], right: tuple[Part, ...], room: int, width: int) -> tuple[Part, ...]:
    left = _cut(left, room)
    gap = width - _cells(left) - _cells(right)
    if gap < 0:
        left, right = _cut((*left, *right), width), ()
        gap = width - _cells(left)
    return (*left, Part(" " * gap), *right)


def _cut(parts: tuple[Part, ...], room: int) -> tuple[Part, ...]:
    if _cells(parts) <= room:
        return parts
    kept: list[Part] = []
    left = room - 1
    for part in parts:
        cells = cell_len(part.text)
        if cells > left:
            return (*kept, Part(set_cell_size(part.text, left).rstrip() + ELLIPSIS, part.role))
        kept.append(part)
        left -= cells
    return tuple(kept)


def _broken(parts: tuple[Part, ...], first: int, width: int, hang: int) -> Iterator[tuple[Part, ...]]:
    """Break at spaces, and inside a word that is longer than a line; only the first line shares its room."""
    hang = min(hang, first // 2)
    line: list[Part] = []
    used, room = 0, first
    for part in parts:
        for word in _words(part.text, first - hang):
            if used + cell_len(word.rstrip()) > room and used > 0:
                yield tuple(line)
                line, used, room = [Part(" " * hang)], hang, width
                word = word.lstrip()  # noqa: PLW2901 - a line does not begin with the space it was broken at
            line.append(Part(word, part.role))
            used += cell_len(word)
    yield tuple(line)


def _words(text: str, longest: int) -> Iterator[str]:
    """Split a text before its spaces; nothing that comes out is longer than a line."""
    start = 0
    for place in range(1, len(text) + 1):
        ends = place == len(text) or (text[place] == " " and text[place - 1] != " ")
        if ends or cell_len(text[start : place + 1]) > longest:
            yield text[start:place]
            start = place
