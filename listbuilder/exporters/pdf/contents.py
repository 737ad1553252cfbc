"""The table of contents of a book of lists."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import Block, Flow, LayoutRow
from listbuilder.exporters.pdf.pages import ListLayout
from listbuilder.exporters.pdf.paragraphs import TextSpan, break_lines, clip_text, measure_text
from listbuilder.exporters.pdf.primitives import Anchor, Ink, Link, Role, Stroke, TextRun, verdict_ink
from listbuilder.exporters.pdf.style import build_page, build_style
from listbuilder.exporters.pdf.unit_block import HAIRLINE
from listbuilder.sheet import PrintOptions
from listbuilder.sheet.list_header import SheetHeader

_KEY = "contents"


class ContentsLayout:
    """Lays out the contents: one row for each list or quick reference, with its page number."""

    def __init__(self, options: PrintOptions, heading: str) -> None:
        self.page = build_page(options)
        self.style = build_style(options)
        self.heading = heading

    def lay_out(self, layouts: Sequence[ListLayout], keys: Sequence[str]) -> ListLayout:
        """Lay out the contents. Its own pages are counted first, since they move all others."""
        own = len(self._flow(layouts, keys, 0).pages)
        pages = self._flow(layouts, keys, own).pages
        return ListLayout(None, self.page, self.style, tuple(map(tuple, pages)))

    def _flow(self, layouts: Sequence[ListLayout], keys: Sequence[str], before: int) -> Flow:
        rows: list[Block] = []
        for layout, key in zip(layouts, keys, strict=True):
            page = str(before + 1)
            sheet = layout.sheet
            row = self._list_row(sheet.header, key, page) if sheet else self._reference_row(layout.title, key, page)
            rows.append(Block((row,), key))
            before += len(layout.pages)
        flow = self._fill(rows, len(rows))
        # avoid a last page with a single row
        return self._fill(rows, len(rows) - 2) if len(flow.pages) > 1 and len(flow.pages[-1]) == 1 else flow

    def _fill(self, rows: Sequence[Block], break_before: int) -> Flow:
        flow = Flow(self.page.content_width, self.page.content_height)
        flow.add(Block((self._title(),)))
        for number, row in enumerate(rows):
            if number == break_before:
                flow.break_page()
            flow.add(row)
        return flow

    def _title(self) -> LayoutRow:
        style = self.style
        base = CAP_HEIGHT * style.title
        words = TextRun(0, base, self.heading, Weight.BOLD, style.title, Ink.ACCENT)
        return LayoutRow(style.title * 1.75, (Anchor(_KEY, self.heading, 0), Role.TITLE, words))

    def _list_row(self, header: SheetHeader, key: str, page: str) -> LayoutRow:
        """Return name, points and page on one line, and the facts below."""
        style, width = self.style, self.page.content_width
        base, height = style.line_height * 0.35 + style.baseline, style.line_height * 2.6
        points = self._align_right(header.points, Weight.REGULAR, width - style.line_height * 3, base)
        number = self._align_right(page, Weight.BOLD, width, base)
        name = clip_text(header.name, Weight.BOLD, style.heading, points.x - style.line_height)
        title = TextRun(0, base, name, Weight.BOLD, style.heading, Ink.TEXT)
        about = self._facts(header, base + style.line_height)
        return LayoutRow(height, (*self._link(key, height), Role.TEXT, title, points, number, *about))

    def _reference_row(self, title: str, key: str, page: str) -> LayoutRow:
        """Return the name of a quick reference and its page."""
        style, width = self.style, self.page.content_width
        base, height = style.line_height * 0.35 + style.baseline, style.line_height * 1.6
        number = self._align_right(page, Weight.BOLD, width, base)
        name = clip_text(title, Weight.BOLD, style.heading, number.x - style.line_height)
        words = TextRun(0, base, name, Weight.BOLD, style.heading, Ink.TEXT)
        return LayoutRow(height, (*self._link(key, height), Role.TEXT, words, number))

    def _link(self, key: str, height: float) -> tuple[Stroke, Link]:
        width = self.page.content_width
        return Stroke(0, 0, width, 0, HAIRLINE, Ink.RULE), Link(0, 0, width, height, key)

    def _align_right(self, text: str, weight: Weight, right: float, base: float) -> TextRun:
        size = self.style.heading
        return TextRun(right - measure_text(text, weight, size), base, text, weight, size, Ink.TEXT)

    def _facts(self, header: SheetHeader, base: float) -> list[TextRun]:
        size, width = self.style.text, self.page.content_width
        facts = " \N{MIDDLE DOT} ".join((*header.facts, *header.counts, "")).rstrip()
        room = width - measure_text(header.verdict_text, Weight.REGULAR, size) - self.style.line_height
        about = TextSpan(clip_text(facts, Weight.REGULAR, size, room), Weight.REGULAR, size, Ink.QUIET)
        verdict = TextSpan(
            header.verdict_text, Weight.REGULAR, size, Ink.QUIET if header.is_legal else verdict_ink(header.outcome)
        )
        return [word._replace(y=base) for word in break_lines([about, verdict], width)[0]]
