"""The roster as plain text: for a terminal, a mail, a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from listbuilder.exporters.base import Exportable
from listbuilder.sheet import PrintOptions, Sheet, SheetUnit
from listbuilder.sheet.header import SheetHeader
from listbuilder.sheet.model import Boxes, FindingLines, Passage, WeaponRow
from listbuilder.textutil.sanitize import counted
from listbuilder.textutil.text_width import columns, map_texts, pad, spread, to_ascii, wrap

LEAST_WIDTH = 32
_GAP = "  "
_WIDEST_NAME = 28


@dataclass(frozen=True, slots=True)
class _Signs:
    """The symbols a roster is drawn with."""

    box: str = "\N{BALLOT BOX}"
    dot: str = " \N{MIDDLE DOT} "
    star: str = "\N{BLACK STAR} "
    rule: str = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"


class TextExporter:
    """Writes rosters as text, as wide as the options say."""

    id = "txt"
    suffix = ".txt"
    hides = True

    def export(self, documents: Sequence[Exportable], options: PrintOptions) -> bytes:
        """Write the lists one under the other."""
        return "\n\n".join(format_sheet(document.sheet, options) for document in documents).encode()


EXPORTER = TextExporter()


def format_sheet(sheet: Sheet, options: PrintOptions) -> str:
    """Write one roster; it ends with a line break."""
    signs = _Signs()
    if options.ascii:
        sheet, signs = map_texts((sheet, signs), to_ascii)
    page = _Page(sheet, signs, max(options.width, LEAST_WIDTH))
    text = "\n".join(line.rstrip() for line in page.lines()) + "\n"
    return to_ascii(text) if options.ascii else text


def passage_lines(passages: Iterable[Passage], width: int) -> Iterator[str]:
    """Write chapters of the quick reference, an empty line before each and a dash before each sentence."""
    for passage in passages:
        yield ""
        yield from wrap(passage.title, width)
        for point in passage.points:
            yield from wrap(" ".join(point.split("\n")), width, _GAP, "-")


class _Page:
    """A sheet and the widths its columns need."""

    def __init__(self, sheet: Sheet, signs: _Signs, width: int) -> None:
        self.sheet = sheet
        self.signs = signs
        self.width = width
        units = [each for unit in sheet.units for each in (unit, *unit.joined)]
        rows = [row for unit in units for row in unit.weapons]
        self.price = max((columns(self._price(unit)) for unit in units), default=0)
        self.count = max((len(str(row.count)) for row in rows), default=1)
        self.name = min(_WIDEST_NAME, max((columns(row.name) for row in rows), default=0))
        cells = range(len(sheet.columns))
        self.cells = [max((columns(row.labelled[cell]) for row in rows), default=0) for cell in cells]

    def lines(self) -> Iterator[str]:
        yield from self._header(self.sheet.header)
        for unit in self.sheet.units:
            yield self.signs.rule * self.width
            yield from self._unit(unit)
        yield self.signs.rule * self.width
        yield from self._spells()
        yield from self._section(self.sheet.words.rules, self._glossary())
        yield from self._section(self.sheet.words.reference, passage_lines(self.sheet.reference, self.width))
        yield from self._section(self.sheet.words.findings, self._findings())
        yield from self._section(self.sheet.words.data, self._data())

    def _header(self, header: SheetHeader) -> Iterator[str]:
        words = self.sheet.words
        yield from spread(header.name, header.points, self.width)
        counts = self.signs.dot.join((*header.counts, header.verdict))
        yield from spread(self.signs.dot.join(header.facts), counts, self.width)
        for word, mark in ((words.hash, header.hash), (words.commitment, header.commitment)):
            if mark:
                yield from wrap(f"{word}: {mark}", self.width)
        for line in header.notes.split("\n") if header.notes else ():
            yield from wrap(line, self.width)

    def _unit(self, unit: SheetUnit, front: str = "", indent: str = "") -> Iterator[str]:
        mark = "! " if unit.mark not in ("", "note") else ""
        title = mark + front + (self.signs.star if unit.hero else "") + counted(unit.count, unit.title)
        left = "   ".join(part for part in (title, unit.subtitle, unit.faction) if part)
        stats = "   ".join(f"{stat.short} {stat.value}" for stat in unit.stats)
        yield from self._title(left, stats, self._price(unit), indent)
        yield from self._inside(unit, indent + _GAP)
        for hero in unit.joined:
            yield from self._unit(hero, f"{self.sheet.words.joined} ", indent + _GAP)

    def _title(self, left: str, stats: str, price: str, indent: str) -> Iterator[str]:
        """Set name, values and price on one line; where they do not fit, the price is never broken."""
        whole = f"{stats}   {pad(price, self.price, right=True)}".strip()
        if columns(whole) <= self.width:
            yield from spread(left, whole, self.width, indent)
        else:
            yield from wrap(left, self.width, indent, indent)
            yield from (pad(each, self.width, right=True) for part in (stats, price) for each in wrap(part, self.width))

    def _price(self, unit: SheetUnit) -> str:
        if unit.price is None:
            return ""
        words = self.sheet.words
        return f"{unit.price.shown} {words.points} ({words.half} {unit.price.half})"

    def _company(self, unit: SheetUnit) -> Iterator[str]:
        """Write what host and heroes cost together, under the prices."""
        if unit.price is not None and unit.price.company:
            words = self.sheet.words
            text = f"{unit.price.company} {words.points} ({words.half} {unit.price.company_half})"
            yield pad(text, self.width, right=True)

    def _inside(self, unit: SheetUnit, indent: str) -> Iterator[str]:
        words = self.sheet.words
        base = (f"{words.base} {unit.base}",) if unit.base else ()
        yield from self._indented(self.signs.dot.join((*(rule.text for rule in unit.rules), *base)), indent)
        yield from self._company(unit)
        yield from self._indented("   ".join(self._boxes(boxes) for boxes in unit.boxes), indent)
        for row in unit.weapons:
            yield from self._weapon(row, indent)
        for item in unit.items:
            gives = f" ({item.gives})" if item.gives else ""
            yield from self._indented(counted(item.count, item.name) + gives, indent)
        if unit.upgrades:
            taken = (counted(row.count, row.name) + (f" ({row.cost})" if row.cost else "") for row in unit.upgrades)
            yield from self._indented(f"{words.upgrades}: " + ", ".join(taken), indent)
        for known in unit.spells:
            yield from self._indented(f"{known.label}: {', '.join(known.spells)}", indent)
        yield from self._indented(unit.campaign, indent)
        yield from self._indented(unit.odds, indent)
        for line in unit.notes.split("\n"):
            yield from self._indented(line, indent)

    def _weapon(self, row: WeaponRow, indent: str) -> Iterator[str]:
        front = [pad(str(row.count), self.count, right=True), pad(row.name, self.name)]
        ends = [column.id == "attacks" for column in self.sheet.columns]
        cells = [
            pad(cell, width, right=right) for cell, width, right in zip(row.labelled, self.cells, ends, strict=True)
        ]
        line = indent + _GAP.join((*front, *cells)).rstrip()
        if columns(line) <= self.width:
            yield line
        else:
            short = _GAP.join((*front[:1], row.name, *(cell for cell in row.labelled if cell)))
            yield from self._indented(short, indent)

    def _indented(self, text: str, indent: str) -> Iterator[str]:
        if text:
            lines = wrap(text, self.width - len(indent), _GAP)
            yield from (indent + line for line in lines)

    def _section(self, heading: str, lines: Iterable[str]) -> Iterator[str]:
        body = list(lines)
        if body:
            yield ""
            yield heading.upper()
            yield from body

    def _spells(self) -> Iterator[str]:
        for book in self.sheet.spells:
            rows = (f"{row.name} ({row.cost})" + (f"  {row.text}" if row.text else "") for row in book.spells)
            heading = f"{self.sheet.words.spells.upper()}{self.signs.dot}{book.faction}"
            lines = [line for row in rows for line in self._hanging(row)]
            yield from ("", heading, *lines)

    def _glossary(self) -> Iterator[str]:
        for row in self.sheet.glossary:
            remark = f" ({row.remark})" if row.remark else ""
            yield from self._hanging(f"{row.label}  {row.text}{remark}")

    def _findings(self) -> Iterator[str]:
        for finding in self.sheet.findings:
            yield from self._hanging(self._finding(finding))

    def _finding(self, finding: FindingLines) -> str:
        front = f"{finding.word} {finding.code}" + (f"{self.signs.dot}{finding.on}" if finding.on else "")
        fix = f" {self.sheet.words.fix}: {finding.fix}" if finding.fix else ""
        source = f" [{finding.source}]" if finding.source else ""
        return f"{front}: " + " ".join(finding.message.split("\n")) + fix + source

    def _data(self) -> Iterator[str]:
        for line in (*(book.text for book in self.sheet.header.books), *self.sheet.credits):
            yield from self._hanging(line)
        if self.sheet.header.share:
            # one line whatever the width: it is copied as a whole
            yield f"{self.sheet.words.share}: {self.sheet.header.share}"

    def _hanging(self, text: str) -> list[str]:
        return wrap(text, self.width, _GAP * 2)

    def _boxes(self, boxes: Boxes) -> str:
        squares = " ".join(self.signs.box * len(group) for group in boxes.groups)
        return f"{squares} {boxes.label}" if boxes.count == 1 else f"{boxes.label} {squares}"
