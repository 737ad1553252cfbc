"""Card pages to cut out: the list, its units, spells, rules with the command group first, and findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from listbuilder.exporters.pdf.card import (
    Card,
    CardSize,
    build_card_back,
    build_owner_line,
    build_title_band,
    build_unit_cards,
    fits_one_card,
)
from listbuilder.exporters.pdf.fonts import Weight
from listbuilder.exporters.pdf.layout import Block, Flow, LayoutRow, ListLayout, PlacedRow, lay_out_text, stack_rows
from listbuilder.exporters.pdf.paragraphs import TextSpan
from listbuilder.exporters.pdf.primitives import Anchor, Ink, Mark, Stroke
from listbuilder.exporters.pdf.roster_layout import build_qr_code
from listbuilder.exporters.pdf.rules_pages import build_finding_blocks, build_glossary_blocks, build_spell_blocks
from listbuilder.exporters.pdf.style import LARGE_TYPE_FACTOR, MM, PageFrame, Style, build_page, centre_content
from listbuilder.exporters.pdf.unit_block import separate_with_dots
from listbuilder.sheet import Grid, PrintOptions, Sheet

POKER_CARD_SIZE = (63 * MM, 88 * MM)
_SAFE_MARGIN = 6 * MM
"""The margin that most printers cannot print on."""
_MARGIN = 11 * MM
_CUT_OVERHANG = 3 * MM
"""How far a cut line extends beyond the cards if the paper allows it."""
_STYLES = {
    Grid.NINE: Style(text=7, heading=9.5, title=15, line_height=8.6),
    Grid.FOUR: Style(text=9, heading=13, title=22, line_height=11.2),
    Grid.ONE: Style(text=12, heading=18, title=30, line_height=15),
}
_TEXT_SIZES = {Grid.NINE: (7, 6.5), Grid.FOUR: (9, 8.3, 7.6), Grid.ONE: (16.8, 15, 13.4, 12, 10.8)}
"""Text sizes, largest first; all cards of a list use the same one."""


@dataclass(frozen=True, slots=True)
class CardSection:
    """A text with a title that takes as many cards as it needs."""

    title: str
    blocks: tuple[Block, ...]
    key: str
    level: int = 1


def lay_out_cards(sheet: Sheet, options: PrintOptions, key: str) -> ListLayout:
    """Lay out a list as cards, row by row."""
    paper = build_page(options, _MARGIN)
    size, columns, rows = _card_grid(paper, options)
    page = (
        paper
        if options.grid is Grid.ONE
        else centre_content(paper, columns * size.outer_width, rows * size.outer_height)
    )
    overhang = max(0.0, min(_CUT_OVERHANG, page.left - _SAFE_MARGIN, page.top - _SAFE_MARGIN))
    cut = overhang if columns * rows > 1 else None
    cards = list(_cards(sheet, size, options.grid, key))
    pages: list[tuple[PlacedRow, ...]] = []
    for start in range(0, len(cards), columns * rows):
        on_page = cards[start : start + columns * rows]
        pages.append(_page([(card.key, card.front) for card in on_page], size, columns, cut))
        if options.backs:
            pages.append(_page(_backs(on_page, sheet, size, columns), size, columns, cut))
    return ListLayout(sheet, page, size.style, tuple(pages))


def _card_grid(page: PageFrame, options: PrintOptions) -> tuple[CardSize, int, int]:
    """Return the size of a card and the number of columns and rows."""
    style = _STYLES[options.grid].scaled(LARGE_TYPE_FACTOR if options.large else 1)
    if options.grid is Grid.NINE:
        across, down = POKER_CARD_SIZE
        columns = int((page.width - 2 * _SAFE_MARGIN) // across)
        rows = int((page.height - 2 * _SAFE_MARGIN) // down)
        return CardSize(across, down, 3 * MM, style), columns, rows
    if options.grid is Grid.FOUR:
        return CardSize(page.content_width / 2, page.content_height / 2, 4 * MM, style), 2, 2
    return CardSize(page.content_width, page.content_height, 5 * MM, style, picture_frame=True), 1, 1


def _page(
    cards: Sequence[tuple[str, LayoutRow]], size: CardSize, columns: int, cut: float | None
) -> tuple[PlacedRow, ...]:
    placed = []
    for number, (key, card) in enumerate(cards):
        row, column = divmod(number, columns)
        placed.append(
            PlacedRow(column * size.outer_width + size.padding, row * size.outer_height + size.padding, card, key)
        )
    if cut is not None:
        # drawn last, because the bands of the cards would hide them
        placed.append(PlacedRow(0, 0, LayoutRow(0, tuple(_cut_lines(len(cards), size, columns, cut)))))
    return tuple(placed)


def _cut_lines(count: int, size: CardSize, columns: int, beyond: float) -> Iterator[Mark]:
    """Yield lines between and around all cards."""
    rows = -(-count // columns)
    for number in range(columns + 1):
        x = number * size.outer_width
        yield Stroke(x, -beyond, x, rows * size.outer_height + beyond, 0.3, Ink.RULE)
    for number in range(rows + 1):
        y = number * size.outer_height
        yield Stroke(-beyond, y, columns * size.outer_width + beyond, y, 0.3, Ink.RULE)


def _backs(cards: Sequence[Card], sheet: Sheet, size: CardSize, columns: int) -> list[tuple[str, LayoutRow]]:
    """Return the backs of a page, each row reversed for duplex printing."""
    backs: list[tuple[str, LayoutRow]] = []
    for start in range(0, len(cards), columns):
        row = [("", build_card_back(card, sheet, size)) for card in cards[start : start + columns]]
        row += [("", LayoutRow(0))] * (columns - len(row))
        backs += reversed(row)
    return backs


def _cards(sheet: Sheet, size: CardSize, grid: Grid, key: str) -> Iterator[Card]:
    """Yield all cards of a list."""
    first = CardSection(sheet.header.name, tuple(_list_blocks(sheet, size)), key, 0)
    before, after = _add_credits([first], _appendix_texts(sheet, size, key), sheet, size)
    yield from (card for text in before for card in _text_cards(text, sheet, size))
    body = _choose_text_scale(sheet, size, grid)
    for number, unit in enumerate(sheet.units):
        yield from build_unit_cards(unit, sheet, size, f"{key}-{number}", body)
    yield from (card for text in after for card in _text_cards(text, sheet, size))


def _appendix_texts(sheet: Sheet, size: CardSize, key: str) -> list[CardSection]:
    words, style, width = sheet.labels, size.style, size.width
    texts = [
        CardSection(
            f"{words.spells} \N{MIDDLE DOT} {book.faction}",
            tuple(build_spell_blocks(book, width, style)),
            f"{key}-spells-{number}",
        )
        for number, book in enumerate(sheet.spells)
    ]
    texts.append(CardSection(words.rules, tuple(_rule_blocks(sheet, size)), f"{key}-rules"))
    texts.append(CardSection(words.findings, tuple(build_finding_blocks(sheet, width, style)), f"{key}-findings"))
    return [text for text in texts if text.blocks]


def _add_credits(
    before: list[CardSection], after: list[CardSection], sheet: Sheet, size: CardSize
) -> tuple[list[CardSection], list[CardSection]]:
    """Add each credit to the first text whose last card has room for it, else to the last text."""
    texts = [*before, *after]
    for credit in sheet.credits:
        block = _paragraphs([[TextSpan(credit, Weight.REGULAR, size.style.text, Ink.QUIET)]], size)
        longer = [replace(text, blocks=(*text.blocks, *block)) for text in texts]
        numbered = enumerate(zip(texts, longer, strict=True))
        with_room = (
            number for number, pair in numbered if len({len(_flow(text, sheet, size).pages) for text in pair}) == 1
        )
        index = next(with_room, len(texts) - 1)
        texts[index] = longer[index]
    return texts[: len(before)], texts[len(before) :]


def _choose_text_scale(sheet: Sheet, size: CardSize, grid: Grid) -> float:
    """Return the largest text scale that splits the fewest split."""
    scales = [text / _STYLES[grid].text for text in _TEXT_SIZES[grid]]
    split_counts = (sum(not fits_one_card(unit, sheet, size, scale) for unit in sheet.units) for scale in scales)
    fewest: dict[int, float] = {}
    for scale, split in zip(scales, split_counts, strict=True):
        fewest.setdefault(split, scale)
        if not split:
            break
    return fewest[min(fewest)]


def _rule_blocks(sheet: Sheet, size: CardSize) -> list[Block]:
    """Return the rules of the command group below their own heading, then all others."""
    style, width = size.style, size.width
    parts = [[row for row in sheet.glossary if row.command is command] for command in (True, False)]
    command, others = (build_glossary_blocks(rows, width, style, remarks=False) for rows in parts)
    if not command:
        return others
    span = TextSpan(sheet.labels.command, Weight.BOLD, style.text, Ink.ACCENT)
    heading = lay_out_text([span], width, style)
    rule = LayoutRow(
        style.line_height * 0.6, (Stroke(0, style.line_height * 0.2, width, style.line_height * 0.2, 0.4, Ink.RULE),)
    )
    return [Block((*heading, *command[0].rows)), *command[1:], *([Block((rule,))] if others else []), *others]


def _list_blocks(sheet: Sheet, size: CardSize) -> list[Block]:
    """Return the content of the list card: header, limits, data and QR code."""
    header, style, words = sheet.header, size.style, sheet.labels
    plain = [
        [header.points],
        separate_with_dots(header.facts),
        separate_with_dots([*header.counts, header.verdict_text]),
    ]
    plain.append(separate_with_dots([f"{row.label} {row.text}" for row in sheet.limit_rows]))
    hashes = ((words.hash, header.hash), (words.commitment, header.commitment))
    plain += [[f"{label} {value}"] for label, value in hashes if value]
    quiet = [*header.notes.split("\n"), *(book.text for book in header.books)]
    blocks = _paragraphs([[TextSpan(text, Weight.REGULAR, style.text) for text in texts] for texts in plain], size)
    code = build_qr_code(header.share, words.checking)
    if code is not None and code.across <= min(size.width, size.height - style.heading * 4):
        blocks.append(
            Block((LayoutRow(style.line_height * 0.4), LayoutRow(code.across + style.line_height * 0.6, (code,))))
        )
    return blocks + _paragraphs([[TextSpan(text, Weight.REGULAR, style.text, Ink.QUIET)] for text in quiet], size)


def _paragraphs(paragraphs: Sequence[Sequence[TextSpan]], size: CardSize) -> list[Block]:
    """Return a block for each paragraph that is not empty."""
    style = size.style
    blocks = []
    for spans in paragraphs:
        if any(span.text for span in spans):
            rows = lay_out_text(spans, size.width, style)
            blocks.append(Block((*rows, LayoutRow(style.line_height * 0.25))))
    return blocks


def _flow(text: CardSection, sheet: Sheet, size: CardSize) -> Flow:
    """Flow a text over cards that repeat its title."""
    head = stack_rows(build_title_band(text.title, "", size, size.style))
    flow = Flow(size.width, size.height - build_owner_line(sheet, size).height)
    flow.place(LayoutRow(head.height, (Anchor(text.key, text.title, text.level), *head.marks)))
    flow.repeated_row = head
    for block in text.blocks:
        flow.add(block)
    return flow


def _text_cards(text: CardSection, sheet: Sheet, size: CardSize) -> Iterator[Card]:
    """Yield the cards of a text, each with the owner line."""
    foot = build_owner_line(sheet, size)
    for page in _flow(text, sheet, size).pages:
        marks = [mark for placed in page for mark in stack_rows([LayoutRow(placed.y), placed.row]).marks]
        end = stack_rows([LayoutRow(size.height - foot.height), foot])
        yield Card(f"{text.key}-text", LayoutRow(size.height, (*marks, *end.marks)), text.title, "")
