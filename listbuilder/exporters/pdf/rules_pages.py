"""The sections after the units (spells, rules, findings), and the quick reference page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from listbuilder.exporters.pdf.fonts import Weight
from listbuilder.exporters.pdf.layout import (
    Block,
    Flow,
    LayoutRow,
    ListLayout,
    build_line_rows,
    lay_out_note,
    lay_out_text,
    try_font_scales,
)
from listbuilder.exporters.pdf.paragraphs import TextSpan, break_lines
from listbuilder.exporters.pdf.primitives import Anchor, Ink, Role, Stroke, TextRun
from listbuilder.exporters.pdf.style import LARGE_TYPE_FACTOR, MM, PageFrame, Style, build_page
from listbuilder.exporters.pdf.unit_block import HAIRLINE, separate_with_dots
from listbuilder.i18n import translate
from listbuilder.sheet import Orientation, PrintOptions, Sheet
from listbuilder.sheet.model import GlossaryRow, ReferenceChapter, SpellBook


def build_heading_rows(  # noqa: PLR0917 - all different
    text: str, remark: str, width: float, style: Style, key: str, role: Role = Role.HEADING
) -> list[LayoutRow]:
    """Return the heading of a section below a line."""
    line = LayoutRow(style.line_height * 0.5, (Anchor(key, text, 1), Stroke(0, 0, width, 0, HAIRLINE, Ink.TEXT)))
    spans = [TextSpan(text, Weight.BOLD, style.heading, Ink.ACCENT)]
    spans += [style.span(remark, Ink.QUIET)] if remark else []
    return [line, *lay_out_text(spans, width, style, role=role), LayoutRow(style.line_height * 0.25)]


def build_spell_blocks(book: SpellBook, width: float, style: Style) -> list[Block]:
    """Return spells with their cost and text; without texts they are listed in one paragraph."""
    names = [f"{spell.name} ({spell.cost})" for spell in book.spells]
    if not any(spell.text for spell in book.spells):
        rows = lay_out_text([style.span(name) for name in separate_with_dots(names)], width, style)
        return [Block((*rows, LayoutRow(style.line_height * 0.25)))]
    labels = [TextSpan(name, Weight.BOLD, style.text) for name in names]
    return [
        _labelled_block([label], spell.text, (), width, style) for label, spell in zip(labels, book.spells, strict=True)
    ]


def build_glossary_blocks(
    rules: Iterable[GlossaryRow], width: float, style: Style, *, remarks: bool = True
) -> list[Block]:
    """Return rules with their text and, if asked for, why it differs from the rulebook."""
    return [
        _labelled_block(
            [TextSpan(row.label, Weight.BOLD, style.text)], row.text, [row.remark] if remarks else (), width, style
        )
        for row in rules
    ]


def build_finding_blocks(sheet: Sheet, width: float, style: Style) -> list[Block]:
    """Return findings with severity, code, unit, message and fix."""
    blocks = []
    for finding in sheet.findings:
        ink = Ink.ALERT if finding.severity == "error" else Ink.TEXT
        label = [TextSpan(f"{finding.severity_label} {finding.code}", Weight.BOLD, style.text, ink)]
        if finding.unit_title:
            label.append(TextSpan(finding.unit_title, Weight.BOLD, style.text))
        remarks = [f"{sheet.labels.fix}: {finding.fix}" if finding.fix else "", finding.source]
        blocks.append(_labelled_block(label, finding.message, remarks, width, style))
    return blocks


def _labelled_block(label: Sequence[TextSpan], text: str, remarks: Iterable[str], width: float, style: Style) -> Block:
    """Return a label and its text, followed by quiet remarks."""
    first, *others = text.split("\n")
    rows = lay_out_text([*label, style.span(first)] if first else label, width, style)
    for line in others:
        rows += lay_out_text([style.span(line)], width, style)
    for remark in remarks:
        rows += lay_out_note(remark, width, style)
    return Block((*rows, LayoutRow(style.line_height * 0.25)))


_REFERENCE_STYLE = Style(text=10, heading=12, title=18, line_height=12.8)
_REFERENCE_MARGIN = 12 * MM
_REFERENCE_TYPE_SIZES = (10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5)
"""Type sizes, largest first; rather than going below them, the rules take another page."""


def lay_out_quick_reference(sheet: Sheet, options: PrintOptions, key: str) -> ListLayout:
    """Lay out the quick reference with the largest type that needs the fewest pages."""
    page = build_page(options, _REFERENCE_MARGIN)
    factor = LARGE_TYPE_FACTOR if options.large else 1
    scales = [size / _REFERENCE_STYLE.text * factor for size in _REFERENCE_TYPE_SIZES]
    attempts = try_font_scales(partial(_fill_pages, sheet, page, options, key), scales, max_pages=1)
    chosen = min(attempts, key=lambda attempt: len(attempt.flow.pages))
    title = f"{sheet.labels.reference} {sheet.header.system}"
    return ListLayout(None, page, _REFERENCE_STYLE.scaled(chosen.font_scale), chosen.flow.pages, title)


def _fill_pages(sheet: Sheet, page: PageFrame, options: PrintOptions, key: str, scale: float) -> Flow:
    style = _REFERENCE_STYLE.scaled(scale)
    count = 3 if options.orientation is Orientation.LANDSCAPE else 2
    gap = style.line_height * 1.5
    across = (page.content_width - gap * (count - 1)) / count
    flow = Flow(page.content_width, page.content_height)
    heading = build_heading_rows(sheet.labels.reference, sheet.header.system, flow.width, style, key, Role.TITLE)
    flow.add_columns(heading, [_chapter_block(chapter, across, style) for chapter in sheet.reference], count, gap)
    note = TextSpan(translate(sheet.language, "sheet.own-words"), Weight.REGULAR, style.text * 0.9, Ink.QUIET)
    flow.add(Block(tuple(lay_out_text([note], flow.width, style))))
    return flow


def _chapter_block(chapter: ReferenceChapter, width: float, style: Style) -> Block:
    """Return a title and sentences with a dash in front of them; later lines start below the first word."""
    title = TextSpan(chapter.title, Weight.BOLD, style.text, Ink.ACCENT)
    rows = lay_out_text([title], width, style, role=Role.HEADING)
    indent = style.text
    dash = TextRun(0, style.baseline, *style.span("\N{EN DASH}", Ink.QUIET))
    for point in chapter.points:
        parts = point.split("\n")
        lines = [line for part in parts for line in break_lines([style.span(part)], width - indent)]
        first, *others = build_line_rows(lines, indent, style.baseline, style.line_height, None)
        rows += (LayoutRow(first.height, (Role.TEXT, dash, *first.marks)), *others)
    return Block((*rows, LayoutRow(style.line_height / 2)))
