"""Unit cards: a title band, stats, weapons, rules, tick boxes and the owner of the list.

A unit takes as few cards as possible; rule texts fill the room that is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import Block, LayoutRow, build_line_rows, lay_out_text, stack_rows
from listbuilder.exporters.pdf.paragraphs import TextSpan, break_and_clip_lines, break_lines, clip_text, measure_text
from listbuilder.exporters.pdf.primitives import Anchor, Box, Ink, Mark, Role, Star, Stroke, TextRun, verdict_ink
from listbuilder.exporters.pdf.rules_pages import build_glossary_blocks
from listbuilder.exporters.pdf.style import MM, Style
from listbuilder.exporters.pdf.tick_boxes import TickBoxLayout
from listbuilder.exporters.pdf.unit_block import (
    UnitLayout,
    build_table_headings,
    build_weapon_table,
    list_rules_and_base,
    separate_with_dots,
)
from listbuilder.i18n import translate
from listbuilder.sheet import Sheet, SheetUnit
from listbuilder.sheet.model import GlossaryRow, Stat
from listbuilder.textutil.sanitize import DASH, format_count
from listbuilder.textutil.text_width import typeset

_MIN_TYPE_SIZE = 6.5
_MAX_TITLE, _MAX_SUBTITLE = 0.3, 0.15
"""How much of a card the title and the subtitle may take."""
_STAT_SIZES = (1, 0.86, 0.74, 0.63)
"""Font sizes of the stats, as fractions of the title size."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """The size of a card, its padding and its style."""

    outer_width: float
    outer_height: float
    padding: float
    style: Style
    picture_frame: bool = False
    """Whether empty room gets a frame for a picture."""

    @property
    def width(self) -> float:
        """The width inside the padding."""
        return self.outer_width - 2 * self.padding

    @property
    def height(self) -> float:
        """The height inside the padding."""
        return self.outer_height - 2 * self.padding


@dataclass(frozen=True, slots=True)
class Card:
    """A card as one row, with the key of its content and the text of its back."""

    key: str
    front: LayoutRow
    title: str
    price: str


def build_card_back(card: Card, sheet: Sheet, size: CardSize) -> LayoutRow:
    """Return the back of a card: title and price in the middle, the owner at the lower edge."""
    style, foot = size.style, build_owner_line(sheet, size)
    spans = [TextSpan(card.title, Weight.BOLD, style.heading, Ink.ACCENT)]
    lines = break_and_clip_lines(spans, size.width, max_lines(size, style.heading * 1.5))
    lines += break_lines([TextSpan(card.price, Weight.REGULAR, style.heading)], size.width) if card.price else []
    rows = [LayoutRow(style.heading * 1.5, _centre(line, size.width, style.heading)) for line in lines]
    gap = (size.height - foot.height - sum(row.height for row in rows)) / 2
    return stack_rows([LayoutRow(gap, (Role.MARGIN,)), *rows, LayoutRow(gap), foot])


def _centre(line: Sequence[TextRun], width: float, base: float) -> tuple[Mark, ...]:
    end = line[-1].x + measure_text(line[-1].text, line[-1].weight, line[-1].size)
    return tuple(word._replace(x=word.x + (width - end) / 2, y=base) for word in line)


def max_lines(size: CardSize, height: float, part: float = _MAX_TITLE) -> int:
    """Return how many lines of a height fit into a part of a card."""
    return max(2, int(size.height * part / height))


def build_title_band(
    title: str, right: str, size: CardSize, style: Style, before: Sequence[Mark] = ()
) -> list[LayoutRow]:
    """Return the band at the upper edge: a title, and a short text at its right right_marks."""
    indent = style.heading * 0.95 if before else 0
    right_width = measure_text(right, Weight.BOLD, style.heading)
    room = size.width - indent - (right_width + style.text if right else 0)
    height = style.heading * 1.25
    lines = break_and_clip_lines([TextSpan(title, Weight.BOLD, style.heading)], room, max_lines(size, height))
    base = (height + CAP_HEIGHT * style.heading) / 2
    rows = build_line_rows(lines, indent, base, height, Role.HEADING)
    down = size.padding + height * len(rows) + size.padding * 0.25
    background = Box(-size.padding, -size.padding, size.outer_width, down, 0, Ink.TINT)
    edge = Stroke(
        -size.padding, down - size.padding, size.outer_width - size.padding, down - size.padding, 0.8, Ink.ACCENT
    )
    right_marks: list[Mark] = []
    if right:
        right_x = size.width - right_width
        right_marks = [Role.TEXT, TextRun(right_x, base, right, Weight.BOLD, style.heading, Ink.TEXT)]
    name = stack_rows(rows)
    band_row = LayoutRow(name.height, (background, edge, *before, *name.marks, *right_marks))
    return [band_row, LayoutRow(size.padding * 0.25 + style.line_height * 0.35)]


def build_owner_line(sheet: Sheet, size: CardSize) -> LayoutRow:
    """Return the line at the lower edge: the stamp, the name of the list and its code."""
    text = max(_MIN_TYPE_SIZE, size.style.text * 0.85)
    header = sheet.header
    base = text * 1.1
    x, marks = 0.0, list[Mark]([Role.MARGIN])
    if sheet.stamp:
        ink = verdict_ink(header.outcome)
        marks.append(TextRun(0, base, sheet.stamp, Weight.BOLD, text, ink))
        x = measure_text(sheet.stamp, Weight.BOLD, text) + text * 0.6
    end = size.width - measure_text(header.hash, Weight.REGULAR, text)
    name = clip_text(header.name, Weight.REGULAR, text, end - x - text)
    marks.append(TextRun(x, base, name, Weight.REGULAR, text, Ink.QUIET))
    if header.hash:
        marks.append(TextRun(end, base, header.hash, Weight.REGULAR, text, Ink.QUIET))
    return LayoutRow(text * 1.2, tuple(marks))


class CardLayout:
    """Lays out one unit on a card. `factor` scales the text between the stats and the tick boxes."""

    def __init__(self, unit: SheetUnit, host: SheetUnit | None, sheet: Sheet, size: CardSize, factor: float) -> None:
        self.unit = unit
        self.host = host
        self.sheet = sheet
        self.size = size
        self.style = size.style
        self.inner = size.style.scaled(factor)
        self.width = size.width

    def build_top(self, key: str) -> list[LayoutRow]:
        """Return title band, subtitle and stats."""
        unit = self.unit
        points = unit.price.displayed if unit.price is not None else ""
        rows = self.build_title(points)
        rows[0] = LayoutRow(rows[0].height, (Anchor(key, format_count(unit.count, unit.title), 1), *rows[0].marks))
        return [*rows, *self._subtitle(), *(self._fields() if self.sheet.card_fields else self._stats())]

    def build_title(self, right: str) -> list[LayoutRow]:
        """Return the title band."""
        style = self.style
        base = (style.heading * 1.25 + CAP_HEIGHT * style.heading) / 2
        before: list[Mark] = [Star(0, base, style.heading, Ink.ACCENT)] if self.unit.hero else []
        return build_title_band(format_count(self.unit.count, self.unit.title), right, self.size, style, before)

    def _subtitle(self) -> list[LayoutRow]:
        """Return the unit's name in the book, its heroes or host, and half the price below the price."""
        unit, words, style = self.unit, self.sheet.labels, self.style
        company = [self.host.title] if self.host is not None else [hero.title for hero in unit.attached_heroes]
        texts = [unit.subtitle, unit.faction, f"{words.joined} {', '.join(company)}" if company else ""]
        spans = [
            TextSpan(text, Weight.REGULAR, style.text, Ink.QUIET)
            for text in separate_with_dots(list(filter(None, texts)))
        ]
        price = unit.price
        half = f"{words.half} {price.half}" if price is not None else ""
        half_width = measure_text(half, Weight.REGULAR, style.text)
        lines = break_and_clip_lines(
            spans, self.width - half_width - style.text, max_lines(self.size, style.line_height, _MAX_SUBTITLE)
        )
        rows = build_line_rows(lines, 0, style.baseline, style.line_height)
        if half:
            end = TextRun(self.width - half_width, style.baseline, half, Weight.REGULAR, style.text, Ink.QUIET)
            text = stack_rows(rows)
            rows = [LayoutRow(text.height, (*text.marks, end))]
        if price is not None and price.total_with_heroes:
            total = f"{price.total_with_heroes} ({words.half} {price.half_with_heroes})"
            rows += lay_out_text([TextSpan(total, Weight.REGULAR, style.text, Ink.QUIET)], self.width, style)
        return rows if spans or half else []

    def _stats(self) -> Iterator[LayoutRow]:
        """Return the stat line in the largest size that fits on candidate line; the smallest size may take several."""
        style = self.style
        sizes = [style.title * part for part in _STAT_SIZES]
        size = next((size for size in sizes if self._stats_width(self.unit.stats, size) <= self.width), sizes[-1])
        lines: list[list[Stat]] = [[]]
        for stat in self.unit.stats:
            if lines[-1] and self._stats_width([*lines[-1], stat], size) > self.width:
                lines.append([])
            lines[-1].append(stat)
        height = size * 1.15
        base = (height + CAP_HEIGHT * size) / 2
        for line in filter(None, lines):
            yield LayoutRow(height + style.line_height * 0.25, (Role.TEXT, *self._stat_marks(line, base, size)))

    def _stats_width(self, stats: Sequence[Stat], size: float) -> float:
        """Return the width of some stats and the gaps between them."""
        text = self.style.text
        widths = (
            measure_text(stat.short, Weight.REGULAR, text)
            + measure_text(typeset(stat.value), Weight.BOLD, size)
            + text * 0.35
            for stat in stats
        )
        return sum(widths) + text * (len(stats) - 1)

    def _stat_marks(self, stats: Sequence[Stat], base: float, size: float) -> Iterator[Mark]:
        """Yield the stats of one line, spread over the width."""
        x, text = 0.0, self.style.text
        loose = (self.width - self._stats_width(stats, size)) / max(1, len(stats) - 1)
        gap = text + max(0.0, min(loose, text * 1.5))
        for stat in stats:
            yield TextRun(x, base, stat.short, Weight.REGULAR, text, Ink.QUIET)
            x += measure_text(stat.short, Weight.REGULAR, text) + text * 0.35
            yield TextRun(x, base, typeset(stat.value), Weight.BOLD, size, Ink.TEXT)
            x += measure_text(typeset(stat.value), Weight.BOLD, size) + gap

    def _fields(self) -> Iterator[LayoutRow]:
        """Yield the fields of the rulebook's card, three in a row, each label above its value."""
        values = self._field_values()
        style, step = self.style, self.width / 3
        short = [column for column in self.sheet.card_fields if column.id != "skills"]
        height = style.heading * 1.1
        base = (height + CAP_HEIGHT * style.heading) / 2
        for start in range(0, len(short), 3):
            marks = list[Mark]([Role.TEXT])
            for number, column in enumerate(short[start : start + 3]):
                value, x = values.get(column.id, DASH), number * step
                marks.append(TextRun(x, style.baseline, column.heading, Weight.REGULAR, style.text, Ink.QUIET))
                marks.append(TextRun(x, style.line_height + base, value, Weight.BOLD, style.heading, Ink.TEXT))
            yield LayoutRow(style.line_height + height, tuple(marks))
        yield self._separator()

    def _field_values(self) -> dict[str, str]:
        unit = self.unit
        price = {"cost": unit.price.points} if unit.price is not None else {}
        return {"models": str(unit.models), **price, **{stat.id: stat.value for stat in unit.stats}}

    def build_body(self) -> list[LayoutRow]:
        """Return weapons, rules and the rest; a card with fields has its rules first."""
        weapons, rules = list(self._weapons()), list(self._special_rules())
        table = build_weapon_table(self.sheet, self.width, self.inner, 0, unit=self.unit)
        extras = UnitLayout(self.sheet, table, self.inner).build_extra_rows(self.unit, 0)
        return [*rules, *weapons, *extras] if self.sheet.card_fields else [*weapons, *rules, *extras]

    def _special_rules(self) -> Iterator[LayoutRow]:
        style = self.inner
        label = next((column.heading for column in self.sheet.card_fields if column.id == "skills"), "")
        spans = [TextSpan(label, Weight.REGULAR, style.text, Ink.QUIET)] if label else []
        texts = separate_with_dots(list_rules_and_base(self.unit, self.sheet))
        spans += (TextSpan(text, Weight.REGULAR, style.text) for text in texts)
        if texts:
            yield from lay_out_text(spans, self.width, style)
            yield LayoutRow(style.line_height * 0.25)

    def _weapons(self) -> Iterator[LayoutRow]:
        """Yield the weapon table; a weapon and the rules below it stay together."""
        if not self.unit.weapons:
            return
        style = self.inner
        widest = max(measure_text(str(row.count), Weight.BOLD, style.text) for row in self.unit.weapons)
        indent = widest + style.text * 0.6
        table = build_weapon_table(self.sheet, self.width, style, indent, unit=self.unit)
        setter = UnitLayout(self.sheet, table, style)
        head = build_table_headings(self.sheet, table, style)
        yield LayoutRow(style.line_height, head.marks)
        for weapon in self.unit.weapons:
            yield stack_rows(list(setter.build_weapon_rows(weapon, indent)))
        yield LayoutRow(style.line_height * 0.25)

    def build_rule_texts(self, room: float) -> list[LayoutRow]:
        """Return as many rule texts as fit: first the unit's rules, then its equipment's, then mentioned ones."""
        rule = self._separator()
        room -= rule.height
        blocks: dict[str, Block] = {}
        for row in self._texts_by_importance():
            (block,) = build_glossary_blocks([row], self.width, self.inner, remarks=False)
            if block.height <= room:
                blocks[row.label] = block
                room -= block.height
        if not blocks:
            return []
        labels = [row.label for row in self.unit.rule_texts if row.label in blocks]
        return [rule, *(row for label in labels for row in blocks[label].rows)]

    def _texts_by_importance(self) -> list[GlossaryRow]:
        """Return the rule texts, the most important first."""
        unit = self.unit
        rule_ids = [rule.id for rule in unit.rules]
        rule_ids += [rule.id for row in unit.weapons for rule in row.rules]
        rule_ids += [rule.id for item in unit.items for rule in item.rules]
        order = {rule: index for index, rule in reversed(list(enumerate(rule_ids)))}
        return sorted(unit.rule_texts, key=lambda row: order.get(row.id, len(rule_ids)))

    def _separator(self) -> LayoutRow:
        y = self.inner.line_height * 0.3
        return LayoutRow(y * 2, (Stroke(0, y, self.width, y, 0.4, Ink.RULE),))

    def build_tick_boxes(self) -> list[LayoutRow]:
        """Return the tick boxes, in the larger of the two text sizes."""
        style = max(self.style, self.inner, key=lambda candidate: candidate.text)
        return TickBoxLayout(self.width, style).build_rows(self.unit.tick_boxes)


