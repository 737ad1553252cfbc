"""What can be drawn: text, lines, boxes, stars, QR codes, anchors and links. `y` grows downwards.

Roles between the marks tell screen readers what the text up to the next role is.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

from listbuilder.diagnostics import Verdict
from listbuilder.exporters.pdf.fonts import Weight


class Ink(Enum):
    """What a colour is used for; a palette defines it."""

    TEXT = "text"
    QUIET = "quiet"
    """Labels and remarks."""
    ACCENT = "accent"
    """The name of the list, stars and bands."""
    ALERT = "alert"
    RULE = "rule"
    """Lines between units."""
    BOX = "box"
    """The outline of a tick box."""
    TINT = "tint"
    """The background of a card's band."""

    @staticmethod
    def of_verdict(verdict: Verdict) -> Ink:
        """Return the ink of a verdict: red only for an illegal list."""
        return Ink.ALERT if verdict is Verdict.ILLEGAL else Ink.TEXT


class Role(Enum):
    """What the text that follows is; the values are the names of PDF tags."""

    TITLE = "H1"
    """The name of a list."""
    HEADING = "H2"
    """The name of a unit or section."""
    SUBHEADING = "H3"
    """The name of an attached hero."""
    TEXT = "P"
    ROW = "TR"
    """A table row; its cells follow."""
    HEAD = "TH"
    CELL = "TD"
    FIGURE = "Figure"
    MARGIN = "Artifact"
    """Content that repeats on every page or card and is not read aloud."""


class TextRun(NamedTuple):
    """A text on one line that starts at `x`, with its baseline at `y`."""

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
    """A rectangle, `across` wide and `down` high, outlined, or filled if `width` is 0."""

    x: float
    y: float
    across: float
    down: float
    width: float
    ink: Ink


class Star(NamedTuple):
    """A star on the baseline, as high as a capital of its size."""

    x: float
    y: float
    size: float
    ink: Ink


class QrCode(NamedTuple):
    """A QR code as rows of modules."""

    x: float
    y: float
    across: float
    rows: tuple[bytes, ...]
    description: str = ""
    """A description for screen readers."""


class Anchor(NamedTuple):
    """A target of the outline and of links."""

    key: str
    title: str
    level: int


class Link(NamedTuple):
    """A rectangle that links to an anchor."""

    x: float
    y: float
    across: float
    down: float
    key: str


Mark: TypeAlias = TextRun | Stroke | Box | Star | QrCode | Anchor | Link | Role


def move_text(words: TextRun, x: float, y: float) -> TextRun:
    """Return a text moved by (x, y); without `_replace`, because most marks are texts."""
    return TextRun(words.x + x, words.y + y, words.text, words.weight, words.size, words.ink)


def move_mark(mark: Mark, x: float, y: float) -> Mark:
    """Return a mark moved by (x, y)."""
    match mark:
        case TextRun():
            return move_text(mark, x, y)
        case Box():
            return Box(mark.x + x, mark.y + y, mark.across, mark.down, mark.width, mark.ink)
        case Stroke():
            return Stroke(mark.x + x, mark.y + y, mark.to_x + x, mark.to_y + y, mark.width, mark.ink)
        case Anchor() | Role():
            return mark
        case _:
            return mark._replace(x=mark.x + x, y=mark.y + y)
