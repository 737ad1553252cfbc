"""What stands after the units: spells, rules, findings, and which data was used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from listbuilder.exporters.pdf.blocks import Block, PaperRow, line_rows
from listbuilder.exporters.pdf.marks import Anchor, Ink, Role, Stroke
from listbuilder.exporters.pdf.setting import TextSpan, set_lines
from listbuilder.exporters.pdf.style import Style
from listbuilder.exporters.pdf.typefaces import Weight
from listbuilder.exporters.pdf.unit import HAIRLINE, dotted
from listbuilder.sheet import Sheet
from listbuilder.sheet.model import FindingLines, GlossaryRow, SpellBook


def heading_rows(  # noqa: PLR0917 - all different
    text: str, remark: str, width: float, style: Style, key: str, role: Role = Role.HEADING
) -> list[PaperRow]:
    """Head a section under a line."""
    line = PaperRow(style.grid * 0.5, (Anchor(key, text, 1), Stroke(0, 0, width, 0, HAIRLINE, Ink.TEXT)))
    spans = [TextSpan(text, Weight.BOLD, style.heading, Ink.ACCENT)]
    if remark:
        spans.append(TextSpan(remark, Weight.REGULAR, style.text, Ink.QUIET))
    rows = line_rows(set_lines(spans, width), 0, style.base, style.grid, role)
    return [line, *rows, PaperRow(style.grid * 0.25)]


def spell_blocks(book: SpellBook, width: float, style: Style) -> list[Block]:
    """Set spells: name, number in brackets, what they do; one after the other where texts are off."""
    if not any(spell.text for spell in book.spells):
        names = dotted([f"{spell.name} ({spell.cost})" for spell in book.spells])
        rows = _lines([TextSpan(name, Weight.REGULAR, style.text) for name in names], width, style)
        return [Block((*rows, PaperRow(style.grid * 0.25)))]
    return [
        paragraph(f"{spell.name} ({spell.cost})", [*spell.text.split("\n")], (), width, style) for spell in book.spells
    ]


def glossary_blocks(rules: Iterable[GlossaryRow], width: float, style: Style, *, remarks: bool = True) -> list[Block]:
    """Set rules: label, what they do, and, where there is room for it, why the text differs from the print."""
    return [
        paragraph(row.label, row.text.split("\n"), [row.remark] if row.remark and remarks else (), width, style)
        for row in rules
    ]


def finding_blocks(sheet: Sheet, width: float, style: Style) -> list[Block]:
    """Set findings: how grave, the code, on what; the sentence; what would put it right."""
    return [_finding(finding, sheet, width, style) for finding in sheet.findings]


def _finding(finding: FindingLines, sheet: Sheet, width: float, style: Style) -> Block:
    ink = Ink.ALERT if finding.severity == "error" else Ink.TEXT
    spans = [TextSpan(f"{finding.word} {finding.code}", Weight.BOLD, style.text, ink)]
    if finding.on:
        spans.append(TextSpan(finding.on, Weight.BOLD, style.text))
    first, *others = finding.message.split("\n")
    rows = _lines([*spans, TextSpan(first, Weight.REGULAR, style.text)], width, style)
    rows += (row for line in others for row in _lines([TextSpan(line, Weight.REGULAR, style.text)], width, style))
    remarks = [f"{sheet.words.fix}: {finding.fix}" if finding.fix else "", finding.source]
    for remark in filter(None, remarks):
        for line in remark.split("\n"):
            rows += _lines([TextSpan(line, Weight.REGULAR, style.text, Ink.QUIET)], width, style)
    return Block((*rows, PaperRow(style.grid * 0.25)))


def paragraph(label: str, texts: Sequence[str], remarks: Iterable[str], width: float, style: Style) -> Block:
    """Set a label and the text about it, later lines indented."""
    spans = [TextSpan(label, Weight.BOLD, style.text)]
    if texts and texts[0]:
        spans.append(TextSpan(texts[0], Weight.REGULAR, style.text))
    rows = _lines(spans, width, style)
    for text in texts[1:]:
        rows += _lines([TextSpan(text, Weight.REGULAR, style.text)], width, style)
    for remark in remarks:
        for line in remark.split("\n"):
            rows += _lines([TextSpan(line, Weight.REGULAR, style.text, Ink.QUIET)], width, style)
    return Block((*rows, PaperRow(style.grid * 0.25)))


def _lines(spans: Sequence[TextSpan], width: float, style: Style) -> list[PaperRow]:
    return line_rows(set_lines(spans, width), 0, style.base, style.grid)
