"""A unit as a block of rows: stat line, rules, tick boxes, weapons, items, upgrades and attached heroes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.exporters.pdf.fonts import Weight
from listbuilder.exporters.pdf.layout import Block, PaperRow, beside, lay_out_text, line_rows, tagged
from listbuilder.exporters.pdf.paragraphs import DOT, NO_BREAK, TextSpan, longest_word, set_lines, text_width, unbroken
from listbuilder.exporters.pdf.primitives import Anchor, Ink, Lettering, Mark, Role, Star, Stroke
from listbuilder.exporters.pdf.style import Style
from listbuilder.exporters.pdf.tick_boxes import StripSetter, words_first
from listbuilder.exporters.pdf.weapon_table import WeaponTable, half_text
from listbuilder.sheet import Sheet, SheetUnit
from listbuilder.sheet.model import WeaponRow
from listbuilder.textutil.sanitize import counted
from listbuilder.textutil.text_width import typeset

HAIRLINE = 0.5
_MAX_TITLE_LINES = 2
"""The maximum number of lines of a name next to the stats."""


class UnitSetter:
    """Lays out the units of one list in one style."""

    def __init__(self, sheet: Sheet, table: WeaponTable, style: Style) -> None:
        self.sheet = sheet
        self.table = table
        self.style = style
        self.strips = StripSetter(table.width, style)

    def block(self, unit: SheetUnit, key: str) -> Block:
        """Return a unit below a separating line."""
        style = self.style
        title = counted(unit.count, unit.title)
        anchor = (Anchor(key, title, 1),)
        top = PaperRow(style.grid * 0.5, (*anchor, Stroke(0, 0, self.table.width, 0, HAIRLINE, Ink.RULE)))
        rows = [top, *self._rows(unit, self.table.indent, joined=False), PaperRow(style.grid * 0.5)]
        return Block(tuple(rows), key)

    def _rows(self, unit: SheetUnit, indent: float, *, joined: bool) -> Iterator[PaperRow]:
        yield from self._head(unit, indent - self.table.indent, joined=joined)
        yield from self._hero_rules(unit, indent) if joined else self._rules(unit, indent)
        for weapon in unit.weapons:
            yield from self.weapon(weapon, indent)
        yield from self.extras(unit, indent)
        for hero in unit.joined:
            yield PaperRow(self.style.grid * 0.25)
            yield from self._rows(hero, indent + self.style.grid, joined=True)

    def _total_with_heroes(self, unit: SheetUnit) -> list[Lettering]:
        """Return the total of a unit and its heroes, below the price of the unit."""
        if unit.price is None or not unit.price.company:
            return []
        style, table = self.style, self.table
        half = f"({self.sheet.words.half} {unit.price.company_half})"
        x = table.width - text_width(half, Weight.REGULAR, style.text)
        start = min(x - style.text * 0.5, table.width - table.half)
        start -= text_width(unit.price.company, Weight.REGULAR, style.text)
        return [
            Lettering(start, style.base, unit.price.company, Weight.REGULAR, style.text, Ink.TEXT),
            Lettering(x, style.base, half, Weight.REGULAR, style.text, Ink.QUIET),
        ]

    def extras(self, unit: SheetUnit, indent: float) -> Iterator[PaperRow]:
        """Yield items, upgrades, spells, experience, expected results and notes."""
        items = [counted(item.count, item.name) + (f" ({item.gives})" if item.gives else "") for item in unit.items]
        yield from self._labelled_list(self.sheet.words.items, items, indent)
        upgrades = [unbroken(f"{counted(row.count, row.name)} {row.added}".rstrip()) for row in unit.upgrades]
        yield from self._labelled_list(self.sheet.words.upgrades, upgrades, indent)
        for known in unit.spells:
            yield from self._labelled_list(known.label, known.spells, indent)
        for line in (unit.campaign, unit.odds):
            yield from self._labelled_list("", [line] if line else [], indent)
        yield from self._notes(unit.notes, indent)

    def _head(self, unit: SheetUnit, x: float, *, joined: bool) -> Iterator[PaperRow]:
        style, table = self.style, self.table
        marks = list(self._title_prefix(unit, x, joined=joined))
        start = x + sum(_mark_width(mark) + style.text * 0.35 for mark in marks)
        spans = [TextSpan(counted(unit.count, unit.title), Weight.BOLD, style.heading)]
        subtitles = (text for text in (unit.subtitle, unit.faction) if text)
        spans += (TextSpan(NO_BREAK + text, Weight.REGULAR, style.text, Ink.QUIET) for text in subtitles)
        stats, price = (
            PaperRow(style.grid, tuple(marks)) for marks in (self._stats(unit, table.head), self._price(unit))
        )
        figures = [tagged(stats, Role.TEXT), price]
        if table.head >= 0:
            figures = [beside(*([row] for row in figures))]
        before = PaperRow(style.grid, (Role.SUBHEADING if joined else Role.HEADING, *marks))
        lines = set_lines(spans, table.head - start) if table.head - start > longest_word(spans) else []
        if lines and len(lines) <= _MAX_TITLE_LINES:
            yield beside([before], line_rows(lines, start, style.base, style.grid, None), figures)
        else:
            # the name takes the whole width and the stats the line below
            lines = set_lines(spans, table.width - start)
            yield beside([before], [*line_rows(lines, start, style.base, style.grid, None), *figures])

    def _title_prefix(self, unit: SheetUnit, x: float, *, joined: bool) -> Iterator[Lettering | Star]:
        """Yield what is in front of a name: a warning sign, "with" for an attached hero, the star of a hero."""
        style = self.style
        if unit.mark not in ("", "note"):
            warning = Lettering(x, style.base, "!", Weight.BOLD, style.heading, Ink.ALERT)
            yield warning
            x += _mark_width(warning) + style.text * 0.35
        if joined:
            word = Lettering(x, style.base, self.sheet.words.joined, Weight.REGULAR, style.text, Ink.QUIET)
            yield word
            x += _mark_width(word) + style.text * 0.35
        if unit.hero:
            yield Star(x, style.base, style.heading, Ink.ACCENT)

    def _stats(self, unit: SheetUnit, x: float) -> Iterator[Mark]:
        """Yield the stat line in front of the price, or on its own line if there is no room for both."""
        style, table = self.style, self.table
        x = x if x >= 0 else table.width - sum(table.stats)
        for stat, across in zip(unit.stats, table.stats, strict=False):
            x += across
            figure = typeset(stat.value)
            value = text_width(figure, Weight.BOLD, style.heading)
            label = text_width(stat.short, Weight.REGULAR, style.text) + style.text * 0.35
            yield Lettering(x - value - label, style.base, stat.short, Weight.REGULAR, style.text, Ink.QUIET)
            yield Lettering(x - value, style.base, figure, Weight.BOLD, style.heading, Ink.TEXT)

    def _price(self, unit: SheetUnit) -> Iterator[Mark]:
        style, table = self.style, self.table
        if unit.price is not None:
            points, half = unit.price.shown, half_text(unit.price, self.sheet)
            right = table.width - table.half
            price_width = text_width(points, Weight.BOLD, style.heading)
            yield Lettering(right - price_width, style.base, points, Weight.BOLD, style.heading, Ink.TEXT)
            half_width = text_width(half, Weight.REGULAR, style.text)
            yield Lettering(table.width - half_width, style.base, half, Weight.REGULAR, style.text, Ink.QUIET)

    def _rules(self, unit: SheetUnit, indent: float) -> Iterator[PaperRow]:
        """Yield the rules, the total of unit and heroes, and below them the tick boxes."""
        style, width = self.style, self.table.width - indent
        spans = [self._span(text) for text in dotted(rule_texts(unit, self.sheet))]
        rows = lay_out_text(spans, width, style, indent)
        if total := self._total_with_heroes(unit):
            beside_total = set_lines(spans, total[0].x - style.text - indent) if spans else [[]]
            if len(beside_total) > max(1, len(rows)):
                rows.append(PaperRow(style.grid, (Role.TEXT, *total)))
            else:
                total_row = PaperRow(style.grid, (Role.TEXT, *total))
                rows = [beside(line_rows(beside_total, indent, style.base, style.grid), [total_row])]
        yield from rows
        yield from self.strips.rows(unit.boxes, indent)

    def _hero_rules(self, unit: SheetUnit, indent: float) -> Iterator[PaperRow]:
        """Yield the rules of an attached hero with its tick boxes on the same line, if they fit."""
        style = self.style
        boxes = self.strips.ending(unit.boxes, self.table.width - indent)
        begin = min((mark.x for mark in boxes if not isinstance(mark, Anchor | Role)), default=indent)
        room = begin - indent - style.text
        spans = [self._span(text) for text in dotted(rule_texts(unit, self.sheet))]
        lines = set_lines(spans, room) if spans and room > 0 else []
        if len(lines) != 1:
            yield from self._rules(unit, indent)
            return
        words = tuple(mark._replace(x=mark.x + indent, y=self.strips.base) for mark in lines[0])
        yield PaperRow(self.strips.height, (Role.TEXT, *words, *words_first(boxes)))

    def weapon(self, weapon: WeaponRow, indent: float) -> Iterator[PaperRow]:
        """Yield a row of the weapon table; long names and rules take more lines."""
        style, table = self.style, self.table
        count = str(weapon.count)
        count_width = text_width(count, Weight.BOLD, style.text)
        count_words = Lettering(
            indent - style.text * 0.6 - count_width, style.base, count, Weight.BOLD, style.text, Ink.TEXT
        )
        room = table.name - (indent - table.indent) - style.text * 0.5
        columns = [self._cell(weapon.name, indent, room, None)]
        for text, cell in zip(weapon.cells, table.cells, strict=not table.stacked):
            start = cell.start(text_width(typeset(text), Weight.REGULAR, style.text)) if cell.right else cell.x
            columns.append(self._cell(text, start, cell.width))
        yield beside([PaperRow(style.grid, (Role.ROW, Role.CELL, count_words))], *columns)
        if table.stacked and weapon.cells and weapon.cells[-1]:
            span = TextSpan(weapon.cells[-1], Weight.REGULAR, style.text, Ink.QUIET)
            yield from lay_out_text([span], table.width - indent, style, indent, Role.CELL)

    def _cell(self, text: str, x: float, width: float, role: Role | None = Role.CELL) -> list[PaperRow]:
        lines = set_lines([self._span(text)], width) if text else [[]]
        return line_rows(lines, x, self.style.base, self.style.grid, role)

    def _labelled_list(self, label: str, texts: Sequence[str], indent: float) -> Iterator[PaperRow]:
        style = self.style
        if not texts:
            return
        spans = [TextSpan(label, Weight.REGULAR, style.text, Ink.QUIET)] if label else []
        spans += [self._span(text) for text in dotted(texts)]
        yield from lay_out_text(spans, self.table.width - indent, style, indent)

    def _notes(self, notes: str, indent: float) -> Iterator[PaperRow]:
        for line in notes.split("\n") if notes else ():
            span = TextSpan(line, Weight.REGULAR, self.style.text, Ink.QUIET)
            yield from lay_out_text([span], self.table.width - indent, self.style, indent)

    def _span(self, text: str) -> TextSpan:
        return TextSpan(text, Weight.REGULAR, self.style.text)


def rule_texts(unit: SheetUnit, sheet: Sheet) -> list[str]:
    """Return the rules and the base size."""
    base = [f"{sheet.words.base} {unit.base}"] if unit.base else []
    return [*(rule.text for rule in unit.rules), *base]


def dotted(texts: Sequence[str]) -> list[str]:
    """Return texts separated by dots, each of which stays with the text in front of it."""
    last = len(texts) - 1
    return [unbroken(text) + (DOT if number < last else "") for number, text in enumerate(texts)]


def _mark_width(mark: Lettering | Star) -> float:
    if isinstance(mark, Star):
        return mark.size * 0.75
    return text_width(mark.text, mark.weight, mark.size)
