"""Where things stand in every unit of a list, so that figures line up from unit to unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from listbuilder.exporters.pdf.blocks import Strip
from listbuilder.exporters.pdf.marks import Ink, Words
from listbuilder.exporters.pdf.setting import clip, text_width, typeset
from listbuilder.exporters.pdf.style import Style
from listbuilder.exporters.pdf.typefaces import Weight
from listbuilder.sheet import Sheet, SheetUnit
from listbuilder.sheet.model import Price, WeaponRow
from listbuilder.values import dataclass

_RIGHT_ALIGNED = ("range", "armour_piercing")
_WIDEST_NAME = 0.4
"""How much of the width the names of weapons take at most."""
_SLACK = 0.01
_LEAST = 6
"""How many times the size of the type the names and the last column take at least."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A column of the weapons tables."""

    x: float
    width: float
    right: bool

    def start(self, wide: float) -> float:
        """Where a text of that width begins."""
        return self.x + self.width - wide if self.right else self.x


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of all units of a list."""

    width: float
    indent: float
    name: float
    """The width of the names of weapons."""
    cells: tuple[Cell, ...]
    stats: tuple[float, ...]
    """The widths of the numbers of the stat line, with a gap before each."""
    points: float
    half: float
    """The widths of a price and of half of it."""

    def narrow(self, style: Style) -> bool:
        """Tell whether there is no room for a table."""
        return bool(self.cells) and self.cells[-1].width < style.text * _LEAST - _SLACK

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
    sheet: Sheet, width: float, style: Style, indent: float, *, unit: SheetUnit | None = None, headings: bool = True
) -> Table:
    """Measure every unit, or just one, and give each column what the widest needs."""
    chosen = sheet.units if unit is None else (replace(unit, joined=()),)
    units = list(all_units(chosen))
    prices = [unit.price for unit in units if unit.price is not None]
    gap = style.text
    half = max((text_width(half_text(price, sheet), Weight.REGULAR, style.text) for price in prices), default=0)
    points = max((text_width(price.points, Weight.BOLD, style.heading) for price in prices), default=0)
    rows = [row for unit in units for row in unit.weapons]
    columns = _columns(sheet, rows, style, headings=headings)
    room = width - indent - sum(columns) - gap * len(columns) - gap * _LEAST
    longest = max(_names(chosen, style), default=0) + gap
    name = max(min(longest, width * _WIDEST_NAME, room), gap * _LEAST)
    return Table(
        width=width,
        indent=indent,
        name=name,
        cells=tuple(_cells(sheet, columns, indent + name, width, gap)),
        stats=tuple(_stats(units, style)),
        points=points + gap * 1.5 if prices else 0,
        half=half + gap / 2 if prices else 0,
    )


def table_headings(sheet: Sheet, table: Table, style: Style, x: float = 0) -> Strip:
    """Head the columns of the weapons tables."""
    words = [(table.indent, sheet.words.weapon)]
    for column, cell in zip(sheet.columns, table.cells, strict=True):
        heading = clip(column.heading, Weight.REGULAR, style.text, cell.width)
        words.append((cell.start(text_width(heading, Weight.REGULAR, style.text)), heading))
    marks = tuple(Words(x + left, style.base, text, Weight.REGULAR, style.text, Ink.QUIET) for left, text in words)
    return Strip(style.grid * 1.25, marks)


def _names(units: Sequence[SheetUnit], style: Style, indent: float = 0) -> Iterator[float]:
    """Measure the names of weapons; those of heroes in a unit stand further to the right."""
    for unit in units:
        yield from (indent + text_width(typeset(row.name), Weight.REGULAR, style.text) for row in unit.weapons)
        yield from _names(unit.joined, style, indent + style.grid)


def _columns(sheet: Sheet, rows: Sequence[WeaponRow], style: Style, *, headings: bool) -> list[float]:
    """Measure all columns but the last, which takes what is left."""
    found = []
    for number, column in enumerate(sheet.columns[:-1]):
        texts = [typeset(row.cells[number]) for row in rows] + ([column.heading] if headings else [])
        found.append(max((text_width(text, Weight.REGULAR, style.text) for text in texts), default=0))
    return found


def _cells(sheet: Sheet, columns: Sequence[float], x: float, width: float, gap: float) -> Iterator[Cell]:
    for column, across in zip(sheet.columns, columns, strict=False):
        yield Cell(x, across, column.id in _RIGHT_ALIGNED)
        x += across + gap
    if sheet.columns:
        yield Cell(x, width - x, right=False)


def _stats(units: Sequence[SheetUnit], style: Style) -> Iterator[float]:
    longest = max((unit.stats for unit in units), key=len, default=())
    space = style.text * 0.35
    for number in range(len(longest)):
        found = [unit.stats[number] for unit in units if number < len(unit.stats)]
        label = max(text_width(stat.short, Weight.REGULAR, style.text) for stat in found)
        value = max(text_width(stat.value, Weight.BOLD, style.heading) for stat in found)
        yield style.text * 1.1 + label + space + value
