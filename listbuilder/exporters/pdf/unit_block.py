"""A unit as a block of rows: stat line, rules, tick boxes, weapons, items, upgrades and attached heroes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.exporters.pdf.fonts import Weight
from listbuilder.exporters.pdf.layout import Block, LayoutRow, build_line_rows, lay_out_text, side_by_side, with_roles
from listbuilder.exporters.pdf.paragraphs import (
    DOT,
    NO_BREAK,
    TextSpan,
    break_lines,
    keep_on_one_line,
    measure_longest_word,
    measure_text,
)
from listbuilder.exporters.pdf.primitives import Anchor, Ink, Mark, Role, Star, Stroke, TextRun
from listbuilder.exporters.pdf.style import Style
from listbuilder.exporters.pdf.tick_boxes import TickBoxLayout, put_text_first
from listbuilder.exporters.pdf.weapon_table import WeaponTable, format_half_price
from listbuilder.sheet import Sheet, SheetUnit
from listbuilder.sheet.model import WeaponRow
from listbuilder.textutil.sanitize import format_count
from listbuilder.textutil.text_width import typeset

HAIRLINE = 0.5
_MAX_TITLE_LINES = 2
"""The maximum number of lines of a name next to the stats."""


class UnitLayout:
    """Lays out the units of one list in one style."""

    def __init__(self, sheet: Sheet, table: WeaponTable, style: Style) -> None:
        self.sheet = sheet
        self.table = table
        self.style = style
        self.strips = TickBoxLayout(table.width, style)

    def build_block(self, unit: SheetUnit, key: str) -> Block:
        """Return a unit below a separating line."""
        style = self.style
        title = format_count(unit.count, unit.title)
        anchor = (Anchor(key, title, 1),)
        top = LayoutRow(style.line_height * 0.5, (*anchor, Stroke(0, 0, self.table.width, 0, HAIRLINE, Ink.RULE)))
        rows = [top, *self._rows(unit, self.table.indent, joined=False), LayoutRow(style.line_height * 0.5)]
        return Block(tuple(rows), key)

    def _rows(self, unit: SheetUnit, indent: float, *, joined: bool) -> Iterator[LayoutRow]:
        yield from self._head(unit, indent - self.table.indent, joined=joined)
        yield from self._hero_rules(unit, indent) if joined else self._rules(unit, indent)
        for weapon in unit.weapons:
            yield from self.build_weapon_rows(weapon, indent)
        yield from self.build_extra_rows(unit, indent)
        for hero in unit.attached_heroes:
            yield LayoutRow(self.style.line_height * 0.25)
            yield from self._rows(hero, indent + self.style.line_height, joined=True)

    def _total_with_heroes(self, unit: SheetUnit) -> list[TextRun]:
        """Return the total of a unit and its heroes, below the price of the unit."""
        if unit.price is None or not unit.price.total_with_heroes:
            return []
        style, table = self.style, self.table
        half = f"({self.sheet.labels.half} {unit.price.half_with_heroes})"
        x = table.width - measure_text(half, Weight.REGULAR, style.text)
        start = min(x - style.text * 0.5, table.width - table.half_price_width)
        start -= measure_text(unit.price.total_with_heroes, Weight.REGULAR, style.text)
        return [
            TextRun(start, style.baseline, unit.price.total_with_heroes, Weight.REGULAR, style.text, Ink.TEXT),
            TextRun(x, style.baseline, half, Weight.REGULAR, style.text, Ink.QUIET),
        ]

    def build_extra_rows(self, unit: SheetUnit, indent: float) -> Iterator[LayoutRow]:
        """Yield items, upgrades, spells, experience, expected results and notes."""
        items = [
            format_count(item.count, item.name) + (f" ({item.contents})" if item.contents else "")
            for item in unit.items
        ]
        yield from self._labelled_list(self.sheet.labels.items, items, indent)
        upgrades = [
            keep_on_one_line(f"{format_count(row.count, row.name)} {row.signed_cost}".rstrip()) for row in unit.upgrades
        ]
        yield from self._labelled_list(self.sheet.labels.upgrades, upgrades, indent)
        for known in unit.spells:
            yield from self._labelled_list(known.label, known.spells, indent)
        for line in (unit.campaign, unit.odds):
            yield from self._labelled_list("", [line] if line else [], indent)
        yield from self._notes(unit.notes, indent)

    def _head(self, unit: SheetUnit, x: float, *, joined: bool) -> Iterator[LayoutRow]:
        style, table = self.style, self.table
        marks = list(self._title_prefix(unit, x, joined=joined))
        start = x + sum(_mark_width(mark) + style.text * 0.35 for mark in marks)
        spans = [TextSpan(format_count(unit.count, unit.title), Weight.BOLD, style.heading)]
        subtitles = (text for text in (unit.subtitle, unit.faction) if text)
        spans += (TextSpan(NO_BREAK + text, Weight.REGULAR, style.text, Ink.QUIET) for text in subtitles)
        stats, price = (
            LayoutRow(style.line_height, tuple(marks))
            for marks in (self._stats(unit, table.title_width), self._price(unit))
        )
        figures = [with_roles(stats, Role.TEXT), price]
        if table.title_width >= 0:
            figures = [side_by_side(*([row] for row in figures))]
        before = LayoutRow(style.line_height, (Role.SUBHEADING if joined else Role.HEADING, *marks))
        lines = (
            break_lines(spans, table.title_width - start)
            if table.title_width - start > measure_longest_word(spans)
            else []
        )
        if lines and len(lines) <= _MAX_TITLE_LINES:
            yield side_by_side(
                [before], build_line_rows(lines, start, style.baseline, style.line_height, None), figures
            )
        else:
            # the name takes the whole width and the stats the line below
            lines = break_lines(spans, table.width - start)
            yield side_by_side(
                [before], [*build_line_rows(lines, start, style.baseline, style.line_height, None), *figures]
            )

    def _title_prefix(self, unit: SheetUnit, x: float, *, joined: bool) -> Iterator[TextRun | Star]:
        """Yield what is in front of a name: a warning sign, "with" for an attached hero, the star of a hero."""
        style = self.style
        if unit.worst_severity not in ("", "note"):
            warning = TextRun(x, style.baseline, "!", Weight.BOLD, style.heading, Ink.ALERT)
            yield warning
            x += _mark_width(warning) + style.text * 0.35
        if joined:
            word = TextRun(x, style.baseline, self.sheet.labels.joined, Weight.REGULAR, style.text, Ink.QUIET)
            yield word
            x += _mark_width(word) + style.text * 0.35
        if unit.hero:
            yield Star(x, style.baseline, style.heading, Ink.ACCENT)

    def _stats(self, unit: SheetUnit, x: float) -> Iterator[Mark]:
        """Yield the stat line in front of the price, or on its own line if there is no room for both."""
        style, table = self.style, self.table
        x = x if x >= 0 else table.width - sum(table.stat_widths)
        for stat, across in zip(unit.stats, table.stat_widths, strict=False):
            x += across
            figure = typeset(stat.value)
            value = measure_text(figure, Weight.BOLD, style.heading)
            label = measure_text(stat.short, Weight.REGULAR, style.text) + style.text * 0.35
            yield TextRun(x - value - label, style.baseline, stat.short, Weight.REGULAR, style.text, Ink.QUIET)
            yield TextRun(x - value, style.baseline, figure, Weight.BOLD, style.heading, Ink.TEXT)

    def _price(self, unit: SheetUnit) -> Iterator[Mark]:
        style, table = self.style, self.table
        if unit.price is not None:
            points, half = unit.price.displayed, format_half_price(unit.price, self.sheet)
            right = table.width - table.half_price_width
            price_width = measure_text(points, Weight.BOLD, style.heading)
            yield TextRun(right - price_width, style.baseline, points, Weight.BOLD, style.heading, Ink.TEXT)
            half_width = measure_text(half, Weight.REGULAR, style.text)
            yield TextRun(table.width - half_width, style.baseline, half, Weight.REGULAR, style.text, Ink.QUIET)

    def _rules(self, unit: SheetUnit, indent: float) -> Iterator[LayoutRow]:
        """Yield the rules, the total of unit and heroes, and below them the tick boxes."""
        style, width = self.style, self.table.width - indent
        spans = [self._span(text) for text in separate_with_dots(list_rules_and_base(unit, self.sheet))]
        rows = lay_out_text(spans, width, style, indent)
        if total := self._total_with_heroes(unit):
            beside_total = break_lines(spans, total[0].x - style.text - indent) if spans else [[]]
            if len(beside_total) > max(1, len(rows)):
                rows.append(LayoutRow(style.line_height, (Role.TEXT, *total)))
            else:
                total_row = LayoutRow(style.line_height, (Role.TEXT, *total))
                rows = [
                    side_by_side(build_line_rows(beside_total, indent, style.baseline, style.line_height), [total_row])
                ]
        yield from rows
        yield from self.strips.build_rows(unit.tick_boxes, indent)

    def _hero_rules(self, unit: SheetUnit, indent: float) -> Iterator[LayoutRow]:
        """Yield the rules of an attached hero with its tick boxes on the same line, if they fit."""
        style = self.style
        boxes = self.strips.build_line_end(unit.tick_boxes, self.table.width - indent)
        begin = min((mark.x for mark in boxes if not isinstance(mark, Anchor | Role)), default=indent)
        room = begin - indent - style.text
        spans = [self._span(text) for text in separate_with_dots(list_rules_and_base(unit, self.sheet))]
        lines = break_lines(spans, room) if spans and room > 0 else []
        if len(lines) != 1:
            yield from self._rules(unit, indent)
            return
        words = tuple(mark._replace(x=mark.x + indent, y=self.strips.base) for mark in lines[0])
        yield LayoutRow(self.strips.height, (Role.TEXT, *words, *put_text_first(boxes)))

    def build_weapon_rows(self, weapon: WeaponRow, indent: float) -> Iterator[LayoutRow]:
        """Yield a row of the weapon table; long names and rules take more lines."""
        style, table = self.style, self.table
        count = str(weapon.count)
        count_width = measure_text(count, Weight.BOLD, style.text)
        count_words = TextRun(
            indent - style.text * 0.6 - count_width, style.baseline, count, Weight.BOLD, style.text, Ink.TEXT
        )
        room = table.name_width - (indent - table.indent) - style.text * 0.5
        columns = [self._cell(weapon.name, indent, room, None)]
        for text, cell in zip(weapon.cells, table.cells, strict=not table.rules_below):
            start = cell.text_start(measure_text(typeset(text), Weight.REGULAR, style.text)) if cell.right else cell.x
            columns.append(self._cell(text, start, cell.width))
        yield side_by_side([LayoutRow(style.line_height, (Role.ROW, Role.CELL, count_words))], *columns)
        if table.rules_below and weapon.cells and weapon.cells[-1]:
            span = TextSpan(weapon.cells[-1], Weight.REGULAR, style.text, Ink.QUIET)
            yield from lay_out_text([span], table.width - indent, style, indent, Role.CELL)

    def _cell(self, text: str, x: float, width: float, role: Role | None = Role.CELL) -> list[LayoutRow]:
        lines = break_lines([self._span(text)], width) if text else [[]]
        return build_line_rows(lines, x, self.style.baseline, self.style.line_height, role)

    def _labelled_list(self, label: str, texts: Sequence[str], indent: float) -> Iterator[LayoutRow]:
        style = self.style
        if not texts:
            return
        spans = [TextSpan(label, Weight.REGULAR, style.text, Ink.QUIET)] if label else []
        spans += [self._span(text) for text in separate_with_dots(texts)]
        yield from lay_out_text(spans, self.table.width - indent, style, indent)

    def _notes(self, notes: str, indent: float) -> Iterator[LayoutRow]:
        for line in notes.split("\n") if notes else ():
            span = TextSpan(line, Weight.REGULAR, self.style.text, Ink.QUIET)
            yield from lay_out_text([span], self.table.width - indent, self.style, indent)

    def _span(self, text: str) -> TextSpan:
        return TextSpan(text, Weight.REGULAR, self.style.text)


def list_rules_and_base(unit: SheetUnit, sheet: Sheet) -> list[str]:
    """Return the rules and the base size."""
    base = [f"{sheet.labels.base} {unit.base}"] if unit.base else []
    return [*(rule.text for rule in unit.rules), *base]


def separate_with_dots(texts: Sequence[str]) -> list[str]:
    """Return texts separated by dots, each of which stays with the text in front of it."""
    last = len(texts) - 1
    return [keep_on_one_line(text) + (DOT if number < last else "") for number, text in enumerate(texts)]


def _mark_width(mark: TextRun | Star) -> float:
    if isinstance(mark, Star):
        return mark.size * 0.75
    return measure_text(mark.text, mark.weight, mark.size)
