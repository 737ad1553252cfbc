"""The judge's stub at the foot of the first page: verdict, what decides it, the list as a code, lines to write on.

The list itself as a QR code.
"""

from __future__ import annotations

from collections.abc import Iterator

import segno

from listbuilder.diagnostics import Verdict
from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import PaperRow, beside, line_rows, merged
from listbuilder.exporters.pdf.paragraphs import TextSpan, set_lines, text_width, unbroken
from listbuilder.exporters.pdf.primitives import Box, Ink, Lettering, Mark, QrMark, Role, Stroke, shift, verdict_ink
from listbuilder.exporters.pdf.style import MM, Style
from listbuilder.exporters.pdf.unit_block import HAIRLINE, dotted
from listbuilder.sheet import Sheet

LARGEST = 25
"""The largest version of the code that a phone still reads from paper at this size."""
_MODULE = 0.36 * MM
_SMALLEST = 20 * MM
_MASK = 3
"""Any mask can be read; weighing all eight against each other takes longer than the rest of a print."""


def build_code(text: str, about: str = "") -> QrMark | None:
    """Draw a text as a code, or nothing where it is empty or too long to be read."""
    if not text:
        return None
    try:
        code = segno.make_qr(text, error="l", mask=_MASK, boost_error=False)
    except segno.DataOverflowError:
        return None
    if not isinstance(code.version, int) or code.version > LARGEST:
        return None
    rows = tuple(bytes(row) for row in code.matrix)
    across = max(_SMALLEST, len(rows) * _MODULE)
    return QrMark(0, 0, across, rows, about)


COMMAND = "listbuilder validate -"
_LINE = 7.5 * MM
"""The height of a line to write on."""
_LINES = 0.32
"""How much of the width the lines take."""
_SMALLEST_STUB, _LARGEST = 7.5, 9
"""Type that a judge reads at the table: no smaller, and no larger, whatever the rest is."""
_CREDITS = 7
_STROKES = {
    Verdict.LEGAL: ((0.18, 0.55, 0.42, 0.8), (0.42, 0.8, 0.84, 0.2)),
    Verdict.ILLEGAL: ((0.2, 0.2, 0.8, 0.8), (0.2, 0.8, 0.8, 0.2)),
    Verdict.UNCHECKED: ((0.2, 0.5, 0.8, 0.5),),
}
"""The sign in the box before the verdict, which tells it without colour: a tick, a cross, a dash."""


def stub(sheet: Sheet, width: float, style: Style) -> PaperRow:
    """Set the stub over the whole width."""
    style = style.scaled(min(_LARGEST, max(_SMALLEST_STUB, style.text)) / style.text)
    code = build_code(sheet.header.share, sheet.words.checking)
    gap = style.grid
    left = code.across + gap if code is not None else 0
    lines = width * _LINES
    facts = merged(list(_facts(sheet, width - left - lines - gap, style, with_code=code is not None)))
    writing = merged(list(_writing(sheet, lines, style)))
    rule = PaperRow(style.grid * 0.75, (Stroke(0, 0, width, 0, 1, Ink.TEXT),))
    columns = [[_right(facts, left)], [_right(writing, width - lines)]]
    body = beside(*([[PaperRow(code.across, (code,))]] if code is not None else []), *columns)
    return merged([rule, body])


def verdict_mark(verdict: Verdict, x: float, base: float, size: float) -> Iterator[Mark]:
    """Draw the sign of a verdict in a box as high as capitals."""
    edge = CAP_HEIGHT * size * 1.15
    upper = base - CAP_HEIGHT * size - (edge - CAP_HEIGHT * size) / 2
    yield Box(x, upper, edge, edge, 0.8, Ink.TEXT)
    for from_x, from_y, to_x, to_y in _STROKES[verdict]:
        yield Stroke(x + from_x * edge, upper + from_y * edge, x + to_x * edge, upper + to_y * edge, 1.2, Ink.TEXT)


def _right(strip: PaperRow, x: float) -> PaperRow:
    return PaperRow(strip.height, tuple(shift(mark, x, 0) for mark in strip.marks))


def _facts(sheet: Sheet, width: float, style: Style, *, with_code: bool) -> Iterator[PaperRow]:
    """Set verdict and code, sums, the data, and what the code beside them is."""
    header = sheet.header
    sign = style.heading * 1.1
    spans = [TextSpan(header.verdict, Weight.BOLD, style.heading, verdict_ink(header.judged))]
    spans += [TextSpan(header.hash, Weight.BOLD, style.text)] if header.hash else []
    first, *others = line_rows(set_lines(spans, width - sign), sign, style.base, style.grid, Role.HEADING)
    yield PaperRow(first.height, (*verdict_mark(header.judged, 0, style.base, style.heading), *first.marks))
    yield from others
    yield PaperRow(style.grid * 0.25)
    sums = dotted([f"{one.label} {one.text}" for one in sheet.sums])
    yield from _lines([TextSpan(text, Weight.REGULAR, style.text) for text in sums], width, style)
    yield from _lines(_quiet(dotted([line.text for line in header.books]), style), width, style)
    if with_code:
        command = TextSpan(unbroken(COMMAND), Weight.REGULAR, style.text)
        yield from _lines([*_quiet([sheet.words.checking], style), command], width, style)
    small = style.scaled(_CREDITS / style.text)
    for credit in sheet.credits:
        yield from _lines(_quiet([credit], small), width, small)


def _quiet(texts: list[str], style: Style) -> list[TextSpan]:
    return [TextSpan(text, Weight.REGULAR, style.text, Ink.QUIET) for text in texts]


def _lines(spans: list[TextSpan], width: float, style: Style) -> list[PaperRow]:
    return line_rows(set_lines(spans, width), 0, style.base, style.grid) if spans else []


def _writing(sheet: Sheet, width: float, style: Style) -> Iterator[PaperRow]:
    """Draw lines to write on: the player where the list names none, the opponent, table and game, two signatures."""
    words = sheet.words
    for label in () if sheet.header.player else (words.player,):
        yield _line([label], width, style)
    yield _line([words.opponent], width, style)
    yield _line([words.table, words.game], width, style)
    yield _line([words.signatures], width, style, parts=2)


def _line(labels: list[str], width: float, style: Style, parts: int = 1) -> PaperRow:
    """Draw lines side by side, each behind its label and in so many parts."""
    gap = style.text
    each = (width - gap * (len(labels) - 1)) / len(labels)
    base = _LINE - style.text * 0.3
    marks: list[Mark] = [Role.TEXT]
    for number, label in enumerate(labels):
        x = number * (each + gap)
        marks.append(Lettering(x, base, label, Weight.REGULAR, style.text, Ink.QUIET))
        start = x + text_width(label, Weight.REGULAR, style.text) + style.text * 0.4
        step = (x + each - start + gap) / parts
        for part in range(parts):
            left = start + part * step
            marks.append(Stroke(left, base, left + step - gap, base, HAIRLINE, Ink.TEXT))
    return PaperRow(_LINE, tuple(marks))
