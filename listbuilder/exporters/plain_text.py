"""Export as plain text for a terminal, an e-mail or a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from listbuilder.exporters.exporter import Exportable
from listbuilder.sheet import PrintOptions, Sheet, SheetUnit
from listbuilder.sheet.model import ReferenceChapter, SheetFinding, SheetHeader, TickBoxes, WeaponRow
from listbuilder.textutil.sanitize import format_count
from listbuilder.textutil.text_width import align_ends, map_texts, pad, text_width, to_ascii, wrap

MIN_WIDTH = 32
_GAP = "  "
_MAX_NAME_WIDTH = 28


@dataclass(frozen=True, slots=True)
class _Symbols:
    """The symbols of a sheet."""

    box: str = "\N{BALLOT BOX}"
    dot: str = " \N{MIDDLE DOT} "
    star: str = "\N{BLACK STAR} "
    rule: str = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"


def export_text(documents: Sequence[Exportable], options: PrintOptions) -> bytes:
    """Return the lists, one below the other, as wide as the options say."""
    return "\n\n".join(format_sheet(document.sheet, options) for document in documents).encode()


def format_sheet(sheet: Sheet, options: PrintOptions) -> str:
    """Return one sheet as text that ends with a line break."""
    symbols = _Symbols()
    if options.ascii:
        sheet, symbols = map_texts((sheet, symbols), to_ascii)
    writer = _TextSheet(sheet, symbols, max(options.width, MIN_WIDTH))
    text = "\n".join(line.rstrip() for line in writer.lines()) + "\n"
    return to_ascii(text) if options.ascii else text


def chapter_lines(passages: Iterable[ReferenceChapter], width: int) -> Iterator[str]:
    """Yield chapters of the quick reference: an empty line, the heading, and a dash in front of each sentence."""
    for passage in passages:
        yield ""
        yield from wrap(passage.title, width)
        for point in passage.points:
            yield from wrap(" ".join(point.split("\n")), width, _GAP, "-")


class _TextSheet:
    """A sheet and the widths of its columns."""

    def __init__(self, sheet: Sheet, symbols: _Symbols, width: int) -> None:
        self.sheet = sheet
        self.symbols = symbols
        self.width = width
        units = [each for unit in sheet.units for each in (unit, *unit.attached_heroes)]
        rows = [row for unit in units for row in unit.weapons]
        self.price_width = max((text_width(self._price(unit)) for unit in units), default=0)
        self.count_width = max((len(str(row.count)) for row in rows), default=1)
        self.name_width = min(_MAX_NAME_WIDTH, max((text_width(row.name) for row in rows), default=0))
        cells = range(len(sheet.columns))
        self.cell_widths = [max((text_width(row.labelled_cells[cell]) for row in rows), default=0) for cell in cells]

    def lines(self) -> Iterator[str]:
        sheet, words = self.sheet, self.sheet.labels
        yield from self._header(sheet.header)
        for unit in sheet.units:
            yield self.symbols.rule * self.width
            yield from self._unit(unit)
        yield self.symbols.rule * self.width
        for book in sheet.spells:
            spells = (f"{row.name} ({row.cost})" + (f"  {row.text}" if row.text else "") for row in book.spells)
            yield from self._section(f"{words.spells.upper()}{self.symbols.dot}{book.faction}", spells)
        rules = (f"{row.label}  {row.text}" + (f" ({row.remark})" if row.remark else "") for row in sheet.glossary)
        yield from self._section(words.rules.upper(), rules)
        if sheet.reference:
            yield from ("", words.reference.upper(), *chapter_lines(sheet.reference, self.width))
        yield from self._section(words.findings.upper(), map(self._finding, sheet.findings))
        data = (*(book.text for book in sheet.header.books), *sheet.credits)
        yield from self._section(words.data.upper(), data)
        if sheet.header.share:
            # never wrapped, so that it can be copied as a whole
            yield f"{words.share}: {sheet.header.share}"

    def _header(self, header: SheetHeader) -> Iterator[str]:
        words = self.sheet.labels
        yield from align_ends(header.name, header.points, self.width)
        counts = self.symbols.dot.join((*header.counts, header.verdict_text))
        yield from align_ends(self.symbols.dot.join(header.facts), counts, self.width)
        for label, value in ((words.hash, header.hash), (words.commitment, header.commitment)):
            if value:
                yield from wrap(f"{label}: {value}", self.width)
        for line in header.notes.split("\n") if header.notes else ():
            yield from wrap(line, self.width)

    def _unit(self, unit: SheetUnit, prefix: str = "", indent: str = "") -> Iterator[str]:
        warning = "! " if unit.worst_severity not in ("", "note") else ""
        title = warning + prefix + (self.symbols.star if unit.hero else "") + format_count(unit.count, unit.title)
        left = "   ".join(part for part in (title, unit.subtitle, unit.faction) if part)
        stats = "   ".join(f"{stat.short} {stat.value}" for stat in unit.stats)
        price = self._price(unit)
        right = f"{stats}   {pad(price, self.price_width, right=True)}".strip()
        if text_width(right) <= self.width:
            yield from align_ends(left, right, self.width, indent)
        else:
            # the price is never broken
            yield from wrap(left, self.width, indent, indent)
            yield from (pad(line, self.width, right=True) for part in (stats, price) for line in wrap(part, self.width))
        yield from self._details(unit, indent + _GAP)
        for hero in unit.attached_heroes:
            yield from self._unit(hero, f"{self.sheet.labels.joined} ", indent + _GAP)

    def _price(self, unit: SheetUnit) -> str:
        if unit.price is None:
            return ""
        words = self.sheet.labels
        return f"{unit.price.displayed} {words.points} ({words.half} {unit.price.half})"

    def _details(self, unit: SheetUnit, indent: str) -> Iterator[str]:
        words = self.sheet.labels
        base = (f"{words.base} {unit.base}",) if unit.base else ()
        yield from self._wrap_indented(self.symbols.dot.join((*(rule.text for rule in unit.rules), *base)), indent)
        if unit.price is not None and unit.price.total_with_heroes:
            half = f"({words.half} {unit.price.half_with_heroes})"
            yield pad(f"{unit.price.total_with_heroes} {words.points} {half}", self.width, right=True)
        yield from self._wrap_indented("   ".join(self._boxes(boxes) for boxes in unit.tick_boxes), indent)
        for row in unit.weapons:
            yield from self._weapon(row, indent)
        for item in unit.items:
            gives = f" ({item.contents})" if item.contents else ""
            yield from self._wrap_indented(format_count(item.count, item.name) + gives, indent)
        if unit.upgrades:
            rows = (format_count(row.count, row.name) + (f" ({row.cost})" if row.cost else "") for row in unit.upgrades)
            yield from self._wrap_indented(f"{words.upgrades}: " + ", ".join(rows), indent)
        for known in unit.spells:
            yield from self._wrap_indented(f"{known.label}: {', '.join(known.spells)}", indent)
        yield from self._wrap_indented(unit.campaign, indent)
        yield from self._wrap_indented(unit.odds, indent)
        for line in unit.notes.split("\n"):
            yield from self._wrap_indented(line, indent)

    def _weapon(self, row: WeaponRow, indent: str) -> Iterator[str]:
        count = pad(str(row.count), self.count_width, right=True)
        cells = [
            pad(cell, width, right=column.id == "attacks")
            for cell, width, column in zip(row.labelled_cells, self.cell_widths, self.sheet.columns, strict=True)
        ]
        line = indent + _GAP.join((count, pad(row.name, self.name_width), *cells)).rstrip()
        if text_width(line) <= self.width:
            yield line
        else:
            short = _GAP.join((count, row.name, *(cell for cell in row.labelled_cells if cell)))
            yield from self._wrap_indented(short, indent)

    def _wrap_indented(self, text: str, indent: str) -> Iterator[str]:
        if text:
            lines = wrap(text, self.width - len(indent), _GAP)
            yield from (indent + line for line in lines)

    def _section(self, heading: str, texts: Iterable[str]) -> Iterator[str]:
        """Yield texts below their heading; later lines of a text are indented."""
        lines = [line for text in texts for line in wrap(text, self.width, _GAP * 2)]
        yield from ("", heading, *lines) if lines else ()

    def _finding(self, finding: SheetFinding) -> str:
        unit = f"{self.symbols.dot}{finding.unit_title}" if finding.unit_title else ""
        message = " ".join(finding.message.split("\n"))
        fix = f" {self.sheet.labels.fix}: {finding.fix}" if finding.fix else ""
        source = f" [{finding.source}]" if finding.source else ""
        return f"{finding.severity_label} {finding.code}{unit}: {message}{fix}{source}"

    def _boxes(self, boxes: TickBoxes) -> str:
        squares = " ".join(self.symbols.box * len(group) for group in boxes.groups)
        return f"{squares} {boxes.label}" if boxes.count == 1 else f"{boxes.label} {squares}"
