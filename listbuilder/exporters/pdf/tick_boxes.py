"""Tick boxes after their labels, all of one size, on as many lines as they need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import LayoutRow
from listbuilder.exporters.pdf.paragraphs import clip_text, measure_text
from listbuilder.exporters.pdf.primitives import Box, Ink, Mark, Role, Stroke, TextRun, move_mark
from listbuilder.exporters.pdf.style import Style
from listbuilder.sheet.model import TickBoxes

_OUTLINE_WIDTH = 0.5
_BRACKET_WIDTH = 1.2
_WIDE_GAP, _NARROW_GAP, _RUN_GAP = 1.1, 0.55, 0.45
"""Gaps between different trackers with and without room to spare, and between runs of boxes."""
_CAPTION_SIZE, _MIN_CAPTION_SIZE = 0.72, 6.5
"""The size of a number in a box, as a fraction of the text size, and its minimum."""


@dataclass(frozen=True, slots=True)
class BoxRun:
    """Marks that stay together on a line, and their width."""

    width: float
    marks: tuple[Mark, ...]
    gap: float
    """The gap in front of it, unless it is the first on its line."""


class TickBoxLayout:
    """Lays out the tick boxes of units in one width and style."""

    def __init__(self, width: float, style: Style) -> None:
        self.width = width
        self.style = style
        self.edge = style.box_size
        self.height = style.box_row_height
        self.base = (self.height + CAP_HEIGHT * style.text) / 2

    def build_rows(self, boxes: Sequence[TickBoxes], indent: float = 0) -> list[LayoutRow]:
        """Return the unit's own boxes from the left, and rounds and states aligned at the right end."""
        room = self.width - indent
        common = [tracker for tracker in boxes if tracker.id == "rounds" or tracker.id.startswith("state:")]
        own_lines = self._lines([tracker for tracker in boxes if tracker not in common], room)
        common_lines = self._common_lines(common, room)
        rows = [self._place(line, indent) for line in own_lines]
        ends = [self._align_right(line) if rows else self._place(line, indent) for line in common_lines]
        if rows and ends:
            used = self._line_width(own_lines[-1]) + self.style.text * 1.5 + self._line_width(common_lines[0])
            if used <= room:
                rows[-1] += ends.pop(0)
        return [LayoutRow(self.height, (Role.TEXT, *put_text_first(marks))) for marks in (*rows, *ends)]

    def build_line_end(self, boxes: Sequence[TickBoxes], room: float) -> tuple[Mark, ...]:
        """Return boxes at the right end of a line, or nothing if they need more than one line."""
        lines = self._lines(boxes, room)
        return self._align_right(lines[0]) if len(lines) == 1 else ()

    def _common_lines(self, boxes: Sequence[TickBoxes], room: float) -> list[list[BoxRun]]:
        """Lay out rounds and states: closer together to save a line, else rounds on their own line."""
        for gap_factor in (_WIDE_GAP, _NARROW_GAP):
            lines = self._lines(boxes, room, gap_factor)
            if len(lines) <= 1:
                return lines
        parts = ([tracker for tracker in boxes if (tracker.count == 1) is single] for single in (False, True))
        return [line for part in parts for line in self._lines(part, room, _NARROW_GAP)]

    def _lines(self, boxes: Sequence[TickBoxes], room: float, gap_factor: float = _WIDE_GAP) -> list[list[BoxRun]]:
        lines: list[list[BoxRun]] = []
        used = 0.0
        for piece in (piece for tracker in boxes for piece in self._box_runs(tracker, room, gap_factor)):
            step = piece.width + (piece.gap if lines else 0)
            if not lines or used + step > room + 0.01:
                lines.append([])
                used, step = 0.0, piece.width
            lines[-1].append(piece)
            used += step
        return lines

    def _line_width(self, line: Sequence[BoxRun]) -> float:
        return sum(piece.width + (piece.gap if number else 0) for number, piece in enumerate(line))

    def _align_right(self, line: Sequence[BoxRun]) -> tuple[Mark, ...]:
        return self._place(line, self.width - self._line_width(line))

    def _place(self, line: Sequence[BoxRun], x: float) -> tuple[Mark, ...]:
        marks: list[Mark] = []
        for number, piece in enumerate(line):
            x += piece.gap if number else 0
            marks += (move_mark(mark, x, 0) for mark in piece.marks)
            x += piece.width
        return tuple(marks)

    def _box_runs(self, boxes: TickBoxes, room: float, gap_factor: float) -> Iterator[BoxRun]:
        style = self.style
        gap, space = style.text * gap_factor, style.text * 0.4
        text = clip_text(boxes.label, Weight.REGULAR, style.text, room - self.edge - space)
        label = measure_text(text, Weight.REGULAR, style.text)
        words = TextRun(0, self.base, *style.span(text, Ink.QUIET))
        if boxes.count == 1:
            after = words._replace(x=self.edge + space)
            yield BoxRun(self.edge + space + label, (*self._draw_run(boxes.groups[0], 0, 0), after), gap)
            return
        before = 0
        for number, group in enumerate(self._split_runs(boxes.groups, label + space, room)):
            start = 0 if number else label + space
            marks = tuple(self._draw_run(group, start, boxes.half_strength_box - before))
            width = start + len(group) * self.edge
            yield BoxRun(width, marks, style.text * _RUN_GAP) if number else BoxRun(width, (words, *marks), gap)
            before += len(group)

    def _split_runs(self, groups: Sequence[Sequence[str]], label: float, room: float) -> Iterator[Sequence[str]]:
        """Split runs that are wider than a line; the first follows the label."""
        before = label
        for group in groups:
            rest = group
            while rest:
                max_boxes = max(1, int((room - before + 0.01) / self.edge))
                yield rest[:max_boxes]
                rest, before = rest[max_boxes:], 0.0

    def _draw_run(self, group: Sequence[str], x: float, half: int) -> Iterator[Mark]:
        """Yield a run of boxes, and a bracket after the box at half strength."""
        edge, size = self.edge, max(_MIN_CAPTION_SIZE, self.style.text * _CAPTION_SIZE)
        upper = (self.height - edge) / 2
        for number, caption in enumerate(group):
            left = x + number * edge
            yield Box(left, upper, edge, edge, _OUTLINE_WIDTH, Ink.BOX)
            if caption:
                middle = left + (edge - measure_text(caption, Weight.REGULAR, size)) / 2
                base = upper + (edge + CAP_HEIGHT * size) / 2
                yield TextRun(middle, base, caption, Weight.REGULAR, size, Ink.QUIET)
        if 0 < half <= len(group):
            right, lower, tick = x + half * edge, upper + edge, edge * 0.3
            yield Stroke(right, upper, right, lower, _BRACKET_WIDTH, Ink.TEXT)
            yield Stroke(right - tick, upper, right, upper, _BRACKET_WIDTH, Ink.TEXT)
            yield Stroke(right - tick, lower, right, lower, _BRACKET_WIDTH, Ink.TEXT)


def put_text_first(marks: Iterable[Mark]) -> list[Mark]:
    """Return marks with text in front of shapes, so that it is read aloud in one piece."""
    return sorted(marks, key=lambda mark: not isinstance(mark, TextRun))
