"""The roster layout, with every unit in full, and the compact layout, which fits an army on one page if possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.judge_stub import build_judge_stub
from listbuilder.exporters.pdf.layout import (
    MIN_TYPE_SIZE,
    Block,
    Flow,
    LayoutAttempt,
    LayoutRow,
    build_line_rows,
    choose_font_scale,
    lay_out_text,
    side_by_side,
)
from listbuilder.exporters.pdf.pages import ListLayout
from listbuilder.exporters.pdf.paragraphs import TextSpan, break_lines, measure_text
from listbuilder.exporters.pdf.primitives import Anchor, Ink, Role, TextRun, verdict_ink
from listbuilder.exporters.pdf.rules_pages import (
    build_finding_blocks,
    build_glossary_blocks,
    build_heading_rows,
    build_spell_blocks,
)
from listbuilder.exporters.pdf.style import LARGE_TYPE_FACTOR, MM, PageFrame, Style, build_page, build_style
from listbuilder.exporters.pdf.unit_block import UnitLayout, separate_with_dots
from listbuilder.exporters.pdf.weapon_table import build_table_headings, build_weapon_table
from listbuilder.sheet import Orientation, PrintOptions, Sheet


def build_header_block(sheet: Sheet, width: float, style: Style, key: str) -> Block:
    """Return the header of a list over the whole width."""
    anchor = LayoutRow(0, (Anchor(key, sheet.header.name, 0),))
    rows = [anchor, *_title(sheet, width, style), *_facts(sheet, width, style), *_commitment(sheet, width, style)]
    for line in sheet.header.notes.split("\n") if sheet.header.notes else ():
        span = TextSpan(line, Weight.REGULAR, style.text, Ink.QUIET)
        rows += lay_out_text([span], width, style)
    return Block((*rows, LayoutRow(style.line_height * 0.5)), key)


def _title(sheet: Sheet, width: float, style: Style) -> Iterator[LayoutRow]:
    """Yield name and points at the two ends of a line."""
    points = sheet.header.points
    points_width = measure_text(points, Weight.BOLD, style.title)
    height = style.title * 1.2
    base = (height + CAP_HEIGHT * style.title) / 2
    name = TextSpan(sheet.header.name, Weight.BOLD, style.title, Ink.ACCENT)
    rows = build_line_rows(break_lines([name], width - points_width - style.title), 0, base, height, Role.TITLE)
    right = TextRun(width - points_width, base, points, Weight.BOLD, style.title, Ink.TEXT)
    yield side_by_side(rows, [LayoutRow(height, (Role.TEXT, right) if points else ())])


def _facts(sheet: Sheet, width: float, style: Style) -> Iterator[LayoutRow]:
    """Yield player, factions and system on the left, counts, verdict and list code on the right."""
    header = sheet.header
    counts = TextSpan(" \N{MIDDLE DOT} ".join(header.counts) + " \N{MIDDLE DOT}", Weight.REGULAR, style.text)
    right = [
        _align_right(
            (counts, TextSpan(header.verdict_text, Weight.BOLD, style.text, verdict_ink(header.outcome))), width, style
        )
    ]
    if header.hash:
        label = TextSpan(sheet.labels.hash, Weight.REGULAR, style.text, Ink.QUIET)
        right.append(_align_right((label, TextSpan(header.hash, Weight.BOLD, style.text)), width, style))
    room = min(line[0].x for line in right) - style.line_height
    spans = [TextSpan(text, Weight.REGULAR, style.text) for text in separate_with_dots(header.facts)]
    left = break_lines(spans, room) if spans else []
    yield side_by_side(*(build_line_rows(lines, 0, style.baseline, style.line_height) for lines in (left, right)))


def _align_right(spans: Sequence[TextSpan], width: float, style: Style) -> list[TextRun]:
    line = break_lines(spans, width)[0]
    last = line[-1]
    end = last.x + measure_text(last.text, last.weight, style.text)
    return [word._replace(x=word.x + width - end) for word in line]


def _commitment(sheet: Sheet, width: float, style: Style) -> Iterator[LayoutRow]:
    if sheet.header.commitment:
        label = TextSpan(sheet.labels.commitment, Weight.REGULAR, style.text, Ink.QUIET)
        spans = [label, TextSpan(sheet.header.commitment, Weight.REGULAR, style.text)]
        yield from lay_out_text(spans, width, style)


def lay_out_roster(sheet: Sheet, options: PrintOptions, key: str) -> ListLayout:
    """Lay out a list as a roster."""
    page, style = build_page(options), build_style(options)
    foot = build_judge_stub(sheet, page.content_width, style)
    chosen = choose_font_scale(
        partial(_fill_roster_pages, sheet, page, style, foot, options, key), style.text, options.pages
    )
    return ListLayout(sheet, page, style.scaled(chosen.font_scale), tuple(map(tuple, chosen.flow.pages)))


def _fill_roster_pages(  # noqa: PLR0917 - all different
    sheet: Sheet, page: PageFrame, default: Style, foot: LayoutRow, options: PrintOptions, key: str, factor: float
) -> Flow:
    """Fill pages at one type size, with the judge's stub at the bottom of the first."""
    style = default.scaled(factor)
    flow = Flow(page.content_width, page.content_height, foot.height + style.line_height / 2)
    flow.add(build_header_block(sheet, page.content_width, style, key))
    landscape = options.orientation is Orientation.LANDSCAPE
    _lay_out_units(flow, sheet, style, key, columns=2 if landscape else 1)
    _add_reference(flow, sheet, style, key, columns=(3 if landscape else 2) - (1 if options.large else 0))
    flow.place_foot(foot)
    return flow


