"""A row of a list on the screen: text in parts, each with a role that the style sheet knows.

What a query found, shown in a row.

Rows of a form: a label and the value that stands there now.

Rows laid out for a width: cut or broken into lines, the right side held at the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len, set_cell_size

from listbuilder.query import Field, Found
from listbuilder.textutil.sanitize import plain_line


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of text and the role it plays; text is shown as it is, never read as markup."""

    text: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: what stands left and what stands right, and whether the cursor may rest on it."""

    key: str
    left: tuple[Part, ...]
    right: tuple[Part, ...] = ()
    pickable: bool = True
    wrap: bool = False
    """Whether it may take several lines; otherwise what is too long is cut with a mark."""
    hang: int = 0
    """How far the second and further lines are moved in."""

    @property
    def text(self) -> str:
        """All of its words, for search and for tests."""
        return "".join(part.text for part in (*self.left, *self.right))


def row(
    key: str,
    left: str | tuple[Part, ...],
    right: str | tuple[Part, ...] = (),
    role: str = "",
    *,
    pickable: bool = True,
    wrap: bool = False,
    hang: int = 0,
) -> Row:
    """Build a row; plain texts take the role of the whole."""
    return Row(key, _parts(left, role), _parts(right, role), pickable, wrap, hang)


def heading(text: str, right: str = "", key: str = "") -> Row:
    """Build a row that heads others."""
    parts = (Part(right, "dim"),) if right else ()
    return row(key or f"heading:{text}", text, parts, "heading", pickable=False, wrap=True)


def info(text: str, role: str = "", *, hang: int = 0, key: str = "") -> Row:
    """Build a row of running text."""
    return row(key or f"info:{text}", text, (), role, pickable=False, wrap=True, hang=hang)


def marked(text: str, spans: Iterable[tuple[int, int]], role: str = "") -> tuple[Part, ...]:
    """Cut a text into parts, those at the spans shown as found."""
    parts: list[Part] = []
    done = 0
    for start, end in spans:
        parts += [Part(text[done:start], role), Part(text[start:end], "match")]
        done = end
    return tuple(part for part in (*parts, Part(text[done:], role)) if part.text)


def shorten(text: str, room: int) -> str:
    """Cut a text that is too long for its room, with a mark where it was cut."""
    if cell_len(text) <= room:
        return text
    return set_cell_size(text, max(0, room - 1)).rstrip() + "…"


BLANK = Row("blank", (), pickable=False)


def _parts(text: str | tuple[Part, ...], role: str) -> tuple[Part, ...]:
    if isinstance(text, tuple):
        return text
    return (Part(text, role),) if text else ()


def marked_parts(text: str, found: Found | None, role: str = "") -> tuple[Part, ...]:
    """Cut a text into parts, those that were looked for shown as found."""
    return (Part(text, role),) if found is None else marked(text, found.spans(text), role)


def elsewhere_parts(found: Found | None) -> Iterator[Part]:
    """Name the rules and weapons that the query was found in."""
    for hit in found.hits if found is not None else ():
        if hit.field is not Field.NAME:
            yield Part("  ", "dim")
            yield from marked(plain_line(hit.text), hit.spans, "dim")


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
