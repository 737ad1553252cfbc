"""Lay out lists as numbered pages and write them as a PDF file, a book of lists with a table of contents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from listbuilder.exporters.exporter import Exportable
from listbuilder.exporters.pdf.accessibility import FileProperties
from listbuilder.exporters.pdf.canvas import PageContent, draw_pdf
from listbuilder.exporters.pdf.cards import lay_out_cards
from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import Block, Flow, LayoutRow, ListLayout, PlacedRow
from listbuilder.exporters.pdf.paragraphs import TextSpan, align_right, break_lines, clip_text, measure_text
from listbuilder.exporters.pdf.primitives import Anchor, Box, Ink, Link, Mark, Role, Stroke, TextRun, move_mark
from listbuilder.exporters.pdf.roster_layout import lay_out_compact, lay_out_roster
from listbuilder.exporters.pdf.rules_pages import lay_out_quick_reference
from listbuilder.exporters.pdf.style import MM, PageFrame, Style, build_page, build_palette, build_style
from listbuilder.exporters.pdf.unit_block import HAIRLINE
from listbuilder.i18n import translate
from listbuilder.sheet import Layout, PrintOptions, Sheet

_LAYOUTS: Mapping[Layout, Callable[[Sheet, PrintOptions, str], ListLayout]] = {
    Layout.ROSTER: lay_out_roster,
    Layout.COMPACT: lay_out_compact,
    Layout.CARDS: lay_out_cards,
}


def export_pdf(documents: Sequence[Exportable], options: PrintOptions) -> bytes:
    """Return the lists as one file; several get a table of contents."""
    sheets = [document.sheet for document in documents]
    headers = [sheet.header for sheet in sheets]
    language = sheets[0].language if sheets else "en"
    properties = FileProperties(
        title=headers[0].name if len(headers) == 1 else translate(language, "pdf.book", n=len(headers)),
        author=", ".join(dict.fromkeys(header.player for header in headers if header.player)),
        subject=", ".join(dict.fromkeys(header.system for header in headers)),
        keywords=tuple(dict.fromkeys(word for header in headers for word in (*header.factions, header.hash) if word)),
        language=language,
        share_strings=tuple(header.share for header in headers if header.share),
    )
    return draw_pdf(build_pages(sheets, options), build_palette(options), properties)


def build_pages(sheets: Sequence[Sheet], options: PrintOptions) -> list[PageContent]:
    """Return the numbered pages of lists, with a table of contents if there are several.

    The quick reference of each system comes once, after the lists.
    """
    keys = [f"list{number}" for number in range(len(sheets))]
    layouts = [_LAYOUTS[options.layout](sheet, options, key) for sheet, key in zip(sheets, keys, strict=True)]
    systems: dict[str, Sheet] = {}
    for sheet in sheets:
        if sheet.reference:
            systems.setdefault(sheet.header.system, sheet)
    for number, sheet in enumerate(systems.values()):
        keys.append(f"game{number}")
        layouts.append(lay_out_quick_reference(sheet, options, keys[-1]))
    if len(sheets) > 1:
        layouts.insert(0, lay_out_contents(layouts, keys, options, sheets[0].labels.contents))
    return number_pages(layouts, sheets[0].language if sheets else "en")


_MAX_TYPE_SIZE = 10
"""The largest type in the margins."""
_MIN_FOOTER_MARGIN = 9 * MM
_UNPRINTABLE_MARGIN = 4 * MM
"""The margin that a printer leaves white."""


def number_pages(layouts: Sequence[ListLayout], language: str) -> list[PageContent]:
    """Return all pages with stamps and footers, numbered across all layouts."""
    total = sum(len(layout.pages) for layout in layouts)
    contents: list[PageContent] = []
    for layout in layouts:
        page = layout.page
        for rows in layout.pages:
            marks = [move_mark(mark, page.left + row.x, page.top + row.y) for row in rows for mark in row.row.marks]
            number = translate(language, "pdf.page", page=len(contents) + 1, pages=total)
            marks += (Role.MARGIN, *_stamp(layout), *_footer(layout, number))
            contents.append(PageContent(page, tuple(marks)))
    return contents


def _stamp(layout: ListLayout) -> list[Mark]:
    """Return the stamp of an illegal or unchecked list, in the upper margin."""
    if layout.sheet is None or not layout.sheet.stamp:
        return []
    page, text = layout.page, layout.sheet.stamp
    ink = Ink.of_verdict(layout.sheet.header.outcome)
    size = min(layout.style.heading, _MAX_TYPE_SIZE, (page.top - _UNPRINTABLE_MARGIN) * 0.75)
    pad = size * 0.28
    across, down = measure_text(text, Weight.BOLD, size) + pad * 2, CAP_HEIGHT * size + pad * 2
    x, lower = page.width - page.right - across, page.top - min(page.top * 0.08, size * 0.4)
    return [Box(x, lower - down, across, down, 1, ink), TextRun(x + pad, lower - pad, text, Weight.BOLD, size, ink)]


def _footer(layout: ListLayout, number: str) -> list[Mark]:
    """Return page number, name of the list and its code."""
    page = layout.page
    if page.bottom < _MIN_FOOTER_MARGIN:
        # the printer would cut it off, and every card has its own owner line
        return []
    parts, size, dot = [number], min(layout.style.text, _MAX_TYPE_SIZE - 1), " \N{MIDDLE DOT} "
    if layout.sheet is not None:
        header = layout.sheet.header
        room = page.content_width - measure_text(f"{number}{dot}{header.hash}{dot}", Weight.REGULAR, size)
        parts += filter(None, (clip_text(header.name, Weight.REGULAR, size, room), header.hash))
    y = page.height - min(page.bottom, 15 * MM) * 0.55
    span = TextSpan(dot.join(parts), Weight.REGULAR, size, Ink.QUIET)
    return [align_right(span, page.width - page.right, y)]


def lay_out_contents(
    layouts: Sequence[ListLayout], keys: Sequence[str], options: PrintOptions, heading: str
) -> ListLayout:
    """Lay out the contents: one row for each list or quick reference, with its page number."""
    page, style = build_page(options), build_style(options)
    lay = partial(_fill_contents, layouts, keys, page, style, heading)
    # its own pages are counted first, since they move all others
    return ListLayout(None, page, style, lay(len(lay(0))))


def _fill_contents(  # noqa: PLR0917 - all different
    layouts: Sequence[ListLayout], keys: Sequence[str], page: PageFrame, style: Style, heading: str, before: int
) -> Sequence[Sequence[PlacedRow]]:
    """Return the pages of the contents if `before` pages come in front of the first list."""
    title = TextRun(0, CAP_HEIGHT * style.title, heading, Weight.BOLD, style.title, Ink.ACCENT)
    blocks = [Block((LayoutRow(style.title * 1.75, (Anchor("contents", heading, 0), Role.TITLE, title)),))]
    for layout, key in zip(layouts, keys, strict=True):
        blocks.append(Block((_contents_row(layout, key, str(before + 1), page.content_width, style),), key))
        before += len(layout.pages)
    # the second attempt avoids a last page with a single row
    for break_before in (len(blocks), len(blocks) - 2):
        flow = Flow(page.content_width, page.content_height)
        for number, block in enumerate(blocks):
            if number == break_before:
                flow.break_page()
            flow.add(block)
        if len(flow.pages) == 1 or len(flow.pages[-1]) > 1:
            break
    return flow.pages


def _contents_row(layout: ListLayout, key: str, page: str, width: float, style: Style) -> LayoutRow:
    """Return name, points and page on one line, and the facts of a list below."""
    base = style.line_height * 0.35 + style.baseline
    words = [align_right(TextSpan(page, Weight.BOLD, style.heading), width, base)]
    name, height = layout.title, style.line_height * 1.6
    if layout.sheet is not None:
        header, height = layout.sheet.header, style.line_height * 2.6
        name, ink = header.name, Ink.QUIET if header.is_legal else Ink.of_verdict(header.outcome)
        points = TextSpan(header.points, Weight.REGULAR, style.heading)
        words.insert(0, align_right(points, width - style.line_height * 3, base))
        facts = " \N{MIDDLE DOT} ".join((*header.facts, *header.counts, "")).rstrip()
        room = width - measure_text(header.verdict_text, Weight.REGULAR, style.text) - style.line_height
        about = style.span(clip_text(facts, Weight.REGULAR, style.text, room), Ink.QUIET)
        line = break_lines([about, style.span(header.verdict_text, ink)], width)[0]
        words += (word._replace(y=base + style.line_height) for word in line)
    title = clip_text(name, Weight.BOLD, style.heading, words[0].x - style.line_height)
    words.insert(0, TextRun(0, base, title, Weight.BOLD, style.heading, Ink.TEXT))
    link = (Stroke(0, 0, width, 0, HAIRLINE, Ink.RULE), Link(0, 0, width, height, key))
    return LayoutRow(height, (*link, Role.TEXT, *words))
