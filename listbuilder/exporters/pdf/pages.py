"""Complete pages: marks at their positions on the paper, the stamp of a list that is not legal, and the footer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from listbuilder.exporters.pdf.canvas import PageContent
from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import PlacedRow
from listbuilder.exporters.pdf.paragraphs import clip_text, measure_text
from listbuilder.exporters.pdf.primitives import Box, Ink, Mark, Role, TextRun, move_mark, verdict_ink
from listbuilder.exporters.pdf.style import MM, PageFrame, Style
from listbuilder.i18n import translate
from listbuilder.sheet import Sheet

_MAX_TYPE_SIZE = 10
"""The largest type in the margins."""

_MIN_FOOTER_MARGIN = 9 * MM
_UNPRINTABLE_MARGIN = 4 * MM
"""The margin that a printer leaves white."""


@dataclass(frozen=True, slots=True)
class ListLayout:
    """The pages of one list, of the contents or of a quick reference, without page numbers."""

    sheet: Sheet | None
    """The sheet of the list; None for the contents and a quick reference."""
    page: PageFrame
    style: Style
    pages: tuple[tuple[PlacedRow, ...], ...]
    title: str = ""
    """The title of a quick reference in the contents of a book."""


def number_pages(layouts: Sequence[ListLayout], language: str) -> list[PageContent]:
    """Return all pages with stamps and footers, numbered across all layouts."""
    total = sum(len(layout.pages) for layout in layouts)
    contents: list[PageContent] = []
    for layout in layouts:
        page = layout.page
        for rows in layout.pages:
            marks = [move_mark(mark, page.left + row.x, page.top + row.y) for row in rows for mark in row.row.marks]
            number = translate(language, "pdf.page", page=len(contents) + 1, pages=total)
            marks += (Role.MARGIN, *_stamp(layout), *_footer(layout, number))
            contents.append(PageContent(page, tuple(marks)))
    return contents


def _stamp(layout: ListLayout) -> list[Mark]:
    """Return the stamp of an illegal or unchecked list, in the upper margin."""
    if layout.sheet is None or not layout.sheet.stamp:
        return []
    page, text = layout.page, layout.sheet.stamp
    ink = verdict_ink(layout.sheet.header.outcome)
    size = min(layout.style.heading, _MAX_TYPE_SIZE, (page.top - _UNPRINTABLE_MARGIN) * 0.75)
    pad = size * 0.28
    across, down = measure_text(text, Weight.BOLD, size) + pad * 2, CAP_HEIGHT * size + pad * 2
    x, lower = page.width - page.right - across, page.top - min(page.top * 0.08, size * 0.4)
    return [
        Box(x, lower - down, across, down, 1, ink),
        TextRun(x + pad, lower - pad, text, Weight.BOLD, size, ink),
    ]


def _footer(layout: ListLayout, number: str) -> list[Mark]:
    """Return page number, name of the list and its code."""
    style, page = layout.style, layout.page
    if page.bottom < _MIN_FOOTER_MARGIN:
        # the printer would cut it off, and every card has its own owner line
        return []
    header = layout.sheet.header if layout.sheet is not None else None
    ends = [number, header.hash] if header is not None else [number]
    dot = " \N{MIDDLE DOT} "
    size = min(style.text, _MAX_TYPE_SIZE - 1)
    room = page.content_width - measure_text(dot.join(ends) + dot, Weight.REGULAR, size)
    name = [clip_text(header.name, Weight.REGULAR, size, room)] if header is not None else []
    text = dot.join(part for part in (number, *name, *ends[1:]) if part)
    x = page.width - page.right - measure_text(text, Weight.REGULAR, size)
    y = page.height - min(page.bottom, 15 * MM) * 0.55
    return [TextRun(x, y, text, Weight.REGULAR, size, Ink.QUIET)]