_MIN_PICTURE_HEIGHT = 45 * MM


def build_unit_cards(unit: SheetUnit, sheet: Sheet, size: CardSize, key: str, factor: float = 1) -> Iterator[Card]:
    """Yield the cards of a unit and of its heroes, each on cards of their own."""
    yield from _cards(CardLayout(unit, None, sheet, size, factor), key)
    for number, hero in enumerate(unit.attached_heroes):
        yield from _cards(CardLayout(hero, unit, sheet, size, factor), f"{key}-{number}")


def fits_one_card(unit: SheetUnit, sheet: Sheet, size: CardSize, factor: float) -> bool:
    """Return whether a unit and each of its heroes fit on each card each."""
    setters = [CardLayout(each, None, sheet, size, factor) for each in (unit, *unit.attached_heroes)]
    return all(_room(setter) >= _height(setter.build_body()) for setter in setters)


def _room(setter: CardLayout) -> float:
    """Return the height between the top and the foot of a card."""
    return setter.size.height - _height(setter.build_top("")) - _height(_foot(setter))


def _foot(setter: CardLayout) -> list[LayoutRow]:
    return [*setter.build_tick_boxes(), build_owner_line(setter.sheet, setter.size)]


def _cards(setter: CardLayout, key: str) -> list[Card]:
    unit = setter.unit
    price = unit.price.displayed if unit.price is not None else ""
    return [Card(key, face, format_count(unit.count, unit.title), price) for face in _fronts(setter, key)]


