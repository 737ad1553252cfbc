"""Cards to cut out: the list, its units, its spells, the command group, the rules, the findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.exporters.pdf.blocks import Block, Placed, Strip, line_rows, merged
from listbuilder.exporters.pdf.card import CardSize, band
from listbuilder.exporters.pdf.flow import Flow
from listbuilder.exporters.pdf.marks import Anchor, Ink, Mark, Stroke
from listbuilder.exporters.pdf.qr import build_code
from listbuilder.exporters.pdf.reference import finding_blocks, glossary_blocks, spell_blocks
from listbuilder.exporters.pdf.setting import Span, set_lines
from listbuilder.exporters.pdf.sheets import Printed
from listbuilder.exporters.pdf.style import LARGE, MM, Page, Style, build_page, with_margins
from listbuilder.exporters.pdf.typefaces import Weight
from listbuilder.exporters.pdf.unit import dotted
from listbuilder.exporters.pdf.unit_card import unit_cards
from listbuilder.sheet import Grid, PrintOptions, Sheet

POKER = (63 * MM, 88 * MM)
_SAFE = 5 * MM
"""What most printers cannot print on along the edges."""
_MARGIN = 11 * MM
_CUT = 3 * MM
"""How far a cut line goes beyond the cards."""
_STYLES = {
    Grid.NINE: Style(text=7, heading=9.5, title=15, grid=8.6),
    Grid.FOUR: Style(text=9, heading=13, title=22, grid=11.2),
    Grid.ONE: Style(text=12, heading=18, title=30, grid=15),
}


def print_cards(sheet: Sheet, options: PrintOptions, key: str) -> Printed:
    """Lay a list out as cards, filled row by row."""
    paper = build_page(options, _MARGIN)
    size, columns, rows = _sizes(paper, options)
    page = paper if options.grid is Grid.ONE else with_margins(paper, columns * size.across, rows * size.down)
    cards = list(_cards(sheet, size, key))
    each = columns * rows
    starts = range(0, len(cards), each)
    pages = tuple(_page(cards[start : start + each], size, columns, cut=each > 1) for start in starts)
    return Printed(sheet, page, size.style, pages)


def _sizes(page: Page, options: PrintOptions) -> tuple[CardSize, int, int]:
    """Give the size of a card, and how many stand side by side and one above the other."""
    style = _STYLES[options.grid].scaled(LARGE if options.large else 1)
    if options.grid is Grid.NINE:
        across, down = POKER
        columns, rows = int((page.width - 2 * _SAFE) // across), int((page.height - 2 * _SAFE) // down)
        return CardSize(across, down, 3 * MM, style), columns, rows
    if options.grid is Grid.FOUR:
        return CardSize(page.across / 2, page.down / 2, 4 * MM, style), 2, 2
    return CardSize(page.across, page.down, 5 * MM, style), 1, 1


def _page(cards: Sequence[tuple[str, Strip]], size: CardSize, columns: int, *, cut: bool) -> tuple[Placed, ...]:
    placed = [Placed(0, 0, Strip(0, tuple(_cut_lines(len(cards), size, columns))))] if cut else []
    for number, (key, card) in enumerate(cards):
        row, column = divmod(number, columns)
        placed.append(Placed(column * size.across + size.pad, row * size.down + size.pad, card, key))
    return tuple(placed)


def _cut_lines(count: int, size: CardSize, columns: int) -> Iterator[Mark]:
    """Draw lines along all cards, a little beyond the outer ones."""
    rows = -(-count // columns)
    for number in range(columns + 1):
        x = number * size.across
        yield Stroke(x, -_CUT, x, rows * size.down + _CUT, 0.3, Ink.RULE)
    for number in range(rows + 1):
        y = number * size.down
        yield Stroke(-_CUT, y, columns * size.across + _CUT, y, 0.3, Ink.RULE)


def _cards(sheet: Sheet, size: CardSize, key: str) -> Iterator[tuple[str, Strip]]:
    """Set all cards of a list; each is one row, with a key that tells what it shows."""
    words, style, width = sheet.words, size.style, size.width
    yield from _text_cards(sheet.header.name, sheet.header.points, _list_blocks(sheet, size), size, key, level=0)
    for number, unit in enumerate(sheet.units):
        yield from unit_cards(unit, sheet, size, f"{key}-{number}")
    for number, book in enumerate(sheet.spells):
        title = f"{words.spells} \N{MIDDLE DOT} {book.faction}"
        yield from _text_cards(title, "", spell_blocks(book, width, style), size, f"{key}-spells-{number}")
    for title, command in ((words.command, True), (words.rules, False)):
        rules = [row for row in sheet.glossary if row.command is command]
        yield from _text_cards(title, "", glossary_blocks(rules, width, style), size, f"{key}-rules-{command}")
    yield from _text_cards(words.findings, "", finding_blocks(sheet, width, style), size, f"{key}-findings")


def _list_blocks(sheet: Sheet, size: CardSize) -> list[Block]:
    """Set what the head of a roster says, the data used, and the list as a code."""
    header, style, words = sheet.header, size.style.scaled(0.9), sheet.words
    plain = [dotted(header.facts), dotted([*header.counts, header.verdict])]
    marks = ((words.hash, header.hash), (words.commitment, header.commitment))
    plain += [[f"{label} {mark}"] for label, mark in marks if mark]
    quiet = [*header.notes.split("\n"), *(book.text for book in header.books), *sheet.credits]
    paragraphs = [[Span(text, Weight.REGULAR, style.text) for text in texts] for texts in plain if texts]
    paragraphs += [[Span(text, Weight.REGULAR, style.text, Ink.QUIET)] for text in quiet if text]
    blocks = []
    for spans in paragraphs:
        rows = line_rows(set_lines(spans, size.width), 0, style.base, style.grid)
        blocks.append(Block((*rows, Strip(style.grid * 0.25))))
    code = build_code(header.share)
    if code is not None and code.across <= min(size.width, size.height - style.heading * 2):
        blocks.append(Block((Strip(style.grid * 0.6), Strip(code.across, (code,)))))
    return blocks


def _text_cards(
    title: str, right: str, blocks: Sequence[Block], size: CardSize, key: str, *, level: int = 1
) -> Iterator[tuple[str, Strip]]:
    """Flow text over cards that all bear the title."""
    if not blocks:
        return
    head = merged(band(title, right, size, size.style))
    flow = Flow(size.width, size.height)
    flow.place(Strip(head.height, (Anchor(key, title, level), *head.marks)))
    flow.running = head
    for block in blocks:
        flow.add(block)
    for page in flow.pages:
        marks = [mark for placed in page for mark in merged([Strip(placed.y), placed.row]).marks]
        yield key, Strip(size.height, tuple(marks))
