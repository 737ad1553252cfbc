"""Card pages to cut out: the list, its units, spells, rules with the command group first, and findings.

A unit takes as few cards as possible; rule texts fill the room that is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from listbuilder.exporters.pdf.fonts import CAP_HEIGHT, Weight
from listbuilder.exporters.pdf.layout import (
    Block,
    Flow,
    LayoutRow,
    ListLayout,
    PlacedRow,
    build_line_rows,
    lay_out_note,
    lay_out_text,
    stack_rows,
)
from listbuilder.exporters.pdf.paragraphs import (
    TextSpan,
    align_right,
    break_and_clip_lines,
    break_lines,
    clip_text,
    measure_text,
)
from listbuilder.exporters.pdf.primitives import Anchor, Box, Ink, Mark, Role, Star, Stroke, TextRun
from listbuilder.exporters.pdf.roster_layout import build_qr_code
from listbuilder.exporters.pdf.rules_pages import build_finding_blocks, build_glossary_blocks, build_spell_blocks
from listbuilder.exporters.pdf.style import LARGE_TYPE_FACTOR, MM, PageFrame, Style, build_page, centre_content
from listbuilder.exporters.pdf.unit_block import (
    TickBoxLayout,
    UnitLayout,
    build_table_headings,
    build_weapon_table,
    list_rules_and_base,
    separate_with_dots,
)
from listbuilder.i18n import translate
from listbuilder.sheet import Grid, PrintOptions, Sheet, SheetUnit
from listbuilder.sheet.model import GlossaryRow, Stat
from listbuilder.textutil.sanitize import DASH, format_count
from listbuilder.textutil.text_width import typeset

_MIN_TYPE_SIZE = 6.5
_MAX_TITLE, _MAX_SUBTITLE = 0.3, 0.15
"""How much of a card the title and the subtitle may take."""
_STAT_SIZES = (1, 0.86, 0.74, 0.63)
"""Font sizes of the stats, as fractions of the title size."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """The size of a card, its padding and its style."""

    outer_width: float
    outer_height: float
    padding: float
    style: Style
    picture_frame: bool = False
    """Whether empty room gets a frame for a picture."""

    @property
    def width(self) -> float:
        """The width inside the padding."""
        return self.outer_width - 2 * self.padding

    @property
    def height(self) -> float:
        """The height inside the padding."""
        return self.outer_height - 2 * self.padding


@dataclass(frozen=True, slots=True)
class Card:
    """A card as one row, with the key of its content and the text of its back."""

    key: str
    front: LayoutRow
    title: str
    price: str


def build_card_back(card: Card, sheet: Sheet, size: CardSize) -> LayoutRow:
    """Return the back of a card: title and price in the middle, the owner at the lower edge."""
    style, foot = size.style, build_owner_line(sheet, size)
    height = style.heading * 1.5
    title = TextSpan(card.title, Weight.BOLD, style.heading, Ink.ACCENT)
    lines = break_and_clip_lines([title], size.width, max_lines(size, height))
    lines += break_lines([TextSpan(card.price, Weight.REGULAR, style.heading)], size.width) if card.price else []
    rows = []
    for line in lines:
        end = line[-1].x + measure_text(line[-1].text, line[-1].weight, line[-1].size)
        margin = (size.width - end) / 2
        rows.append(LayoutRow(height, tuple(word._replace(x=word.x + margin, y=style.heading) for word in line)))
    gap = (size.height - foot.height - _height(rows)) / 2
    return stack_rows([LayoutRow(gap, (Role.MARGIN,)), *rows, LayoutRow(gap), foot])


def max_lines(size: CardSize, height: float, part: float = _MAX_TITLE) -> int:
    """Return how many lines of a height fit into a part of a card."""
    return max(2, int(size.height * part / height))


def build_title_band(
    title: str, right: str, size: CardSize, style: Style, before: Sequence[Mark] = ()
) -> list[LayoutRow]:
    """Return the band at the upper edge: a title, and a short text at its right end."""
    indent, height, padding = style.heading * 0.95 if before else 0, style.heading * 1.25, size.padding
    base = (height + CAP_HEIGHT * style.heading) / 2
    end = align_right(TextSpan(right, Weight.BOLD, style.heading), size.width, base)
    room = end.x - indent - (style.text if right else 0)
    lines = break_and_clip_lines([TextSpan(title, Weight.BOLD, style.heading)], room, max_lines(size, height))
    name = stack_rows(build_line_rows(lines, indent, base, height, Role.HEADING))
    down = padding + height * len(lines) + padding * 0.25
    background = Box(-padding, -padding, size.outer_width, down, 0, Ink.TINT)
    edge = Stroke(-padding, down - padding, size.outer_width - padding, down - padding, 0.8, Ink.ACCENT)
    marks = (background, edge, *before, *name.marks, *((Role.TEXT, end) if right else ()))
    return [LayoutRow(name.height, marks), LayoutRow(padding * 0.25 + style.line_height * 0.35)]


def build_owner_line(sheet: Sheet, size: CardSize) -> LayoutRow:
    """Return the line at the lower edge: the stamp, the name of the list and its code."""
    text = max(_MIN_TYPE_SIZE, size.style.text * 0.85)
    header = sheet.header
    base = text * 1.1
    x, marks = 0.0, list[Mark]([Role.MARGIN])
    if sheet.stamp:
        marks.append(TextRun(0, base, sheet.stamp, Weight.BOLD, text, Ink.of_verdict(header.outcome)))
        x = measure_text(sheet.stamp, Weight.BOLD, text) + text * 0.6
    code = align_right(TextSpan(header.hash, Weight.REGULAR, text, Ink.QUIET), size.width, base)
    name = clip_text(header.name, Weight.REGULAR, text, code.x - x - text)
    marks.append(code._replace(x=x, text=name))
    if header.hash:
        marks.append(code)
    return LayoutRow(text * 1.2, tuple(marks))


class CardLayout:
    """Lays out one unit on a card. `factor` scales the text between the stats and the tick boxes."""

    def __init__(self, unit: SheetUnit, host: SheetUnit | None, sheet: Sheet, size: CardSize, factor: float) -> None:
        self.unit = unit
        self.host = host
        self.sheet = sheet
        self.size = size
        self.style = size.style
        self.inner = size.style.scaled(factor)
        self.width = size.width
        self.title = format_count(unit.count, unit.title)
        self.price = unit.price.displayed if unit.price is not None else ""

    def build_top(self, key: str) -> list[LayoutRow]:
        """Return title band, subtitle and stats."""
        band, *rows = self.build_title(self.price)
        band = LayoutRow(band.height, (Anchor(key, self.title, 1), *band.marks))
        return [band, *rows, *self._subtitle(), *(self._fields() if self.sheet.card_fields else self._stats())]

    def build_title(self, right: str) -> list[LayoutRow]:
        """Return the title band."""
        style = self.style
        base = (style.heading * 1.25 + CAP_HEIGHT * style.heading) / 2
        star = [Star(0, base, style.heading, Ink.ACCENT)] if self.unit.hero else []
        return build_title_band(self.title, right, self.size, style, star)

    def _subtitle(self) -> list[LayoutRow]:
        """Return the unit's name in the book, its heroes or host, and half the price below the price."""
        unit, words, style, price = self.unit, self.sheet.labels, self.style, self.unit.price
        company = [self.host.title] if self.host is not None else [hero.title for hero in unit.attached_heroes]
        texts = [unit.subtitle, unit.faction, f"{words.joined} {', '.join(company)}" if company else ""]
        spans = [style.span(text, Ink.QUIET) for text in separate_with_dots(list(filter(None, texts)))]
        half = style.span(f"{words.half} {price.half}" if price is not None else "", Ink.QUIET)
        end = align_right(half, self.width, style.baseline)
        lines = break_and_clip_lines(spans, end.x - style.text, max_lines(self.size, style.line_height, _MAX_SUBTITLE))
        rows = build_line_rows(lines, 0, style.baseline, style.line_height)
        if price is not None:
            text = stack_rows(rows)
            rows = [LayoutRow(text.height, (*text.marks, end))]
            if price.total_with_heroes:
                total = f"{price.total_with_heroes} ({words.half} {price.half_with_heroes})"
                rows += lay_out_note(total, self.width, style)
        return rows if spans or price is not None else []

    def _stats(self) -> Iterator[LayoutRow]:
        """Yield the stat line in the largest size that fits on one line; the smallest size may take several."""
        style = self.style
        sizes = [style.title * part for part in _STAT_SIZES]
        size = next((size for size in sizes if self._stats_width(self.unit.stats, size) <= self.width), sizes[-1])
        lines: list[list[Stat]] = [[]]
        for stat in self.unit.stats:
            if lines[-1] and self._stats_width([*lines[-1], stat], size) > self.width:
                lines.append([])
            lines[-1].append(stat)
        height = size * 1.15
        base = (height + CAP_HEIGHT * size) / 2
        for line in filter(None, lines):
            yield LayoutRow(height + style.line_height * 0.25, (Role.TEXT, *self._stat_marks(line, base, size)))

    def _stats_width(self, stats: Sequence[Stat], size: float) -> float:
        """Return the width of some stats and the gaps between them."""
        text = self.style.text
        widths = (
            measure_text(stat.short, Weight.REGULAR, text)
            + measure_text(typeset(stat.value), Weight.BOLD, size)
            + text * 0.35
            for stat in stats
        )
        return sum(widths) + text * (len(stats) - 1)

    def _stat_marks(self, stats: Sequence[Stat], base: float, size: float) -> Iterator[Mark]:
        """Yield the stats of one line, spread over the width."""
        x, text = 0.0, self.style.text
        loose = (self.width - self._stats_width(stats, size)) / max(1, len(stats) - 1)
        gap = text + max(0.0, min(loose, text * 1.5))
        for stat in stats:
            yield TextRun(x, base, *self.style.span(stat.short, Ink.QUIET))
            x += measure_text(stat.short, Weight.REGULAR, text) + text * 0.35
            yield TextRun(x, base, typeset(stat.value), Weight.BOLD, size, Ink.TEXT)
            x += measure_text(typeset(stat.value), Weight.BOLD, size) + gap

    def _fields(self) -> Iterator[LayoutRow]:
        """Yield the fields of the rulebook's card, three in a row, each label above its value."""
        unit, style = self.unit, self.style
        values = {"models": str(unit.models), **{stat.id: stat.value for stat in unit.stats}}
        if unit.price is not None:
            values.setdefault("cost", unit.price.points)
        short = [column for column in self.sheet.card_fields if column.id != "skills"]
        height = style.heading * 1.1
        base = style.line_height + (height + CAP_HEIGHT * style.heading) / 2
        for start in range(0, len(short), 3):
            marks = list[Mark]([Role.TEXT])
            for number, column in enumerate(short[start : start + 3]):
                x = number * (self.width / 3)
                marks.append(TextRun(x, style.baseline, *style.span(column.heading, Ink.QUIET)))
                value = values.get(column.id, DASH)
                marks.append(TextRun(x, base, value, Weight.BOLD, style.heading, Ink.TEXT))
            yield LayoutRow(style.line_height + height, tuple(marks))
        yield self._separator()

    def build_body(self) -> list[LayoutRow]:
        """Return weapons, rules and the rest; a card with fields has its rules first."""
        weapons, rules = list(self._weapons()), list(self._special_rules())
        table = build_weapon_table(self.sheet, self.width, self.inner, 0, unit=self.unit)
        extras = UnitLayout(self.sheet, table, self.inner).build_extra_rows(self.unit, 0)
        return [*rules, *weapons, *extras] if self.sheet.card_fields else [*weapons, *rules, *extras]

    def _special_rules(self) -> Iterator[LayoutRow]:
        style = self.inner
        labels = (column.heading for column in self.sheet.card_fields if column.id == "skills")
        spans = [style.span(label, Ink.QUIET) for label in labels if label]
        if texts := separate_with_dots(list_rules_and_base(self.unit, self.sheet)):
            yield from lay_out_text([*spans, *map(style.span, texts)], self.width, style)
            yield LayoutRow(style.line_height * 0.25)

    def _weapons(self) -> Iterator[LayoutRow]:
        """Yield the weapon table; a weapon and the rules below it stay together."""
        if not self.unit.weapons:
            return
        style = self.inner
        widest = max(measure_text(str(row.count), Weight.BOLD, style.text) for row in self.unit.weapons)
        indent = widest + style.text * 0.6
        table = build_weapon_table(self.sheet, self.width, style, indent, unit=self.unit)
        setter = UnitLayout(self.sheet, table, style)
        yield LayoutRow(style.line_height, build_table_headings(self.sheet, table, style).marks)
        for weapon in self.unit.weapons:
            yield stack_rows(list(setter.build_weapon_rows(weapon, indent)))
        yield LayoutRow(style.line_height * 0.25)

    def build_rule_texts(self, room: float) -> list[LayoutRow]:
        """Return as many rule texts as fit: first the unit's rules, then its equipment's, then mentioned ones."""
        rule = self._separator()
        room -= rule.height
        blocks: dict[str, Block] = {}
        for row in self._texts_by_importance():
            (block,) = build_glossary_blocks([row], self.width, self.inner, remarks=False)
            if block.height <= room:
                blocks[row.label] = block
                room -= block.height
        if not blocks:
            return []
        labels = [row.label for row in self.unit.rule_texts if row.label in blocks]
        return [rule, *(row for label in labels for row in blocks[label].rows)]

    def _texts_by_importance(self) -> list[GlossaryRow]:
        """Return the rule texts, the most important first."""
        unit = self.unit
        rule_ids = [rule.id for rule in unit.rules]
        rule_ids += [rule.id for row in unit.weapons for rule in row.rules]
        rule_ids += [rule.id for item in unit.items for rule in item.rules]
        order = {rule: index for index, rule in reversed(list(enumerate(rule_ids)))}
        return sorted(unit.rule_texts, key=lambda row: order.get(row.id, len(rule_ids)))

    def _separator(self) -> LayoutRow:
        y = self.inner.line_height * 0.3
        return LayoutRow(y * 2, (Stroke(0, y, self.width, y, 0.4, Ink.RULE),))

    def build_tick_boxes(self) -> list[LayoutRow]:
        """Return the tick boxes, in the larger of the two text sizes."""
        style = max(self.style, self.inner, key=lambda candidate: candidate.text)
        return TickBoxLayout(self.width, style).build_rows(self.unit.tick_boxes)


