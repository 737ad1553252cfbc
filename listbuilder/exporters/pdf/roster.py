"""The full sheet: every unit with all it has, spells, and one list of the rules in use."""

from __future__ import annotations

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
from listbuilder.exporters.pdf.style import Style, build_page, build_style
from listbuilder.exporters.pdf.table import build_table, table_headings
from listbuilder.exporters.pdf.unit import UnitSetter
from listbuilder.sheet import Orientation, PrintOptions, Sheet


def print_roster(sheet: Sheet, options: PrintOptions, key: str) -> Printed:
    """Lay a list out as a roster."""
    page, style = build_page(options), build_style(options)
    flow = Flow(page.across, page.down)
    flow.add(header_block(sheet, page.across, style, key))
    _units(flow, sheet, style, key)
    _reference(flow, sheet, style, options, key)
    return Printed(sheet, page, style, tuple(map(tuple, flow.pages)))


def _units(flow: Flow, sheet: Sheet, style: Style, key: str) -> None:
    """Set the units under headings that every page repeats."""
    table = build_table(sheet, flow.width, style, style.grid * 2)
    setter = UnitSetter(sheet, table, style)
    blocks = [setter.block(unit, f"{key}-{number}") for number, unit in enumerate(sheet.units)]
    if not setter.run_in and any(unit.weapons for unit in sheet.units):
        flow.running = table_headings(sheet, table, style)
        flow.place(flow.running)
    for block in blocks:
        flow.add(block)
    flow.running = None


def _reference(flow: Flow, sheet: Sheet, style: Style, options: PrintOptions, key: str) -> None:
    """Set spells, rules and findings in columns, and the data last."""
    count = 3 if options.orientation is Orientation.LANDSCAPE else 2
    if options.large:
        count -= 1
    gap = style.grid * 1.5
    across = (flow.width - gap * (count - 1)) / count
    words = sheet.words
    for number, book in enumerate(sheet.spells):
        heading = heading_rows(words.spells, book.faction, flow.width, style, f"{key}-spells-{number}")
        flow.add_columns(heading, spell_blocks(book, across, style), count, gap)
        flow.space(style.grid * 0.75)
    heading = heading_rows(words.rules, "", flow.width, style, f"{key}-rules")
    flow.add_columns(heading, glossary_blocks(sheet.glossary, across, style), count, gap)
    flow.space(style.grid * 0.75)
    heading = heading_rows(words.findings, "", flow.width, style, f"{key}-findings")
    flow.add_columns(heading, finding_blocks(sheet, flow.width, style), 1, gap)
    flow.space(style.grid * 0.75)
    flow.add(data_block(sheet, flow.width, style))
