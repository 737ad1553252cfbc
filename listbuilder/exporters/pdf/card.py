"""The parts of a card: a band with the name, large figures, a weapons table, rules, boxes along the lower edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.exporters.pdf.blocks import Strip, line_rows
from listbuilder.exporters.pdf.boxes import box_lines, box_pieces, place_pieces
from listbuilder.exporters.pdf.marks import Anchor, Box, Ink, Mark, Star, Stroke, Words
from listbuilder.exporters.pdf.reference import glossary_blocks
from listbuilder.exporters.pdf.setting import Span, set_lines, text_width, unbroken
from listbuilder.exporters.pdf.style import Style
from listbuilder.exporters.pdf.table import build_table
from listbuilder.exporters.pdf.typefaces import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.unit import UnitSetter, dotted, rule_texts
from listbuilder.sheet import Sheet, SheetUnit
from listbuilder.sheet.model import Stat, WeaponRow
from listbuilder.sheet.plain import DASH, TIMES, counted
from listbuilder.values import dataclass


@dataclass(frozen=True, slots=True)
class CardSize:
    """A card, the space along its edges, and its type."""

    across: float
    down: float
    pad: float
    style: Style

    @property
    def width(self) -> float:
        """What is printed on."""
        return self.across - 2 * self.pad

    @property
    def height(self) -> float:
        """What is printed on."""
        return self.down - 2 * self.pad


def band(title: str, right: str, size: CardSize, style: Style, before: Sequence[Mark] = ()) -> list[Strip]:
    """Draw the band along the upper edge: a name, and something short at its right end."""
    star = style.heading * 0.95 if before else 0
    wide = text_width(right, Weight.BOLD, style.heading)
    room = size.width - star - (wide + style.text if right else 0)
    lines = set_lines([Span(title, Weight.BOLD, style.heading)], room)
    height = style.heading * 1.25
    base = (height + CAP_HEIGHT * style.heading) / 2
    rows = line_rows(lines, star, base, height)
    down = size.pad + height * len(rows) + size.pad * 0.25
    ground = Box(-size.pad, -size.pad, size.across, down, 0, Ink.TINT)
    edge = Stroke(-size.pad, down - size.pad, size.across - size.pad, down - size.pad, 0.8, Ink.ACCENT)
    end = [Words(size.width - wide, base, right, Weight.BOLD, style.heading, Ink.TEXT)] if right else []
    first = Strip(height, (ground, edge, *before, *rows[0].marks, *end))
    return [first, *rows[1:], Strip(size.pad * 0.25 + style.grid * 0.35)]


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

    def top(self, key: str, number: str = "") -> list[Strip]:
        """Set band, subtitle and figures."""
        unit, style = self.unit, self.style
        title = counted(unit.count, unit.title)
        base = (style.heading * 1.25 + CAP_HEIGHT * style.heading) / 2
        before: list[Mark] = [Star(0, base, style.heading, Ink.ACCENT)] if unit.hero else []
        points = unit.price.points if unit.price is not None else ""
        rows = band(title, number or points, self.size, style, before)
        if number:
            return rows
        rows[0] = Strip(rows[0].height, (Anchor(key, title, 1), *rows[0].marks))
        figures = self._fields() if self.sheet.card else self._figures()
        return [*rows, *self._subtitle(), *figures]

    def _subtitle(self) -> list[Strip]:
        unit, words = self.unit, self.sheet.words
        company = [self.host.title] if self.host is not None else [hero.title for hero in unit.joined]
        joined = f"{words.joined} {', '.join(company)}" if company else ""
        half = f"{words.half} {unit.price.half}" if unit.price is not None and self.sheet.card else ""
        texts = [text for text in (unit.subtitle, unit.faction, joined, half) if text]
        spans = [Span(text, Weight.REGULAR, self.style.text, Ink.QUIET) for text in dotted(texts)]
        return self._lines(spans, self.style)

    def _figures(self) -> Iterator[Strip]:
        """Set the stat line in figures as large as fit on one line; what does not fit even then goes below."""
        style = self.style
        half = self._half(0.0)
        room = self.width - (text_width(half[0].text, Weight.REGULAR, style.text) + style.text if half else 0)
        size = style.title if self._reach(self.unit.stats, style.title) <= room else style.heading
        lines: list[list[Stat]] = [[]]
        for stat in self.unit.stats:
            if lines[-1] and self._reach([*lines[-1], stat], size) > room:
                lines.append([])
            lines[-1].append(stat)
        height = size * 1.15
        base = (height + CAP_HEIGHT * size) / 2
        for number, line in enumerate(lines):
            marks = [*self._line_of_figures(line, base, size), *(self._half(base) if number == 0 else ())]
            if marks:
                yield Strip(height + style.grid * 0.25, tuple(marks))

    def _reach(self, stats: Sequence[Stat], size: float) -> float:
        """Tell how wide figures are, with the gaps between them."""
        text = self.style.text
        widths = (
            text_width(stat.short, Weight.REGULAR, text) + text_width(stat.value, Weight.BOLD, size) + text * 0.35
            for stat in stats
        )
        return sum(widths) + text * (len(stats) - 1)

    def _line_of_figures(self, stats: Sequence[Stat], base: float, size: float) -> Iterator[Mark]:
        x, text = 0.0, self.style.text
        for stat in stats:
            yield Words(x, base, stat.short, Weight.REGULAR, text, Ink.QUIET)
            x += text_width(stat.short, Weight.REGULAR, text) + text * 0.35
            yield Words(x, base, stat.value, Weight.BOLD, size, Ink.TEXT)
            x += text_width(stat.value, Weight.BOLD, size) + text

    def _half(self, base: float) -> list[Words]:
        """Put half the price at the right, under the price."""
        if self.unit.price is None:
            return []
        text = f"{self.sheet.words.half} {self.unit.price.half}"
        x = self.width - text_width(text, Weight.REGULAR, self.style.text)
        return [Words(x, base, text, Weight.REGULAR, self.style.text, Ink.QUIET)]

    def _fields(self) -> Iterator[Strip]:
        """Set the fields that the rulebook's card has, in its order, three a row: label over value."""
        values = self._values()
        style, step = self.style, self.width / 3
        short = [column for column in self.sheet.card if column.id != "skills"]
        height = style.heading * 1.1
        base = (height + CAP_HEIGHT * style.heading) / 2
        for start in range(0, len(short), 3):
            marks = list[Mark]()
            for number, column in enumerate(short[start : start + 3]):
                value, x = values.get(column.id, DASH), number * step
                marks.append(Words(x, style.base, column.heading, Weight.REGULAR, style.text, Ink.QUIET))
                marks.append(Words(x, style.grid + base, value, Weight.BOLD, style.heading, Ink.TEXT))
            yield Strip(style.grid + height, tuple(marks))
        y = style.grid * 0.3
        yield Strip(y * 2, (Stroke(0, y, self.width, y, 0.4, Ink.RULE),))

    def _values(self) -> dict[str, str]:
        unit = self.unit
        price = {"cost": unit.price.points} if unit.price is not None else {}
        return {"models": str(unit.models), **price, **{stat.id: stat.value for stat in unit.stats}}

    def body(self) -> Iterator[Strip]:
        """Set what a unit has; a card with fields has its skills before its weapons."""
        weapons, rules = list(self._weapons()), list(self._rules())
        yield from (*rules, *weapons) if self.sheet.card else (*weapons, *rules)
        table = build_table(self.sheet, self.width, self.inner, 0, unit=self.unit)
        setter = UnitSetter(self.sheet, table, self.inner)
        yield from setter.extras(self.unit, 0)

    def _rules(self) -> Iterator[Strip]:
        style = self.inner
        label = next((column.heading for column in self.sheet.card if column.id == "skills"), "")
        spans = [Span(label, Weight.REGULAR, style.text, Ink.QUIET)] if label else []
        texts = dotted(rule_texts(self.unit, self.sheet))
        spans += (Span(text, Weight.REGULAR, style.text) for text in texts)
        if texts:
            yield from self._lines(spans, self.inner)
            yield Strip(style.grid * 0.25)

    def _weapons(self) -> Iterator[Strip]:
        """Set the weapons table; a card with fields names every field of a weapon too."""
        if not self.unit.weapons:
            return
        if self.sheet.card:
            for weapon in self.unit.weapons:
                yield from self._labelled(weapon)
        else:
            indent = self.inner.text * 1.7
            table = build_table(self.sheet, self.width, self.inner, indent, unit=self.unit, headings=False)
            yield from UnitSetter(self.sheet, table, self.inner).weapons(self.unit, indent)
        yield Strip(self.inner.grid * 0.25)

    def _labelled(self, weapon: WeaponRow) -> list[Strip]:
        size = self.inner.text
        spans = [Span(f"{weapon.count}{TIMES} {weapon.name}", Weight.BOLD, size)]
        for column, cell in zip(self.sheet.columns, weapon.cells, strict=True):
            spans.append(Span(unbroken(column.heading), Weight.REGULAR, size, Ink.QUIET))
            spans.append(Span(unbroken(cell or DASH), Weight.REGULAR, size))
        return self._lines(spans, self.inner)

    def texts(self) -> list[Strip]:
        """Explain the rules of the unit, its weapons and its items, and what they lean on."""
        if not self.unit.texts:
            return []
        y = self.inner.grid * 0.3
        line = Strip(y * 2, (Stroke(0, y, self.width, y, 0.4, Ink.RULE),))
        return [
            line,
            *(row for block in glossary_blocks(self.unit.texts, self.width, self.inner) for row in block.rows),
        ]

    def boxes(self) -> list[Strip]:
        """Set the boxes along the lower edge."""
        pieces = box_pieces(self.unit.boxes, self.style)
        lines = box_lines(pieces, self.width, self.style)
        return [Strip(self.style.grid, place_pieces(line, 0, self.style)) for line in lines]

    def _lines(self, spans: Sequence[Span], style: Style) -> list[Strip]:
        return line_rows(set_lines(spans, self.width), 0, style.base, style.grid) if spans else []
