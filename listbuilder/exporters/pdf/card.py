"""Unit cards: a title band, stats, weapons, rules, tick boxes and the owner of the list.

A unit takes as few cards as possible; rule texts fill the room that is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import Block, PaperRow, lay_out_text, line_rows, merged, tagged
from listbuilder.exporters.pdf.paragraphs import TextSpan, clip, cut_lines, set_lines, text_width
from listbuilder.exporters.pdf.primitives import Anchor, Box, Ink, Lettering, Mark, Role, Star, Stroke, verdict_ink
from listbuilder.exporters.pdf.rules_pages import glossary_blocks
from listbuilder.exporters.pdf.style import MM, Style
from listbuilder.exporters.pdf.tick_boxes import StripSetter
from listbuilder.exporters.pdf.unit_block import UnitSetter, dotted, rule_texts
from listbuilder.exporters.pdf.weapon_table import build_table, table_headings
from listbuilder.i18n import translate
from listbuilder.sheet import Sheet, SheetUnit
from listbuilder.sheet.model import GlossaryRow, Stat
from listbuilder.textutil.sanitize import DASH, counted
from listbuilder.textutil.text_width import typeset

_MIN_TYPE_SIZE = 6.5
_MAX_TITLE, _MAX_SUBTITLE = 0.3, 0.15
"""How much of a card the title and the subtitle may take."""
_STAT_SIZES = (1, 0.86, 0.74, 0.63)
"""Font sizes of the stats, as fractions of the title size."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """The size of a card, its padding and its style."""

    across: float
    down: float
    pad: float
    style: Style
    picture: bool = False
    """Whether empty room gets a frame for a picture."""

    @property
    def width(self) -> float:
        """The width inside the padding."""
        return self.across - 2 * self.pad

    @property
    def height(self) -> float:
        """The height inside the padding."""
        return self.down - 2 * self.pad


@dataclass(frozen=True, slots=True)
class Card:
    """A card as one row, with the key of its content and the text of its back."""

    key: str
    face: PaperRow
    title: str
    price: str


def card_back(card: Card, sheet: Sheet, size: CardSize) -> PaperRow:
    """Return the back of a card: title and price in the middle, the owner at the lower edge."""
    style, foot = size.style, owner_line(sheet, size)
    spans = [TextSpan(card.title, Weight.BOLD, style.heading, Ink.ACCENT)]
    lines = cut_lines(spans, size.width, most_lines(size, style.heading * 1.5))
    lines += set_lines([TextSpan(card.price, Weight.REGULAR, style.heading)], size.width) if card.price else []
    rows = [PaperRow(style.heading * 1.5, _centre(line, size.width, style.heading)) for line in lines]
    gap = (size.height - foot.height - sum(row.height for row in rows)) / 2
    return merged([tagged(PaperRow(gap), Role.MARGIN), *rows, PaperRow(gap), foot])


def _centre(line: Sequence[Lettering], width: float, base: float) -> tuple[Mark, ...]:
    end = line[-1].x + text_width(line[-1].text, line[-1].weight, line[-1].size)
    return tuple(word._replace(x=word.x + (width - end) / 2, y=base) for word in line)


def most_lines(size: CardSize, height: float, part: float = _MAX_TITLE) -> int:
    """Return how many lines of a height fit into a part of a card."""
    return max(2, int(size.height * part / height))


def band(title: str, right: str, size: CardSize, style: Style, before: Sequence[Mark] = ()) -> list[PaperRow]:
    """Return the band at the upper edge: a title, and a short text at its right right_marks."""
    indent = style.heading * 0.95 if before else 0
    right_width = text_width(right, Weight.BOLD, style.heading)
    room = size.width - indent - (right_width + style.text if right else 0)
    height = style.heading * 1.25
    lines = cut_lines([TextSpan(title, Weight.BOLD, style.heading)], room, most_lines(size, height))
    base = (height + CAP_HEIGHT * style.heading) / 2
    rows = line_rows(lines, indent, base, height, Role.HEADING)
    down = size.pad + height * len(rows) + size.pad * 0.25
    background = Box(-size.pad, -size.pad, size.across, down, 0, Ink.TINT)
    edge = Stroke(-size.pad, down - size.pad, size.across - size.pad, down - size.pad, 0.8, Ink.ACCENT)
    right_marks: list[Mark] = []
    if right:
        right_x = size.width - right_width
        right_marks = [Role.TEXT, Lettering(right_x, base, right, Weight.BOLD, style.heading, Ink.TEXT)]
    name = merged(rows)
    band_row = PaperRow(name.height, (background, edge, *before, *name.marks, *right_marks))
    return [band_row, PaperRow(size.pad * 0.25 + style.grid * 0.35)]


def owner_line(sheet: Sheet, size: CardSize) -> PaperRow:
    """Return the line at the lower edge: the stamp, the name of the list and its code."""
    text = max(_MIN_TYPE_SIZE, size.style.text * 0.85)
    header = sheet.header
    base = text * 1.1
    x, marks = 0.0, list[Mark]([Role.MARGIN])
    if sheet.stamp:
        ink = verdict_ink(header.judged)
        marks.append(Lettering(0, base, sheet.stamp, Weight.BOLD, text, ink))
        x = text_width(sheet.stamp, Weight.BOLD, text) + text * 0.6
    end = size.width - text_width(header.hash, Weight.REGULAR, text)
    name = clip(header.name, Weight.REGULAR, text, end - x - text)
    marks.append(Lettering(x, base, name, Weight.REGULAR, text, Ink.QUIET))
    if header.hash:
        marks.append(Lettering(end, base, header.hash, Weight.REGULAR, text, Ink.QUIET))
    return PaperRow(text * 1.2, tuple(marks))


class CardSetter:
    """Lays out one unit on a card. `factor` scales the text between the stats and the tick boxes."""

    def __init__(self, unit: SheetUnit, host: SheetUnit | None, sheet: Sheet, size: CardSize, factor: float) -> None:
        self.unit = unit
        self.host = host
        self.sheet = sheet
        self.size = size
        self.style = size.style
        self.inner = size.style.scaled(factor)
        self.width = size.width

    def top(self, key: str) -> list[PaperRow]:
        """Return title band, subtitle and stats."""
        unit = self.unit
        points = unit.price.shown if unit.price is not None else ""
        rows = self.title(points)
        rows[0] = PaperRow(rows[0].height, (Anchor(key, counted(unit.count, unit.title), 1), *rows[0].marks))
        return [*rows, *self._subtitle(), *(self._fields() if self.sheet.card else self._stats())]

    def title(self, right: str) -> list[PaperRow]:
        """Return the title band."""
        style = self.style
        base = (style.heading * 1.25 + CAP_HEIGHT * style.heading) / 2
        before: list[Mark] = [Star(0, base, style.heading, Ink.ACCENT)] if self.unit.hero else []
        return band(counted(self.unit.count, self.unit.title), right, self.size, style, before)

    def _subtitle(self) -> list[PaperRow]:
        """Return the unit's name in the book, its heroes or host, and half the price below the price."""
        unit, words, style = self.unit, self.sheet.words, self.style
        company = [self.host.title] if self.host is not None else [hero.title for hero in unit.joined]
        texts = [unit.subtitle, unit.faction, f"{words.joined} {', '.join(company)}" if company else ""]
        spans = [TextSpan(text, Weight.REGULAR, style.text, Ink.QUIET) for text in dotted(list(filter(None, texts)))]
        price = unit.price
        half = f"{words.half} {price.half}" if price is not None else ""
        half_width = text_width(half, Weight.REGULAR, style.text)
        lines = cut_lines(spans, self.width - half_width - style.text, most_lines(self.size, style.grid, _MAX_SUBTITLE))
        rows = line_rows(lines, 0, style.base, style.grid)
        if half:
            end = Lettering(self.width - half_width, style.base, half, Weight.REGULAR, style.text, Ink.QUIET)
            text = merged(rows)
            rows = [PaperRow(text.height, (*text.marks, end))]
        if price is not None and price.company:
            total = f"{price.company} ({words.half} {price.company_half})"
            rows += lay_out_text([TextSpan(total, Weight.REGULAR, style.text, Ink.QUIET)], self.width, style)
        return rows if spans or half else []

    def _stats(self) -> Iterator[PaperRow]:
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
            yield PaperRow(height + style.grid * 0.25, (Role.TEXT, *self._stat_marks(line, base, size)))

    def _stats_width(self, stats: Sequence[Stat], size: float) -> float:
        """Return the width of some stats and the gaps between them."""
        text = self.style.text
        widths = (
            text_width(stat.short, Weight.REGULAR, text)
            + text_width(typeset(stat.value), Weight.BOLD, size)
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
            yield Lettering(x, base, stat.short, Weight.REGULAR, text, Ink.QUIET)
            x += text_width(stat.short, Weight.REGULAR, text) + text * 0.35
            yield Lettering(x, base, typeset(stat.value), Weight.BOLD, size, Ink.TEXT)
            x += text_width(typeset(stat.value), Weight.BOLD, size) + gap

    def _fields(self) -> Iterator[PaperRow]:
        """Yield the fields of the rulebook's card, three in a row, each label above its value."""
        values = self._field_values()
        style, step = self.style, self.width / 3
        short = [column for column in self.sheet.card if column.id != "skills"]
        height = style.heading * 1.1
        base = (height + CAP_HEIGHT * style.heading) / 2
        for start in range(0, len(short), 3):
            marks = list[Mark]([Role.TEXT])
            for number, column in enumerate(short[start : start + 3]):
                value, x = values.get(column.id, DASH), number * step
                marks.append(Lettering(x, style.base, column.heading, Weight.REGULAR, style.text, Ink.QUIET))
                marks.append(Lettering(x, style.grid + base, value, Weight.BOLD, style.heading, Ink.TEXT))
            yield PaperRow(style.grid + height, tuple(marks))
        yield self._separator()

    def _field_values(self) -> dict[str, str]:
        unit = self.unit
        price = {"cost": unit.price.points} if unit.price is not None else {}
        return {"models": str(unit.models), **price, **{stat.id: stat.value for stat in unit.stats}}

    def body(self) -> list[PaperRow]:
        """Return weapons, rules and the rest; a card with fields has its rules first."""
        weapons, rules = list(self._weapons()), list(self._special_rules())
        table = build_table(self.sheet, self.width, self.inner, 0, unit=self.unit)
        extras = UnitSetter(self.sheet, table, self.inner).extras(self.unit, 0)
        return [*rules, *weapons, *extras] if self.sheet.card else [*weapons, *rules, *extras]

    def _special_rules(self) -> Iterator[PaperRow]:
        style = self.inner
        label = next((column.heading for column in self.sheet.card if column.id == "skills"), "")
        spans = [TextSpan(label, Weight.REGULAR, style.text, Ink.QUIET)] if label else []
        texts = dotted(rule_texts(self.unit, self.sheet))
        spans += (TextSpan(text, Weight.REGULAR, style.text) for text in texts)
        if texts:
            yield from lay_out_text(spans, self.width, style)
            yield PaperRow(style.grid * 0.25)

    def _weapons(self) -> Iterator[PaperRow]:
        """Yield the weapon table; a weapon and the rules below it stay together."""
        if not self.unit.weapons:
            return
        style = self.inner
        widest = max(text_width(str(row.count), Weight.BOLD, style.text) for row in self.unit.weapons)
        indent = widest + style.text * 0.6
        table = build_table(self.sheet, self.width, style, indent, unit=self.unit)
        setter = UnitSetter(self.sheet, table, style)
        head = table_headings(self.sheet, table, style)
        yield PaperRow(style.grid, head.marks)
        for weapon in self.unit.weapons:
            yield merged(list(setter.weapon(weapon, indent)))
        yield PaperRow(style.grid * 0.25)

    def texts(self, room: float) -> list[PaperRow]:
        """Return as many rule texts as fit: first the unit's rules, then its equipment's, then mentioned ones."""
        rule = self._separator()
        room -= rule.height
        blocks: dict[str, Block] = {}
        for row in self._texts_by_importance():
            (block,) = glossary_blocks([row], self.width, self.inner, remarks=False)
            if block.height <= room:
                blocks[row.label] = block
                room -= block.height
        if not blocks:
            return []
        labels = [row.label for row in self.unit.texts if row.label in blocks]
        return [rule, *(row for label in labels for row in blocks[label].rows)]

    def _texts_by_importance(self) -> list[GlossaryRow]:
        """Return the rule texts, the most important first."""
        unit = self.unit
        rule_ids = [rule.id for rule in unit.rules]
        rule_ids += [rule.id for row in unit.weapons for rule in row.rules]
        rule_ids += [rule.id for item in unit.items for rule in item.rules]
        order = {rule: index for index, rule in reversed(list(enumerate(rule_ids)))}
        return sorted(unit.texts, key=lambda row: order.get(row.id, len(rule_ids)))

    def _separator(self) -> PaperRow:
        y = self.inner.grid * 0.3
        return PaperRow(y * 2, (Stroke(0, y, self.width, y, 0.4, Ink.RULE),))

    def boxes(self) -> list[PaperRow]:
        """Return the tick boxes, in the larger of the two text sizes."""
        style = max(self.style, self.inner, key=lambda candidate: candidate.text)
        return StripSetter(self.width, style).rows(self.unit.boxes)


_MIN_PICTURE_HEIGHT = 45 * MM


def unit_cards(unit: SheetUnit, sheet: Sheet, size: CardSize, key: str, factor: float = 1) -> Iterator[Card]:
    """Yield the cards of a unit and of its heroes, each on cards of their own."""
    yield from _cards(CardSetter(unit, None, sheet, size, factor), key)
    for number, hero in enumerate(unit.joined):
        yield from _cards(CardSetter(hero, unit, sheet, size, factor), f"{key}-{number}")


def fits_one_card(unit: SheetUnit, sheet: Sheet, size: CardSize, factor: float) -> bool:
    """Return whether a unit and each of its heroes fit on each card each."""
    setters = [CardSetter(each, None, sheet, size, factor) for each in (unit, *unit.joined)]
    return all(_room(setter) >= _height(setter.body()) for setter in setters)


def _room(setter: CardSetter) -> float:
    """Return the height between the top and the foot of a card."""
    return setter.size.height - _height(setter.top("")) - _height(_foot(setter))


def _foot(setter: CardSetter) -> list[PaperRow]:
    return [*setter.boxes(), owner_line(setter.sheet, setter.size)]


def _cards(setter: CardSetter, key: str) -> list[Card]:
    unit = setter.unit
    price = unit.price.shown if unit.price is not None else ""
    return [Card(key, face, counted(unit.count, unit.title), price) for face in _fronts(setter, key)]


def _fronts(setter: CardSetter, key: str) -> list[PaperRow]:
    body, room = setter.body(), _room(setter)
    if _height(body) <= room:
        texts = setter.texts(room - _height(body))
        return [_fill_card([*setter.top(key), *body, *texts], _foot(setter), setter.size)]
    return _split_unit(setter, body, key)


def _split_unit(setter: CardSetter, body: Sequence[PaperRow], key: str) -> list[PaperRow]:
    """Split a unit over several cards, with the tick boxes on the first."""
    top, foot = setter.top(key), _foot(setter)
    fronts: list[list[PaperRow]] = [[]]
    room = _room(setter)
    for row in body:
        if fronts[-1] and row.height > room:
            fronts.append([])
            room = setter.size.height - _height(setter.title("")) - foot[-1].height - setter.style.grid
        fronts[-1].append(row)
        room -= row.height
    cards = [_fill_card([*top, *fronts[0]], foot, setter.size)]
    for number, rows in enumerate(fronts[1:], start=2):
        head = [*setter.title(""), _card_number(setter, number, len(fronts))]
        cards.append(_fill_card([*head, *rows], foot[-1:], setter.size))
    return cards


def _card_number(setter: CardSetter, number: int, count: int) -> PaperRow:
    """Return the line below the title that numbers the cards of a unit."""
    style = setter.style
    text = translate(setter.sheet.language, "pdf.card", card=number, cards=count)
    x = setter.width - text_width(text, Weight.REGULAR, style.text)
    return PaperRow(style.grid, (Role.TEXT, Lettering(x, style.base, text, Weight.REGULAR, style.text, Ink.QUIET)))


def _fill_card(rows: Sequence[PaperRow], foot: Sequence[PaperRow], size: CardSize) -> PaperRow:
    """Return a card with rows at the top and a foot at the lower edge."""
    gap = max(0, size.height - _height(rows) - _height(foot))
    frame: tuple[Mark, ...] = ()
    if size.picture and gap > _MIN_PICTURE_HEIGHT:
        edge = size.style.grid
        frame = (Box(0, edge, size.width, gap - 2 * edge, 0.5, Ink.RULE),)
    return merged([*rows, PaperRow(gap, frame), *foot])


def _height(rows: Sequence[PaperRow]) -> float:
    return sum(row.height for row in rows)
