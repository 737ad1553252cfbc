"""Line breaking of paragraphs, and blocks in columns."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.exporters.pdf.fonts import Weight, load_typeface
from listbuilder.exporters.pdf.layout import Block, Flow, LayoutRow
from listbuilder.exporters.pdf.paragraphs import TextSpan, break_and_clip_lines, break_lines, clip_text, measure_text
from listbuilder.exporters.pdf.primitives import Ink, TextRun
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.textutil.text_width import typeset

TEXTS = st.text(max_size=80).map(sanitize_line).filter(bool)
SPANS = st.lists(
    st.tuples(TEXTS, st.sampled_from((Weight.REGULAR, Weight.BOLD)), st.sampled_from((7.0, 11.0))), max_size=5
)


@settings(max_examples=150, deadline=None)
@given(SPANS, st.floats(30, 400))
def test_lines_fit_their_width_and_lose_no_word(spans, width: float):
    lines = break_lines([TextSpan(*span) for span in spans], width)
    for line in lines:
        for words in line:
            assert words.x + measure_text(words.text, words.weight, words.size) <= width + 0.1
        for left, right in pairwise(line):
            assert left.x + measure_text(left.text, left.weight, left.size) <= right.x + 0.01
    set_text = "".join(words.text for line in lines for words in line).replace(" ", "")
    assert set_text == "".join(typeset(text) for text, _, _ in spans).replace(" ", "")


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.floats(5, 200))
def test_clipped_text_fits(text: str, width: float):
    cut = clip_text(text, Weight.BOLD, 9, width)
    assert measure_text(cut, Weight.BOLD, 9) <= max(width, measure_text("…", Weight.BOLD, 9)) + 0.01
    assert cut == typeset(text) or cut.endswith("…")


def test_long_paragraph_is_cut_in_its_last_line():
    spans = [TextSpan("Name:", Weight.BOLD, 9), TextSpan("some words that go on and on and on", Weight.REGULAR, 9)]
    whole = break_lines(spans, 60)
    assert len(whole) > 3
    for most in (1, 2, 3):
        *earlier, last = break_and_clip_lines(spans, 60, most)
        assert earlier == whole[: most - 1]
        assert last[:-1] == whole[most - 1][:-1]
        assert last[-1].text.endswith("…")
        assert last[-1].text.rstrip("…").rstrip().startswith(whole[most - 1][-1].text[:-3])
        assert last[-1].x + measure_text(last[-1].text, last[-1].weight, last[-1].size) <= 60.01
    assert break_and_clip_lines(spans, 60, len(whole)) == whole


def test_inches_and_apostrophes_are_typographic():
    assert typeset("at -1 and -X, but 7F3A-91C2, one-model, W6-1") == "at –1 and –X, but 7F3A-91C2, one-model, W6-1"
    assert typeset("24\" and the hero's 'x'") == "24″ and the hero’s 'x’"


def test_digits_have_equal_width():
    for weight in (Weight.REGULAR, Weight.BOLD):
        assert len({load_typeface(weight).width(figure) for figure in "0123456789"}) == 1


@pytest.mark.parametrize("letter", "äß€½×–…“”„’″·•�ŁĐƒЖΩ")
def test_font_covers_letters_that_lists_use(letter: str):
    assert load_typeface(Weight.REGULAR).has_glyph(letter)
    assert load_typeface(Weight.BOLD).has_glyph(letter)


@pytest.mark.parametrize("letter", "★☐→✓שع♛⚔")
def test_fallback_font_covers_missing_letters(letter: str):
    assert not load_typeface(Weight.REGULAR).has_glyph(letter)
    assert load_typeface(Weight.FALLBACK).has_glyph(letter)


def test_variation_selectors_leave_no_box():
    runs = load_typeface(Weight.REGULAR).split_runs("\N{DRAGON}\N{VARIATION SELECTOR-18}\N{DRAGON}")
    assert [(run.face, run.text) for run in runs] == [(None, "\N{DRAGON}\N{DRAGON}")]


def block(height: float, key: str) -> Block:
    return Block((LayoutRow(height, (TextRun(0, 0, key, Weight.REGULAR, 9, Ink.TEXT),)),), key)


HEIGHTS = st.lists(st.floats(5, 90), min_size=1, max_size=30)


@settings(max_examples=200, deadline=None)
@given(HEIGHTS, st.integers(1, 3), st.floats(0, 95))
def test_columns_keep_block_order_and_page(heights: list[float], count: int, start: float):
    flow = Flow(300, 100)
    flow.place(LayoutRow(start, (TextRun(0, 0, "first", Weight.REGULAR, 9, Ink.TEXT),)))
    blocks = [block(height, str(number)) for number, height in enumerate(heights)]
    flow.add_columns([LayoutRow(8)], blocks, count, 10)
    placed = [placed_row for page in flow.pages for placed_row in page if placed_row.key]
    assert [placed_row.key for placed_row in placed] == [str(number) for number in range(len(heights))]
    for page in flow.pages:
        assert page
        assert all(placed_row.y + placed_row.row.height <= 100.1 for placed_row in page)
        columns = [placed_row.x for placed_row in page if placed_row.key]
        assert columns == sorted(columns)


def test_columns_are_balanced_if_everything_fits():
    flow = Flow(300, 500)
    flow.add_columns([], [block(20, str(number)) for number in range(10)], 2, 10)
    assert flow.y == pytest.approx(100, abs=1)


def test_heading_moves_to_next_page_with_its_content():
    flow = Flow(300, 200)
    flow.place(LayoutRow(150, (TextRun(0, 0, "first", Weight.REGULAR, 9, Ink.TEXT),)))
    flow.add_columns([LayoutRow(20)], [block(50, "a"), block(50, "b")], 1, 10)
    assert len(flow.pages) == 2
    assert [placed_row.key for placed_row in flow.pages[1]] == ["", "a", "b"]


def test_long_block_splits_between_rows_late():
    rows = tuple(LayoutRow(30, (TextRun(0, 0, str(number), Weight.REGULAR, 9, Ink.TEXT),)) for number in range(7))
    flow = Flow(300, 100)
    flow.add_columns([], [Block(rows, "long")], 1, 10)
    assert [[placed_row.row for placed_row in page] for page in flow.pages] == [
        list(rows[:3]),
        list(rows[3:6]),
        list(rows[6:]),
    ]
    assert {placed_row.key for page in flow.pages for placed_row in page} == {"long"}


def test_block_as_long_as_column_is_not_split():
    flow = Flow(300, 100)
    flow.place(LayoutRow(10))
    flow.add_columns([LayoutRow(10)], [Block((LayoutRow(45), LayoutRow(45)), "whole")], 1, 10)
    assert [[placed_row.key for placed_row in page] for page in flow.pages] == [[""], ["", "whole", "whole"]]


def test_columns_are_side_by_side_with_gap():
    flow = Flow(310, 100)
    flow.add_columns([], [block(40, "a"), block(40, "b"), block(40, "c")], 3, 5)
    assert [(placed_row.x, placed_row.y) for placed_row in flow.pages[0]] == [(0, 0), (105, 0), (210, 0)]
    assert flow.y == 40


def test_section_without_blocks_has_no_heading():
    flow = Flow(300, 100)
    flow.add_columns([LayoutRow(8)], [], 2, 10)
    assert (flow.pages, flow.y) == ([[]], 0)


def test_block_starts_here_only_if_longer_than_page():
    def pages(height_left: float, *heights: float) -> list[int]:
        flow = Flow(300, 90)
        flow.place(LayoutRow(90 - height_left))
        flow.add(Block(tuple(LayoutRow(height) for height in heights), "x"))
        return [len(page) for page in flow.pages]

    assert pages(40, 20, 20) == [3]
    assert pages(40, 20, 21) == [1, 2]
    assert pages(40, 35, 30, 30) == [2, 2]
    assert pages(30, 30, 35, 30) == [1, 2, 1]


def test_running_row_repeats_on_every_new_page():
    flow = Flow(300, 100)
    heading = LayoutRow(10)
    flow.repeated_row = heading
    for number in range(4):
        flow.add(block(45, str(number)))
    assert [[placed_row.key for placed_row in page] for page in flow.pages] == [["0", "1"], ["", "2", "3"]]
    assert [(placed_row.y, placed_row.row is heading) for placed_row in flow.pages[1]] == [
        (0, True),
        (10, False),
        (55, False),
    ]


def test_gap_never_starts_a_page():
    flow = Flow(300, 100)
    flow.add_gap(20)
    assert flow.y == 0
    flow.place(LayoutRow(90))
    flow.add_gap(20)
    assert (flow.y, flow.remaining_height) == (100, 0)
    flow.break_page()
    flow.break_page()
    assert [len(page) for page in flow.pages] == [1, 0]
