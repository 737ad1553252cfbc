"""Where things stand in every unit of a list, so that figures line up from unit to unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from listbuilder.exporters.pdf.fonts import Weight
from listbuilder.exporters.pdf.layout import PaperRow
from listbuilder.exporters.pdf.paragraphs import clip, text_width
from listbuilder.exporters.pdf.primitives import Ink, Lettering, Mark, Role
from listbuilder.exporters.pdf.style import Style
from listbuilder.sheet import Sheet, SheetUnit
from listbuilder.sheet.model import Price, WeaponRow
from listbuilder.textutil.text_width import typeset

_FIGURES = ("range", "reach", "attacks", "armour_piercing")
"""Columns of numbers, which end at the same place."""
_WIDEST_NAME = 0.4
"""How much of the width the names of weapons take at most beside their rules."""
_NAME, _RULES = 6, 9
"""How many times the size of the type names have at least, and long rules, to stand side by side."""
_LEAST_NAME = 4
_SLACK = 0.1
"""Sums of widths are not exact."""


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """A column of the weapons tables."""

    heading: str
    x: float
    width: float
    right: bool

    def start(self, wide: float) -> float:
        """Where a text of that width begins."""
        return self.x + self.width - wide if self.right else self.x


@dataclass(frozen=True, slots=True)
class WeaponTable:
    """The columns of all units of a list."""

    width: float
    indent: float
    name: float
    """The width of the names of weapons."""
    cells: tuple[PaperColumn, ...]
    stats: tuple[float, ...]
    """The widths of the numbers of the stat line, with a gap before each."""
    points: float
    half: float
    """The widths of a price and of half of it."""
    stacked: bool = False
    """Whether a weapon's rules stand under it, because there is no room beside it."""

    @property
    def head(self) -> float:
        """The width that the name of a unit may take."""
        return self.width - sum(self.stats) - self.points - self.half


def all_units(units: Sequence[SheetUnit]) -> Iterator[SheetUnit]:
    """List units and the heroes in them."""
    for unit in units:
        yield unit
        yield from all_units(unit.joined)


def half_text(price: Price, sheet: Sheet) -> str:
    """Write half a price in brackets."""
    return f"({sheet.words.half} {price.half})"


def build_table(
    sheet: Sheet, width: float, style: Style, indent: float, *, unit: SheetUnit | None = None
) -> WeaponTable:
    """Measure every unit, or just one, and give each column what the widest needs."""
    chosen = sheet.units if unit is None else (replace(unit, joined=()),)
    units = list(all_units(chosen))
    prices = [unit.price for unit in units if unit.price is not None]
    gap = style.text
    half = max((text_width(half_text(price, sheet), Weight.REGULAR, style.text) for price in prices), default=0)
    points = max((text_width(price.shown, Weight.BOLD, style.heading) for price in prices), default=0)
    longest = max(_names(chosen, style), default=0) + gap
    columns = _Columns(sheet, [row for unit in units for row in unit.weapons], width - indent, style, longest)
    name = columns.name()
    return WeaponTable(
        width=width,
        indent=indent,
        name=name,
        cells=tuple(columns.cells(indent + name, width)),
        stats=_stats(units, width - points - half - gap * 2 if prices else width, style),
        points=points + gap * 1.5 if prices else 0,
        half=half + gap / 2 if prices else 0,
        stacked=columns.stacked,
    )


def table_headings(sheet: Sheet, table: WeaponTable, style: Style, x: float = 0) -> PaperRow:
    """Head the columns of the weapons tables."""
    heads = [(table.indent, sheet.words.weapon)]
    for cell in table.cells:
        heading = clip(cell.heading, Weight.REGULAR, style.text, cell.width)
        heads.append((cell.start(text_width(heading, Weight.REGULAR, style.text)), heading))
    marks: list[Mark] = [Role.ROW]
    for left, text in heads:
        marks += (Role.HEAD, Lettering(x + left, style.base, text, Weight.REGULAR, style.text, Ink.QUIET))
    # what a page breaks off goes on under the headings as text
    return PaperRow(style.grid * 1.25, (*marks, Role.TEXT))


