"""The tracking strip: boxes to tick behind their labels, of one real size, in as many lines as they need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import PaperRow
from listbuilder.exporters.pdf.paragraphs import clip, text_width
from listbuilder.exporters.pdf.primitives import Box, Ink, Lettering, Mark, Role, Stroke, shift
from listbuilder.exporters.pdf.style import Style
from listbuilder.sheet.model import Boxes

_EDGE = 0.5
_BRACKET = 1.2
_WIDE, _CLOSE, _RUNS = 1.1, 0.55, 0.45
"""Gaps between things of different kinds, where there is room and where there is none, and between runs of boxes."""
_CAPTION, _LEAST_CAPTION = 0.72, 6.5
"""The size of a number in a box, as a part of the text's, and what it is at least."""


@dataclass(frozen=True, slots=True)
class BoxRun:
    """Marks that stay together on a line, and how much of it they take."""

    width: float
    marks: tuple[Mark, ...]
    gap: float
    """How far it stands from what is before it on its line."""


class StripSetter:
    """Sets the boxes of units in one width and style."""

    def __init__(self, width: float, style: Style) -> None:
        self.width = width
        self.style = style
        self.edge = style.box
        self.height = style.strip
        self.base = (self.height + CAP_HEIGHT * style.text) / 2

    def rows(self, boxes: Sequence[Boxes], indent: float = 0) -> list[PaperRow]:
        """Set what a unit has of its own from the left, and what all units have at the right end, where it lines up."""
        room = self.width - indent
        own = self._lines([one for one in boxes if not _common(one)], room)
        common = self._common([one for one in boxes if _common(one)], room)
        rows = [self._place(line, indent) for line in own]
        ends = [self._ending(line) if own else self._place(line, indent) for line in common]
        if own and common and self._across(own[-1]) + self.style.text * 1.5 + self._across(common[0]) <= room:
            rows[-1] += ends.pop(0)
        return [self._row(marks) for marks in (*rows, *ends)]

    def ending(self, boxes: Sequence[Boxes], room: float) -> tuple[Mark, ...]:
        """Set boxes at the right end of a line; none where they need more than one."""
        lines = self._lines(boxes, room)
        return self._ending(lines[0]) if len(lines) == 1 else ()

    def _common(self, boxes: Sequence[Boxes], room: float) -> list[list[BoxRun]]:
        """Set what all units have, closer together where that saves a line, else numbers on a line of their own."""
        for apart in (_WIDE, _CLOSE):
            lines = self._lines(boxes, room, apart)
            if len(lines) <= 1:
                return lines
        parts = ([one for one in boxes if one.count > 1], [one for one in boxes if one.count == 1])
        return [line for part in parts for line in self._lines(part, room, _CLOSE)]

    def _row(self, marks: Sequence[Mark]) -> PaperRow:
        return PaperRow(self.height, (Role.TEXT, *words_first(marks)))

    def _lines(self, boxes: Sequence[Boxes], room: float, apart: float = _WIDE) -> list[list[BoxRun]]:
        lines: list[list[BoxRun]] = []
        used = 0.0
        for piece in (piece for one in boxes for piece in self._pieces(one, room, apart)):
            step = piece.width + (piece.gap if lines else 0)
            if not lines or used + step > room + 0.01:
                lines.append([])
                used, step = 0.0, piece.width
            lines[-1].append(piece)
            used += step
        return lines

    def _across(self, line: Sequence[BoxRun]) -> float:
        return sum(piece.width + (piece.gap if number else 0) for number, piece in enumerate(line))

    def _ending(self, line: Sequence[BoxRun]) -> tuple[Mark, ...]:
        return self._place(line, self.width - self._across(line))

    def _place(self, line: Sequence[BoxRun], x: float) -> tuple[Mark, ...]:
        marks: list[Mark] = []
        for number, piece in enumerate(line):
            x += piece.gap if number else 0
            marks += (shift(mark, x, 0) for mark in piece.marks)
            x += piece.width
        return tuple(marks)

    def _pieces(self, boxes: Boxes, room: float, apart: float) -> Iterator[BoxRun]:
        style = self.style
        gap = style.text * apart
        space = style.text * 0.4
        text = clip(boxes.label, Weight.REGULAR, style.text, room - self.edge - space)
        label = text_width(text, Weight.REGULAR, style.text)
        words = Lettering(0, self.base, text, Weight.REGULAR, style.text, Ink.QUIET)
        if boxes.count == 1:
            behind = words._replace(x=self.edge + space)
            yield BoxRun(self.edge + space + label, (*self._group(boxes.groups[0], 0, 0), behind), gap)
            return
        before = 0
        for number, group in enumerate(self._fitting(boxes.groups, label + space, room)):
            start = 0 if number else label + space
            marks = tuple(self._group(group, start, boxes.half - before))
            wide = start + len(group) * self.edge
            yield BoxRun(wide, marks, style.text * _RUNS) if number else BoxRun(wide, (words, *marks), gap)
            before += len(group)

    def _fitting(self, groups: Sequence[Sequence[str]], label: float, room: float) -> Iterator[Sequence[str]]:
        """Cut runs that are wider than a line; the first stands behind the label."""
        before = label
        for group in groups:
            rest = group
            while rest:
                most = max(1, int((room - before + 0.01) / self.edge))
                yield rest[:most]
                rest, before = rest[most:], 0.0

    def _group(self, group: Sequence[str], x: float, half: int) -> Iterator[Mark]:
        """Draw one run of boxes, and the bracket behind the box that brings the unit down to half."""
        edge, size = self.edge, max(_LEAST_CAPTION, self.style.text * _CAPTION)
        upper = (self.height - edge) / 2
        for number, caption in enumerate(group):
            left = x + number * edge
            yield Box(left, upper, edge, edge, _EDGE, Ink.BOX)
            if caption:
                middle = left + (edge - text_width(caption, Weight.REGULAR, size)) / 2
                base = upper + (edge + CAP_HEIGHT * size) / 2
                yield Lettering(middle, base, caption, Weight.REGULAR, size, Ink.QUIET)
        if 0 < half <= len(group):
            yield from self._bracket(x + half * edge, upper)

    def _bracket(self, x: float, upper: float) -> Iterator[Mark]:
        lower, tick = upper + self.edge, self.edge * 0.3
        yield Stroke(x, upper, x, lower, _BRACKET, Ink.TEXT)
        yield Stroke(x - tick, upper, x, upper, _BRACKET, Ink.TEXT)
        yield Stroke(x - tick, lower, x, lower, _BRACKET, Ink.TEXT)


def words_first(marks: Iterable[Mark]) -> list[Mark]:
    """Put words before the shapes around them, so that they are read in one go."""
    return sorted(marks, key=lambda mark: not isinstance(mark, Lettering))


def _common(boxes: Boxes) -> bool:
    return boxes.id == "rounds" or boxes.id.startswith("state:")
