"""Type sizes, spacing, page sizes and colours of a print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil

from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.paragraphs import TextSpan
from listbuilder.exporters.pdf.primitives import Ink
from listbuilder.sheet import Orientation, Paper, PrintOptions

MM = 72 / 25.4
Palette = Mapping[Ink, tuple[float, float, float]]
_MIN_BOX_SIZE = 4 * MM
LARGE_TYPE_FACTOR = 1.25
"""The factor of the large type option."""
_PAPER_SIZES: Mapping[Paper, tuple[float, float]] = {Paper.A4: (210 * MM, 297 * MM), Paper.LETTER: (612, 792)}

COLOUR_PALETTE: Palette = {
    Ink.TEXT: (0.08, 0.08, 0.09),
    Ink.QUIET: (0.38, 0.38, 0.40),
    Ink.ACCENT: (0.13, 0.29, 0.38),
    Ink.ALERT: (0.72, 0.09, 0.09),
    Ink.RULE: (0.72, 0.74, 0.76),
    Ink.BOX: (0.45, 0.45, 0.47),
    Ink.TINT: (0.90, 0.93, 0.95),
}
MONOCHROME_PALETTE: Palette = {**dict.fromkeys(Ink, (0.0, 0.0, 0.0)), Ink.TINT: (1.0, 1.0, 1.0)}
"""Only black, because a laser printer prints grey as dots that are hard to read and save no ink."""


@dataclass(frozen=True, slots=True)
class Style:
    """Three type sizes on one line grid."""

    text: float = 9
    heading: float = 11
    title: float = 20
    line_height: float = 12
    """The distance between baselines; all spacing is a multiple of a quarter of it."""

    def scaled(self, factor: float) -> Style:
        """Return the same proportions, larger or smaller."""
        return Style(self.text * factor, self.heading * factor, self.title * factor, self.line_height * factor)

    def span(self, text: str, ink: Ink = Ink.TEXT) -> TextSpan:
        """Return a text in the text size."""
        return TextSpan(text, Weight.REGULAR, self.text, ink)

    @property
    def baseline(self) -> float:
        """The distance from the top of a line to its baseline."""
        return (self.line_height + CAP_HEIGHT * self.text) / 2

    @property
    def box_size(self) -> float:
        """The size of a tick box, which a pencil needs whatever the type size is."""
        return max(_MIN_BOX_SIZE, self.text * 0.9)

    @property
    def box_row_height(self) -> float:
        """The height of a line of tick boxes, in quarters of the grid."""
        quarter = self.line_height / 4
        return ceil((self.box_size + quarter * 0.8) / quarter) * quarter


@dataclass(frozen=True, slots=True)
class PageFrame:
    """A sheet of paper and its margins, in points."""

    width: float
    height: float
    left: float
    top: float
    right: float
    bottom: float
    """The lower margin, which holds the footer."""

    @property
    def content_width(self) -> float:
        """The width between the margins."""
        return self.width - self.left - self.right

    @property
    def content_height(self) -> float:
        """The height between the margins."""
        return self.height - self.top - self.bottom


def build_page(options: PrintOptions, margin: float = 14 * MM) -> PageFrame:
    """Return the paper of the options, with room for a footer."""
    width, height = _PAPER_SIZES[options.paper]
    if options.orientation is Orientation.LANDSCAPE:
        width, height = height, width
    return PageFrame(width, height, margin, margin, margin, margin + 5 * MM)


def centre_content(page: PageFrame, across: float, down: float) -> PageFrame:
    """Return the same paper with a content area of this size in the middle."""
    side, upper = (page.width - across) / 2, (page.height - down) / 2
    return replace(page, left=side, right=side, top=upper, bottom=upper)


def build_style(options: PrintOptions) -> Style:
    """Return the type sizes of a roster."""
    return Style().scaled(LARGE_TYPE_FACTOR) if options.large else Style()


def build_palette(options: PrintOptions) -> Palette:
    """Return the colours of the options."""
    return MONOCHROME_PALETTE if options.monochrome else COLOUR_PALETTE
