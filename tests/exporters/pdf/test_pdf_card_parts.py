"""Geometry of cards: band, stats, fields, text order, cut lines, backs and footer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from listbuilder.exporters.pdf import cards as cards_module
from listbuilder.exporters.pdf.cards import (
    POKER_CARD_SIZE,
    Card,
    CardLayout,
    CardSize,
    build_card_back,
    build_owner_line,
    build_title_band,
    build_unit_cards,
    fits_one_card,
    lay_out_cards,
    max_lines,
)
from listbuilder.exporters.pdf.fonts import Weight
from listbuilder.exporters.pdf.layout import Block, LayoutRow, PlacedRow, stack_rows
from listbuilder.exporters.pdf.paragraphs import TextSpan
from listbuilder.exporters.pdf.pdf_file import build_pages
from listbuilder.exporters.pdf.primitives import Anchor, Box, Ink, Mark, QrCode, Role, Star, Stroke, TextRun
from listbuilder.exporters.pdf.rules_pages import lay_out_quick_reference
from listbuilder.exporters.pdf.style import MM, Style
from listbuilder.exporters.pdf.unit_block import iter_units
from listbuilder.sheet import Grid, Layout, Orientation, Paper, PrintOptions, Sheet, SheetUnit
from listbuilder.sheet.model import GlossaryRow, ReferenceChapter, SheetColumn, Stat
from tests.exporters.pdf.page_marks import CAPITAL, end, is_gap, plain, texts, word, words
from tests.exporters.sheet_samples import ILLEGAL, document

STYLE = Style(text=7, heading=9.5, title=15, line_height=8.6)
SIZE = CardSize(*POKER_CARD_SIZE, 3 * MM, STYLE)
CARDS = PrintOptions(layout=Layout.CARDS)
SHEET = document(options=CARDS).sheet


def unit(title: str, sheet: Sheet = SHEET) -> SheetUnit:
    return next(unit for unit in iter_units(sheet.units) if unit.title == title)


def setter(sheet_unit: SheetUnit, sheet: Sheet = SHEET, host: SheetUnit | None = None, factor: float = 1) -> CardLayout:
    return CardLayout(sheet_unit, host, sheet, SIZE, factor)


def test_card_content_stays_between_its_edges():
    assert (SIZE.width, SIZE.height) == pytest.approx((57 * MM, 82 * MM))


def test_title_band_spans_card_with_name_and_price():
    row, gap = build_title_band("Bowmen", "60", SIZE, STYLE)
    ground, edge = row.marks[:2]
    assert isinstance(ground, Box)
    assert isinstance(edge, Stroke)
    bottom = ground.y + ground.down
    assert (ground.x, ground.y, ground.across) == (-SIZE.padding, -SIZE.padding, SIZE.outer_width), (
        "from edge to edge of the card"
    )
    assert (edge.x, edge.to_x) == (ground.x, ground.x + ground.across)
    assert edge.y == edge.to_y == pytest.approx(bottom)
    name, price = words(row.marks)
    assert (name.text, name.x) == ("Bowmen", 0)
    assert end(price) == pytest.approx(SIZE.width)
    assert name.y == price.y
    for mark in (name, price):
        assert mark.y > mark.size * CAPITAL
        assert mark.y < row.height < bottom < mark.y + STYLE.heading
    assert not gap.marks
    assert 0 < row.height + gap.height - bottom < STYLE.line_height, "what follows begins just below the band"
    plain_row, _ = build_title_band("Bowmen", "", SIZE, STYLE)
    assert texts(plain_row.marks) == ["Bowmen"]


def test_long_name_avoids_price_and_is_cut():
    row, _ = build_title_band("name " * 60, "60", SIZE, STYLE)
    named = [mark for mark in words(row.marks) if "name" in mark.text]
    assert len(named) == max_lines(SIZE, STYLE.heading * 1.25)
    assert max(end(mark) for mark in named) <= word(row.marks, "60").x - STYLE.text + 0.1
    assert named[-1].text.endswith("…")
    free, _ = build_title_band("name " * 60, "", SIZE, STYLE)
    assert max(end(mark) for mark in words(free.marks)) > word(row.marks, "60").x - STYLE.text
    ground = next(mark for mark in row.marks if isinstance(mark, Box))
    assert ground.y + ground.down >= named[-1].y
    assert SIZE.height / 4 < named[-1].y + STYLE.heading < SIZE.height / 3, "nearly a third of the card"
    assert max_lines(SIZE, 999) == 2


def test_star_precedes_hero_name():
    hero, others = setter(unit("Anselm")), setter(unit("Bowmen"))
    marks = hero.build_title("105")[0].marks
    star = next(mark for mark in marks if isinstance(mark, Star))
    assert (star.x, star.size) == (0, STYLE.heading)
    assert star.size * CAPITAL < word(marks, "Anselm").x < star.size * 1.5
    assert star.y == word(marks, "Anselm").y
    assert not any(isinstance(mark, Star) for mark in others.build_title("")[0].marks)


def test_card_top_has_outline_entry_and_price():
    marks = stack_rows(setter(replace(unit("Bowmen"), count=2)).build_top("k")).marks
    assert marks[0] == Anchor("k", "2\N{MULTIPLICATION SIGN} Bowmen", 1)
    assert "60" in texts(marks)
    free = stack_rows(setter(replace(unit("Bowmen"), price=None)).build_top("k")).marks
    assert "60" not in texts(free)


def test_half_price_is_right_aligned_below_price():
    (row,) = setter(unit("Bowmen"))._subtitle()
    half = word(row.marks, f"{SHEET.labels.half} 30")
    assert end(half) == pytest.approx(SIZE.width)
    assert texts(row.marks)[0] == "\N{MULTIPLICATION SIGN}5"
    long = replace(unit("Bowmen"), book_name="kind " * 40)
    (row,) = setter(long)._subtitle()
    kinds = [mark for mark in words(row.marks) if "kind" in mark.text]
    assert len(kinds) == max_lines(SIZE, STYLE.line_height, 0.15)
    assert max(end(mark) for mark in kinds) <= half.x - STYLE.text + 0.1
    bare = replace(unit("Bowmen"), book_name="", models=1, price=None)
    assert setter(bare)._subtitle() == []


def test_both_cards_name_attached_hero_and_host():
    guard, anselm = unit("The Old Guard"), unit("Anselm")
    host = stack_rows(setter(guard)._subtitle()).marks
    assert any(f"{SHEET.labels.joined} Anselm" in plain(text) for text in texts(host))
    hero = stack_rows(setter(anselm, host=guard)._subtitle()).marks
    assert any(f"{SHEET.labels.joined} The Old Guard" in plain(text) for text in texts(hero))
    assert guard.price is not None
    assert texts(host)[-1] == f"{guard.price.total_with_heroes} ({SHEET.labels.half} {guard.price.half_with_heroes})"
    assert len(setter(guard)._subtitle()) > len(
        setter(replace(guard, attached_heroes=(), price=unit("Bowmen").price))._subtitle()
    )


def stats(count: int, value: str = "5+") -> tuple[Stat, ...]:
    return tuple(Stat(str(number), "Q", "Quality", value) for number in range(count))


def figures(count: int, value: str = "5+") -> list[list[TextRun]]:
    bowmen = replace(unit("Bowmen"), stats=stats(count, value))
    return [words(row.marks) for row in setter(bowmen)._stats()]


def test_stats_use_largest_size_that_fits_one_line():
    (few,) = figures(3)
    assert {mark.size for mark in few if mark.weight is Weight.BOLD} == {15}
    sizes = [
        {mark.size for line in figures(count) for mark in line if mark.weight is Weight.BOLD} for count in range(3, 9)
    ]
    assert all(len(size) == 1 for size in sizes)
    used = [size.pop() for size in sizes]
    assert used == sorted(used, reverse=True)
    assert max(used) == 15
    assert min(used) > STYLE.text, "larger than the text"
    assert len(set(used)) > 2
    assert [len(figures(count)) > 1 for count in range(3, 9)] == sorted(
        len(figures(count)) > 1 for count in range(3, 9)
    )
    many = figures(14)
    assert len(many) > 1
    assert {mark.size for line in many for mark in line if mark.weight is Weight.BOLD} == {min(used)}
    for line in (few, *figures(4), *many):
        assert end(line[-1]) <= SIZE.width + 0.1
        assert line[0].x == 0
    assert figures(0) == []


def test_stats_are_spread_but_not_too_far():
    (pair,) = figures(2)
    assert STYLE.text < pair[2].x - end(pair[1]) < 3 * STYLE.text
    widest = [line for count in range(3, 9) if len(lines := figures(count)) == 1 for line in lines]
    gaps = [line[2].x - end(line[1]) for line in widest]
    assert gaps == sorted(gaps, reverse=True), "the more figures, the closer"
    assert any(end(line[-1]) == pytest.approx(SIZE.width) for line in widest), "some fill the width"
    close = [figure.x - end(label) for label, figure in zip(pair[::2], pair[1::2], strict=True)]
    assert 0 < close[0] < STYLE.text / 2
    assert close == pytest.approx([close[0]] * 2)
    (single,) = figures(1)
    assert single[0].x == 0
    fullest = [lines[0] for length in range(5, 20) if len(lines := figures(2, "9" * length)) == 1]
    assert any(end(line[-1]) == pytest.approx(SIZE.width) for line in fullest), "two that are wide reach the edge"


def test_rulebook_card_has_three_fields_per_row():
    names = ("models", "cost", "a", "b", "skills")
    fields = tuple(SheetColumn(name, name.title()) for name in names)
    sheet = replace(SHEET, card_fields=fields)
    bowmen = replace(unit("Bowmen"), stats=(Stat("a", "A", "A", "7"),))
    first, second, rule = setter(bowmen, sheet)._fields()
    assert texts(first.marks) == ["Models", "5", "Cost", "60", "A", "7"]
    assert texts(second.marks) == ["B", "\N{EN DASH}"]
    step = SIZE.width / 3
    assert [mark.x for mark in words(first.marks)] == pytest.approx([0, 0, step, step, 2 * step, 2 * step])
    label, value = words(first.marks)[:2]
    assert value.y > label.y + value.size * 0.6
    assert value.y < first.height < value.y + STYLE.line_height
    assert any(isinstance(mark, Stroke) for mark in rule.marks)
    free = setter(replace(bowmen, price=None), sheet)._fields()
    assert texts(next(iter(free)).marks)[3] == "\N{EN DASH}"
    ruled = replace(unit("Mire Troll"), stats=())
    skills = stack_rows(setter(ruled, sheet).build_body()).marks
    assert texts(skills)[0] == "Skills", "before the weapons"
    weapons = stack_rows(setter(ruled).build_body()).marks
    assert texts(weapons)[0] == SHEET.labels.weapon, "behind them where there are no fields"


def test_card_weapons_align_with_widest_count():
    bowmen = replace(
        unit("Bowmen"),
        weapons=tuple(replace(row, count=count) for row, count in zip(unit("Bowmen").weapons, (5, 10), strict=True)),
    )
    head, *rows, gap = setter(bowmen)._weapons()
    assert head.height == STYLE.line_height
    assert is_gap(gap, STYLE)
    counts, names = ([words(row.marks)[index] for row in rows] for index in (0, 1))
    assert [mark.text for mark in counts] == ["5", "10"]
    assert counts[1].x == pytest.approx(0)
    assert end(counts[0]) == pytest.approx(end(counts[1]))
    assert {mark.x for mark in names} == {words(head.marks)[0].x}
    assert 0 < names[0].x - end(counts[0]) < STYLE.text
    assert list(setter(replace(bowmen, weapons=()))._weapons()) == []


def test_rule_texts_follow_importance_until_card_is_full():
    troll = unit("Mire Troll")
    rows = tuple(GlossaryRow(name, name, "text " * 6) for name in ("slow", "ap", "elsewhere", "fearless", "tough"))
    ruled_troll = replace(troll, rule_texts=rows)
    assert [row.id for row in setter(ruled_troll)._texts_by_importance()] == [
        "fearless",
        "slow",
        "tough",
        "ap",
        "elsewhere",
    ]
    every = setter(ruled_troll).build_rule_texts(999)
    assert [text for text in texts(stack_rows(every).marks) if text in {row.label for row in rows}] == [
        row.label for row in rows
    ]
    each = (sum(row.height for row in every) - every[0].height) / 5
    rule_texts = setter(ruled_troll).build_rule_texts(every[0].height + 2 * each + 0.01)
    assert [text for text in texts(stack_rows(rule_texts).marks) if text in {row.label for row in rows}] == [
        "slow",
        "fearless",
    ]
    assert setter(ruled_troll).build_rule_texts(every[0].height + each - 0.01) == []
    assert len(setter(ruled_troll).build_rule_texts(every[0].height + each)) > 0
    assert any(isinstance(mark, Stroke) for mark in every[0].marks)


def test_every_card_names_its_list_and_code():
    row = build_owner_line(SHEET, SIZE)
    name, code = words(row.marks)
    assert (name.text, name.x) == ("The Iron Vale", 0)
    assert code.text == SHEET.header.hash
    assert end(code) == pytest.approx(SIZE.width)
    assert name.size == 6.5, "no smaller"
    assert name.size * CAPITAL < name.y < row.height < name.size * 1.5
    larger = build_owner_line(SHEET, replace(SIZE, style=Style(text=12)))
    assert 6.5 < words(larger.marks)[0].size < 12
    bad = build_owner_line(document(options=CARDS, report=ILLEGAL).sheet, SIZE)
    stamp, name, _ = words(bad.marks)
    assert (stamp.text, stamp.x, stamp.ink) == (SHEET.labels.illegal, 0, Ink.ALERT)
    assert 0 < name.x - end(stamp) < stamp.size
    header = replace(SHEET.header, hash="", name="name " * 60)
    (only,) = words(build_owner_line(replace(SHEET, header=header), SIZE).marks)
    assert only.text.endswith("…")
    assert SIZE.width - 14 < end(only) <= SIZE.width - 6.4
    assert Role.MARGIN in row.marks


def test_card_back_centres_name_above_price():
    back = build_card_back(Card("k", LayoutRow(0), "Bowmen", "60"), SHEET, SIZE)
    name, price = words(back.marks)[:2]
    assert (name.text, price.text) == ("Bowmen", "60")
    for mark in (name, price):
        assert (mark.x + end(mark)) / 2 == pytest.approx(SIZE.width / 2)
    assert STYLE.heading < price.y - name.y < 2 * STYLE.heading
    assert back.height == pytest.approx(SIZE.height)
    middle = (SIZE.height - build_owner_line(SHEET, SIZE).height) / 2
    assert abs((name.y + price.y) / 2 - middle) < STYLE.heading
    free = build_card_back(Card("k", LayoutRow(0), "Bowmen", ""), SHEET, SIZE)
    assert texts(free.marks)[:1] == ["Bowmen"]
    assert len(words(free.marks)) == len(words(back.marks)) - 1


def test_unit_and_attached_heroes_get_own_cards():
    cards = list(build_unit_cards(unit("The Old Guard"), SHEET, SIZE, "k"))
    assert [card.key for card in cards] == ["k", "k-0"]
    assert [card.title for card in cards] == ["The Old Guard", "Anselm"]
    assert [card.price for card in cards] == ["185", "105"]
    assert next(build_unit_cards(replace(unit("Bowmen"), price=None), SHEET, SIZE, "k")).price == ""
    roomy = replace(SIZE, outer_height=400 * MM)
    assert fits_one_card(unit("The Old Guard"), SHEET, roomy, 1)
    noted = replace(unit("The Old Guard"), attached_heroes=(replace(unit("Anselm"), notes="word " * 400),))
    assert not fits_one_card(noted, SHEET, SIZE, 1), "one hero that does not fit is enough"


def test_large_card_frames_free_space_for_picture():
    def frames(down: float, *, picture: bool = True) -> list[Box]:
        size = replace(SIZE, outer_height=down, picture_frame=picture)
        (card,) = build_unit_cards(replace(unit("Bowmen"), tick_boxes=()), SHEET, size, "k")
        return [mark for mark in card.front.marks if isinstance(mark, Box) and mark.ink is Ink.RULE]

    (frame,) = frames(200 * MM)
    assert (frame.x, frame.across) == (0, SIZE.width)
    assert frame.down > 45 * MM - 2 * STYLE.line_height
    assert frames(200 * MM, picture=False) == []
    assert frames(70 * MM) == []


def lay_out_pages(**options: object) -> tuple[PrintOptions, list[Sequence[PlacedRow]]]:
    chosen = PrintOptions(layout=Layout.CARDS, **options)  # type: ignore[arg-type]
    return chosen, list(lay_out_cards(document(options=chosen).sheet, chosen, "a").pages)


def cuts(page: Sequence[PlacedRow]) -> list[Stroke]:
    return [
        mark for placed_row in page if not placed_row.key for mark in placed_row.row.marks if isinstance(mark, Stroke)
    ]


def test_cut_lines_extend_slightly_beyond_cards():
    _, pages = lay_out_pages()
    whole, last = pages[0], pages[-1]
    lines = cuts(whole)
    upright = [line for line in lines if line.x == line.to_x]
    across = [line for line in lines if line.y == line.to_y]
    assert [line.x for line in upright] == pytest.approx([number * 63 * MM for number in range(4)])
    assert [line.y for line in across] == pytest.approx([number * 88 * MM for number in range(4)])
    beyond = -upright[0].y
    assert 0 < beyond < 5 * MM
    assert upright[0].to_y == pytest.approx(3 * 88 * MM + beyond)
    assert (across[0].x, across[0].to_x) == pytest.approx((-beyond, 3 * 63 * MM + beyond))
    count = len([placed_row for placed_row in last if placed_row.key])
    assert len([line for line in cuts(last) if line.y == line.to_y]) == -(-count // 3) + 1


def test_cut_lines_stay_inside_printable_area():
    for paper in Paper:
        for orientation in Orientation:
            chosen, pages = lay_out_pages(paper=paper, orientation=orientation)
            page = build_pages([document(options=chosen).sheet], chosen)[0].page
            for line in cuts(pages[0]):
                assert page.left + line.x > 4 * MM
                assert page.left + line.to_x < page.width - 4 * MM
                assert page.top + line.y > 4 * MM
                assert page.top + line.to_y < page.height - 4 * MM


def test_large_option_scales_card_type_and_boxes():
    _, usual = lay_out_pages(grid=Grid.FOUR)
    _, large = lay_out_pages(grid=Grid.FOUR, large=True)
    sizes = [
        max(mark.size for placed_row in page[0] for mark in words(placed_row.row.marks)) for page in (usual, large)
    ]
    assert sizes[1] == pytest.approx(sizes[0] * 1.25)
    for factor, read in ((0.5, 7), (2, 14)):
        rows = setter(unit("Bowmen"), factor=factor).build_tick_boxes()
        assert {mark.size for row in rows for mark in words(row.marks) if not mark.text.isdigit()} == {read}


def test_stats_are_centred_on_their_line():
    bowmen = replace(unit("Bowmen"), stats=stats(3))
    (row,) = setter(bowmen)._stats()
    figure = next(mark for mark in words(row.marks) if mark.weight is Weight.BOLD)
    above, below = figure.y - figure.size * CAPITAL, row.height - figure.y
    assert 0 < above < below < above + STYLE.line_height / 2, "below it, there is a gap too"
    assert len({mark.y for mark in words(row.marks)}) == 1


def test_cards_are_placed_row_by_row():
    _, pages = lay_out_pages(grid=Grid.FOUR)
    first = [placed_row for placed_row in pages[0] if placed_row.key]
    assert len(first) == 4
    assert first[0].x == first[0].y == 4 * MM
    assert first[1].y == first[0].y
    assert first[2].x == first[0].x
    assert first[1].x - first[0].x > 80 * MM
    _, single = lay_out_pages(grid=Grid.ONE)
    assert all(len(page) == 1 for page in single)
    assert single[0][0].x == 5 * MM
    assert not cuts(single[0])


@pytest.mark.parametrize(
    ("paper", "orientation", "places"),
    [
        (Paper.A4, Orientation.PORTRAIT, (3, 3)),
        (Paper.A4, Orientation.LANDSCAPE, (4, 2)),
        (Paper.LETTER, Orientation.PORTRAIT, (3, 3)),
        (Paper.LETTER, Orientation.LANDSCAPE, (4, 2)),
    ],
)
def test_page_holds_as_many_poker_cards_as_fit(paper: Paper, orientation: Orientation, places: tuple[int, int]):
    chosen, pages = lay_out_pages(paper=paper, orientation=orientation)
    cards = [placed_row for placed_row in pages[0] if placed_row.key]
    assert (len({card.x for card in cards}), len({card.y for card in cards})) == places
    page = build_pages([document(options=chosen).sheet], chosen)[0].page
    assert page.left == pytest.approx((page.width - places[0] * 63 * MM) / 2)
    assert page.top == pytest.approx((page.height - places[1] * 88 * MM) / 2)


def test_backs_of_partial_row_are_mirrored():
    chosen = PrintOptions(layout=Layout.CARDS, backs=True)
    sheet = document(options=chosen).sheet
    fewer = replace(sheet, units=sheet.units[:-1])
    pages = lay_out_cards(fewer, chosen, "a").pages
    fronts, backs = pages[-2], pages[-1]
    count = len([front for front in fronts if front.key])
    assert count % 3
    turned = [back for back in backs if words(back.row.marks)]
    assert len(turned) == count
    rest = count % 3
    lowest = max(placed_row.y for placed_row in turned)
    assert [round(placed_row.x / MM) for placed_row in turned if placed_row.y == lowest] == [
        round(((2 - number) * 63) + 3) for number in reversed(range(rest))
    ]


def titles(sheet: Sheet, options: PrintOptions = CARDS) -> list[str]:
    """Return the first heading of every card, in order."""
    pages = lay_out_cards(sheet, options, "a").pages
    return [words(placed_row.row.marks)[0].text for page in pages for placed_row in page if placed_row.key]


def test_cards_follow_list_units_spells_rules_findings_order():
    sheet = document(options=CARDS, report=ILLEGAL).sheet
    order = list(dict.fromkeys(titles(sheet)))
    words_of = sheet.labels
    expected = ["The Iron Vale", "The Old Guard", "Anselm", "Bowmen", f"{words_of.spells} · River Folk"]
    places = [order.index(text) for text in (*expected, words_of.rules, words_of.findings)]
    assert places == sorted(places)
    assert words_of.findings not in titles(SHEET)


def test_command_group_rules_have_heading_and_line():
    blocks = cards_module._rule_blocks(SHEET, SIZE)
    block_texts = [texts(stack_rows(block.rows).marks) for block in blocks]
    assert block_texts[0][0] == SHEET.labels.command
    assert block_texts[0][1] == "Sergeant"
    assert block_texts[1] == []
    assert any(isinstance(mark, Stroke) for mark in blocks[1].rows[0].marks)
    plainer = replace(SHEET, glossary=tuple(replace(row, command=False) for row in SHEET.glossary))
    assert len(cards_module._rule_blocks(plainer, SIZE)) == len(SHEET.glossary)
    only = replace(SHEET, glossary=tuple(row for row in SHEET.glossary if row.command))
    assert len(cards_module._rule_blocks(only, SIZE)) == 1


def test_first_card_repeats_roster_header():
    blocks = cards_module._list_blocks(SHEET, SIZE)
    text = " ".join(text for block in blocks for text in texts(stack_rows(block.rows).marks))
    header = SHEET.header
    for fact in (header.points, header.verdict_text, header.hash, *header.facts, *header.counts, header.notes):
        assert fact in text, fact
    assert all(book.text in text for book in header.books)
    assert any(isinstance(mark, QrCode) for block in blocks for row in block.rows for mark in row.marks)
    tiny = replace(SIZE, outer_width=25 * MM)
    assert not any(
        isinstance(mark, QrCode)
        for block in cards_module._list_blocks(SHEET, tiny)
        for row in block.rows
        for mark in row.marks
    )
    hidden = replace(SHEET, header=replace(header, hash="", commitment="c0ffee", share=""))
    hidden_text = " ".join(
        text for block in cards_module._list_blocks(hidden, SIZE) for text in texts(stack_rows(block.rows).marks)
    )
    assert f"{SHEET.labels.commitment} c0ffee" in hidden_text
    assert SHEET.labels.hash not in hidden_text.split()


def test_credits_do_not_get_own_card():
    bare = replace(SHEET, credits=())
    assert titles(SHEET) == titles(bare)
    every = [
        mark.text
        for page in lay_out_cards(SHEET, CARDS, "a").pages
        for placed_row in page
        for mark in words(placed_row.row.marks)
    ]
    for credit in SHEET.credits:
        assert credit.split()[0] in " ".join(every)


def test_deck_uses_largest_type_with_fewest_split_units():
    size = CardSize(*POKER_CARD_SIZE, 3 * MM, STYLE)
    assert cards_module._choose_text_scale(SHEET, size, Grid.NINE) == 1
    noted = tuple(replace(unit, notes="word " * 70, rule_texts=(), attached_heroes=()) for unit in SHEET.units[1:2])
    counts = []
    for length in range(0, 280, 5):
        noted_unit = replace(noted[0], notes="word " * length)
        chosen = cards_module._choose_text_scale(replace(SHEET, units=(noted_unit,)), size, Grid.NINE)
        fits = [fits_one_card(noted_unit, SHEET, size, part) for part in (1, 6.5 / 7)]
        assert chosen == (6.5 / 7 if fits == [False, True] else 1)
        counts.append(tuple(fits))
    assert set(counts) == {(True, True), (False, True), (False, False)}


def test_text_cards_repeat_their_title():
    blocks = tuple(
        Block((LayoutRow(30, (TextRun(0, 9, f"word{number}", Weight.REGULAR, 7, Ink.TEXT),)),)) for number in range(20)
    )
    text = cards_module.CardSection("Rules", blocks, "k")
    cards = list(cards_module._text_cards(text, SHEET, SIZE))
    assert len(cards) > 2
    for card in cards:
        assert (card.key, card.title, card.price) == ("k-text", "Rules", "")
        assert texts(card.front.marks)[0] == "Rules"
        assert card.front.height == SIZE.height
        owner = word(card.front.marks, SHEET.header.hash)
        assert SIZE.height - STYLE.text * 1.5 < owner.y <= SIZE.height
        assert all(mark.y < owner.y - 3 for mark in words(card.front.marks) if "word" in mark.text)
    together = [mark.text for card in cards for mark in words(card.front.marks) if "word" in mark.text]
    assert together == [f"word{number}" for number in range(20)]
    anchors = [mark for card in cards for mark in card.front.marks if isinstance(mark, Anchor)]
    assert anchors == [Anchor("k", "Rules", 1)]


def reference(points: int, **options: object) -> tuple[Sheet, PrintOptions]:
    chosen = PrintOptions(reference=True, **options)  # type: ignore[arg-type]
    sheet = document(options=chosen).sheet
    passages = tuple(
        ReferenceChapter(str(number), f"Chapter {number}", ("Some words on what to do here.",) * 6)
        for number in range(points)
    )
    return replace(sheet, reference=passages), chosen


def rules_page(points: int, **options: object) -> tuple[int, float, list[TextRun]]:
    sheet, chosen = reference(points, **options)
    layout = lay_out_quick_reference(sheet, chosen, "g")
    assert layout.title == f"{sheet.labels.reference} {sheet.header.system}"
    marks: list[Mark] = [
        mark._replace(x=mark.x + placed_row.x, y=mark.y + placed_row.y)
        for placed_row in layout.pages[0]
        for mark in words(placed_row.row.marks)
    ]
    return len(layout.pages), layout.style.text, words(marks)


def test_quick_reference_fits_one_page_in_largest_type():
    results = [rules_page(points)[:2] for points in range(2, 26)]
    single = [size for pages, size in results if pages == 1]
    assert single[0] == 10
    assert single == sorted(single, reverse=True)
    assert set(single) >= {10, 9, 8, 7.5}
    assert min(single) >= 6.5
    pages, size = results[-1]
    assert (pages, size) == (2, 10), "where one page is too few, the type is as large as two allow"
    large = rules_page(2, large=True)[1]
    assert large == pytest.approx(12.5)


@pytest.mark.parametrize(("orientation", "columns"), [(Orientation.PORTRAIT, 2), (Orientation.LANDSCAPE, 3)])
def test_quick_reference_columns_have_dashed_sentences(orientation: Orientation, columns: int):
    _, size, marks = rules_page(9, orientation=orientation)
    heads = {round(mark.x, 2) for mark in marks if mark.text.startswith("Chapter")}
    assert len(heads) == columns
    dashes = [mark for mark in marks if mark.text == "\N{EN DASH}"]
    assert len(dashes) == 54
    for dash in dashes:
        first = next(mark for mark in marks if mark.y == dash.y and mark.x == pytest.approx(dash.x + size))
        assert first.text.startswith("Some")
    steps = [right - left for left, right in pairwise(sorted(heads))]
    assert steps == pytest.approx([steps[0]] * (columns - 1), abs=0.02)


def words_free(row: LayoutRow) -> list[Stroke]:
    """Return the lines of a row that has nothing but lines."""
    lines = [mark for mark in row.marks if isinstance(mark, Stroke)]
    assert len(lines) == len(row.marks)
    return lines


def assert_rule(row: LayoutRow) -> None:
    """Check that a row is one level line across the card with room above and below."""
    (line,) = words_free(row)
    assert (line.x, line.to_x) == pytest.approx((0, SIZE.width))
    assert 0 < line.y == line.to_y < row.height < STYLE.line_height


def test_card_rules_and_gaps_stay_below_a_line():
    troll = setter(unit("Mire Troll"))
    rule = troll._separator()
    assert_rule(rule)
    (line,) = words_free(rule)
    assert line.y == pytest.approx(rule.height / 2), "as much room above it as below"
    *rules, gap = troll._special_rules()
    assert is_gap(gap, STYLE)
    assert texts(stack_rows(rules).marks) == ["Fearless", "Slow", "Tough(3)", f"{SHEET.labels.base} 25mm"]
    assert list(setter(replace(unit("Bowmen"), rules=(), base=""))._special_rules()) == []
    first_block, second_block = cards_module._paragraphs(
        [[TextSpan("a", Weight.REGULAR, 7)], [], [TextSpan("", Weight.REGULAR, 7)], [TextSpan("b", Weight.REGULAR, 7)]],
        SIZE,
    )
    assert all(is_gap(block.rows[-1], STYLE) for block in (first_block, second_block))
    assert [texts(stack_rows(block.rows).marks) for block in (first_block, second_block)] == [["a"], ["b"]]
    code = next(
        block
        for block in cards_module._list_blocks(SHEET, SIZE)
        if any(isinstance(mark, QrCode) for row in block.rows for mark in row.marks)
    )
    upper, code_row = code.rows
    (mark,) = code_row.marks
    assert isinstance(mark, QrCode)
    assert is_gap(upper, STYLE)
    assert mark.y + mark.across < code_row.height < mark.y + mark.across + STYLE.line_height


def test_line_separates_command_group_from_other_rules():
    assert_rule(cards_module._rule_blocks(SHEET, SIZE)[1].rows[0])


def test_code_is_on_first_card_if_it_fits():
    def has_code(across: float = SIZE.outer_width, down: float = SIZE.outer_height) -> bool:
        blocks = cards_module._list_blocks(SHEET, replace(SIZE, outer_width=across, outer_height=down))
        return any(isinstance(mark, QrCode) for block in blocks for row in block.rows for mark in row.marks)

    edges = 2 * SIZE.padding
    code = 20 * MM
    assert has_code(across=code + edges)
    assert not has_code(across=code + edges - 0.1)
    lowest = next(down for down in range(500) if has_code(down=down))
    assert (
        code + edges + stack_rows(build_title_band("The Iron Vale", "", SIZE, STYLE)).height
        < lowest
        < code + edges + SIZE.height / 4
    )
    assert all(has_code(down=down) for down in range(lowest, 300, 10))


def test_credits_go_to_first_text_with_room():
    def texts_of(blocks: int) -> cards_module.CardSection:
        lines = tuple(
            Block((LayoutRow(20, (TextRun(0, 9, "x", Weight.REGULAR, 7, Ink.TEXT),)),)) for _ in range(blocks)
        )
        return cards_module.CardSection("Title", lines, "k")

    room = (
        SIZE.height
        - build_owner_line(SHEET, SIZE).height
        - stack_rows(build_title_band("Title", "", SIZE, STYLE)).height
    )
    full, free = texts_of(int(room // 20)), texts_of(1)
    short = replace(
        SHEET, credits=("Made by nobody, and by everybody, with a sentence that takes a few lines of a card.",)
    )
    before, after = cards_module._add_credits([full], [free], short, SIZE)
    assert [len(before[0].blocks), len(after[0].blocks)] == [len(full.blocks), 2]
    before, after = cards_module._add_credits([free], [full], short, SIZE)
    assert [len(before[0].blocks), len(after[0].blocks)] == [2, len(full.blocks)]
    before, after = cards_module._add_credits([full], [full], short, SIZE)
    assert [len(before[0].blocks), len(after[0].blocks)] == [len(full.blocks), len(full.blocks) + 1], "else the last"
