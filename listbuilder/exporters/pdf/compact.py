"""A whole army on one page where it can fit: columns, and type as large as the page allows."""

from __future__ import annotations

from listbuilder.exporters.pdf.blocks import Block, Strip
from listbuilder.exporters.pdf.flow import Flow
from listbuilder.exporters.pdf.header import header_block
from listbuilder.exporters.pdf.reference import (
    data_block,
    finding_blocks,
    glossary_blocks,
    heading_rows,
    spell_blocks,
)
from listbuilder.exporters.pdf.sheets import Printed
from listbuilder.exporters.pdf.style import LARGE, MM, Page, Style, build_page
from listbuilder.exporters.pdf.table import build_table, table_headings
from listbuilder.exporters.pdf.unit import UnitSetter
from listbuilder.sheet import Orientation, PrintOptions, Sheet
from listbuilder.values import dataclass

_STYLE = Style(text=9, heading=10, title=16, grid=11.4)
_MARGIN = 10 * MM
_SMALLEST = 6.5
"""Type that can still be read at arm's length; smaller, a list rather takes another page."""
_STEPS = ((9, False), (8.5, False), (8, False), (7.5, False), (8, True), (7.5, True), (7, True), (_SMALLEST, True))
"""Sizes of type from the largest on; small ones with weapons in running text, which saves more than smaller type."""


@dataclass(frozen=True, slots=True)
class Step:
    """How a list is tried: the size of its type, and whether weapons run in the text."""

    style: Style
    run_in: bool


def print_compact(sheet: Sheet, options: PrintOptions, key: str) -> Printed:
    """Lay a list out with the largest type that needs no more pages than the smallest does."""
    page = build_page(options, _MARGIN)
    factor = LARGE if options.large else 1
    steps = [Step(_STYLE.scaled(size / _STYLE.text * factor), run_in) for size, run_in in _STEPS]
    tried: list[tuple[Step, Flow]] = []
    for step in steps:
        tried.append((step, _flow(sheet, page, step, options, key)))
        if len(tried[-1][1].pages) == 1:
            break
    fewest = min(len(flow.pages) for _, flow in tried)
    step, flow = next(one for one in tried if len(one[1].pages) == fewest)
    return Printed(sheet, page, step.style, tuple(map(tuple, flow.pages)))


def _flow(sheet: Sheet, page: Page, step: Step, options: PrintOptions, key: str) -> Flow:
    """Fill pages at one size; the code is left out where it would not fit any more."""
    style = step.style
    count = 3 if options.orientation is Orientation.LANDSCAPE else 2
    gap = style.grid * 1.5
    across = (page.across - gap * (count - 1)) / count
    flow = Flow(page.across, page.down)
    flow.add(header_block(sheet, page.across, style, key))
    table = build_table(sheet, across, style, style.text * 1.9)
    setter = UnitSetter(sheet, table, style, run_in=step.run_in)
    blocks = [setter.block(unit, f"{key}-{number}") for number, unit in enumerate(sheet.units)]
    heading: list[Strip] = []
    if not setter.run_in and any(unit.weapons for unit in sheet.units):
        marks = [
            mark
            for number in range(count)
            for mark in table_headings(sheet, table, style, number * (across + gap)).marks
        ]
        heading = [Strip(style.grid * 1.25, tuple(marks))]
    flow.add_columns(heading, [*blocks, *_reference(sheet, across, style, key)], count, gap)
    flow.space(style.grid * 0.5)
    data = data_block(sheet, flow.width, style)
    flow.add(data if flow.fits(data.height) else data_block(sheet, flow.width, style, with_code=False))
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
