"""Boxes to tick, set in lines behind their labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.exporters.pdf.marks import Box, Ink, Mark, Words, shift
from listbuilder.exporters.pdf.setting import text_width
from listbuilder.exporters.pdf.style import Style
from listbuilder.exporters.pdf.typefaces import CAP_HEIGHT, Weight
from listbuilder.sheet.model import Boxes
from listbuilder.values import dataclass

_EDGE = 0.5
_CAPTION = 0.66
"""The size of a number in a box, as a part of the text's."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Marks that stay together on a line, and how much of it they take."""

    width: float
    marks: tuple[Mark, ...]
    wide_gap: bool
    """Whether something new begins with it."""


def box_pieces(boxes: Sequence[Boxes], style: Style) -> list[Piece]:
    """Cut boxes into pieces that may go onto different lines; what all units have comes last and so lines up."""
    own = [one for one in boxes if not _common(one)]
    common = [one for one in boxes if _common(one)]
    return [piece for one in (*own, *reversed(common)) for piece in _pieces(one, style)]


def _common(boxes: Boxes) -> bool:
    return boxes.id == "rounds" or boxes.id.startswith("state:")


def pieces_width(pieces: Sequence[Piece], style: Style) -> float:
    """Measure pieces on one line."""
    gaps = sum(_gap(piece, style) for piece in pieces[1:])
    return sum(piece.width for piece in pieces) + gaps


def place_pieces(pieces: Sequence[Piece], x: float, style: Style) -> tuple[Mark, ...]:
    """Put pieces on one line from `x` on."""
    marks: list[Mark] = []
    for number, piece in enumerate(pieces):
        x += _gap(piece, style) if number else 0
        marks += (shift(mark, x, 0) for mark in piece.marks)
        x += piece.width
    return tuple(marks)


def box_lines(pieces: Sequence[Piece], width: float, style: Style) -> list[list[Piece]]:
    """Set pieces in as many lines as they need."""
    lines: list[list[Piece]] = [[]]
    used = 0.0
    for piece in pieces:
        step = piece.width + (_gap(piece, style) if lines[-1] else 0)
        if lines[-1] and used + step > width:
            lines.append([])
            used, step = 0.0, piece.width
        lines[-1].append(piece)
        used += step
    return [line for line in lines if line]


def _gap(piece: Piece, style: Style) -> float:
    return style.text * (1.1 if piece.wide_gap else 0.45)


def _pieces(boxes: Boxes, style: Style) -> Iterator[Piece]:
    label = text_width(boxes.label, Weight.REGULAR, style.text)
    space = style.text * 0.4
    words = Words(0, style.base, boxes.label, Weight.REGULAR, style.text, Ink.QUIET)
    if boxes.count == 1:
        behind = words._replace(x=style.box + space)
        yield Piece(style.box + space + label, (*_group(boxes.groups[0], 0, style), behind), wide_gap=True)
        return
    for number, group in enumerate(boxes.groups):
        across = len(group) * style.box
        if number:
            yield Piece(across, tuple(_group(group, 0, style)), wide_gap=False)
        else:
            marks = (words, *_group(group, label + space, style))
            yield Piece(label + space + across, marks, wide_gap=True)


def _group(group: Sequence[str], x: float, style: Style) -> Iterator[Mark]:
    """Draw one run of boxes, standing on the baseline as capitals do."""
    edge, size = style.box, style.text * _CAPTION
    lower = style.base + (edge - CAP_HEIGHT * style.text) / 2
    for number, caption in enumerate(group):
        left = x + number * edge
        yield Box(left, lower - edge, edge, edge, _EDGE, Ink.BOX)
        if caption:
            middle = left + (edge - text_width(caption, Weight.REGULAR, size)) / 2
            yield Words(middle, lower - (edge - CAP_HEIGHT * size) / 2, caption, Weight.REGULAR, size, Ink.QUIET)