def _lay_out_units(
    flow: Flow, sheet: Sheet, style: Style, key: str, columns: int, *, after: Sequence[Block] = ()
) -> None:
    """Put the units in columns below headings that every page repeats, followed by the blocks in `after`."""
    gap = style.line_height * 1.5
    across = (flow.width - gap * (columns - 1)) / columns
    table = build_weapon_table(sheet, across, style, style.text * 1.9)
    setter = UnitLayout(sheet, table, style)
    blocks = [setter.build_block(unit, f"{key}-{number}") for number, unit in enumerate(sheet.units)]
    if any(unit.weapons for unit in sheet.units):
        heads = (build_table_headings(sheet, table, style, number * (across + gap)) for number in range(columns))
        flow.repeated_row = LayoutRow(style.line_height * 1.25, tuple(mark for head in heads for mark in head.marks))
        flow.place(flow.repeated_row)
    flow.add_columns((), [*blocks, *after], columns, gap)
    flow.repeated_row = None


def _add_reference(flow: Flow, sheet: Sheet, style: Style, key: str, columns: int) -> None:
    """Put spells, rules and findings in columns."""
    gap = style.line_height * 1.5
    across = (flow.width - gap * (columns - 1)) / columns
    words = sheet.labels
    for number, book in enumerate(sheet.spells):
        heading = build_heading_rows(words.spells, book.faction, flow.width, style, f"{key}-spells-{number}")
        flow.add_columns(heading, build_spell_blocks(book, across, style), columns, gap)
        flow.add_gap(style.line_height * 0.75)
    heading = build_heading_rows(words.rules, "", flow.width, style, f"{key}-rules")
    flow.add_columns(heading, build_glossary_blocks(sheet.glossary, across, style), columns, gap)
    flow.add_gap(style.line_height * 0.75)
    heading = build_heading_rows(words.findings, "", flow.width, style, f"{key}-findings")
    flow.add_columns(heading, build_finding_blocks(sheet, flow.width, style), 1, gap)


_COMPACT_STYLE = Style(text=9, heading=10, title=16, line_height=11.4)
_COMPACT_MARGIN = 10 * MM
_STUB_TYPE_SIZE = 8
"""The type size of the judge's stub, which takes room from the list."""
_COMPACT_TYPE_SIZES = (9, 8.5, 8, 7.5, MIN_TYPE_SIZE)
"""Type sizes, largest first; rather than going below them, the list takes another page."""


def lay_out_compact(sheet: Sheet, options: PrintOptions, key: str) -> ListLayout:
    """Lay out a list with the largest type that needs the fewest pages, or that fits the requested number."""
    page = build_page(options, _COMPACT_MARGIN)
    default = _COMPACT_STYLE.scaled(LARGE_TYPE_FACTOR if options.large else 1)
    foot = build_judge_stub(sheet, page.content_width, _COMPACT_STYLE.scaled(_STUB_TYPE_SIZE / _COMPACT_STYLE.text))
    lay = partial(_fill_compact_pages, sheet, page, default, foot, options, key)
    attempts: list[LayoutAttempt] = []
    for size in _COMPACT_TYPE_SIZES:
        attempts.append(LayoutAttempt(factor := size / _COMPACT_STYLE.text, lay(factor)))
        if attempts[-1].page_count <= (options.pages or 1):
            break
    fewest = min(attempt.page_count for attempt in attempts)
    best = [attempt for attempt in attempts if attempt.page_count == fewest]
    chosen = next((attempt for attempt in best if not attempt.has_thin_last_page), best[0])
    return ListLayout(sheet, page, default.scaled(chosen.font_scale), tuple(map(tuple, chosen.flow.pages)))


def _fill_compact_pages(  # noqa: PLR0917 - all different
    sheet: Sheet, page: PageFrame, default: Style, foot: LayoutRow, options: PrintOptions, key: str, factor: float
) -> Flow:
    """Fill pages at one type size, with the judge's stub at the bottom of the first."""
    style = default.scaled(factor)
    columns = 3 if options.orientation is Orientation.LANDSCAPE else 2
    gap = style.line_height * 1.5
    across = (page.content_width - gap * (columns - 1)) / columns
    flow = Flow(page.content_width, page.content_height, foot.height + style.line_height / 2)
    flow.add(build_header_block(sheet, page.content_width, style, key))
    _lay_out_units(flow, sheet, style, key, columns, after=_reference_blocks(sheet, across, style, key))
    flow.place_foot(foot)
    return flow


def _reference_blocks(sheet: Sheet, width: float, style: Style, key: str) -> list[Block]:
    """Return spells, rules and findings; a heading stays with its first block."""
    sections = [(sheet.labels.spells, book.faction, build_spell_blocks(book, width, style)) for book in sheet.spells]
    sections.append((sheet.labels.rules, "", build_glossary_blocks(sheet.glossary, width, style)))
    sections.append((sheet.labels.findings, "", build_finding_blocks(sheet, width, style)))
    blocks: list[Block] = []
    for number, (title, remark, rows) in enumerate(sections):
        if rows:
            heading = build_heading_rows(title, remark, width, style, f"{key}-section-{number}")
            blocks += (Block((*heading, *rows[0].rows)), *rows[1:])
    return blocks
