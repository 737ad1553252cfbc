"""A unit as a block of rows: stat line, rules, tick boxes, weapons, items, upgrades and attached heroes.

The columns have the same widths for every unit of a list, so that numbers line up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import Block, LayoutRow, build_line_rows, lay_out_note, lay_out_text, side_by_side
from listbuilder.exporters.pdf.paragraphs import (
    DOT,
    NO_BREAK,
    TextSpan,
    align_right,
    break_lines,
    clip_text,
    keep_on_one_line,
    measure_longest_word,
    measure_text,
)
from listbuilder.exporters.pdf.primitives import Anchor, Box, Ink, Mark, Role, Star, Stroke, TextRun, move_mark
from listbuilder.exporters.pdf.style import Style
from listbuilder.sheet import Sheet, SheetUnit
from listbuilder.sheet.model import Price, TickBoxes, WeaponRow
from listbuilder.textutil.sanitize import format_count
from listbuilder.textutil.text_width import typeset

_NUMBER_COLUMNS = ("range", "reach", "attacks", "armour_piercing")
"""Columns of numbers, which are aligned right."""
_MAX_NAME_FRACTION = 0.4
"""The maximum fraction of the width for weapon names next to their rules."""
_MIN_NAME_BESIDE_RULES, _MAX_RULES = 6, 9
"""Minimum widths of names and of long rules side by side, as multiples of the type size."""
_MIN_NAME = 4
_SLACK = 0.1
"""Tolerance for rounding errors in sums of widths."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of the weapon tables."""

    heading: str
    x: float
    width: float
    right: bool

    def text_start(self, content_width: float) -> float:
        """Return where a text of a width starts."""
        return self.x + self.width - content_width if self.right else self.x


@dataclass(frozen=True, slots=True)
class WeaponTable:
    """The column widths of all units of a list."""

    width: float
    indent: float
    name_width: float
    """The width of the weapon names."""
    cells: tuple[TableColumn, ...]
    stat_widths: tuple[float, ...]
    """The widths of the stats, each with the gap in front of it."""
    price_width: float
    half_price_width: float
    rules_below: bool = False
    """Whether the rules of a weapon are below it, because there is no room next to it."""

    @property
    def title_width(self) -> float:
        """The width that is left for the name of a unit."""
        return self.width - sum(self.stat_widths) - self.price_width - self.half_price_width


def iter_units(units: Sequence[SheetUnit]) -> Iterator[SheetUnit]:
    """Yield units and their heroes."""
    for unit in units:
        yield unit
        yield from iter_units(unit.attached_heroes)


def _format_half_price(price: Price, sheet: Sheet) -> str:
    return f"({sheet.labels.half} {price.half})"


def build_weapon_table(
    sheet: Sheet, width: float, style: Style, indent: float, *, unit: SheetUnit | None = None
) -> WeaponTable:
    """Measure all units, or just one, and return the widths that the widest texts need."""
    measured = sheet.units if unit is None else (replace(unit, attached_heroes=()),)
    units = list(iter_units(measured))
    prices = [unit.price for unit in units if unit.price is not None]
    gap = style.text
    half = _widest((_format_half_price(price, sheet) for price in prices), style.text)
    points = _widest((price.displayed for price in prices), style.heading, Weight.BOLD)
    longest = max(_name_widths(measured, style), default=0) + gap
    columns = _Columns(sheet, [row for unit in units for row in unit.weapons], width - indent, style, longest)
    name = columns.name()
    return WeaponTable(
        width=width,
        indent=indent,
        name_width=name,
        cells=tuple(columns.cells(indent + name, width)),
        stat_widths=_stat_widths(units, width - points - half - gap * 2 if prices else width, style),
        price_width=points + gap * 1.5 if prices else 0,
        half_price_width=half + gap / 2 if prices else 0,
        rules_below=columns.stacked,
    )


def build_table_headings(sheet: Sheet, table: WeaponTable, style: Style, x: float = 0) -> LayoutRow:
    """Return the headings of the weapon table."""
    weapon = TextRun(x + table.indent, style.baseline, *style.span(sheet.labels.weapon, Ink.QUIET))
    marks: list[Mark] = [Role.ROW, Role.HEAD, weapon]
    for cell in table.cells:
        heading = clip_text(cell.heading, Weight.REGULAR, style.text, cell.width)
        left = cell.text_start(measure_text(heading, Weight.REGULAR, style.text))
        marks += (Role.HEAD, TextRun(x + left, style.baseline, *style.span(heading, Ink.QUIET)))
    # text that continues on a new page follows the repeated headings
    return LayoutRow(style.line_height * 1.25, (*marks, Role.TEXT))


