"""A row of a list on the screen: text in parts, each with a role that the style sheet knows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size


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
