"""The parts of a card: a band with the name, figures, a weapons table, rules, boxes, and whose list it is.

A unit on as few cards as it fits: rule texts as far as there is room, another card only where one cannot hold it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import Block, PaperRow, line_rows, merged, tagged
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

_LEAST_TYPE = 6.5
_TITLE, _SUBTITLE = 0.3, 0.15
"""How much of a card a name may take, and what is said under it."""
_FIGURES = (1, 0.86, 0.74, 0.63)
"""Sizes of the large figures, as parts of the title's."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """A card, the space along its edges, and its type."""

    across: float
    down: float
    pad: float
    style: Style
    picture: bool = False
    """Whether what is left empty is framed for a picture."""

    @property
    def width(self) -> float:
        """What is printed on."""
        return self.across - 2 * self.pad

    @property
    def height(self) -> float:
        """What is printed on."""
        return self.down - 2 * self.pad


@dataclass(frozen=True, slots=True)
class Card:
    """A card as one row, with the key of what it shows, and what its back says."""

    key: str
    face: PaperRow
    title: str
    price: str


def card_back(card: Card, sheet: Sheet, size: CardSize) -> PaperRow:
    """Set the back: the name in the middle, the price under it, and whose list it is along the lower edge."""
    style, foot = size.style, owner_line(sheet, size)
    spans = [TextSpan(card.title, Weight.BOLD, style.heading, Ink.ACCENT)]
    lines = cut_lines(spans, size.width, most_lines(size, style.heading * 1.5))
    lines += set_lines([TextSpan(card.price, Weight.REGULAR, style.heading)], size.width) if card.price else []
    rows = [PaperRow(style.heading * 1.5, _centred(line, size.width, style.heading)) for line in lines]
    gap = (size.height - foot.height - sum(row.height for row in rows)) / 2
    return merged([tagged(PaperRow(gap), Role.MARGIN), *rows, PaperRow(gap), foot])


def _centred(line: Sequence[Lettering], width: float, base: float) -> tuple[Mark, ...]:
    end = line[-1].x + text_width(line[-1].text, line[-1].weight, line[-1].size)
    return tuple(word._replace(x=word.x + (width - end) / 2, y=base) for word in line)


def most_lines(size: CardSize, height: float, part: float = _TITLE) -> int:
    """Tell how many lines of a height go into a part of a card."""
    return max(2, int(size.height * part / height))


def band(title: str, right: str, size: CardSize, style: Style, before: Sequence[Mark] = ()) -> list[PaperRow]:
    """Draw the band along the upper edge: a name, and something short at its right end."""
    star = style.heading * 0.95 if before else 0
    wide = text_width(right, Weight.BOLD, style.heading)
    room = size.width - star - (wide + style.text if right else 0)
    height = style.heading * 1.25
    lines = cut_lines([TextSpan(title, Weight.BOLD, style.heading)], room, most_lines(size, height))
    base = (height + CAP_HEIGHT * style.heading) / 2
    rows = line_rows(lines, star, base, height, Role.HEADING)
    down = size.pad + height * len(rows) + size.pad * 0.25
    ground = Box(-size.pad, -size.pad, size.across, down, 0, Ink.TINT)
    edge = Stroke(-size.pad, down - size.pad, size.across - size.pad, down - size.pad, 0.8, Ink.ACCENT)
    end: list[Mark] = (
        [Role.TEXT, Lettering(size.width - wide, base, right, Weight.BOLD, style.heading, Ink.TEXT)] if right else []
    )
    name = merged(rows)
    whole = PaperRow(name.height, (ground, edge, *before, *name.marks, *end))
    return [whole, PaperRow(size.pad * 0.25 + style.grid * 0.35)]


