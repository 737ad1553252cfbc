"""A whole army on one page where it can fit: columns, and type as large as the page allows."""

from __future__ import annotations

from functools import partial

from listbuilder.exporters.pdf.blocks import Block, PaperRow
from listbuilder.exporters.pdf.fitting import SMALLEST, Laid
from listbuilder.exporters.pdf.flow import Flow
from listbuilder.exporters.pdf.header import header_block
from listbuilder.exporters.pdf.reference import finding_blocks, glossary_blocks, heading_rows, spell_blocks
from listbuilder.exporters.pdf.roster import set_units
from listbuilder.exporters.pdf.sheets import Printed
from listbuilder.exporters.pdf.stub import stub
from listbuilder.exporters.pdf.style import LARGE, MM, PageFrame, Style, build_page
from listbuilder.sheet import Orientation, PrintOptions, Sheet

_STYLE = Style(text=9, heading=10, title=16, grid=11.4)
_MARGIN = 10 * MM
_STUB = 8
"""The type of the judge's stub, which takes room from the list."""
_SIZES = (9, 8.5, 8, 7.5, SMALLEST)
"""Sizes of type from the largest on; smaller, the list rather takes another page."""


def print_compact(sheet: Sheet, options: PrintOptions, key: str) -> Printed:
    """Lay a list out with the largest type that needs no more pages than the smallest does, or than are asked for."""
    page = build_page(options, _MARGIN)
    usual = _STYLE.scaled(LARGE if options.large else 1)
    foot = stub(sheet, page.across, _STYLE.scaled(_STUB / _STYLE.text))
    lay = partial(_flow, sheet, page, usual, foot, options, key)
    tried: list[Laid] = []
    for size in _SIZES:
        tried.append(Laid(factor := size / _STYLE.text, lay(factor)))
        if tried[-1].pages <= (options.pages or 1):
            break
    fewest = [laid for laid in tried if laid.pages == min(other.pages for other in tried)]
    laid = next((laid for laid in fewest if not laid.thin), fewest[0])
    return Printed(sheet, page, usual.scaled(laid.factor), tuple(map(tuple, laid.flow.pages)))


def _flow(  # noqa: PLR0917 - all different
    sheet: Sheet, page: PageFrame, usual: Style, foot: PaperRow, options: PrintOptions, key: str, factor: float
) -> Flow:
    """Fill pages at one size; the judge's stub stands at the foot of the first."""
    style = usual.scaled(factor)
    columns = 3 if options.orientation is Orientation.LANDSCAPE else 2
    gap = style.grid * 1.5
    across = (page.across - gap * (columns - 1)) / columns
    flow = Flow(page.across, page.down, foot.height + style.grid / 2)
    flow.add(header_block(sheet, page.across, style, key))
    set_units(flow, sheet, style, key, columns, after=_reference(sheet, across, style, key))
    flow.place_foot(foot)
    return flow


def _reference(sheet: Sheet, width: float, style: Style, key: str) -> list[Block]:
    """Set spells, rules and findings; a heading stays with the first of what it heads."""
    sections = [(sheet.words.spells, book.faction, spell_blocks(book, width, style)) for book in sheet.spells]
    sections.append((sheet.words.rules, "", glossary_blocks(sheet.glossary, width, style)))
    sections.append((sheet.words.findings, "", finding_blocks(sheet, width, style)))
    blocks: list[Block] = []
    for number, (title, remark, rows) in enumerate(sections):
        if rows:
            heading = heading_rows(title, remark, width, style, f"{key}-section-{number}")
            blocks += (Block((*heading, *rows[0].rows)), *rows[1:])
    return blocks