_MIN_PICTURE_HEIGHT = 45 * MM


def build_unit_cards(unit: SheetUnit, sheet: Sheet, size: CardSize, key: str, factor: float = 1) -> Iterator[Card]:
    """Yield the cards of a unit and of its heroes, each on cards of their own."""
    heroes = [(hero, unit, f"{key}-{number}") for number, hero in enumerate(unit.attached_heroes)]
    for each, host, name in ((unit, None, key), *heroes):
        setter = CardLayout(each, host, sheet, size, factor)
        yield from (Card(name, front, setter.title, setter.price) for front in _fronts(setter, name))


def fits_one_card(unit: SheetUnit, sheet: Sheet, size: CardSize, factor: float) -> bool:
    """Return whether a unit and each of its heroes fit on one card each."""
    setters = [CardLayout(each, None, sheet, size, factor) for each in (unit, *unit.attached_heroes)]
    return all(_room(setter) >= _height(setter.build_body()) for setter in setters)


def _room(setter: CardLayout) -> float:
    """Return the height between the top and the foot of a card."""
    return setter.size.height - _height(setter.build_top("")) - _height(_foot(setter))


def _foot(setter: CardLayout) -> list[LayoutRow]:
    return [*setter.build_tick_boxes(), build_owner_line(setter.sheet, setter.size)]


