"""The judge's stub on the first page: verdict, limits, the list as a QR code, and lines to write on."""

from __future__ import annotations

from collections.abc import Iterator

import segno

from listbuilder.diagnostics import Verdict
from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import PaperRow, beside, lay_out_text, merged
from listbuilder.exporters.pdf.paragraphs import TextSpan, text_width, unbroken
from listbuilder.exporters.pdf.primitives import Box, Ink, Lettering, Mark, QrMark, Role, Stroke, shift, verdict_ink
from listbuilder.exporters.pdf.style import MM, Style
from listbuilder.exporters.pdf.unit_block import HAIRLINE, dotted
from listbuilder.sheet import Sheet

LARGEST = 25
"""The largest QR version that a phone can read from paper at this size."""
_MODULE_SIZE = 0.36 * MM
_MIN_CODE_SIZE = 20 * MM
_MASK = 3
"""A fixed mask. Comparing all eight takes longer than the rest of a print, and every mask is readable."""


def build_code(text: str, description: str = "") -> QrMark | None:
    """Return a text as a QR code, or None if it is empty or too long to be scanned."""
    if not text:
        return None
    try:
        code = segno.make_qr(text, error="l", mask=_MASK, boost_error=False)
    except segno.DataOverflowError:
        return None
    if not isinstance(code.version, int) or code.version > LARGEST:
        return None
    rows = tuple(bytes(row) for row in code.matrix)
    across = max(_MIN_CODE_SIZE, len(rows) * _MODULE_SIZE)
    return QrMark(0, 0, across, rows, description)


COMMAND = "listbuilder validate -"
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


def stub(sheet: Sheet, width: float, style: Style) -> PaperRow:
    """Return the stub over the whole width."""
    style = style.scaled(min(_MAX_TYPE_SIZE, max(_MIN_TYPE_SIZE, style.text)) / style.text)
    code = build_code(sheet.header.share, sheet.words.checking)
    gap = style.grid
    left = code.across + gap if code is not None else 0
    lines = width * _LINES_WIDTH
    facts = merged(list(_facts(sheet, width - left - lines - gap, style, with_code=code is not None)))
    writing = merged(list(_writing_lines(sheet, lines, style)))
    rule = PaperRow(style.grid * 0.75, (Stroke(0, 0, width, 0, 1, Ink.TEXT),))
    columns = [[_move_right(facts, left)], [_move_right(writing, width - lines)]]
    body = beside(*([[PaperRow(code.across, (code,))]] if code is not None else []), *columns)
    return merged([rule, body])


def verdict_mark(verdict: Verdict, x: float, base: float, size: float) -> Iterator[Mark]:
    """Yield the box with the sign of a verdict, as high as a capital."""
    edge = CAP_HEIGHT * size * 1.15
    upper = base - CAP_HEIGHT * size - (edge - CAP_HEIGHT * size) / 2
    yield Box(x, upper, edge, edge, 0.8, Ink.TEXT)
    for from_x, from_y, to_x, to_y in _VERDICT_STROKES[verdict]:
        yield Stroke(x + from_x * edge, upper + from_y * edge, x + to_x * edge, upper + to_y * edge, 1.2, Ink.TEXT)


def _move_right(row: PaperRow, x: float) -> PaperRow:
    return PaperRow(row.height, tuple(shift(mark, x, 0) for mark in row.marks))


def _facts(sheet: Sheet, width: float, style: Style, *, with_code: bool) -> Iterator[PaperRow]:
    """Yield verdict, code, limits, data, credits and what the QR code is."""
    header = sheet.header
    sign = style.heading * 1.1
    spans = [TextSpan(header.verdict, Weight.BOLD, style.heading, verdict_ink(header.judged))]
    spans += [TextSpan(header.hash, Weight.BOLD, style.text)] if header.hash else []
    first, *others = lay_out_text(spans, width - sign, style, sign, Role.HEADING)
    yield PaperRow(first.height, (*verdict_mark(header.judged, 0, style.base, style.heading), *first.marks))
    yield from others
    yield PaperRow(style.grid * 0.25)
    sums = dotted([f"{row.label} {row.text}" for row in sheet.sums])
    yield from lay_out_text([TextSpan(text, Weight.REGULAR, style.text) for text in sums], width, style)
    yield from lay_out_text(_quiet_spans(dotted([book.text for book in header.books]), style), width, style)
    if with_code:
        command = TextSpan(unbroken(COMMAND), Weight.REGULAR, style.text)
        yield from lay_out_text([*_quiet_spans([sheet.words.checking], style), command], width, style)
    small = style.scaled(_CREDITS_SIZE / style.text)
    for credit in sheet.credits:
        yield from lay_out_text(_quiet_spans([credit], small), width, small)


def _quiet_spans(texts: list[str], style: Style) -> list[TextSpan]:
    return [TextSpan(text, Weight.REGULAR, style.text, Ink.QUIET) for text in texts]


def _writing_lines(sheet: Sheet, width: float, style: Style) -> Iterator[PaperRow]:
    """Yield lines for the player (if the list has none), opponent, table, game and signatures."""
    words = sheet.words
    if not sheet.header.player:
        yield _writing_line([words.player], width, style)
    yield _writing_line([words.opponent], width, style)
    yield _writing_line([words.table, words.game], width, style)
    yield _writing_line([words.signatures], width, style, parts=2)


def _writing_line(labels: list[str], width: float, style: Style, parts: int = 1) -> PaperRow:
    """Return labelled lines side by side, each split into `parts`."""
    gap = style.text
    each = (width - gap * (len(labels) - 1)) / len(labels)
    base = _LINE_HEIGHT - style.text * 0.3
    marks: list[Mark] = [Role.TEXT]
    for number, label in enumerate(labels):
        x = number * (each + gap)
        marks.append(Lettering(x, base, label, Weight.REGULAR, style.text, Ink.QUIET))
        start = x + text_width(label, Weight.REGULAR, style.text) + style.text * 0.4
        step = (x + each - start + gap) / parts
        for part in range(parts):
            left = start + part * step
            marks.append(Stroke(left, base, left + step - gap, base, HAIRLINE, Ink.TEXT))
    return PaperRow(_LINE_HEIGHT, tuple(marks))