def owner_line(sheet: Sheet, size: CardSize) -> PaperRow:
    """Say along the lower edge whose list the card is cut from, and mark what is not legal."""
    text = max(_LEAST_TYPE, size.style.text * 0.85)
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
    """Sets one unit on a card; what stands in the middle may be set smaller than the rest."""

    def __init__(self, unit: SheetUnit, host: SheetUnit | None, sheet: Sheet, size: CardSize, factor: float) -> None:
        self.unit = unit
        self.host = host
        self.sheet = sheet
        self.size = size
        self.style = size.style
        self.inner = size.style.scaled(factor)
        self.width = size.width

    def top(self, key: str) -> list[PaperRow]:
        """Set band, subtitle and figures."""
        unit = self.unit
        points = unit.price.shown if unit.price is not None else ""
        rows = self.title(points)
        rows[0] = PaperRow(rows[0].height, (Anchor(key, counted(unit.count, unit.title), 1), *rows[0].marks))
        return [*rows, *self._subtitle(), *(self._fields() if self.sheet.card else self._figures())]

    def title(self, right: str) -> list[PaperRow]:
        """Set the band alone."""
        style = self.style
        base = (style.heading * 1.25 + CAP_HEIGHT * style.heading) / 2
        before: list[Mark] = [Star(0, base, style.heading, Ink.ACCENT)] if self.unit.hero else []
        return band(counted(self.unit.count, self.unit.title), right, self.size, style, before)

    def _subtitle(self) -> list[PaperRow]:
        """Say what kind of unit it is and who is with it; half the price stands at the end, under the price."""
        unit, words, style = self.unit, self.sheet.words, self.style
        company = [self.host.title] if self.host is not None else [hero.title for hero in unit.joined]
        texts = [unit.subtitle, unit.faction, f"{words.joined} {', '.join(company)}" if company else ""]
        spans = [TextSpan(text, Weight.REGULAR, style.text, Ink.QUIET) for text in dotted(list(filter(None, texts)))]
        price = unit.price
        half = f"{words.half} {price.half}" if price is not None else ""
        wide = text_width(half, Weight.REGULAR, style.text)
        lines = cut_lines(spans, self.width - wide - style.text, most_lines(self.size, style.grid, _SUBTITLE))
        rows = line_rows(lines, 0, style.base, style.grid)
        if half:
            end = Lettering(self.width - wide, style.base, half, Weight.REGULAR, style.text, Ink.QUIET)
            text = merged(rows)
            rows = [PaperRow(text.height, (*text.marks, end))]
        if price is not None and price.company:
            together = f"{price.company} ({words.half} {price.company_half})"
            rows += self._lines([TextSpan(together, Weight.REGULAR, style.text, Ink.QUIET)], style)
        return rows if spans or half else []

    def _figures(self) -> Iterator[PaperRow]:
        """Set the stat line in figures as large as fit on one line; what does not fit even then goes below."""
        style = self.style
        sizes = [style.title * part for part in _FIGURES]
        size = next((one for one in sizes if self._reach(self.unit.stats, one) <= self.width), sizes[-1])
        lines: list[list[Stat]] = [[]]
        for stat in self.unit.stats:
            if lines[-1] and self._reach([*lines[-1], stat], size) > self.width:
                lines.append([])
            lines[-1].append(stat)
        height = size * 1.15
        base = (height + CAP_HEIGHT * size) / 2
        for line in filter(None, lines):
            yield PaperRow(height + style.grid * 0.25, (Role.TEXT, *self._line_of_figures(line, base, size)))

    def _reach(self, stats: Sequence[Stat], size: float) -> float:
        """Tell how wide figures are, with the gaps between them."""
        text = self.style.text
        widths = (
            text_width(stat.short, Weight.REGULAR, text)
            + text_width(typeset(stat.value), Weight.BOLD, size)
            + text * 0.35
            for stat in stats
        )
        return sum(widths) + text * (len(stats) - 1)

    def _line_of_figures(self, stats: Sequence[Stat], base: float, size: float) -> Iterator[Mark]:
        """Spread figures over the width."""
        x, text = 0.0, self.style.text
        loose = (self.width - self._reach(stats, size)) / max(1, len(stats) - 1)
        gap = text + max(0.0, min(loose, text * 1.5))
        for stat in stats:
            yield Lettering(x, base, stat.short, Weight.REGULAR, text, Ink.QUIET)
            x += text_width(stat.short, Weight.REGULAR, text) + text * 0.35
            yield Lettering(x, base, typeset(stat.value), Weight.BOLD, size, Ink.TEXT)
            x += text_width(typeset(stat.value), Weight.BOLD, size) + gap

    def _fields(self) -> Iterator[PaperRow]:
        """Set the fields that the rulebook's card has, in its order, three a row: label over value."""
        values = self._values()
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
        yield self._rule()

    def _values(self) -> dict[str, str]:
        unit = self.unit
        price = {"cost": unit.price.points} if unit.price is not None else {}
        return {"models": str(unit.models), **price, **{stat.id: stat.value for stat in unit.stats}}

    def body(self) -> list[PaperRow]:
        """Set what a unit has; a card with fields has its skills before its weapons."""
        weapons, rules = list(self._weapons()), list(self._rules())
        table = build_table(self.sheet, self.width, self.inner, 0, unit=self.unit)
        extras = UnitSetter(self.sheet, table, self.inner).extras(self.unit, 0)
        return [*(*rules, *weapons), *extras] if self.sheet.card else [*(*weapons, *rules), *extras]

    def _rules(self) -> Iterator[PaperRow]:
        style = self.inner
        label = next((column.heading for column in self.sheet.card if column.id == "skills"), "")
        spans = [TextSpan(label, Weight.REGULAR, style.text, Ink.QUIET)] if label else []
        texts = dotted(rule_texts(self.unit, self.sheet))
        spans += (TextSpan(text, Weight.REGULAR, style.text) for text in texts)
        if texts:
            yield from self._lines(spans, self.inner)
            yield PaperRow(style.grid * 0.25)

    def _weapons(self) -> Iterator[PaperRow]:
        """Set the weapons table under its headings; a weapon and the rules under it stay together."""
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
        """Explain as many rules as there is room for: the unit's first, then its gear's, then what they lean on."""
        rule = self._rule()
        room -= rule.height
        chosen: dict[str, Block] = {}
        for row in self._explained():
            (block,) = glossary_blocks([row], self.width, self.inner, remarks=False)
            if block.height <= room:
                chosen[row.label] = block
                room -= block.height
        if not chosen:
            return []
        order = [row.label for row in self.unit.texts if row.label in chosen]
        return [rule, *(strip for label in order for strip in chosen[label].rows)]

    def _explained(self) -> list[GlossaryRow]:
        """Give the texts in the order in which they matter."""
        unit = self.unit
        own = [rule.id for rule in unit.rules]
        own += [rule.id for row in unit.weapons for rule in row.rules]
        own += [rule.id for item in unit.items for rule in item.rules]
        places = {rule: place for place, rule in reversed(list(enumerate(own)))}
        return sorted(unit.texts, key=lambda row: places.get(row.id, len(own)))

    def _rule(self) -> PaperRow:
        y = self.inner.grid * 0.3
        return PaperRow(y * 2, (Stroke(0, y, self.width, y, 0.4, Ink.RULE),))

    def boxes(self) -> list[PaperRow]:
        """Set the boxes along the lower edge, as large as the largest text."""
        style = max(self.style, self.inner, key=lambda one: one.text)
        return StripSetter(self.width, style).rows(self.unit.boxes)

    def _lines(self, spans: Sequence[TextSpan], style: Style) -> list[PaperRow]:
        return line_rows(set_lines(spans, self.width), 0, style.base, style.grid) if spans else []