def _fronts(setter: CardLayout, key: str) -> list[LayoutRow]:
    """Return a unit on one card, or split over several with the tick boxes on the first."""
    top, body, foot, room = setter.build_top(key), setter.build_body(), _foot(setter), _room(setter)
    if _height(body) <= room:
        texts = setter.build_rule_texts(room - _height(body))
        return [_fill_card([*top, *body, *texts], foot, setter.size)]
    style, title = setter.style, setter.build_title("")
    fronts: list[list[LayoutRow]] = [[]]
    for row in body:
        if fronts[-1] and row.height > room:
            fronts.append([])
            room = setter.size.height - _height(title) - foot[-1].height - style.line_height
        fronts[-1].append(row)
        room -= row.height
    cards = [_fill_card([*top, *fronts[0]], foot, setter.size)]
    for number, rows in enumerate(fronts[1:], start=2):
        text = translate(setter.sheet.language, "pdf.card", card=number, cards=len(fronts))
        words = align_right(style.span(text, Ink.QUIET), setter.width, style.baseline)
        head = [*title, LayoutRow(style.line_height, (Role.TEXT, words))]
        cards.append(_fill_card([*head, *rows], foot[-1:], setter.size))
    return cards


def _fill_card(rows: Sequence[LayoutRow], foot: Sequence[LayoutRow], size: CardSize) -> LayoutRow:
    """Return a card with rows at the top and a foot at the lower edge."""
    gap = max(0, size.height - _height(rows) - _height(foot))
    frame: tuple[Mark, ...] = ()
    if size.picture_frame and gap > _MIN_PICTURE_HEIGHT:
        edge = size.style.line_height
        frame = (Box(0, edge, size.width, gap - 2 * edge, 0.5, Ink.RULE),)
    return stack_rows([*rows, LayoutRow(gap, frame), *foot])


