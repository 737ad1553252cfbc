"""Labels, three by eight on a page, as stationers sell them (70 × 36 mm on A4), with cut lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from listbuilder.exporters.pdf.accessibility import FileProperties
from listbuilder.exporters.pdf.canvas import PageContent, draw_pdf
from listbuilder.exporters.pdf.fonts import Weight
from listbuilder.exporters.pdf.paragraphs import TextSpan, align_right, clip_text, measure_text
from listbuilder.exporters.pdf.primitives import Box, Ink, Mark, Role, TextRun
from listbuilder.exporters.pdf.style import MM, build_page, build_palette, centre_content
from listbuilder.sheet import PrintOptions

_COLUMNS, _HEIGHT, _PAD = 3, 36 * MM, 5 * MM
_NAME_SIZE, _MARK_SIZE, _TEXT_SIZE = 15.0, 26.0, 10.0
"""Font sizes. A long name is set smaller, down to the size of the lines below it, before it is cut."""


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """The content of a label: a short large text, a name, and lines below."""

    large_text: str
    name: str
    lines: tuple[str, ...]


def build_label_pdf(labels: Sequence[SeatLabel], title: str, language: str) -> bytes:
    """Return labels as one PDF file."""
    paper = build_page(PrintOptions())
    page = centre_content(paper, paper.width, paper.height // _HEIGHT * _HEIGHT)
    across, per_page = page.width / _COLUMNS, _COLUMNS * int(page.height // _HEIGHT)
    pages = []
    for start in range(0, len(labels), per_page):
        marks: list[Mark] = []
        for index, label in enumerate(labels[start : start + per_page]):
            row, column = divmod(index, _COLUMNS)
            x, y = column * across, page.top + row * _HEIGHT
            marks.append(Box(x, y, across, _HEIGHT, 0.3, Ink.RULE))
            marks += _label(label, x + _PAD, y + _PAD, across - 2 * _PAD)
        pages.append(PageContent(page, tuple(marks)))
    properties = FileProperties(title=title, author="", subject="", keywords=(), language=language)
    return draw_pdf(pages, build_palette(PrintOptions()), properties)


def _label(label: SeatLabel, x: float, y: float, width: float) -> Iterator[Mark]:
    """Yield the large text at the right, and the name and the lines below it at the left."""
    yield Role.HEADING
    if mark := clip_text(label.large_text, Weight.BOLD, _MARK_SIZE, width):
        yield align_right(TextSpan(mark, Weight.BOLD, _MARK_SIZE, Ink.ACCENT), x + width, y + _MARK_SIZE * 0.8)
    base, size = y + _MARK_SIZE + _NAME_SIZE, _NAME_SIZE
    needed = measure_text(label.name, Weight.BOLD, _NAME_SIZE)
    if needed > width:
        size = max(_TEXT_SIZE, int(_NAME_SIZE * width / needed * 10) / 10)
    yield TextRun(x, base, clip_text(label.name, Weight.BOLD, size, width), Weight.BOLD, size, Ink.TEXT)
    yield Role.TEXT
    for number, line in enumerate(label.lines, 1):
        text = clip_text(line, Weight.REGULAR, _TEXT_SIZE, width)
        yield TextRun(x, base + number * _TEXT_SIZE * 1.3, text, Weight.REGULAR, _TEXT_SIZE, Ink.QUIET)