class _Columns:
    """The columns after the weapon names. With less room they use short headings, then rules below."""

    def __init__(self, sheet: Sheet, rows: Sequence[WeaponRow], room: float, style: Style, longest: float) -> None:
        self.sheet = sheet
        self.rows = rows
        self.room = room
        self.text = style.text
        self.gap = style.text
        self.headings = [column.heading for column in sheet.columns]
        self.stacked = False
        word = _widest((word for row in rows for word in typeset(row.name).split()), self.text) + self.text * 0.5
        self.max_name_width = min(longest, room * _MAX_NAME_FRACTION)
        self.min_name_width = max(_MIN_NAME_BESIDE_RULES * self.text, min(word, room * _MAX_NAME_FRACTION))
        if self._remaining_width() < max(self.min_name_width, self.max_name_width) + self._rules_width():
            self.headings = [column.short_heading for column in sheet.columns]
            self.gap = style.text * 0.8
            self.stacked = self._remaining_width() < self.min_name_width + self._rules_width()

    def name(self) -> float:
        """Return the width of the names: that of the longest, if there is room."""
        if self.stacked:
            return max(self._remaining_width(), self.text * _MIN_NAME)
        width = min(self.max_name_width, self._remaining_width() - self._rules_width())
        return max(width, self.min_name_width)

    def cells(self, x: float, width: float) -> Iterator[TableColumn]:
        """Yield the columns from `x` on; the rules take the width that is left."""
        for number, across in enumerate(self._number_widths()):
            yield TableColumn(self.headings[number], x, across, self.sheet.columns[number].id in _NUMBER_COLUMNS)
            x += across + self.gap
        if self.sheet.columns and not self.stacked:
            yield TableColumn(self.headings[-1], x, width - x, right=False)

    def _rules_width(self) -> float:
        """Return the width of the rules: that of the longest, limited, but at least the longest word."""
        texts = [*self.headings[-1:], *(typeset(row.cells[-1]) for row in self.rows if row.cells)]
        word = _widest((word for text in texts for word in text.split()), self.text)
        return max(min(_widest(texts, self.text), self.text * _MAX_RULES), word) + _SLACK

    def _remaining_width(self) -> float:
        """Return the width that the numbers leave for names and rules."""
        widths = self._number_widths()
        return self.room - sum(widths) - self.gap * (len(widths) - (1 if self.stacked else 0))

    def _number_widths(self) -> list[float]:
        """Return the widths of all columns but the last."""
        return [
            _widest((heading, *(typeset(row.cells[number]) for row in self.rows)), self.text)
            for number, heading in enumerate(self.headings[:-1])
        ]


def _widest(texts: Iterable[str], size: float, weight: Weight = Weight.REGULAR) -> float:
    return max((measure_text(text, weight, size) for text in texts), default=0)


def _name_widths(units: Sequence[SheetUnit], style: Style, indent: float = 0) -> Iterator[float]:
    """Yield the widths of the weapon names; those of attached heroes are indented."""
    for unit in units:
        yield from (indent + measure_text(typeset(row.name), Weight.REGULAR, style.text) for row in unit.weapons)
        yield from _name_widths(unit.attached_heroes, style, indent + style.line_height)