def _height(rows: Sequence[LayoutRow]) -> float:
    return sum(row.height for row in rows)


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
    page = build_page(options, _MARGIN)
    size, columns, rows = _card_grid(page, options)
    if options.grid is not Grid.ONE:
        page = centre_content(page, columns * size.outer_width, rows * size.outer_height)
    overhang = max(0.0, min(_CUT_OVERHANG, page.left - _SAFE_MARGIN, page.top - _SAFE_MARGIN))
    cut = overhang if columns * rows > 1 else None
    cards = list(_cards(sheet, size, options.grid, key))
    pages: list[list[PlacedRow]] = []
    for start in range(0, len(cards), columns * rows):
        on_page = cards[start : start + columns * rows]
        pages.append(_page([(card.key, card.front) for card in on_page], size, columns, cut))
        if options.backs:
            pages.append(_page(_backs(on_page, sheet, size, columns), size, columns, cut))
    return ListLayout(sheet, page, size.style, pages)


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


def _page(cards: Sequence[tuple[str, LayoutRow]], size: CardSize, columns: int, cut: float | None) -> list[PlacedRow]:
    """Place cards in rows, with lines between and around them that extend beyond them by `cut`."""
    across, down = size.outer_width, size.outer_height
    placed = []
    for number, (key, card) in enumerate(cards):
        row, column = divmod(number, columns)
        placed.append(PlacedRow(column * across + size.padding, row * down + size.padding, card, key))
    if cut is not None:
        rows = -(-len(cards) // columns)
        lines = [
            Stroke(number * across, -cut, number * across, rows * down + cut, 0.3, Ink.RULE)
            for number in range(columns + 1)
        ]
        lines += (
            Stroke(-cut, number * down, columns * across + cut, number * down, 0.3, Ink.RULE)
            for number in range(rows + 1)
        )
        # drawn last, because the bands of the cards would hide them
        placed.append(PlacedRow(0, 0, LayoutRow(0, tuple(lines))))
    return placed


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
        (f"{words.spells} \N{MIDDLE DOT} {book.faction}", build_spell_blocks(book, width, style), f"spells-{number}")
        for number, book in enumerate(sheet.spells)
    ]
    texts.append((words.rules, _rule_blocks(sheet, size), "rules"))
    texts.append((words.findings, build_finding_blocks(sheet, width, style), "findings"))
    return [CardSection(title, tuple(blocks), f"{key}-{name}") for title, blocks, name in texts if blocks]