_LEAST_PICTURE = 45 * MM


def unit_cards(unit: SheetUnit, sheet: Sheet, size: CardSize, key: str, factor: float = 1) -> Iterator[Card]:
    """Set a unit and the heroes in it, each on cards of their own."""
    yield from _cards(CardSetter(unit, None, sheet, size, factor), key)
    for number, hero in enumerate(unit.joined):
        yield from _cards(CardSetter(hero, unit, sheet, size, factor), f"{key}-{number}")


def fits_one_card(unit: SheetUnit, sheet: Sheet, size: CardSize, factor: float) -> bool:
    """Tell whether a unit, and each hero in it, has room on one card."""
    setters = [CardSetter(one, None, sheet, size, factor) for one in (unit, *unit.joined)]
    return all(_room(setter) >= _height(setter.body()) for setter in setters)


def _room(setter: CardSetter) -> float:
    """Tell how much of a card is left between its top and its foot."""
    return setter.size.height - _height(setter.top("")) - _height(_foot(setter))


def _foot(setter: CardSetter) -> list[PaperRow]:
    return [*setter.boxes(), owner_line(setter.sheet, setter.size)]


def _cards(setter: CardSetter, key: str) -> list[Card]:
    unit = setter.unit
    price = unit.price.shown if unit.price is not None else ""
    return [Card(key, face, counted(unit.count, unit.title), price) for face in _faces(setter, key)]


def _faces(setter: CardSetter, key: str) -> list[PaperRow]:
    body, room = setter.body(), _room(setter)
    if _height(body) <= room:
        texts = setter.texts(room - _height(body))
        return [_filled([*setter.top(key), *body, *texts], _foot(setter), setter.size)]
    return _parted(setter, body, key)


def _parted(setter: CardSetter, body: Sequence[PaperRow], key: str) -> list[PaperRow]:
    """Share a unit out among several cards, the boxes on the first."""
    top, foot = setter.top(key), _foot(setter)
    faces: list[list[PaperRow]] = [[]]
    room = _room(setter)
    for row in body:
        if faces[-1] and row.height > room:
            faces.append([])
            room = setter.size.height - _height(setter.title("")) - foot[-1].height - setter.style.grid
        faces[-1].append(row)
        room -= row.height
    cards = [_filled([*top, *faces[0]], foot, setter.size)]
    for number, rows in enumerate(faces[1:], start=2):
        head = [*setter.title(""), _continued(setter, number, len(faces))]
        cards.append(_filled([*head, *rows], foot[-1:], setter.size))
    return cards


def _continued(setter: CardSetter, number: int, count: int) -> PaperRow:
    """Say under the name that this card goes on from another."""
    style = setter.style
    text = translate(setter.sheet.language, "pdf.card", card=number, cards=count)
    x = setter.width - text_width(text, Weight.REGULAR, style.text)
    return PaperRow(style.grid, (Role.TEXT, Lettering(x, style.base, text, Weight.REGULAR, style.text, Ink.QUIET)))


def _filled(rows: Sequence[PaperRow], foot: Sequence[PaperRow], size: CardSize) -> PaperRow:
    """Make a card of rows above and a foot along its lower edge."""
    gap = max(0, size.height - _height(rows) - _height(foot))
    frame: tuple[Mark, ...] = ()
    if size.picture and gap > _LEAST_PICTURE:
        edge = size.style.grid
        frame = (Box(0, edge, size.width, gap - 2 * edge, 0.5, Ink.RULE),)
    return merged([*rows, PaperRow(gap, frame), *foot])


def _height(rows: Sequence[PaperRow]) -> float:
    return sum(row.height for row in rows)
