"""The roster layout, with every unit in full, and the compact layout, which fits an army on one page if possible.

Both have the judge's stub on the first page: verdict, limits, the list as a QR code, and lines to write on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import segno

from listbuilder.diagnostics import Verdict
from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import (
    MIN_TYPE_SIZE,
    Block,
    Flow,
    LayoutRow,
    ListLayout,
    build_line_rows,
    choose_font_scale,
    lay_out_note,
    lay_out_text,
    side_by_side,
    stack_rows,
    try_font_scales,
)
from listbuilder.exporters.pdf.paragraphs import TextSpan, align_right, break_lines, keep_on_one_line, measure_text
from listbuilder.exporters.pdf.primitives import Anchor, Box, Ink, Mark, QrCode, Role, Stroke, TextRun, move_mark
from listbuilder.exporters.pdf.rules_pages import (
    build_finding_blocks,
    build_glossary_blocks,
    build_heading_rows,
    build_spell_blocks,
)
from listbuilder.exporters.pdf.style import LARGE_TYPE_FACTOR, MM, PageFrame, Style, build_page, build_style
from listbuilder.exporters.pdf.unit_block import (
    HAIRLINE,
    UnitLayout,
    build_table_headings,
    build_weapon_table,
    separate_with_dots,
)
from listbuilder.sheet import Layout, Orientation, PrintOptions, Sheet

MAX_QR_VERSION = 25
"""The largest QR version that a phone can read from paper at this size."""
_MODULE_SIZE = 0.36 * MM
_MIN_CODE_SIZE = 20 * MM
_MASK = 3
"""A fixed mask. Comparing all eight takes longer than the rest of a print, and every mask is readable."""


def build_qr_code(text: str, description: str = "") -> QrCode | None:
    """Return a text as a QR code, or None if it is empty or too long to be scanned."""
    if not text:
        return None
    try:
        code = segno.make_qr(text, error="l", mask=_MASK, boost_error=False)
    except segno.DataOverflowError:
        return None
    if not isinstance(code.version, int) or code.version > MAX_QR_VERSION:
        return None
    rows = tuple(bytes(row) for row in code.matrix)
    return QrCode(0, 0, max(_MIN_CODE_SIZE, len(rows) * _MODULE_SIZE), rows, description)


VALIDATE_COMMAND = "listbuilder validate -"
_LINE_HEIGHT = 7.5 * MM
"""The height of a line to write on."""
_LINES_WIDTH = 0.32
"""The fraction of the width that the lines take."""
_MIN_STUB_SIZE, _MAX_STUB_SIZE = 7.5, 9
"""The smallest and the largest type of the stub, independent of the other type sizes."""
_CREDITS_SIZE = 7
_VERDICT_STROKES = {
    Verdict.LEGAL: ((0.18, 0.55, 0.42, 0.8), (0.42, 0.8, 0.84, 0.2)),
    Verdict.ILLEGAL: ((0.2, 0.2, 0.8, 0.8), (0.2, 0.8, 0.8, 0.2)),
    Verdict.UNCHECKED: ((0.2, 0.5, 0.8, 0.5),),
}
"""The sign in the box in front of the verdict, readable without colour: a tick, a cross, a dash."""


def build_judge_stub(sheet: Sheet, width: float, style: Style) -> LayoutRow:
    """Return the stub over the whole width."""
    style = style.scaled(min(_MAX_STUB_SIZE, max(_MIN_STUB_SIZE, style.text)) / style.text)
    code = build_qr_code(sheet.header.share, sheet.labels.checking)
    gap = style.line_height
    left = code.across + gap if code is not None else 0
    lines = width * _LINES_WIDTH
    facts = stack_rows(list(_stub_facts(sheet, width - left - lines - gap, style, with_code=code is not None)))
    writing = stack_rows(list(_writing_lines(sheet, lines, style)))
    marks: list[Mark] = [code] if code is not None else []
    height = code.across if code is not None else 0
    for column, x in ((facts, left), (writing, width - lines)):
        marks += (move_mark(mark, x, 0) for mark in column.marks)
        height = max(height, column.height)
    rule = LayoutRow(style.line_height * 0.75, (Stroke(0, 0, width, 0, 1, Ink.TEXT),))
    return stack_rows([rule, LayoutRow(height, tuple(marks))])


def draw_verdict_sign(verdict: Verdict, x: float, base: float, size: float) -> Iterator[Mark]:
    """Yield the box with the sign of a verdict, as high as a capital."""
    edge = CAP_HEIGHT * size * 1.15
    upper = base - CAP_HEIGHT * size - (edge - CAP_HEIGHT * size) / 2
    yield Box(x, upper, edge, edge, 0.8, Ink.TEXT)
    for from_x, from_y, to_x, to_y in _VERDICT_STROKES[verdict]:
        yield Stroke(x + from_x * edge, upper + from_y * edge, x + to_x * edge, upper + to_y * edge, 1.2, Ink.TEXT)


def _stub_facts(sheet: Sheet, width: float, style: Style, *, with_code: bool) -> Iterator[LayoutRow]:
    """Yield verdict, code, limits, data, credits and what the QR code is."""
    header = sheet.header
    sign = style.heading * 1.1
    spans = [TextSpan(header.verdict_text, Weight.BOLD, style.heading, Ink.of_verdict(header.outcome))]
    spans += [TextSpan(header.hash, Weight.BOLD, style.text)] if header.hash else []
    first, *others = lay_out_text(spans, width - sign, style, sign, Role.HEADING)
    yield LayoutRow(first.height, (*draw_verdict_sign(header.outcome, 0, style.baseline, style.heading), *first.marks))
    yield from others
    yield LayoutRow(style.line_height * 0.25)
    sums = separate_with_dots([f"{row.label} {row.text}" for row in sheet.limit_rows])
    yield from lay_out_text([style.span(text) for text in sums], width, style)
    books = separate_with_dots([book.text for book in header.books])
    yield from lay_out_text([style.span(text, Ink.QUIET) for text in books], width, style)
    if with_code:
        command = style.span(keep_on_one_line(VALIDATE_COMMAND))
        yield from lay_out_text([style.span(sheet.labels.checking, Ink.QUIET), command], width, style)
    small = style.scaled(_CREDITS_SIZE / style.text)
    for credit in sheet.credits:
        yield from lay_out_note(credit, width, small)


def _writing_lines(sheet: Sheet, width: float, style: Style) -> Iterator[LayoutRow]:
    """Yield lines for the player (if the list has none), opponent, table, game and two signatures."""
    words, gap = sheet.labels, style.text
    rows = [((words.opponent,), 1), ((words.table, words.game), 1), ((words.signatures,), 2)]
    if not sheet.header.player:
        rows.insert(0, ((words.player,), 1))
    base = _LINE_HEIGHT - style.text * 0.3
    for labels, parts in rows:
        each = (width - gap * (len(labels) - 1)) / len(labels)
        marks: list[Mark] = [Role.TEXT]
        for number, label in enumerate(labels):
            x = number * (each + gap)
            marks.append(TextRun(x, base, *style.span(label, Ink.QUIET)))
            start = x + measure_text(label, Weight.REGULAR, style.text) + style.text * 0.4
            step = (x + each - start + gap) / parts
            lefts = [start + part * step for part in range(parts)]
            marks += (Stroke(left, base, left + step - gap, base, HAIRLINE, Ink.TEXT) for left in lefts)
        yield LayoutRow(_LINE_HEIGHT, tuple(marks))


def build_header_block(sheet: Sheet, width: float, style: Style, key: str) -> Block:
    """Return the header of a list over the whole width.

    Name and points are at the two ends of a line. Below them are player, factions and system on the left, and counts,
    verdict and list code on the right.
    """
    header, words = sheet.header, sheet.labels
    height = style.title * 1.2
    base = (height + CAP_HEIGHT * style.title) / 2
    points = align_right(TextSpan(header.points, Weight.BOLD, style.title), width, base)
    name = break_lines([TextSpan(header.name, Weight.BOLD, style.title, Ink.ACCENT)], points.x - style.title)
    title = build_line_rows(name, 0, base, height, Role.TITLE)
    ends = LayoutRow(height, (Role.TEXT, points) if header.points else ())

    verdict = TextSpan(header.verdict_text, Weight.BOLD, style.text, Ink.of_verdict(header.outcome))
    counts = style.span("".join(f"{count} \N{MIDDLE DOT} " for count in header.counts).rstrip())
    right = [_end_line_at((counts, verdict), width)]
    if header.hash:
        label = style.span(words.hash, Ink.QUIET)
        right.append(_end_line_at((label, TextSpan(header.hash, Weight.BOLD, style.text)), width))
    room = min(line[0].x for line in right) - style.line_height
    spans = [style.span(text) for text in separate_with_dots(header.facts)]
    left = break_lines(spans, room) if spans else []
    facts = (build_line_rows(lines, 0, style.baseline, style.line_height) for lines in (left, right))

    proof = [style.span(words.commitment, Ink.QUIET), style.span(header.commitment)] if header.commitment else []
    rows = (
        LayoutRow(0, (Anchor(key, header.name, 0),)),
        side_by_side(title, [ends]),
        side_by_side(*facts),
        *lay_out_text(proof, width, style),
        *lay_out_note(header.notes, width, style),
        LayoutRow(style.line_height * 0.5),
    )
    return Block(rows, key)


def _end_line_at(spans: Sequence[TextSpan], right: float) -> list[TextRun]:
    """Return a line of several spans that ends at `right`."""
    line = break_lines(spans, right)[0]
    last = line[-1]
    end = last.x + measure_text(last.text, last.weight, last.size)
    return [word._replace(x=word.x + right - end) for word in line]


def lay_out_roster(sheet: Sheet, options: PrintOptions, key: str) -> ListLayout:
    """Lay out a list as a roster."""
    page, style = build_page(options), build_style(options)
    foot = build_judge_stub(sheet, page.content_width, style)
    lay = partial(_fill_pages, sheet, page, style, foot, options, key)
    chosen = choose_font_scale(lay, style.text, options.pages)
    return ListLayout(sheet, page, style.scaled(chosen.font_scale), chosen.flow.pages)


_COMPACT_STYLE = Style(text=9, heading=10, title=16, line_height=11.4)
_COMPACT_MARGIN = 10 * MM
_STUB_TYPE_SIZE = 8
"""The type size of the judge's stub, which takes room from the list."""
_COMPACT_TYPE_SIZES = (9, 8.5, 8, 7.5, MIN_TYPE_SIZE)
"""Type sizes, largest first; rather than going below them, the list takes another page."""


