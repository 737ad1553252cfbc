"""Flowed pages made whole: marks at their places on the paper, the mark of one that is not legal, the footer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from listbuilder.exporters.pdf.canvas import Painted
from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import PlacedRow
from listbuilder.exporters.pdf.paragraphs import clip, text_width
from listbuilder.exporters.pdf.primitives import Box, Ink, Lettering, Mark, Role, shift, verdict_ink
from listbuilder.exporters.pdf.style import MM, PageFrame, Style
from listbuilder.i18n import translate
from listbuilder.sheet import Sheet

_LARGEST = 10
"""Type in the margins need not be larger, however large the rest is."""

_LEAST_FOOTER = 9 * MM
_UNPRINTABLE = 4 * MM
"""What a printer leaves white along the edges."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The pages of one list, of the contents or of a game's rules, not yet numbered."""

    sheet: Sheet | None
    """Whose pages they are; none for the contents of a book and for the rules of a game."""
    page: PageFrame
    style: Style
    pages: tuple[tuple[PlacedRow, ...], ...]
    title: str = ""
    """What the contents of a book call them where they are no list's."""


def number_pages(prints: Sequence[Printed], language: str) -> list[Painted]:
    """Put footers under all pages, counted through."""
    total = sum(len(printed.pages) for printed in prints)
    painted: list[Painted] = []
    for printed in prints:
        for rows in printed.pages:
            number = translate(language, "pdf.page", page=len(painted) + 1, pages=total)
            marks = [*_marks(rows, printed.page), Role.MARGIN, *_stamp(printed), *_footer(printed, number)]
            painted.append(Painted(printed.page, tuple(marks)))
    return painted


def _marks(rows: Sequence[PlacedRow], page: PageFrame) -> list[Mark]:
    return [shift(mark, page.left + one.x, page.top + one.y) for one in rows for mark in one.row.marks]


def _stamp(printed: Printed) -> list[Mark]:
    """Mark a page of a list that is illegal or unchecked in its upper margin."""
    if printed.sheet is None or not printed.sheet.stamp:
        return []
    page, text = printed.page, printed.sheet.stamp
    ink = verdict_ink(printed.sheet.header.judged)
    size = min(printed.style.heading, _LARGEST, (page.top - _UNPRINTABLE) * 0.75)
    pad = size * 0.28
    across, down = text_width(text, Weight.BOLD, size) + pad * 2, CAP_HEIGHT * size + pad * 2
    x, lower = page.width - page.right - across, page.top - min(page.top * 0.08, size * 0.4)
    return [
        Box(x, lower - down, across, down, 1, ink),
        Lettering(x + pad, lower - pad, text, Weight.BOLD, size, ink),
    ]


def _footer(printed: Printed, number: str) -> list[Mark]:
    """Say which page of which list this is."""
    style, page = printed.style, printed.page
    if page.bottom < _LEAST_FOOTER:
        # every card says whose it is, and the printer would cut the line off
        return []
    header = printed.sheet.header if printed.sheet is not None else None
    ends = [number, header.hash] if header is not None else [number]
    dot = " \N{MIDDLE DOT} "
    size = min(style.text, _LARGEST - 1)
    room = page.across - text_width(dot.join(ends) + dot, Weight.REGULAR, size)
    name = [clip(header.name, Weight.REGULAR, size, room)] if header is not None else []
    text = dot.join(part for part in (number, *name, *ends[1:]) if part)
    x = page.width - page.right - text_width(text, Weight.REGULAR, size)
    y = page.height - min(page.bottom, 15 * MM) * 0.55
    return [Lettering(x, y, text, Weight.REGULAR, size, Ink.QUIET)]
