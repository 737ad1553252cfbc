"""The full sheet: every unit with all it has, spells, and one list of the rules in use."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from listbuilder.exporters.pdf.blocks import Block, PaperRow
from listbuilder.exporters.pdf.fitting import settle
from listbuilder.exporters.pdf.flow import Flow
from listbuilder.exporters.pdf.header import header_block
from listbuilder.exporters.pdf.reference import finding_blocks, glossary_blocks, heading_rows, spell_blocks
from listbuilder.exporters.pdf.sheets import Printed
from listbuilder.exporters.pdf.stub import stub
from listbuilder.exporters.pdf.style import PageFrame, Style, build_page, build_style
from listbuilder.exporters.pdf.table import build_table, table_headings
from listbuilder.exporters.pdf.unit import UnitSetter
from listbuilder.sheet import Orientation, PrintOptions, Sheet


def print_roster(sheet: Sheet, options: PrintOptions, key: str) -> Printed:
    """Lay a list out as a roster."""
    page, style = build_page(options), build_style(options)
    foot = stub(sheet, page.across, style)
    laid = settle(partial(_flow, sheet, page, style, foot, options, key), style.text, options.pages)
    return Printed(sheet, page, style.scaled(laid.factor), tuple(map(tuple, laid.flow.pages)))


def _flow(  # noqa: PLR0917 - all different
    sheet: Sheet, page: PageFrame, usual: Style, foot: PaperRow, options: PrintOptions, key: str, factor: float
) -> Flow:
    """Fill pages at one size; the judge's stub stands at the foot of the first."""
    style = usual.scaled(factor)
    flow = Flow(page.across, page.down, foot.height + style.grid / 2)
    flow.add(header_block(sheet, page.across, style, key))
    wide = options.orientation is Orientation.LANDSCAPE
    set_units(flow, sheet, style, key, columns=2 if wide else 1)
    _reference(flow, sheet, style, key, columns=(3 if wide else 2) - (1 if options.large else 0))
    flow.place_foot(foot)
    return flow


def set_units(flow: Flow, sheet: Sheet, style: Style, key: str, columns: int, *, after: Sequence[Block] = ()) -> None:
    """Set the units in columns, under headings that every page repeats, and in the same columns what comes after."""
    gap = style.grid * 1.5
    across = (flow.width - gap * (columns - 1)) / columns
    table = build_table(sheet, across, style, style.text * 1.9)
    setter = UnitSetter(sheet, table, style)
    blocks = [setter.block(unit, f"{key}-{number}") for number, unit in enumerate(sheet.units)]
    if any(unit.weapons for unit in sheet.units):
        heads = (table_headings(sheet, table, style, number * (across + gap)) for number in range(columns))
        flow.running = PaperRow(style.grid * 1.25, tuple(mark for head in heads for mark in head.marks))
        flow.place(flow.running)
    flow.add_columns((), [*blocks, *after], columns, gap)
    flow.running = None


def _reference(flow: Flow, sheet: Sheet, style: Style, key: str, columns: int) -> None:
    """Set spells, rules and findings in columns."""
    gap = style.grid * 1.5
    across = (flow.width - gap * (columns - 1)) / columns
    words = sheet.words
    for number, book in enumerate(sheet.spells):
        heading = heading_rows(words.spells, book.faction, flow.width, style, f"{key}-spells-{number}")
        flow.add_columns(heading, spell_blocks(book, across, style), columns, gap)
        flow.space(style.grid * 0.75)
    heading = heading_rows(words.rules, "", flow.width, style, f"{key}-rules")
    flow.add_columns(heading, glossary_blocks(sheet.glossary, across, style), columns, gap)
    flow.space(style.grid * 0.75)
    heading = heading_rows(words.findings, "", flow.width, style, f"{key}-findings")
    flow.add_columns(heading, finding_blocks(sheet, flow.width, style), 1, gap)