def lay_out_compact(sheet: Sheet, options: PrintOptions, key: str) -> ListLayout:
    """Lay out a list with the largest type that needs the fewest pages, or that fits the requested number."""
    page = build_page(options, _COMPACT_MARGIN)
    style = _COMPACT_STYLE.scaled(LARGE_TYPE_FACTOR if options.large else 1)
    foot = build_judge_stub(sheet, page.content_width, _COMPACT_STYLE.scaled(_STUB_TYPE_SIZE / _COMPACT_STYLE.text))
    lay = partial(_fill_pages, sheet, page, style, foot, options, key)
    scales = [size / _COMPACT_STYLE.text for size in _COMPACT_TYPE_SIZES]
    attempts = try_font_scales(lay, scales, options.pages or 1)
    # the first of those with the fewest pages, preferably without a nearly empty last page
    chosen = min(attempts, key=lambda attempt: (len(attempt.flow.pages), attempt.has_thin_last_page))
    return ListLayout(sheet, page, style.scaled(chosen.font_scale), chosen.flow.pages)


def _fill_pages(  # noqa: PLR0917 - all different
    sheet: Sheet, page: PageFrame, default: Style, foot: LayoutRow, options: PrintOptions, key: str, factor: float
) -> Flow:
    """Fill pages at one type size, with the judge's stub at the bottom of the first."""
    style = default.scaled(factor)
    landscape = options.orientation is Orientation.LANDSCAPE
    flow = Flow(page.content_width, page.content_height, foot.height + style.line_height / 2)
    flow.add(build_header_block(sheet, page.content_width, style, key))
    gap = style.line_height * 1.5
    if options.layout is Layout.COMPACT:
        columns = 3 if landscape else 2
        across = (flow.width - gap * (columns - 1)) / columns
        after: list[Block] = []
        for number, (title, remark, _, blocks) in enumerate(_sections(sheet, across, across, style)):
            if blocks:
                # a heading stays with its first block
                heading = build_heading_rows(title, remark, across, style, f"{key}-section-{number}")
                after += (Block((*heading, *blocks[0].rows)), *blocks[1:])
        _add_units(flow, sheet, style, key, columns, gap, after)
    else:
        _add_units(flow, sheet, style, key, 2 if landscape else 1, gap)
        columns = (3 if landscape else 2) - (1 if options.large else 0)
        across = (flow.width - gap * (columns - 1)) / columns
        for title, remark, name, blocks in _sections(sheet, across, flow.width, style):
            heading = build_heading_rows(title, remark, flow.width, style, f"{key}-{name}")
            flow.add_columns(heading, blocks, 1 if name == "findings" else columns, gap)
            flow.add_gap(style.line_height * 0.75)
    flow.place_foot(foot)
    return flow


def _add_units(  # noqa: PLR0917 - all different
    flow: Flow, sheet: Sheet, style: Style, key: str, columns: int, gap: float, after: Sequence[Block] = ()
) -> None:
    """Put the units in columns below headings that every page repeats, followed by the blocks in `after`."""
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


def _sections(
    sheet: Sheet, width: float, findings_width: float, style: Style
) -> Iterator[tuple[str, str, str, list[Block]]]:
    """Yield title, remark, name and blocks of the spells of each faction, of the rules and of the findings."""
    words = sheet.labels
    for number, book in enumerate(sheet.spells):
        yield words.spells, book.faction, f"spells-{number}", build_spell_blocks(book, width, style)
    yield words.rules, "", "rules", build_glossary_blocks(sheet.glossary, width, style)
    yield words.findings, "", "findings", build_finding_blocks(sheet, findings_width, style)
