"""Column widths that are the same for every unit of a list, so that numbers line up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from listbuilder.exporters.pdf.fonts import Weight
from listbuilder.exporters.pdf.layout import LayoutRow
from listbuilder.exporters.pdf.paragraphs import clip_text, measure_text
from listbuilder.exporters.pdf.primitives import Ink, Mark, Role, TextRun
from listbuilder.exporters.pdf.style import Style
from listbuilder.sheet import Sheet, SheetUnit
from listbuilder.sheet.model import Price, WeaponRow
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
    """The width of the price."""
    half_price_width: float
    """The width of half the price."""
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


def format_half_price(price: Price, sheet: Sheet) -> str:
    """Return half the price in brackets."""
    return f"({sheet.labels.half} {price.half})"


def build_weapon_table(
    sheet: Sheet, width: float, style: Style, indent: float, *, unit: SheetUnit | None = None
) -> WeaponTable:
    """Measure all units, or just one, and return the widths that the widest texts need."""
    measured = sheet.units if unit is None else (replace(unit, attached_heroes=()),)
    units = list(iter_units(measured))
    prices = [unit.price for unit in units if unit.price is not None]
    gap = style.text
    half = max(
        (measure_text(format_half_price(price, sheet), Weight.REGULAR, style.text) for price in prices), default=0
    )
    points = max((measure_text(price.displayed, Weight.BOLD, style.heading) for price in prices), default=0)
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
    heads = [(table.indent, sheet.labels.weapon)]
    for cell in table.cells:
        heading = clip_text(cell.heading, Weight.REGULAR, style.text, cell.width)
        heads.append((cell.text_start(measure_text(heading, Weight.REGULAR, style.text)), heading))
    marks: list[Mark] = [Role.ROW]
    for left, text in heads:
        marks += (Role.HEAD, TextRun(x + left, style.baseline, text, Weight.REGULAR, style.text, Ink.QUIET))
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
        words = (word for row in rows for word in typeset(row.name).split())
        word = max((measure_text(word, Weight.REGULAR, self.text) for word in words), default=0) + self.text * 0.5
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
        longest = max((measure_text(text, Weight.REGULAR, self.text) for text in texts), default=0)
        words = (measure_text(word, Weight.REGULAR, self.text) for text in texts for word in text.split())
        return max(min(longest, self.text * _MAX_RULES), *words, 0) + _SLACK

    def _remaining_width(self) -> float:
        """Return the width that the numbers leave for names and rules."""
        widths = self._number_widths()
        return self.room - sum(widths) - self.gap * (len(widths) - (1 if self.stacked else 0))

    def _number_widths(self) -> list[float]:
        """Return the widths of all columns but the last."""
        widths = []
        for number, heading in enumerate(self.headings[:-1]):
            texts = (heading, *(typeset(row.cells[number]) for row in self.rows))
            widths.append(max(measure_text(text, Weight.REGULAR, self.text) for text in texts))
        return widths


def _name_widths(units: Sequence[SheetUnit], style: Style, indent: float = 0) -> Iterator[float]:
    """Yield the widths of the weapon names; those of attached heroes are indented."""
    for unit in units:
        yield from (indent + measure_text(typeset(row.name), Weight.REGULAR, style.text) for row in unit.weapons)
        yield from _name_widths(unit.attached_heroes, style, indent + style.line_height)


def _stat_widths(units: Sequence[SheetUnit], room: float, style: Style) -> tuple[float, ...]:
    """Return the widths of the stats, with width gaps if there is room."""
    longest = max((unit.stats for unit in units), key=len, default=())
    widths = []
    for number in range(len(longest)):
        stats = [unit.stats[number] for unit in units if number < len(unit.stats)]
        label = max(measure_text(stat.short, Weight.REGULAR, style.text) for stat in stats)
        value = max(measure_text(typeset(stat.value), Weight.BOLD, style.heading) for stat in stats)
        widths.append(label + style.text * 0.35 + value)
    gap = style.text * (1.1 if sum(widths) + len(widths) * style.text * 1.1 <= room else 0.5)
    return tuple(gap + width for width in widths)
