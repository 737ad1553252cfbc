"""Rows, highlights, sorting, headers, cards, columns, forms and prices without a screen."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

import pytest

from listbuilder.diagnostics import Severity, Verdict
from listbuilder.diff.lists import ColumnLine, LinePair
from listbuilder.i18n import translate
from listbuilder.listfiles.files import load_list
from listbuilder.model import ArmyList, BookPin, Entry, EntryId, FactionId, Text, UnitRef
from listbuilder.query import build_subject, find_matches, parse_query
from listbuilder.tui.editor.header import header_rows, points_gauge
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.export.export_job import card_width, count_cards_abreast, frame_cards
from listbuilder.tui.labels import format_price, verdict_parts
from listbuilder.tui.screens.compare import side_by_side_rows
from listbuilder.tui.widgets.row import (
    BLANK_ROW,
    Part,
    SortState,
    button_row,
    choice_row,
    column_at,
    cycle_value,
    heading,
    highlight_match,
    highlight_spans,
    info,
    lay_out_row,
    other_match_parts,
    row,
    text_row,
    truncate,
)
from tests.sentences import sentence
from tests.tui.view_helpers import LIBRARY, SYSTEM, open_sample, roles, shape, texts, with_other

LEGAL = sentence("verdict.legal")


def test_row_has_parts_with_roles() -> None:
    plain_row = row("k", "left", "right", "dim")
    assert roles(plain_row) == [("left", "dim"), ("right", "dim")]
    assert (plain_row.text, plain_row.selectable, plain_row.wrap, plain_row.hang) == ("leftright", True, False, 0)
    assert row("k", "").left == ()
    assert roles(heading("ONE", "two")) == [("ONE", "heading"), ("two", "dim")]
    assert heading("ONE").key == "heading:ONE"
    assert (heading("ONE", key="x").key, heading("ONE").selectable, heading("ONE").wrap) == ("x", False, True)
    assert (info("a", "bad", hang=2).key, info("a").selectable, info("a", hang=2).hang) == ("info:a", False, 2)
    assert not BLANK_ROW.selectable


def test_matches_are_highlighted() -> None:
    assert highlight_spans("abcdef", [(1, 3), (4, 5)], "dim") == (
        *(Part("a", "dim"), Part("bc", "match"), Part("d", "dim"), Part("e", "match"), Part("f", "dim")),
    )
    assert highlight_spans("ab", [(0, 2)]) == (Part("ab", "match"),)
    assert highlight_spans("ab", []) == (Part("ab"),)


@pytest.mark.parametrize(("room", "shown"), [(6, "abcdef"), (5, "abcd…"), (3, "ab…"), (1, "…"), (0, "…")])
def test_too_long_text_is_cut(room: int, shown: str) -> None:
    assert truncate("abcdef", room) == shown


def test_cut_leaves_no_space_before_ellipsis() -> None:
    assert truncate("ab cdef", 4) == "ab…"


class Head(Enum):
    NAME = "name"
    SIZE = "size"


def test_sorting_cycles_columns_and_directions() -> None:
    sorting = SortState((None, *Head), None)
    assert [
        state.column
        for state in (
            sorting.by_next_column(),
            sorting.by_next_column().by_next_column(),
            sorting.by_next_column().by_next_column().by_next_column(),
        )
    ] == [*(Head.NAME, Head.SIZE, None)]
    down = sorting.by_column(Head.NAME).reversed()
    assert (down.column, down.descending) == (Head.NAME, True)
    assert down.by_column(Head.NAME) == sorting.by_column(Head.NAME)
    assert down.by_column(Head.SIZE) == SortState((None, *Head), Head.SIZE)
    assert not down.by_next_column().descending
    assert (down.arrow(Head.NAME), down.reversed().arrow(Head.NAME), down.arrow(Head.SIZE)) == (" ▾", " ▴", "")


def test_click_on_heading_finds_its_column() -> None:
    widths = {Head.NAME: 5, Head.SIZE: 3}
    columns = [column_at(widths, cell) for cell in (0, 8, 9, 13, 14)]
    assert columns == [Head.NAME, Head.NAME, Head.SIZE, Head.SIZE, None]


@pytest.mark.parametrize(
    ("used", "limit", "then", "expected"),
    [
        (0, 100, None, "░░░░░░░░░░"),
        (50, 100, None, "█████░░░░░"),
        (55, 100, None, "█████▌░░░░"),
        (100, 100, None, "██████████"),
        (101, 100, None, "█████████▶"),
        (50, 100, 70, "█████▒▒░░░"),
        (50, 100, 71, "█████▒▒▒░░"),
        (70, 100, 50, "█████▒▒░░░"),
        (90, 100, 150, "█████████▒"),
        (0, 0, None, "░░░░░░░░░░"),
        (0, 0, 10, "░░░░░░░░░░"),
    ],
)
def test_gauge_fills_with_used_points(used: int, limit: int, then: int | None, expected: str) -> None:
    parts = points_gauge(used, limit, 10, then)
    assert "".join(part.text for part in parts) == expected
    assert len(expected) == 10


def test_gauge_colour_shows_excess() -> None:
    assert [part.role for part in points_gauge(101, 100, 10)] == ["bad"]
    assert [part.role for part in points_gauge(90, 100, 10, 150)] == ["good", "bad", "dim"]
    assert [part.role for part in points_gauge(50, 100, 10, 100)] == ["good", "accent", "dim"]
    assert [part.role for part in points_gauge(50, 100, 10)] == ["good", "dim"]


def test_list_header_shows_facts_and_verdict() -> None:
    session = open_sample()
    first, second = header_rows(session, "en", 120, saved=True)
    assert first.text.startswith("The Iron Vale   Human Empire")
    assert (first.selectable, second.selectable) == (False, False)
    assert f"✔ {LEGAL}" in first.text
    assert " *" not in first.left[1].text
    assert header_rows(session, "en", 120, saved=False)[0].left[1].text == " *"
    used, limit = session.roster.cost, session.roster.points_limit
    assert limit is not None
    assert sentence("sheet.points-of", points=f"{used:,}", limit=f"{limit:,}") in second.text
    assert f"{limit - used:,}" in second.left[-1].text
    for points, key, role in ((2500, "left", ""), (1500, "over", "bad")):
        sized = EditorSession(LIBRARY, replace(session.army, points=points))
        parts = header_rows(sized, "en", 120, saved=True)[1].left
        assert parts[-1] == Part(f"  {translate('en', f'tui.{key}', points='500')}", role)
        points_of = sentence("sheet.points-of", points="2,000", limit=f"{points:,}")
        assert parts[0] == Part(f"{points_of}  ", role or "bold")
    crown = next(header.file for header in LIBRARY.sample_lists() if "crown" in header.file.name)
    illegal = EditorSession(LIBRARY, load_list(crown).army)
    errors = sum(finding.severity is Severity.ERROR for finding in illegal.report)
    assert f"✗ {sentence('verdict.illegal')} ({errors})" in header_rows(illegal, "en", 120, saved=True)[0].text
    begun = EditorSession(LIBRARY, replace(session.army, entries=()))
    assert "(" not in header_rows(begun, "en", 120, saved=True)[0].right[0].text
    many = EditorSession(LIBRARY, session.army, [header.id for header in LIBRARY.newest_factions(SYSTEM)][:6])
    assert header_rows(many, "en", 120, saved=True)[0].left[2].text.count(" · ") == 3, "three books and the game"
    free = EditorSession(LIBRARY, replace(session.army, points=None))
    assert [part.text for part in header_rows(free, "en", 120, saved=True)[1].left] == [
        sentence("sheet.points", points="2,000")
    ]
    bar = sum(len(part.text) for part in second.left[1:-1])
    assert bar == 30
    narrow = header_rows(session, "en", 20, saved=True)[1]
    assert sum(len(part.text) for part in narrow.left[1:-1]) == 0, "what is left says more than a bar"
    wide = header_rows(session, "en", 999, saved=True)[1]
    assert sum(len(part.text) for part in wide.left[1:-1]) == 40


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("points", [2500, 1500])
def test_narrow_header_cuts_no_number(points, language) -> None:
    session = EditorSession(LIBRARY, replace(open_sample().army, points=points))
    wide = header_rows(session, language, 120, saved=True)[1]
    for width in range(40, 120):
        second = header_rows(session, language, width, saved=True)[1]
        assert second.left[-1] == wide.left[-1], "how much is left"
        (line,) = lay_out_row(second, width - 1)
        assert "…" not in "".join(part.text for part in line)
        assert wide.right[0].text.startswith(second.right[0].text.rstrip())


def test_cards_are_side_by_side_if_wide() -> None:
    assert [count_cards_abreast(3, width, 20) for width in (10, 24, 48, 49, 74, 200)] == [1, 1, 1, 2, 3, 3]
    assert [card_width(count, 74) for count in (1, 2, 3)] == [70, 32, 20]
    rule = "─" * 10
    text = f"head\n{rule}\none\n{rule}\ntwo\nlines\n{rule}\nfoot\n"
    assert frame_cards(text, 2, 21) == (
        "head\n┌────────┐ ┌────────┐\n│ one    │ │ two    │\n└────────┘ │ lines  │\n           └────────┘\nfoot\n"
    )
    assert frame_cards("only\n", 2, 21) == "only\n"
    assert frame_cards(f"a\n\n{rule}\nb\n{rule}\n", 1, 8) == "a\n\n┌──────┐\n│ b    │\n└──────┘\n"


def test_compared_lists_are_side_by_side() -> None:
    pairs = [
        LinePair(ColumnLine("Old"), ColumnLine("New")),
        LinePair(ColumnLine("same", points=5), ColumnLine("same", points=5)),
        LinePair(None, ColumnLine("come", depth=1)),
        LinePair(ColumnLine("a long line that is cut"), None),
    ]
    rows = side_by_side_rows(pairs, "en", 23)
    assert texts(rows) == [
        *("Old        ± New       ", "same     5   same     5", "           +   come    ", "a long li… -           ")
    ]
    assert [row.left[1].role for row in rows] == ["bold", "", "good", "bad"]
    assert [row.left[0].role for row in rows] == ["bold", "dim", "good", "bad"]
    head, *_ = side_by_side_rows(pairs, "en", 23, ("a", "b"))
    assert (head.text, head.key) == ("a            b         ", "heads")
    assert len(side_by_side_rows(pairs, "en", 5)[0].text) == 8 + 3 + 8


def test_form_rows_are_aligned() -> None:
    choice, text = choice_row("k", "Paper", "A4"), text_row("t", "Name", "x")
    assert choice.text.endswith("◂ A4 ▸")
    assert choice.text.startswith("Paper  ")
    assert choice.text.index("◂") == text.text.index("x") == text.hang
    assert choice.text.index("A4") == choice.hang
    assert text.wrap
    assert choice.wrap
    assert button_row("b", "Go").text == "▶ Go"
    values = ("a", "b", "c")
    assert [cycle_value(values, "a", 1), cycle_value(values, "a", -1), cycle_value(values, "x", 1)] == ["b", "c", "b"]


def test_prices_have_signs_and_zero_is_free() -> None:
    assert (format_price(0, "en"), format_price(1500, "en"), format_price(-5, "en")) == (
        sentence("tui.free"),
        "+1,500",
        "-5",
    )
    assert [part.text for part in verdict_parts(Verdict.LEGAL, "en")] == ["✔", LEGAL]
    assert verdict_parts(Verdict.ILLEGAL, "en", empty=True)[0].role == "dim"


@pytest.mark.parametrize(
    ("used", "limit", "then", "expected"),
    [
        (1, 1000, None, "░░░░░░░░░░"),
        (13, 1000, None, "▏░░░░░░░░░"),
        (999, 1000, None, "█████████▉"),
        (0, 1000, 1, "▒░░░░░░░░░"),
        (1000, 1000, 1001, "██████████"),
        (1001, 1000, 1000, "██████████"),
        (1001, 1000, 900, "█████████▒"),
        (1001, 1000, 1002, "█████████▶"),
        (500, 1000, 500, "█████░░░░░"),
    ],
)
def test_gauge_handles_its_extremes(used: int, limit: int, then: int | None, expected: str) -> None:
    assert "".join(part.text for part in points_gauge(used, limit, 10, then)) == expected


def test_gauge_shades_preview_and_excess() -> None:
    assert points_gauge(900, 1000, 10, 1001) == (Part("█" * 9, "good"), Part("▒", "bad"), Part("", "dim"))
    assert points_gauge(900, 1000, 10, 1000) == (Part("█" * 9, "good"), Part("▒", "accent"), Part("", "dim"))
    assert points_gauge(1002, 1000, 10, 1001) == (Part("█" * 9 + "▶", "bad"),)


def test_exactly_full_list_is_not_over() -> None:
    session = open_sample()
    assert session.roster.cost == session.roster.points_limit == 2000
    points_row = header_rows(session, "en", 120, saved=True)[1]
    full = sentence("sheet.points-of", points="2,000", limit="2,000")
    remaining = sentence("tui.left", points="0")
    assert (points_row.left[0], points_row.left[-1]) == (Part(f"{full}  ", "bold"), Part(f"  {remaining}", ""))
    german = header_rows(EditorSession(LIBRARY, replace(session.army, points=10_000)), "de", 120, saved=True)[1]
    assert german.left[0].text == f"{sentence('sheet.points-of', 'de', points=' 2.000', limit='10.000')}  "
    assert german.right == (Part(f"{sentence('sheet.units', 'de', n=9)}  {sentence('sheet.models', 'de', n=60)} "),)
    shaded = header_rows(session, "en", 120, saved=True, preview_cost=1900)[1].left
    assert "▒" in "".join(part.text for part in shaded)


def test_header_cuts_long_names() -> None:
    army = replace(open_sample().army, name="[red]" + "n" * 80)
    endless = EditorSession(LIBRARY, army)
    assert len(header_rows(endless, "en", 120, saved=True)[0].left[0].text) == 60
    book = endless.factions[0]
    view = with_other(
        endless,
        factions=(
            replace(book, name=Text("b" * 50), version="1." + "5" * 20),
            replace(book, name=Text("c"), version=""),
        ),
    )
    books_part = header_rows(view, "en", 120, saved=True)[0].left[2]
    assert books_part == Part(f"   {'b' * 39}… 1.{'5' * 9}… · c · Age of Fantasy 3.5", "dim")
    lost = Entry(id=EntryId("x"), unit=UnitRef("gone/thing"))
    pins = {FactionId("gone"): BookPin("1.0", name="g" * 60)}
    missing = EditorSession(LIBRARY, ArmyList(name="", system=SYSTEM, points=500, entries=(lost,), books=pins))
    head = header_rows(missing, "en", 120, saved=True)[0]
    assert head.left[0].text == translate("en", "sheet.unnamed")
    assert head.left[2].text == f"   {'g' * 51}… · Age of Fantasy 3.5"
    unchecked = sum(finding.severity is Severity.UNCHECKED for finding in missing.report)
    assert head.right[0] == Part(f"~ {sentence('verdict.unchecked')} ({unchecked})", "warn")
    assert unchecked


def test_started_list_is_called_empty() -> None:
    begun = EditorSession(LIBRARY, replace(open_sample().army, entries=()))
    first, second = header_rows(begun, "de", 120, saved=True)
    assert first.right == (Part(f"· {sentence('verdict.empty', 'de')}", "dim"), Part(" "))
    units, models = sentence("sheet.units", "de", n=0), sentence("sheet.models", "de", n=0)
    assert second.right[0].text == f"{units}  {models} "


def test_page_with_one_rule_has_no_cards() -> None:
    assert frame_cards(f"a\n{'─' * 8}\nb\n", 2, 21) == "a\nb\n"
    assert frame_cards("", 2, 21) == "\n"


def test_odd_card_is_alone_and_wide_letters_fit() -> None:
    rule = "─" * 4
    text = f"{rule}\n漢\n{rule}\nb\n{rule}\nc\n{rule}\n"
    assert frame_cards(text, 2, 13).splitlines() == [
        *("┌────┐ ┌────┐", "│ 漢 │ │ b  │", "└────┘ └────┘", "┌────┐", "│ c  │", "└────┘")
    ]


def test_compared_line_is_cut_before_points() -> None:
    pair = LinePair(ColumnLine("[red]a long line", points=1500), ColumnLine("x" * 300, depth=1))
    (first,) = side_by_side_rows([pair], "de", 31)
    assert roles(first) == [("[red]a…  1.500", "bold"), (" ± ", "bold"), ("  " + "x" * 11 + "…", "bold")]
    wide = side_by_side_rows([pair], "en", 700)[0]
    assert len(wide.left[2].text.strip()) == 200, "no line goes on for ever"
    assert len(wide.left[0].text) == (700 - 3) // 2
    assert (first.key, shape(first)) == ("0", (False, False, 0))


def test_comparison_has_headings_and_dims_equal_lines() -> None:
    same = LinePair(ColumnLine("a"), ColumnLine("a"))
    head, _, second = side_by_side_rows([same, same], "en", 23, ("[b]old", "new"))
    assert roles(head) == [("[b]old       new       ", "heading")]
    assert (head.key, shape(head)) == ("heads", (False, False, 0))
    assert roles(second) == [("a         ", "dim"), ("   ", ""), ("a         ", "dim")]
    assert second.key == "1"
    assert side_by_side_rows([], "en", 23) == []
    assert len(side_by_side_rows([same], "en", 19)[0].text) == 19
    assert len(side_by_side_rows([same], "en", 18)[0].text) == 19, "eight cells are the least"


def test_form_rows_are_cut_and_hang() -> None:
    choice, text = choice_row("k", "A label that is long", "[red]x"), text_row("t", "Name", "y" * 400)
    assert roles(choice) == [("A label that is  ", "dim"), ("◂ ", "accent"), ("[red]x", ""), (" ▸", "accent")]
    assert (choice.key, shape(choice)) == ("k", (True, True, 19))
    assert (text.left[0], len(text.left[1].text)) == (Part("Name             ", "dim"), 300)
    assert (text.key, shape(text)) == ("t", (True, True, 17))
    button = button_row("b", "[b]Go")
    assert (roles(button), shape(button)) == ([("▶ ", "accent"), ("[b]Go", "bold")], (True, False, 0))


def test_query_match_is_highlighted_and_located() -> None:
    subjects = [build_subject("k", ("Fen Folk",), ("Mire of old",))]
    (match,) = find_matches(parse_query("fen mire", "en"), subjects)
    assert highlight_match("Fen Folk", match, "dim") == (Part("Fen", "match"), Part(" Folk", "dim"))
    assert highlight_match("Fen", None, "dim") == (Part("Fen", "dim"),)
    assert list(other_match_parts(match)) == [Part("  ", "dim"), Part("Mire", "match"), Part(" of old", "dim")]
    assert list(other_match_parts(None)) == []
