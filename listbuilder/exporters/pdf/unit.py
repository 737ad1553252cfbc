"""A unit as a block of rows: stat line, rules, boxes, weapons, items, upgrades, and the heroes in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.exporters.pdf.blocks import Block, Strip, beside, line_rows
from listbuilder.exporters.pdf.boxes import box_lines, box_pieces, pieces_width, place_pieces
from listbuilder.exporters.pdf.marks import Anchor, Ink, Mark, Star, Stroke, Words
from listbuilder.exporters.pdf.setting import NO_BREAK, Span, set_lines, text_width, typeset, unbroken
from listbuilder.exporters.pdf.style import Style
from listbuilder.exporters.pdf.table import Table, half_text
from listbuilder.exporters.pdf.typefaces import Weight
from listbuilder.sheet import Sheet, SheetUnit
from listbuilder.sheet.model import WeaponRow
from listbuilder.sheet.plain import counted

DOT = f"{NO_BREAK}\N{MIDDLE DOT}"
HAIRLINE = 0.5
_HEAD_LINES = 2
"""How many lines a name may take beside the figures."""


class UnitSetter:
    """Sets the units of one list in one style."""

    def __init__(self, sheet: Sheet, table: Table, style: Style, *, run_in: bool = False) -> None:
        self.sheet = sheet
        self.table = table
        self.style = style
        self.run_in = run_in or table.narrow(style)
        """Whether weapons follow one another in a line instead of standing in a table."""

    def block(self, unit: SheetUnit, key: str) -> Block:
        """Set a unit under a line that parts it from the one before."""
        style = self.style
        title = counted(unit.count, unit.title)
        anchor = (Anchor(key, title, 1),)
        top = Strip(style.grid * 0.5, (*anchor, Stroke(0, 0, self.table.width, 0, HAIRLINE, Ink.RULE)))
        rows = [top, *self._rows(unit, self.table.indent, joined=False), Strip(style.grid * 0.5)]
        return Block(tuple(rows), key)

    def _rows(self, unit: SheetUnit, indent: float, *, joined: bool) -> Iterator[Strip]:
        yield from self._head(unit, indent - self.table.indent, joined=joined)
        yield from self._rules(unit, indent)
        yield from self.weapons(unit, indent)
        yield from self.extras(unit, indent)
        for hero in unit.joined:
            yield Strip(self.style.grid * 0.25)
            yield from self._rows(hero, indent + self.style.grid, joined=True)

    def weapons(self, unit: SheetUnit, indent: float) -> Iterator[Strip]:
        """Set the weapons table."""
        if self.run_in:
            yield from self._run_in(unit.weapons, indent)
        else:
            for weapon in unit.weapons:
                yield from self._weapon(weapon, indent)

    def extras(self, unit: SheetUnit, indent: float) -> Iterator[Strip]:
        """Set items, upgrades, experience and notes."""
        items = [counted(item.count, item.name) + (f" ({item.gives})" if item.gives else "") for item in unit.items]
        yield from self._listed(self.sheet.words.items, items, indent)
        upgrades = [
            unbroken(f"{counted(row.count, row.name)} +{row.cost}" if row.cost else counted(row.count, row.name))
            for row in unit.upgrades
        ]
        yield from self._listed(self.sheet.words.upgrades, upgrades, indent)
        yield from self._listed("", [unit.campaign] if unit.campaign else [], indent)
        yield from self._notes(unit.notes, indent)

    def _head(self, unit: SheetUnit, x: float, *, joined: bool) -> Iterator[Strip]:
        style, table = self.style, self.table
        marks = list(self._before(unit, x, joined=joined))
        start = x + sum(_width(mark) + style.text * 0.35 for mark in marks)
        spans = [Span(counted(unit.count, unit.title), Weight.BOLD, style.heading)]
        about = (text for text in (unit.subtitle, unit.faction) if text)
        spans += (Span(NO_BREAK + text, Weight.REGULAR, style.text, Ink.QUIET) for text in about)
        figures = Strip(style.grid, tuple(self._figures(unit)))
        before = Strip(style.grid, tuple(marks))
        lines = set_lines(spans, table.head - start) if table.head > start else []
        if 0 < len(lines) <= _HEAD_LINES:
            yield beside([before], line_rows(lines, start, style.base, style.grid), [figures])
        else:
            # the name takes the whole width, the figures the line under it
            lines = set_lines(spans, table.width - start)
            yield beside([before], [*line_rows(lines, start, style.base, style.grid), figures])

    def _before(self, unit: SheetUnit, x: float, *, joined: bool) -> Iterator[Words | Star]:
        """Draw what stands before a name: the mark of a finding, "with", the star of a hero."""
        style = self.style
        if unit.mark not in ("", "note"):
            warning = Words(x, style.base, "!", Weight.BOLD, style.heading, Ink.ALERT)
            yield warning
            x += _width(warning) + style.text * 0.35
        if joined:
            word = Words(x, style.base, self.sheet.words.joined, Weight.REGULAR, style.text, Ink.QUIET)
            yield word
            x += _width(word) + style.text * 0.35
        if unit.hero:
            yield Star(x, style.base, style.heading, Ink.ACCENT)

    def _figures(self, unit: SheetUnit) -> Iterator[Mark]:
        """Draw the stat line and the price, each at its place from the right."""
        style, table = self.style, self.table
        x = table.head
        for stat, across in zip(unit.stats, table.stats, strict=False):
            x += across
            value = text_width(stat.value, Weight.BOLD, style.heading)
            label = text_width(stat.short, Weight.REGULAR, style.text) + style.text * 0.35
            yield Words(x - value - label, style.base, stat.short, Weight.REGULAR, style.text, Ink.QUIET)
            yield Words(x - value, style.base, stat.value, Weight.BOLD, style.heading, Ink.TEXT)
        if unit.price is not None:
            points, half = unit.price.points, half_text(unit.price, self.sheet)
            right = table.width - table.half
            wide = text_width(points, Weight.BOLD, style.heading)
            yield Words(right - wide, style.base, points, Weight.BOLD, style.heading, Ink.TEXT)
            wide = text_width(half, Weight.REGULAR, style.text)
            yield Words(table.width - wide, style.base, half, Weight.REGULAR, style.text, Ink.QUIET)

    def _rules(self, unit: SheetUnit, indent: float) -> Iterator[Strip]:
        """Set rules and boxes, on one line where they fit."""
        style, width = self.style, self.table.width - indent
        spans = [self._span(text) for text in dotted(rule_texts(unit, self.sheet))]
        pieces = box_pieces(unit.boxes, style)
        across = pieces_width(pieces, style)
        beside = set_lines(spans, width - across - style.grid) if pieces and across < width * 0.7 else []
        if len(beside) == 1:
            rows = line_rows(beside, indent, style.base, style.grid)
            boxes = place_pieces(pieces, self.table.width - across, style)
            yield Strip(style.grid, (*rows[0].marks, *boxes))
            return
        if spans:
            yield from line_rows(set_lines(spans, width), indent, style.base, style.grid)
        for line in box_lines(pieces, width, style):
            yield Strip(style.grid, place_pieces(line, self.table.width - pieces_width(line, style), style))

    def _weapon(self, weapon: WeaponRow, indent: float) -> Iterator[Strip]:
        """Set a row of the weapons table; long names and rules take more lines."""
        style, table = self.style, self.table
        count = str(weapon.count)
        wide = text_width(count, Weight.BOLD, style.text)
        count_words = Words(indent - style.text * 0.6 - wide, style.base, count, Weight.BOLD, style.text, Ink.TEXT)
        room = table.name - (indent - table.indent) - style.text * 0.5
        columns = [line_rows(set_lines([self._span(weapon.name)], room), indent, style.base, style.grid)]
        for text, cell in zip(weapon.cells, table.cells, strict=True):
            if text:
                start = cell.start(text_width(typeset(text), Weight.REGULAR, style.text)) if cell.right else cell.x
                lines = set_lines([self._span(text)], cell.width)
                columns.append(line_rows(lines, start, style.base, style.grid))
        yield beside([Strip(style.grid, (count_words,))], *columns)

    def _run_in(self, weapons: Sequence[WeaponRow], indent: float) -> Iterator[Strip]:
        style, spans = self.style, []
        for number, weapon in enumerate(weapons):
            cells = [cell for cell in weapon.cells if cell and cell != "\N{EN DASH}"]
            end = DOT if number < len(weapons) - 1 else ""
            spans.append(Span(str(weapon.count), Weight.BOLD, style.text))
            spans.append(Span(unbroken(weapon.name), Weight.REGULAR, style.text))
            spans.append(Span(unbroken(", ".join(cells)) + end, Weight.REGULAR, style.text, Ink.QUIET))
        if spans:
            yield from line_rows(set_lines(spans, self.table.width - indent), indent, style.base, style.grid)

    def _listed(self, label: str, texts: Sequence[str], indent: float) -> Iterator[Strip]:
        style = self.style
        if not texts:
            return
        spans = [Span(label, Weight.REGULAR, style.text, Ink.QUIET)] if label else []
        spans += [self._span(text) for text in dotted(texts)]
        lines = set_lines(spans, self.table.width - indent)
        yield from line_rows(lines, indent, style.base, style.grid)

    def _notes(self, notes: str, indent: float) -> Iterator[Strip]:
        for line in notes.split("\n") if notes else ():
            span = Span(line, Weight.REGULAR, self.style.text, Ink.QUIET)
            lines = set_lines([span], self.table.width - indent)
            yield from line_rows(lines, indent, self.style.base, self.style.grid)

    def _span(self, text: str) -> Span:
        return Span(text, Weight.REGULAR, self.style.text)


def rule_texts(unit: SheetUnit, sheet: Sheet) -> list[str]:
    """Name the rules and the base."""
    base = [f"{sheet.words.base} {unit.base}"] if unit.base else []
    return [*(rule.text for rule in unit.rules), *base]


def dotted(texts: Sequence[str]) -> list[str]:
    """Part short texts by dots that stay with what is before them."""
    last = len(texts) - 1
    return [unbroken(text) + (DOT if number < last else "") for number, text in enumerate(texts)]


def _width(mark: Words | Star) -> float:
    if isinstance(mark, Star):
        return mark.size * 0.75
    return text_width(mark.text, mark.weight, mark.size)