def _add_credits(
    before: list[CardSection], after: list[CardSection], sheet: Sheet, size: CardSize
) -> tuple[list[CardSection], list[CardSection]]:
    """Add each credit to the first text whose last card has room for it, else to the last text."""
    texts = [*before, *after]
    for credit in sheet.credits:
        block = _paragraphs([[size.style.span(credit, Ink.QUIET)]], size)
        longer = [replace(text, blocks=(*text.blocks, *block)) for text in texts]
        numbered = enumerate(zip(texts, longer, strict=True))
        with_room = (
            number for number, pair in numbered if len({len(_flow(text, sheet, size).pages) for text in pair}) == 1
        )
        index = next(with_room, len(texts) - 1)
        texts[index] = longer[index]
    return texts[: len(before)], texts[len(before) :]


def _choose_text_scale(sheet: Sheet, size: CardSize, grid: Grid) -> float:
    """Return the largest text scale that splits the fewest units."""
    fewest: dict[int, float] = {}
    for text in _TEXT_SIZES[grid]:
        scale = text / _STYLES[grid].text
        split = sum(not fits_one_card(unit, sheet, size, scale) for unit in sheet.units)
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
    heading = lay_out_text([TextSpan(sheet.labels.command, Weight.BOLD, style.text, Ink.ACCENT)], width, style)
    y = style.line_height * 0.2
    rule = Block((LayoutRow(style.line_height * 0.6, (Stroke(0, y, width, y, 0.4, Ink.RULE),)),))
    return [Block((*heading, *command[0].rows)), *command[1:], *([rule] if others else []), *others]


