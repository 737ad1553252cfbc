"""A Sheet as plain rows in reading order: what every format must show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from listbuilder.sheet.model import Sheet, SheetFinding, SheetHeader, SheetUnit
from listbuilder.textutil.sanitize import format_count


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its kind and its non-empty cells from left to right."""

    kind: str
    cells: tuple[str, ...]


def flatten(sheet: Sheet) -> tuple[Row, ...]:
    """Return all rows of a sheet in reading order."""
    return tuple(Row(row.kind, cells) for row in _rows(sheet) if (cells := tuple(cell for cell in row.cells if cell)))


def _rows(sheet: Sheet) -> Iterator[Row]:
    yield from _header(sheet.header)
    for unit in sheet.units:
        yield from _unit(unit)
    for book in sheet.spells:
        yield Row("spells", (book.faction,))
        for spell in book.spells:
            yield Row("spell", (spell.name, spell.cost, spell.text))
    for rule in sheet.glossary:
        yield Row("glossary", (rule.label, rule.text, rule.remark))
    for passage in sheet.reference:
        yield Row("chapter", (passage.title, *passage.points))
    for finding in sheet.findings:
        yield _finding(finding)
    for line in sheet.header.books:
        yield Row("data", (line.text,))
    for credit in sheet.credits:
        yield Row("credit", (credit,))


def _header(header: SheetHeader) -> Iterator[Row]:
    yield Row("name", (header.name, header.points))
    yield Row("facts", header.facts)
    yield Row("counts", (*header.counts, header.verdict_text))
    yield Row("hash", (header.hash,))
    yield Row("commitment", (header.commitment,))
    yield Row("notes", tuple(header.notes.split("\n")))


def _unit(unit: SheetUnit) -> Iterator[Row]:
    stats = (text for stat in unit.stats for text in (stat.short, stat.value))
    price = (unit.price.displayed, unit.price.half) if unit.price is not None else ()
    yield Row("unit", (format_count(unit.count, unit.title), unit.subtitle, unit.faction, *stats, *price))
    yield Row("rules", (*(rule.text for rule in unit.rules), unit.base))
    if unit.price is not None:
        yield Row("company", (unit.price.total_with_heroes, unit.price.half_with_heroes))
    for boxes in unit.tick_boxes:
        yield Row("boxes", (boxes.label,))
    for weapon in unit.weapons:
        yield Row("weapon", (str(weapon.count), weapon.name, *weapon.cells))
    for item in unit.items:
        yield Row("item", (format_count(item.count, item.name), item.contents))
    for upgrade in unit.upgrades:
        yield Row("upgrade", (format_count(upgrade.count, upgrade.name), upgrade.cost))
    for known in unit.spells:
        yield Row("known spells", (known.label, *known.spells))
    yield Row("campaign", (unit.campaign,))
    yield Row("odds", (unit.odds,))
    yield Row("notes", tuple(unit.notes.split("\n")))
    for hero in unit.attached_heroes:
        yield from _unit(hero)


def _finding(finding: SheetFinding) -> Row:
    message = finding.message.split("\n")
    return Row(
        "finding", (finding.severity_label, finding.code, finding.unit_title, *message, finding.fix, finding.source)
    )
