"""The judge's stub on the first page: verdict, limits, the list as a QR code, and lines to write on."""

from __future__ import annotations

from collections.abc import Iterator

import segno

from listbuilder.diagnostics import Verdict
from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import LayoutRow, lay_out_text, side_by_side, stack_rows
from listbuilder.exporters.pdf.paragraphs import TextSpan, keep_on_one_line, measure_text
from listbuilder.exporters.pdf.primitives import Box, Ink, Mark, QrCode, Role, Stroke, TextRun, move_mark, verdict_ink
from listbuilder.exporters.pdf.style import MM, Style
from listbuilder.exporters.pdf.unit_block import HAIRLINE, separate_with_dots
from listbuilder.sheet import Sheet

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
    across = max(_MIN_CODE_SIZE, len(rows) * _MODULE_SIZE)
    return QrCode(0, 0, across, rows, description)


VALIDATE_COMMAND = "listbuilder validate -"
_LINE_HEIGHT = 7.5 * MM
"""The height of a line to write on."""
_LINES_WIDTH = 0.32
"""The fraction of the width that the lines take."""
_MIN_TYPE_SIZE, _MAX_TYPE_SIZE = 7.5, 9
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
    style = style.scaled(min(_MAX_TYPE_SIZE, max(_MIN_TYPE_SIZE, style.text)) / style.text)
    code = build_qr_code(sheet.header.share, sheet.labels.checking)
    gap = style.line_height
    left = code.across + gap if code is not None else 0
    lines = width * _LINES_WIDTH
    facts = stack_rows(list(_facts(sheet, width - left - lines - gap, style, with_code=code is not None)))
    writing = stack_rows(list(_writing_lines(sheet, lines, style)))
    rule = LayoutRow(style.line_height * 0.75, (Stroke(0, 0, width, 0, 1, Ink.TEXT),))
    columns = [[_move_right(facts, left)], [_move_right(writing, width - lines)]]
    body = side_by_side(*([[LayoutRow(code.across, (code,))]] if code is not None else []), *columns)
    return stack_rows([rule, body])


def draw_verdict_sign(verdict: Verdict, x: float, base: float, size: float) -> Iterator[Mark]:
    """Yield the box with the sign of a verdict, as high as a capital."""
    edge = CAP_HEIGHT * size * 1.15
    upper = base - CAP_HEIGHT * size - (edge - CAP_HEIGHT * size) / 2
    yield Box(x, upper, edge, edge, 0.8, Ink.TEXT)
    for from_x, from_y, to_x, to_y in _VERDICT_STROKES[verdict]:
        yield Stroke(x + from_x * edge, upper + from_y * edge, x + to_x * edge, upper + to_y * edge, 1.2, Ink.TEXT)


def _move_right(row: LayoutRow, x: float) -> LayoutRow:
    return LayoutRow(row.height, tuple(move_mark(mark, x, 0) for mark in row.marks))


def _facts(sheet: Sheet, width: float, style: Style, *, with_code: bool) -> Iterator[LayoutRow]:
    """Yield verdict, code, limits, data, credits and what the QR code is."""
    header = sheet.header
    sign = style.heading * 1.1
    spans = [TextSpan(header.verdict_text, Weight.BOLD, style.heading, verdict_ink(header.outcome))]
    spans += [TextSpan(header.hash, Weight.BOLD, style.text)] if header.hash else []
    first, *others = lay_out_text(spans, width - sign, style, sign, Role.HEADING)
    yield LayoutRow(first.height, (*draw_verdict_sign(header.outcome, 0, style.baseline, style.heading), *first.marks))
    yield from others
    yield LayoutRow(style.line_height * 0.25)
    sums = separate_with_dots([f"{row.label} {row.text}" for row in sheet.limit_rows])
    yield from lay_out_text([TextSpan(text, Weight.REGULAR, style.text) for text in sums], width, style)
    yield from lay_out_text(_quiet_spans(separate_with_dots([book.text for book in header.books]), style), width, style)
    if with_code:
        command = TextSpan(keep_on_one_line(VALIDATE_COMMAND), Weight.REGULAR, style.text)
        yield from lay_out_text([*_quiet_spans([sheet.labels.checking], style), command], width, style)
    small = style.scaled(_CREDITS_SIZE / style.text)
    for credit in sheet.credits:
        yield from lay_out_text(_quiet_spans([credit], small), width, small)


def _quiet_spans(texts: list[str], style: Style) -> list[TextSpan]:
    return [TextSpan(text, Weight.REGULAR, style.text, Ink.QUIET) for text in texts]


def _writing_lines(sheet: Sheet, width: float, style: Style) -> Iterator[LayoutRow]:
    """Yield lines for the player (if the list has none), opponent, table, game and signatures."""
    words = sheet.labels
    if not sheet.header.player:
        yield _writing_line([words.player], width, style)
    yield _writing_line([words.opponent], width, style)
    yield _writing_line([words.table, words.game], width, style)
    yield _writing_line([words.signatures], width, style, parts=2)


def _writing_line(labels: list[str], width: float, style: Style, parts: int = 1) -> LayoutRow:
    """Return labelled lines side by side, each split into `parts`."""
    gap = style.text
    each = (width - gap * (len(labels) - 1)) / len(labels)
    base = _LINE_HEIGHT - style.text * 0.3
    marks: list[Mark] = [Role.TEXT]
    for number, label in enumerate(labels):
        x = number * (each + gap)
        marks.append(TextRun(x, base, label, Weight.REGULAR, style.text, Ink.QUIET))
        start = x + measure_text(label, Weight.REGULAR, style.text) + style.text * 0.4
        step = (x + each - start + gap) / parts
        for part in range(parts):
            left = start + part * step
            marks.append(Stroke(left, base, left + step - gap, base, HAIRLINE, Ink.TEXT))
    return LayoutRow(_LINE_HEIGHT, tuple(marks))