def _list_blocks(sheet: Sheet, size: CardSize) -> list[Block]:
    """Return the content of the list card: header, limits, data and QR code."""
    header, style, words = sheet.header, size.style, sheet.labels
    hashes = ((words.hash, header.hash), (words.commitment, header.commitment))
    plain = [
        [header.points],
        separate_with_dots(header.facts),
        separate_with_dots([*header.counts, header.verdict_text]),
        separate_with_dots([f"{row.label} {row.text}" for row in sheet.limit_rows]),
        *([f"{label} {value}"] for label, value in hashes if value),
    ]
    quiet = [*header.notes.split("\n"), *(book.text for book in header.books)]
    blocks = _paragraphs([[style.span(text) for text in texts] for texts in plain], size)
    code = build_qr_code(header.share, words.checking)
    if code is not None and code.across <= min(size.width, size.height - style.heading * 4):
        row = LayoutRow(code.across + style.line_height * 0.6, (code,))
        blocks.append(Block((LayoutRow(style.line_height * 0.4), row)))
    return blocks + _paragraphs([[style.span(text, Ink.QUIET)] for text in quiet], size)


def _paragraphs(paragraphs: Sequence[Sequence[TextSpan]], size: CardSize) -> list[Block]:
    """Return a block for each paragraph that is not empty."""
    gap = LayoutRow(size.style.line_height * 0.25)
    return [
        Block((*lay_out_text(spans, size.width, size.style), gap))
        for spans in paragraphs
        if any(span.text for span in spans)
    ]


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