class _Columns:
    """The columns behind the names of weapons: full headings where there is room, then short ones, then rules below."""

    def __init__(self, sheet: Sheet, rows: Sequence[WeaponRow], room: float, style: Style, longest: float) -> None:
        self.sheet = sheet
        self.rows = rows
        self.room = room
        self.text = style.text
        self.gap = style.text
        self.headings = [column.heading for column in sheet.columns]
        self.stacked = False
        words = (word for row in rows for word in typeset(row.name).split())
        word = max((text_width(word, Weight.REGULAR, self.text) for word in words), default=0) + self.text * 0.5
        self.longest = min(longest, room * _WIDEST_NAME)
        self.least = max(_NAME * self.text, min(word, room * _WIDEST_NAME))
        if self._left() < max(self.least, self.longest) + self._rules():
            self.headings = [column.short for column in sheet.columns]
            self.gap = style.text * 0.8
            self.stacked = self._left() < self.least + self._rules()

    def name(self) -> float:
        """Give the width of the names: what the longest takes, where there is room for it."""
        if self.stacked:
            return max(self._left(), self.text * _LEAST_NAME)
        most = min(self.longest, self._left() - self._rules())
        return max(most, self.least)

    def cells(self, x: float, width: float) -> Iterator[PaperColumn]:
        """Give the places of the columns from `x` on; the rules take what is left."""
        for number, across in enumerate(self._widths()):
            yield PaperColumn(self.headings[number], x, across, self.sheet.columns[number].id in _FIGURES)
            x += across + self.gap
        if self.sheet.columns and not self.stacked:
            yield PaperColumn(self.headings[-1], x, width - x, right=False)

    def _rules(self) -> float:
        """Tell how much the rules need: all that the longest take, or a part where they are long, but whole words."""
        texts = [*self.headings[-1:], *(typeset(row.cells[-1]) for row in self.rows if row.cells)]
        longest = max((text_width(text, Weight.REGULAR, self.text) for text in texts), default=0)
        words = (text_width(word, Weight.REGULAR, self.text) for text in texts for word in text.split())
        return max(min(longest, self.text * _RULES), *words, 0) + _SLACK

    def _left(self) -> float:
        """Tell what the numbers leave for the names and the rules."""
        widths = self._widths()
        return self.room - sum(widths) - self.gap * (len(widths) - (1 if self.stacked else 0))

    def _widths(self) -> list[float]:
        """Measure all columns but the last."""
        found = []
        for number, heading in enumerate(self.headings[:-1]):
            texts = (heading, *(typeset(row.cells[number]) for row in self.rows))
            found.append(max(text_width(text, Weight.REGULAR, self.text) for text in texts))
        return found


def _names(units: Sequence[SheetUnit], style: Style, indent: float = 0) -> Iterator[float]:
    """Measure the names of weapons; those of heroes in a unit stand further to the right."""
    for unit in units:
        yield from (indent + text_width(typeset(row.name), Weight.REGULAR, style.text) for row in unit.weapons)
        yield from _names(unit.joined, style, indent + style.grid)


def _stats(units: Sequence[SheetUnit], room: float, style: Style) -> tuple[float, ...]:
    """Measure the numbers of the stat line, with wide gaps between them where they have room."""
    longest = max((unit.stats for unit in units), key=len, default=())
    widths = []
    for number in range(len(longest)):
        found = [unit.stats[number] for unit in units if number < len(unit.stats)]
        label = max(text_width(stat.short, Weight.REGULAR, style.text) for stat in found)
        value = max(text_width(typeset(stat.value), Weight.BOLD, style.heading) for stat in found)
        widths.append(label + style.text * 0.35 + value)
    gap = style.text * (1.1 if sum(widths) + len(widths) * style.text * 1.1 <= room else 0.5)
    return tuple(gap + wide for wide in widths)
