"""A roster built with Platypus, ReportLab's own layout engine, as a comparison for ADR 9.

It contains the words and tables of the roster, but no boxes, code or judge stub. So it does less than our exporter.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from io import BytesIO

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, KeepTogether, Paragraph, SimpleDocTemplate, Table

from listbuilder.exporters.pdf.fonts import Weight, load_typeface
from listbuilder.sheet import Sheet, SheetUnit

_TEXT = ParagraphStyle("text", fontName=Weight.REGULAR.value, fontSize=9, leading=12)
_HEAD = ParagraphStyle("head", fontName=Weight.BOLD.value, fontSize=11, leading=14)


def draw_platypus(sheet: Sheet) -> bytes:
    """Return the PDF of a sheet with paragraphs and tables."""
    for weight in (Weight.REGULAR, Weight.BOLD):
        load_typeface(weight)
    stream = BytesIO()
    story = [_paragraph(sheet.header.name, _HEAD), *(KeepTogether(list(_unit(unit, sheet))) for unit in sheet.units)]
    texts = [f"<b>{escape(row.label)}</b> {escape(row.text)}" for row in sheet.glossary]
    texts += [f"<b>{escape(row.name)}</b> {escape(row.text)}" for book in sheet.spells for row in book.spells]
    cells = [Paragraph(text, _TEXT) for text in texts]
    half = -(-len(cells) // 2)
    pairs = [[left, right] for left, right in zip(cells[:half], [*cells[half:], ""], strict=False)]
    story += [Table(pairs)] if pairs else []
    SimpleDocTemplate(stream, pagesize=A4, invariant=1).build(story)
    return stream.getvalue()


def _paragraph(text: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(text), style)


def _unit(unit: SheetUnit, sheet: Sheet) -> Iterator[Flowable]:
    stats = " ".join(f"{stat.short} {stat.value}" for stat in unit.stats)
    price = unit.price.displayed if unit.price is not None else ""
    yield _paragraph(f"{unit.title} {unit.subtitle} {stats} {price}", _HEAD)
    yield _paragraph(" · ".join(rule.text for rule in unit.rules), _TEXT)
    heads = [sheet.labels.count, sheet.labels.weapon, *(column.heading for column in sheet.columns)]
    rows = [[str(row.count), row.name, *row.cells] for row in unit.weapons]
    if rows:
        yield Table([[_paragraph(cell, _TEXT) for cell in row] for row in (heads, *rows)])
    gear = [f"{item.name} ({item.contents})" for item in unit.items] + [row.name for row in unit.upgrades]
    yield _paragraph(" · ".join(gear), _TEXT)
    for hero in unit.attached_heroes:
        yield from _unit(hero, sheet)
