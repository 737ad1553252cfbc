"""How a game is played, on a page of its own: columns, and type as large as one page allows."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.exporters.pdf.blocks import Block, PaperRow, line_rows
from listbuilder.exporters.pdf.flow import Flow
from listbuilder.exporters.pdf.marks import Ink, Lettering, Role
from listbuilder.exporters.pdf.reference import heading_rows
from listbuilder.exporters.pdf.setting import TextSpan, set_lines
from listbuilder.exporters.pdf.sheets import Printed
from listbuilder.exporters.pdf.style import LARGE, MM, PageFrame, Style, build_page
from listbuilder.exporters.pdf.typefaces import Weight
from listbuilder.i18n import translate
from listbuilder.sheet import Orientation, PrintOptions, Sheet
from listbuilder.sheet.model import Passage

_STYLE = Style(text=10, heading=12, title=18, grid=12.8)
_MARGIN = 12 * MM
_SIZES = (10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5)
"""Sizes of type from the largest on; smaller, the rules rather take another page."""
_DASH = "\N{EN DASH}"


def print_rules(sheet: Sheet, options: PrintOptions, key: str) -> Printed:
    """Lay the quick reference out with the largest type that needs no more pages than the smallest does."""
    page = build_page(options, _MARGIN)
    factor = LARGE if options.large else 1
    tried: list[tuple[Style, Flow]] = []
    for size in _SIZES:
        style = _STYLE.scaled(size / _STYLE.text * factor)
        tried.append((style, _flow(sheet, page, style, options, key)))
        if len(tried[-1][1].pages) == 1:
            break
    fewest = min(len(flow.pages) for _, flow in tried)
    style, flow = next(one for one in tried if len(one[1].pages) == fewest)
    title = f"{sheet.words.reference} {sheet.header.system}"
    return Printed(None, page, style, tuple(map(tuple, flow.pages)), title)


def _flow(sheet: Sheet, page: PageFrame, style: Style, options: PrintOptions, key: str) -> Flow:
    count = 3 if options.orientation is Orientation.LANDSCAPE else 2
    gap = style.grid * 1.5
    across = (page.across - gap * (count - 1)) / count
    flow = Flow(page.across, page.down)
    heading = heading_rows(sheet.words.reference, sheet.header.system, flow.width, style, key, Role.TITLE)
    flow.add_columns(heading, [_block(passage, across, style) for passage in sheet.reference], count, gap)
    note = TextSpan(translate(sheet.language, "sheet.own-words"), Weight.REGULAR, style.text * 0.9, Ink.QUIET)
    flow.add(Block(tuple(line_rows(set_lines([note], flow.width), 0, style.base, style.grid))))
    return flow


def _block(passage: Passage, width: float, style: Style) -> Block:
    title = set_lines([TextSpan(passage.title, Weight.BOLD, style.text, Ink.ACCENT)], width)
    rows = line_rows(title, 0, style.base, style.grid, Role.HEADING)
    return Block(
        (*rows, *(row for point in passage.points for row in _point(point, width, style)), PaperRow(style.grid / 2))
    )


def _point(text: str, width: float, style: Style) -> Iterator[PaperRow]:
    """Set a sentence with a dash before it, later lines under its first word."""
    indent = style.text
    lines = [
        line
        for part in text.split("\n")
        for line in set_lines([TextSpan(part, Weight.REGULAR, style.text)], width - indent)
    ]
    first, *others = line_rows(lines, indent, style.base, style.grid, None)
    dash = Lettering(0, style.base, _DASH, Weight.REGULAR, style.text, Ink.QUIET)
    yield PaperRow(first.height, (Role.TEXT, dash, *first.marks))
    yield from others
