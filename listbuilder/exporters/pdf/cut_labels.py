"""Labels on sheets of three by eight, as stationers sell them (70 × 36 mm on A4); lines show where to cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from listbuilder.exporters.pdf.accessibility import Properties
from listbuilder.exporters.pdf.canvas import Painted, paint
from listbuilder.exporters.pdf.fonts import Weight
from listbuilder.exporters.pdf.paragraphs import clip, text_width
from listbuilder.exporters.pdf.primitives import Box, Ink, Lettering, Mark, Role
from listbuilder.exporters.pdf.style import MM, PageFrame, build_page, build_palette, with_margins
from listbuilder.sheet import PrintOptions

_COLUMNS, _DOWN, _PAD = 3, 36 * MM, 5 * MM
_NAME, _LARGEST, _TEXT = 15.0, 26.0, 10.0
"""Sizes of type; a long name is set smaller, down to the size of the lines below it, before it is cut."""


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """What stands on a label: something large and short, a name, and lines below."""

    mark: str
    name: str
    lines: tuple[str, ...]


def build_labels(labels: Sequence[SeatLabel], title: str, language: str) -> bytes:
    """Write labels as one file."""
    page = _page()
    at_once = _COLUMNS * int(page.height // _DOWN)
    pages = [
        Painted(page, tuple(_sheet(labels[start : start + at_once], page))) for start in range(0, len(labels), at_once)
    ]
    return paint(
        pages,
        build_palette(PrintOptions()),
        Properties(title=title, author="", subject="", keywords=(), language=language),
    )


def _page() -> PageFrame:
    page = build_page(PrintOptions())
    return with_margins(page, page.width, page.height // _DOWN * _DOWN)


def _sheet(labels: Sequence[SeatLabel], page: PageFrame) -> Iterator[Mark]:
    across = page.width / _COLUMNS
    for place, label in enumerate(labels):
        row, column = divmod(place, _COLUMNS)
        x, y = column * across, page.top + row * _DOWN
        yield Box(x, y, across, _DOWN, 0.3, Ink.RULE)
        yield from _label(label, x + _PAD, y + _PAD, across - 2 * _PAD)


def _label(label: SeatLabel, x: float, y: float, width: float) -> Iterator[Mark]:
    """Set the mark at the right, the name and the lines below it at the left."""
    mark = clip(label.mark, Weight.BOLD, _LARGEST, width)
    wide = text_width(mark, Weight.BOLD, _LARGEST)
    yield Role.HEADING
    if mark:
        yield Lettering(x + width - wide, y + _LARGEST * 0.8, mark, Weight.BOLD, _LARGEST, Ink.ACCENT)
    base, size = y + _LARGEST + _NAME, _size(label.name, width)
    yield Lettering(x, base, clip(label.name, Weight.BOLD, size, width), Weight.BOLD, size, Ink.TEXT)
    yield Role.TEXT
    for place, line in enumerate(label.lines, 1):
        text = clip(line, Weight.REGULAR, _TEXT, width)
        yield Lettering(x, base + place * _TEXT * 1.3, text, Weight.REGULAR, _TEXT, Ink.QUIET)


def _size(name: str, width: float) -> float:
    wide = text_width(name, Weight.BOLD, _NAME)
    return _NAME if wide <= width else max(_TEXT, int(_NAME * width / wide * 10) / 10)