def _stat_widths(units: Sequence[SheetUnit], room: float, style: Style) -> tuple[float, ...]:
    """Return the widths of the stats, with wide gaps if there is room."""
    widths = []
    for number in range(max((len(unit.stats) for unit in units), default=0)):
        stats = [unit.stats[number] for unit in units if number < len(unit.stats)]
        label = _widest((stat.short for stat in stats), style.text)
        value = _widest((typeset(stat.value) for stat in stats), style.heading, Weight.BOLD)
        widths.append(label + style.text * 0.35 + value)
    gap = style.text * (1.1 if sum(widths) + len(widths) * style.text * 1.1 <= room else 0.5)
    return tuple(gap + width for width in widths)


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
        height = self.style.line_height * 0.5
        anchor = Anchor(key, format_count(unit.count, unit.title), 1)
        top = LayoutRow(height, (anchor, Stroke(0, 0, self.table.width, 0, HAIRLINE, Ink.RULE)))
        return Block((top, *self._rows(unit, self.table.indent, joined=False), LayoutRow(height)), key)

    def _rows(self, unit: SheetUnit, indent: float, *, joined: bool) -> Iterator[LayoutRow]:
        yield self._head(unit, indent - self.table.indent, joined=joined)
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
        half = style.span(f"({self.sheet.labels.half} {unit.price.half_with_heroes})", Ink.QUIET)
        end = align_right(half, table.width, style.baseline)
        right = min(end.x - style.text * 0.5, table.width - table.half_price_width)
        return [align_right(style.span(unit.price.total_with_heroes), right, style.baseline), end]

    def build_extra_rows(self, unit: SheetUnit, indent: float) -> Iterator[LayoutRow]:
        """Yield items, upgrades, spells, experience, expected results and notes."""
        style, width = self.style, self.table.width - indent
        items = [
            format_count(item.count, item.name) + (f" ({item.contents})" if item.contents else "")
            for item in unit.items
        ]
        upgrades = [
            keep_on_one_line(f"{format_count(row.count, row.name)} {row.signed_cost}".rstrip()) for row in unit.upgrades
        ]
        for label, texts in (
            (self.sheet.labels.items, items),
            (self.sheet.labels.upgrades, upgrades),
            *((known.label, known.spells) for known in unit.spells),
            *(("", [line]) for line in (unit.campaign, unit.odds) if line),
        ):
            spans = [style.span(label, Ink.QUIET)] if label else []
            if texts:
                yield from lay_out_text([*spans, *map(style.span, separate_with_dots(texts))], width, style, indent)
        yield from lay_out_note(unit.notes, width, style, indent)

    def _head(self, unit: SheetUnit, x: float, *, joined: bool) -> LayoutRow:
        style, table = self.style, self.table
        marks, start = self._title_prefix(unit, x, joined=joined)
        spans = [TextSpan(format_count(unit.count, unit.title), Weight.BOLD, style.heading)]
        spans += (style.span(NO_BREAK + text, Ink.QUIET) for text in (unit.subtitle, unit.faction) if text)
        stats = LayoutRow(style.line_height, (Role.TEXT, *self._stats(unit)))
        figures = [stats, LayoutRow(style.line_height, tuple(self._price(unit)))]
        room = table.title_width
        if room >= 0:
            figures = [side_by_side(*([row] for row in figures))]
        before = LayoutRow(style.line_height, (Role.SUBHEADING if joined else Role.HEADING, *marks))
        lines = break_lines(spans, room - start) if room - start > measure_longest_word(spans) else []
        beside_stats = 0 < len(lines) <= _MAX_TITLE_LINES
        if not beside_stats:
            lines = break_lines(spans, table.width - start)
        name = build_line_rows(lines, start, style.baseline, style.line_height, None)
        # without room the name takes the whole width and the stats the line below
        return side_by_side([before], name, figures) if beside_stats else side_by_side([before], [*name, *figures])

    def _title_prefix(self, unit: SheetUnit, x: float, *, joined: bool) -> tuple[list[Mark], float]:
        """Return what is in front of a name, and where the name starts.

        It is a warning sign, "with" for an attached hero, and the star of a hero.
        """
        style, marks = self.style, list[Mark]()
        spans = [style.span(self.sheet.labels.joined, Ink.QUIET)] if joined else []
        if unit.worst_severity not in ("", "note"):
            spans.insert(0, TextSpan("!", Weight.BOLD, style.heading, Ink.ALERT))
        for span in spans:
            marks.append(TextRun(x, style.baseline, *span))
            x += measure_text(span.text, span.weight, span.size) + style.text * 0.35
        if unit.hero:
            marks.append(Star(x, style.baseline, style.heading, Ink.ACCENT))
            x += style.heading * 0.75 + style.text * 0.35
        return marks, x

    def _stats(self, unit: SheetUnit) -> Iterator[Mark]:
        """Yield the stat line in front of the price, or on its own line if there is no room for both."""
        style, table = self.style, self.table
        x = table.title_width if table.title_width >= 0 else table.width - sum(table.stat_widths)
        for stat, across in zip(unit.stats, table.stat_widths, strict=False):
            x += across
            value = align_right(TextSpan(typeset(stat.value), Weight.BOLD, style.heading), x, style.baseline)
            yield align_right(style.span(stat.short, Ink.QUIET), value.x - style.text * 0.35, style.baseline)
            yield value

    def _price(self, unit: SheetUnit) -> Iterator[Mark]:
        style, table = self.style, self.table
        if unit.price is not None:
            points = TextSpan(unit.price.displayed, Weight.BOLD, style.heading)
            yield align_right(points, table.width - table.half_price_width, style.baseline)
            half = style.span(_format_half_price(unit.price, self.sheet), Ink.QUIET)
            yield align_right(half, table.width, style.baseline)

    def _rules(self, unit: SheetUnit, indent: float) -> Iterator[LayoutRow]:
        """Yield the rules, the total of unit and heroes, and below them the tick boxes."""
        style = self.style
        spans = self._rule_spans(unit)
        rows = lay_out_text(spans, self.table.width - indent, style, indent)
        if total := self._total_with_heroes(unit):
            total_row = LayoutRow(style.line_height, (Role.TEXT, *total))
            beside_total = break_lines(spans, total[0].x - style.text - indent) if spans else [[]]
            if len(beside_total) > max(1, len(rows)):
                rows.append(total_row)
            else:
                lines = build_line_rows(beside_total, indent, style.baseline, style.line_height)
                rows = [side_by_side(lines, [total_row])]
        yield from rows
        yield from self.strips.build_rows(unit.tick_boxes, indent)

    def _hero_rules(self, unit: SheetUnit, indent: float) -> Iterator[LayoutRow]:
        """Yield the rules of an attached hero with its tick boxes on the same line, if they fit."""
        boxes = self.strips.build_line_end(unit.tick_boxes, self.table.width - indent)
        begin = min((mark.x for mark in boxes if not isinstance(mark, Anchor | Role)), default=indent)
        room = begin - indent - self.style.text
        spans = self._rule_spans(unit)
        lines = break_lines(spans, room) if spans and room > 0 else []
        if len(lines) != 1:
            yield from self._rules(unit, indent)
            return
        words = tuple(mark._replace(x=mark.x + indent, y=self.strips.base) for mark in lines[0])
        yield LayoutRow(self.strips.height, (Role.TEXT, *words, *put_text_first(boxes)))

    def build_weapon_rows(self, weapon: WeaponRow, indent: float) -> Iterator[LayoutRow]:
        """Yield a row of the weapon table; long names and rules take more lines."""
        style, table = self.style, self.table
        count = TextSpan(str(weapon.count), Weight.BOLD, style.text)
        room = table.name_width - (indent - table.indent) - style.text * 0.5
        columns = [self._cell(weapon.name, indent, room, None)]
        for text, cell in zip(weapon.cells, table.cells, strict=not table.rules_below):
            start = cell.text_start(measure_text(typeset(text), Weight.REGULAR, style.text))
            columns.append(self._cell(text, start, cell.width))
        marks = (Role.ROW, Role.CELL, align_right(count, indent - style.text * 0.6, style.baseline))
        yield side_by_side([LayoutRow(style.line_height, marks)], *columns)
        if table.rules_below and weapon.cells and weapon.cells[-1]:
            span = style.span(weapon.cells[-1], Ink.QUIET)
            yield from lay_out_text([span], table.width - indent, style, indent, Role.CELL)

    def _cell(self, text: str, x: float, width: float, role: Role | None = Role.CELL) -> list[LayoutRow]:
        lines = break_lines([self.style.span(text)], width) if text else [[]]
        return build_line_rows(lines, x, self.style.baseline, self.style.line_height, role)

    def _rule_spans(self, unit: SheetUnit) -> list[TextSpan]:
        return [self.style.span(text) for text in separate_with_dots(list_rules_and_base(unit, self.sheet))]


def list_rules_and_base(unit: SheetUnit, sheet: Sheet) -> list[str]:
    """Return the rules and the base size."""
    base = [f"{sheet.labels.base} {unit.base}"] if unit.base else []
    return [*(rule.text for rule in unit.rules), *base]


def separate_with_dots(texts: Sequence[str]) -> list[str]:
    """Return texts separated by dots, each of which stays with the text in front of it."""
    last = len(texts) - 1
    return [keep_on_one_line(text) + (DOT if number < last else "") for number, text in enumerate(texts)]
