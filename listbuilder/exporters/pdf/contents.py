"""The contents of a book of lists."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import Block, Flow, PaperRow
from listbuilder.exporters.pdf.pages import Printed
from listbuilder.exporters.pdf.paragraphs import TextSpan, clip, set_lines, text_width
from listbuilder.exporters.pdf.primitives import Anchor, Ink, Lettering, Link, Role, Stroke, verdict_ink
from listbuilder.exporters.pdf.style import build_page, build_style
from listbuilder.exporters.pdf.unit_block import HAIRLINE
from listbuilder.sheet import PrintOptions
from listbuilder.sheet.header import SheetHeader

KEY = "contents"


class ContentsSetter:
    """Sets the table of contents: one row a list or a game, with the page it begins on."""

    def __init__(self, options: PrintOptions, heading: str) -> None:
        self.page = build_page(options)
        self.style = build_style(options)
        self.heading = heading

    def print(self, prints: Sequence[Printed], keys: Sequence[str]) -> Printed:
        """Set the contents; its own pages are counted first, which depends on nothing but how many lists there are."""
        own = len(self._flow(prints, keys, 0).pages)
        pages = self._flow(prints, keys, own).pages
        return Printed(None, self.page, self.style, tuple(map(tuple, pages)))

    def _flow(self, prints: Sequence[Printed], keys: Sequence[str], before: int) -> Flow:
        rows: list[Block] = []
        for printed, key in zip(prints, keys, strict=True):
            page = str(before + 1)
            sheet = printed.sheet
            row = self._game(printed.title, key, page) if sheet is None else self._row(sheet.header, key, page)
            rows.append(Block((row,), key))
            before += len(printed.pages)
        flow = self._filled(rows, len(rows))
        # one list alone on the last page looks forgotten: another goes with it
        return self._filled(rows, len(rows) - 2) if len(flow.pages) > 1 and len(flow.pages[-1]) == 1 else flow

    def _filled(self, rows: Sequence[Block], break_before: int) -> Flow:
        flow = Flow(self.page.across, self.page.down)
        flow.add(Block((self._title(),)))
        for number, row in enumerate(rows):
            if number == break_before:
                flow.break_page()
            flow.add(row)
        return flow

    def _title(self) -> PaperRow:
        style = self.style
        base = CAP_HEIGHT * style.title
        words = Lettering(0, base, self.heading, Weight.BOLD, style.title, Ink.ACCENT)
        return PaperRow(style.title * 1.75, (Anchor(KEY, self.heading, 0), Role.TITLE, words))

    def _row(self, header: SheetHeader, key: str, page: str) -> PaperRow:
        """Set name, points and page on one line, who and what on the next."""
        style, width = self.style, self.page.across
        base, height = style.grid * 0.35 + style.base, style.grid * 2.6
        points = self._right(header.points, Weight.REGULAR, width - style.grid * 3, base)
        number = self._right(page, Weight.BOLD, width, base)
        name = clip(header.name, Weight.BOLD, style.heading, points.x - style.grid)
        title = Lettering(0, base, name, Weight.BOLD, style.heading, Ink.TEXT)
        return PaperRow(
            height,
            (*self._line(key, height), Role.TEXT, title, points, number, *self._about(header, base + style.grid)),
        )

    def _game(self, title: str, key: str, page: str) -> PaperRow:
        """Set the name of a game's rules and their page."""
        style, width = self.style, self.page.across
        base, height = style.grid * 0.35 + style.base, style.grid * 1.6
        number = self._right(page, Weight.BOLD, width, base)
        name = clip(title, Weight.BOLD, style.heading, number.x - style.grid)
        words = Lettering(0, base, name, Weight.BOLD, style.heading, Ink.TEXT)
        return PaperRow(height, (*self._line(key, height), Role.TEXT, words, number))

    def _line(self, key: str, height: float) -> tuple[Stroke, Link]:
        width = self.page.across
        return Stroke(0, 0, width, 0, HAIRLINE, Ink.RULE), Link(0, 0, width, height, key)

    def _right(self, text: str, weight: Weight, right: float, base: float) -> Lettering:
        size = self.style.heading
        return Lettering(right - text_width(text, weight, size), base, text, weight, size, Ink.TEXT)

    def _about(self, header: SheetHeader, base: float) -> list[Lettering]:
        size, width = self.style.text, self.page.across
        facts = " \N{MIDDLE DOT} ".join((*header.facts, *header.counts, "")).rstrip()
        room = width - text_width(header.verdict, Weight.REGULAR, size) - self.style.grid
        about = TextSpan(clip(facts, Weight.REGULAR, size, room), Weight.REGULAR, size, Ink.QUIET)
        verdict = TextSpan(
            header.verdict, Weight.REGULAR, size, Ink.QUIET if header.legal else verdict_ink(header.judged)
        )
        return [word._replace(y=base) for word in set_lines([about, verdict], width)[0]]
