"""Sizes, spaces and colours of a print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil

from listbuilder.exporters.pdf.fonts import CAP_HEIGHT
from listbuilder.exporters.pdf.primitives import Ink
from listbuilder.sheet import Orientation, Paper, PrintOptions

MM = 72 / 25.4
Palette = Mapping[Ink, tuple[float, float, float]]
SMALLEST_BOX = 4 * MM
LARGE = 1.25
"""How much larger the type is where large type is asked for."""

_SIZES: Mapping[Paper, tuple[float, float]] = {Paper.A4: (210 * MM, 297 * MM), Paper.LETTER: (612, 792)}

COLOUR: Palette = {
    Ink.TEXT: (0.08, 0.08, 0.09),
    Ink.QUIET: (0.38, 0.38, 0.40),
    Ink.ACCENT: (0.13, 0.29, 0.38),
    Ink.ALERT: (0.72, 0.09, 0.09),
    Ink.RULE: (0.72, 0.74, 0.76),
    Ink.BOX: (0.45, 0.45, 0.47),
    Ink.TINT: (0.90, 0.93, 0.95),
}
MONOCHROME: Palette = {**dict.fromkeys(Ink, (0.0, 0.0, 0.0)), Ink.TINT: (1.0, 1.0, 1.0)}
"""Black alone: a laser printer makes dots of grey, and they neither read well nor save ink."""


@dataclass(frozen=True, slots=True)
class Style:
    """Three sizes of type on one grid of lines."""

    text: float = 9
    heading: float = 11
    title: float = 20
    grid: float = 12
    """From one baseline to the next; everything is a multiple of a quarter of it."""

    def scaled(self, factor: float) -> Style:
        """Give the same proportions, larger or smaller."""
        return Style(self.text * factor, self.heading * factor, self.title * factor, self.grid * factor)

    @property
    def base(self) -> float:
        """How far under the top of its line a baseline lies."""
        return (self.grid + CAP_HEIGHT * self.text) / 2

    @property
    def box(self) -> float:
        """The edge of a box to tick: a pencil needs the same room whatever the size of the type."""
        return max(SMALLEST_BOX, self.text * 0.9)

    @property
    def strip(self) -> float:
        """The height of a line of boxes, in quarters of the grid."""
        quarter = self.grid / 4
        return ceil((self.box + quarter * 0.8) / quarter) * quarter


@dataclass(frozen=True, slots=True)
class PageFrame:
    """A sheet of paper and the part of it that is printed on, in points from its upper left corner."""

    width: float
    height: float
    left: float
    top: float
    right: float
    bottom: float
    """Margins; the footer stands in the lowest one."""

    @property
    def across(self) -> float:
        """The width between the margins."""
        return self.width - self.left - self.right

    @property
    def down(self) -> float:
        """The height between the margins."""
        return self.height - self.top - self.bottom


def build_page(options: PrintOptions, margin: float = 14 * MM) -> PageFrame:
    """Give the paper that is asked for, with room for a footer."""
    width, height = _SIZES[options.paper]
    if options.orientation is Orientation.LANDSCAPE:
        width, height = height, width
    return PageFrame(width, height, margin, margin, margin, margin + 5 * MM)


def with_margins(page: PageFrame, across: float, down: float) -> PageFrame:
    """Give the same paper with a printed part of so much, in the middle."""
    side, upper = (page.width - across) / 2, (page.height - down) / 2
    return replace(page, left=side, right=side, top=upper, bottom=upper)


def build_style(options: PrintOptions) -> Style:
    """Give the type of a roster."""
    return Style().scaled(LARGE) if options.large else Style()


def build_palette(options: PrintOptions) -> Palette:
    """Give the colours of a print."""
    return MONOCHROME if options.monochrome else COLOUR