def _fronts(setter: CardLayout, key: str) -> list[LayoutRow]:
    body, room = setter.build_body(), _room(setter)
    if _height(body) <= room:
        texts = setter.build_rule_texts(room - _height(body))
        return [_fill_card([*setter.build_top(key), *body, *texts], _foot(setter), setter.size)]
    return _split_unit(setter, body, key)


def _split_unit(setter: CardLayout, body: Sequence[LayoutRow], key: str) -> list[LayoutRow]:
    """Split a unit over several cards, with the tick boxes on the first."""
    top, foot = setter.build_top(key), _foot(setter)
    fronts: list[list[LayoutRow]] = [[]]
    room = _room(setter)
    for row in body:
        if fronts[-1] and row.height > room:
            fronts.append([])
            room = setter.size.height - _height(setter.build_title("")) - foot[-1].height - setter.style.line_height
        fronts[-1].append(row)
        room -= row.height
    cards = [_fill_card([*top, *fronts[0]], foot, setter.size)]
    for number, rows in enumerate(fronts[1:], start=2):
        head = [*setter.build_title(""), _card_number(setter, number, len(fronts))]
        cards.append(_fill_card([*head, *rows], foot[-1:], setter.size))
    return cards


def _card_number(setter: CardLayout, number: int, count: int) -> LayoutRow:
    """Return the line below the title that numbers the cards of a unit."""
    style = setter.style
    text = translate(setter.sheet.language, "pdf.card", card=number, cards=count)
    x = setter.width - measure_text(text, Weight.REGULAR, style.text)
    return LayoutRow(
        style.line_height, (Role.TEXT, TextRun(x, style.baseline, text, Weight.REGULAR, style.text, Ink.QUIET))
    )


def _fill_card(rows: Sequence[LayoutRow], foot: Sequence[LayoutRow], size: CardSize) -> LayoutRow:
    """Return a card with rows at the top and a foot at the lower edge."""
    gap = max(0, size.height - _height(rows) - _height(foot))
    frame: tuple[Mark, ...] = ()
    if size.picture_frame and gap > _MIN_PICTURE_HEIGHT:
        edge = size.style.line_height
        frame = (Box(0, edge, size.width, gap - 2 * edge, 0.5, Ink.RULE),)
    return stack_rows([*rows, LayoutRow(gap, frame), *foot])


def _height(rows: Sequence[LayoutRow]) -> float:
    return sum(row.height for row in rows)
