"""What can be put on paper: words, lines, boxes, stars, codes, and places to jump to. Positions count downwards.

Between them stand roles: what the words up to the next role are to somebody who has them read aloud.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

from listbuilder.diagnostics import Verdict
from listbuilder.exporters.pdf.fonts import Weight


class Ink(Enum):
    """What a colour is for; a palette says what it looks like."""

    TEXT = "text"
    QUIET = "quiet"
    """Labels and remarks."""
    ACCENT = "accent"
    """The name of the list, stars and bands."""
    ALERT = "alert"
    RULE = "rule"
    """Lines between units."""
    BOX = "box"
    """The outline of a box to tick."""
    TINT = "tint"
    """The band of a card."""


def verdict_ink(verdict: Verdict) -> Ink:
    """Give the ink of a verdict: only what is wrong is red, what could not be checked is not."""
    return Ink.ALERT if verdict is Verdict.ILLEGAL else Ink.TEXT


class Role(Enum):
    """What the words that follow are; the values are the names that PDF has for them."""

    TITLE = "H1"
    """The name of a list."""
    HEADING = "H2"
    """The name of a unit or of a section."""
    SUBHEADING = "H3"
    """The name of a hero in a unit."""
    TEXT = "P"
    ROW = "TR"
    """A row of a table, whose cells follow."""
    HEAD = "TH"
    CELL = "TD"
    FIGURE = "Figure"
    MARGIN = "Artifact"
    """What stands on every page or card, and is not read aloud each time."""


class Lettering(NamedTuple):
    """A text on one line, from `x` on with its baseline at `y`."""

    x: float
    y: float
    text: str
    weight: Weight
    size: float
    ink: Ink


class Stroke(NamedTuple):
    """A straight line."""

    x: float
    y: float
    to_x: float
    to_y: float
    width: float
    ink: Ink


class Box(NamedTuple):
    """A rectangle with its upper left corner at (x, y), outlined, or filled where `width` is 0."""

    x: float
    y: float
    across: float
    down: float
    width: float
    ink: Ink


class Star(NamedTuple):
    """A star as high as a capital of its size, standing on the baseline."""

    x: float
    y: float
    size: float
    ink: Ink


class QrMark(NamedTuple):
    """A QR code: rows of modules, upper left corner at (x, y)."""

    x: float
    y: float
    across: float
    rows: tuple[bytes, ...]
    about: str = ""
    """What it is, for those who do not see it."""


class Anchor(NamedTuple):
    """A place that the outline leads to."""

    key: str
    title: str
    level: int


class Link(NamedTuple):
    """A rectangle that leads to an anchor."""

    x: float
    y: float
    across: float
    down: float
    key: str


Mark: TypeAlias = Lettering | Stroke | Box | Star | QrMark | Anchor | Link | Role


def move(words: Lettering, x: float, y: float) -> Lettering:
    """Give words at another place; written out, because most of a page is words."""
    return Lettering(words.x + x, words.y + y, words.text, words.weight, words.size, words.ink)


def shift(mark: Mark, x: float, y: float) -> Mark:
    """Give a mark at another place."""
    match mark:
        case Lettering():
            return move(mark, x, y)
        case Box():
            return Box(mark.x + x, mark.y + y, mark.across, mark.down, mark.width, mark.ink)
        case Stroke():
            return Stroke(mark.x + x, mark.y + y, mark.to_x + x, mark.to_y + y, mark.width, mark.ink)
        case Anchor() | Role():
            return mark
        case _:
            return mark._replace(x=mark.x + x, y=mark.y + y)
