"""The head of a list: name and points, who and what, the verdict, the hashes, the notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.exporters.pdf.blocks import Block, PaperRow, beside, line_rows
from listbuilder.exporters.pdf.marks import Anchor, Ink, Lettering, Role, verdict_ink
from listbuilder.exporters.pdf.setting import TextSpan, set_lines, text_width
from listbuilder.exporters.pdf.style import Style
from listbuilder.exporters.pdf.typefaces import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.unit import dotted
from listbuilder.sheet import Sheet


def header_block(sheet: Sheet, width: float, style: Style, key: str) -> Block:
    """Set the head of a list over the whole width."""
    anchor = PaperRow(0, (Anchor(key, sheet.header.name, 0),))
    rows = [anchor, *_title(sheet, width, style), *_facts(sheet, width, style), *_hashes(sheet, width, style)]
    for line in sheet.header.notes.split("\n") if sheet.header.notes else ():
        span = TextSpan(line, Weight.REGULAR, style.text, Ink.QUIET)
        rows += line_rows(set_lines([span], width), 0, style.base, style.grid)
    return Block((*rows, PaperRow(style.grid * 0.5)), key)


def _title(sheet: Sheet, width: float, style: Style) -> Iterator[PaperRow]:
    """Set name and points at the two ends of a line."""
    points = sheet.header.points
    wide = text_width(points, Weight.BOLD, style.title)
    height = style.title * 1.2
    base = (height + CAP_HEIGHT * style.title) / 2
    name = TextSpan(sheet.header.name, Weight.BOLD, style.title, Ink.ACCENT)
    rows = line_rows(set_lines([name], width - wide - style.title), 0, base, height, Role.TITLE)
    right = Lettering(width - wide, base, points, Weight.BOLD, style.title, Ink.TEXT)
    yield beside(rows, [PaperRow(height, (Role.TEXT, right) if points else ())])


def _facts(sheet: Sheet, width: float, style: Style) -> Iterator[PaperRow]:
    """Set who and what on the left, counts and verdict on the right."""
    header = sheet.header
    counts = TextSpan(" \N{MIDDLE DOT} ".join(header.counts) + " \N{MIDDLE DOT}", Weight.REGULAR, style.text)
    right = [
        _right((counts, TextSpan(header.verdict, Weight.BOLD, style.text, verdict_ink(header.judged))), width, style)
    ]
    if header.hash:
        label = TextSpan(sheet.words.hash, Weight.REGULAR, style.text, Ink.QUIET)
        right.append(_right((label, TextSpan(header.hash, Weight.BOLD, style.text)), width, style))
    room = min(line[0].x for line in right) - style.grid
    spans = [TextSpan(text, Weight.REGULAR, style.text) for text in dotted(header.facts)]
    left = set_lines(spans, room) if spans else []
    yield beside(*(line_rows(lines, 0, style.base, style.grid) for lines in (left, right)))


def _right(spans: Sequence[TextSpan], width: float, style: Style) -> list[Lettering]:
    line = set_lines(spans, width)[0]
    last = line[-1]
    end = last.x + text_width(last.text, last.weight, style.text)
    return [word._replace(x=word.x + width - end) for word in line]


def _hashes(sheet: Sheet, width: float, style: Style) -> Iterator[PaperRow]:
    if sheet.header.commitment:
        label = TextSpan(sheet.words.commitment, Weight.REGULAR, style.text, Ink.QUIET)
        spans = [label, TextSpan(sheet.header.commitment, Weight.REGULAR, style.text)]
        yield from line_rows(set_lines(spans, width), 0, style.base, style.grid)
