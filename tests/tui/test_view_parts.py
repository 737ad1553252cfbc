"""What the builder shows, worked out without a screen: bars, gauges, tables, columns, cards, sorting, ages."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from enum import Enum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from listbuilder.desk.decisions import ACCEPT, Decision
from listbuilder.desk.inbox import Submission
from listbuilder.desk.players import Player
from listbuilder.desk.status import Status
from listbuilder.diagnostics import Diagnostic, Fix, Outcome, Severity, Verdict, build_report
from listbuilder.i18n import translate
from listbuilder.judging import Unread, judge_file
from listbuilder.library import Library
from listbuilder.listfiles import load_list
from listbuilder.listfiles.journal import Recovered
from listbuilder.model import ArmyList, Spell, Strike, SystemId, Text
from listbuilder.odds.situation import Mode, Situation
from listbuilder.rules.columns import ColumnLine, LinePair
from listbuilder.rules.edits import Add, Remove, Rename
from listbuilder.rules.summary import build_summary
from listbuilder.tui.memory import Memory
from listbuilder.tui.scales import Scales
from listbuilder.tui.settings import Settings, build_settings, load_settings, save_settings, settings_file, typed_path
from listbuilder.tui.shelf import ListCard
from listbuilder.tui.view import desk as desk_view
from listbuilder.tui.view import folder as folder_view
from listbuilder.tui.view import home as home_view
from listbuilder.tui.view.cards import card_width, cards_abreast, in_cards
from listbuilder.tui.view.columns import column_rows
from listbuilder.tui.view.desk import AS_REGISTERED, DeskTable, arrange, standing_rows
from listbuilder.tui.view.fixes import fix_rows
from listbuilder.tui.view.folder import BY_FILE, FolderTable, Listed, finding_rows
from listbuilder.tui.view.form import button_row, choice_row, neighbour, text_row
from listbuilder.tui.view.ghost import changed_row, ghost_row
from listbuilder.tui.view.glossary import explained, glossary_rows, text_rows
from listbuilder.tui.view.header import gauge, header_rows
from listbuilder.tui.view.home import age
from listbuilder.tui.view.new_list import Draft, step_rows
from listbuilder.tui.view.new_list import summary_rows as asked_rows
from listbuilder.tui.view.odds import field_targets, find_profile, odds_rows, profile_key
from listbuilder.tui.view.odds_duel import duel_rows
from listbuilder.tui.view.odds_line import odds_row
from listbuilder.tui.view.odds_matrix import matrix_rows
from listbuilder.tui.view.odds_reach import reach_rows
from listbuilder.tui.view.problems import foremost, problem_rows
from listbuilder.tui.view.profile import lexicon_of
from listbuilder.tui.view.row import BLANK, Part, Row, heading, info, marked, row, shorten
from listbuilder.tui.view.sorting import Sorting, column_at
from listbuilder.tui.view.summary import summary_rows
from listbuilder.tui.view.units import unit_cells, unit_rows
from listbuilder.tui.view.words import price, reason, verdict_parts
from listbuilder.tui.workspace import Workspace
from tests.desk.rows import finding, listed, standing

LIBRARY = Library.open(user=False)
IRON_VALE = next(header.file for header in LIBRARY.sample_lists() if "iron-vale" in header.file.name)

SYSTEM = SystemId("aof-3.5")


def opened() -> Workspace:
    return Workspace(LIBRARY, load_list(IRON_VALE).army)


def texts(rows: Any) -> list[str]:
    return [one.text for one in rows]


def roles(one: Row) -> list[tuple[str, str]]:
    return [(part.text, part.role) for part in (*one.left, *one.right)]


def test_a_row_is_made_of_parts_with_roles() -> None:
    made = row("k", "left", "right", "dim")
    assert roles(made) == [("left", "dim"), ("right", "dim")]
    assert (made.text, made.pickable, made.wrap, made.hang) == ("leftright", True, False, 0)
    assert row("k", "").left == ()
    assert roles(heading("ONE", "two")) == [("ONE", "heading"), ("two", "dim")]
    assert heading("ONE").key == "heading:ONE"
    assert (heading("ONE", key="x").key, heading("ONE").pickable, heading("ONE").wrap) == ("x", False, True)
    assert (info("a", "bad", hang=2).key, info("a").pickable, info("a", hang=2).hang) == ("info:a", False, 2)
    assert not BLANK.pickable


def test_what_was_found_is_marked_where_it_stands() -> None:
    assert marked("abcdef", [(1, 3), (4, 5)], "dim") == (
        *(Part("a", "dim"), Part("bc", "match"), Part("d", "dim"), Part("e", "match"), Part("f", "dim")),
    )
    assert marked("ab", [(0, 2)]) == (Part("ab", "match"),)
    assert marked("ab", []) == (Part("ab"),)


@pytest.mark.parametrize(("room", "shown"), [(6, "abcdef"), (5, "abcd…"), (3, "ab…"), (1, "…"), (0, "…")])
def test_a_text_too_long_is_cut_with_a_mark(room: int, shown: str) -> None:
    assert shorten("abcdef", room) == shown


def test_a_word_is_not_left_with_a_blank_before_its_mark() -> None:
    assert shorten("ab cdef", 4) == "ab…"


class Head(Enum):
    NAME = "name"
    SIZE = "size"


def test_a_table_is_sorted_by_one_column_after_the_other_and_both_ways() -> None:
    sorting = Sorting((None, *Head), None)
    assert [one.column for one in (sorting.next(), sorting.next().next(), sorting.next().next().next())] == [
        *(Head.NAME, Head.SIZE, None)
    ]
    down = sorting.by(Head.NAME).turned()
    assert (down.column, down.down) == (Head.NAME, True)
    assert down.by(Head.NAME) == sorting.by(Head.NAME)
    assert down.by(Head.SIZE) == Sorting((None, *Head), Head.SIZE)
    assert not down.next().down
    assert (down.arrow(Head.NAME), down.turned().arrow(Head.NAME), down.arrow(Head.SIZE)) == (" ▾", " ▴", "")


def test_a_click_on_a_head_means_the_column_under_it() -> None:
    widths = {Head.NAME: 5, Head.SIZE: 3}
    found = [column_at(widths, cell) for cell in (0, 8, 9, 13, 14)]
    assert found == [Head.NAME, Head.NAME, Head.SIZE, Head.SIZE, None]


@pytest.mark.parametrize(
    ("used", "limit", "then", "drawn"),
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
def test_a_gauge_is_filled_as_far_as_points_are_used(used: int, limit: int, then: int | None, drawn: str) -> None:
    parts = gauge(used, limit, 10, then)
    assert "".join(part.text for part in parts) == drawn
    assert len(drawn) == 10


def test_a_gauge_says_by_its_colour_what_is_too_much() -> None:
    assert [part.role for part in gauge(101, 100, 10)] == ["bad"]
    assert [part.role for part in gauge(90, 100, 10, 150)] == ["good", "bad", "dim"]
    assert [part.role for part in gauge(50, 100, 10, 100)] == ["good", "accent", "dim"]
    assert [part.role for part in gauge(50, 100, 10)] == ["good", "dim"]


def test_the_head_of_a_list_says_what_it_is_and_how_it_stands() -> None:
    workspace = opened()
    first, second = header_rows(workspace, "en", 120, saved=True)
    assert first.text.startswith("The Iron Vale   Human Empire")
    assert (first.pickable, second.pickable) == (False, False)
    assert "✔ legal" in first.text
    assert " *" not in first.left[1].text
    assert header_rows(workspace, "en", 120, saved=False)[0].left[1].text == " *"
    used, limit = workspace.roster.cost, workspace.roster.size
    assert limit is not None
    assert f"{used:,} / {limit:,} pts" in second.text
    assert f"{limit - used:,}" in second.left[-1].text
    for points, said, role in ((2500, "left", ""), (1500, "over", "bad")):
        sized = Workspace(LIBRARY, replace(workspace.army, points=points))
        told = header_rows(sized, "en", 120, saved=True)[1].left
        assert told[-1] == Part(f"  {translate('en', f'tui.{said}', points='500')}", role)
        assert told[0] == Part(f"2,000 / {points:,} pts  ", role or "bold")
    crown = next(header.file for header in LIBRARY.sample_lists() if "crown" in header.file.name)
    illegal = Workspace(LIBRARY, load_list(crown).army)
    errors = sum(one.severity is Severity.ERROR for one in illegal.report)
    assert f"✗ illegal ({errors})" in header_rows(illegal, "en", 120, saved=True)[0].text
    begun = Workspace(LIBRARY, replace(workspace.army, entries=()))
    assert "(" not in header_rows(begun, "en", 120, saved=True)[0].right[0].text
    many = Workspace(LIBRARY, workspace.army, [header.id for header in LIBRARY.newest_factions(SYSTEM)][:6])
    assert header_rows(many, "en", 120, saved=True)[0].left[2].text.count(" · ") == 3, "three books and the game"
    free = Workspace(LIBRARY, replace(workspace.army, points=None))
    assert [part.text for part in header_rows(free, "en", 120, saved=True)[1].left] == ["2,000 pts"]
    bar = sum(len(part.text) for part in second.left[1:-1])
    assert bar == 30
    narrow = header_rows(workspace, "en", 20, saved=True)[1]
    assert sum(len(part.text) for part in narrow.left[1:-1]) == 10
    wide = header_rows(workspace, "en", 999, saved=True)[1]
    assert sum(len(part.text) for part in wide.left[1:-1]) == 40


def test_cards_stand_side_by_side_as_far_as_there_is_room() -> None:
    assert [cards_abreast(3, width, 20) for width in (10, 24, 48, 49, 74, 200)] == [1, 1, 1, 2, 3, 3]
    assert [card_width(count, 74) for count in (1, 2, 3)] == [70, 32, 20]
    rule = "─" * 10
    text = f"head\n{rule}\none\n{rule}\ntwo\nlines\n{rule}\nfoot\n"
    assert in_cards(text, 2, 21) == (
        "head\n┌────────┐ ┌────────┐\n│ one    │ │ two    │\n└────────┘ │ lines  │\n           └────────┘\nfoot\n"
    )
    assert in_cards("only\n", 2, 21) == "only\n"
    assert in_cards(f"a\n\n{rule}\nb\n{rule}\n", 1, 8) == "a\n\n┌──────┐\n│ b    │\n└──────┘\n"


def test_two_lists_stand_side_by_side_with_the_mark_between() -> None:
    pairs = [
        LinePair(ColumnLine("Old"), ColumnLine("New")),
        LinePair(ColumnLine("same", points=5), ColumnLine("same", points=5)),
        LinePair(None, ColumnLine("come", depth=1)),
        LinePair(ColumnLine("a long line that is cut"), None),
    ]
    rows = column_rows(pairs, "en", 23)
    assert texts(rows) == [
        *("Old        ± New       ", "same     5   same     5", "           +   come    ", "a long li… -           "),
    ]
    assert [one.left[1].role for one in rows] == ["bold", "", "good", "bad"]
    assert [one.left[0].role for one in rows] == ["bold", "dim", "good", "bad"]
    head, *_ = column_rows(pairs, "en", 23, ("a", "b"))
    assert (head.text, head.key) == ("a            b         ", "heads")
    assert len(column_rows(pairs, "en", 5)[0].text) == 8 + 3 + 8


def test_rows_of_a_form_line_up() -> None:
    choice, text = choice_row("k", "Paper", "A4"), text_row("t", "Name", "x")
    assert choice.text.endswith("◂ A4 ▸")
    assert choice.text.startswith("Paper  ")
    assert choice.text.index("◂") == text.text.index("x") == text.hang
    assert choice.text.index("A4") == choice.hang
    assert text.wrap
    assert choice.wrap
    assert button_row("b", "Go").text == "▶ Go"
    values = ("a", "b", "c")
    assert [neighbour(values, "a", 1), neighbour(values, "a", -1), neighbour(values, "x", 1)] == ["b", "c", "b"]


def test_prices_have_signs_and_nothing_is_free() -> None:
    assert (price(0, "en"), price(1500, "en"), price(-5, "en")) == ("free", "+1,500", "-5")
    assert reason(None, "en") == ""
    assert [part.text for part in verdict_parts(Verdict.LEGAL, "en")] == ["✔", "legal"]
    assert verdict_parts(Verdict.ILLEGAL, "en", empty=True)[0].role == "dim"


def outcome(**given: Any) -> Outcome:
    plain = {"before": 100, "after": 90, "touched": ("a",), "removed": (), "verdict": Verdict.LEGAL, "errors": 0}
    return Outcome(**{**plain, **given})


def test_a_fix_says_what_comes_of_it() -> None:
    def said(**given: Any) -> str:
        (_, second) = fix_rows([Fix("fix.remove", {"subject": "x"}, outcome=outcome(**given))], "en")
        return second.text.strip()

    done, comes = fix_rows([Fix("fix.remove", {"subject": "x"}, outcome=outcome())], "en")
    assert [(one.key, one.pickable, one.wrap, one.hang) for one in (done, comes)] == [
        *(("0", True, True, 2), ("outcome:0", False, True, 4))
    ]
    assert said().startswith("-10 → 90 · ")
    assert said().endswith("· ✔ legal")
    assert "→" not in said(after=100)
    assert said(verdict=Verdict.ILLEGAL, errors=2).endswith("✗ illegal (2)")
    assert said(verdict=Verdict.UNCHECKED, errors=2).endswith("~ unchecked")
    assert len(said(removed=("a", "b")).split(" · ")) == len(said().split(" · ")) + 1
    assert [one.key for one in fix_rows([Fix("fix.remove", {"subject": "x"})] * 2, "en")] == ["0", "1"]


def test_bars_of_the_summary_are_as_long_as_their_share() -> None:
    workspace = opened()
    rows = {one.key: one for one in summary_rows(build_summary(workspace.roster), '"', "en", 80)}
    assert rows["points"].text.endswith(f"{workspace.roster.cost:,} / {workspace.roster.size:,}")
    roles_of = [one for key, one in rows.items() if key.startswith("role:")]
    assert sum(int(one.right[-1].text.strip(" %")) for one in roles_of) in range(98, 103)
    cells = 80 - 18 - 16 - 8
    for one in roles_of:
        share = int(one.right[-1].text.strip(" %")) / 100
        assert len(one.left[1].text) == pytest.approx(share * cells, abs=1.2)
    assert any(key.startswith("range:") for key in rows)


def test_problems_are_listed_with_their_fix_and_the_foremost_is_the_worst_of_the_unit() -> None:
    workspace = opened()
    assert texts(problem_rows(workspace, "en"))[0]
    key = workspace.roster.entries[0].id
    mend = Fix("fix.remove", {"subject": "x"}, edits=(object(),))  # type: ignore[arg-type]  # any edit
    plain, own, fixable = (
        Diagnostic("UPG004", None, {"target": "x"}),
        Diagnostic("UPG004", key, {"target": "y"}),
        Diagnostic("UPG004", key, {"target": "z"}, (mend,)),
    )
    view: Any = SimpleNamespace(
        report=build_report([plain, own, fixable]), find=workspace.find, army=workspace.army, roster=workspace.roster
    )
    assert foremost(view, key) == fixable
    assert foremost(view, None) == plain
    rows = {one.text.count("[f]"): one for one in problem_rows(view, "en")}
    assert set(rows) == {0, 1}
    assert rows[1].left[2].text == f"{workspace.roster.entries[0].title}  "
    assert foremost(SimpleNamespace(report=build_report([])), None) is None  # type: ignore[arg-type]


def test_units_are_grouped_and_counted_and_their_names_give_way() -> None:
    workspace = opened()
    rows = unit_rows(workspace, "en")
    taken = workspace.roster.entries[0].unit
    shown = next(one for one in rows if one.key == taken.ref)
    count = sum(worked.unit is taken for worked in workspace.roster.entries)
    assert f"{count}× " in shown.right[0].text
    assert [one.key for one in rows if one.key.startswith("group:")]
    assert not [one.key for one in rows if one.key.startswith("book:")], "one book needs no name"
    two = Workspace(LIBRARY, workspace.army, ["dwarves"])
    assert [one.key for one in unit_rows(two, "en") if one.key.startswith("book:")] == [
        *("book:human-empire", "book:dwarves")
    ]
    narrow = next(one for one in unit_rows(workspace, "en", room=20) if one.key == taken.ref)
    assert len(narrow.text) <= 20
    wide = unit_cells(workspace, "en")
    whole = unit_rows(workspace, "en", room=wide)
    assert not any("…" in one.text for one in whole)
    assert any("…" in one.text for one in unit_rows(workspace, "en", room=wide - 1))
    assert [one.pickable for one in unit_rows(workspace, "en", "no such unit")] == [False]
    for _ in range(10):
        workspace.do(Add(taken.ref))
    crowded = [one for one in unit_rows(workspace, "en") if one.pickable]
    assert len({sum(len(part.text) for part in one.right) for one in crowded}) == 1
    assert next(one for one in crowded if one.key == taken.ref).right[0].text == f"{count + 10}× "


def test_a_unit_that_may_not_be_added_is_dim_once_that_is_known() -> None:
    workspace = opened()
    units = workspace.factions[0].units.values()
    unit = min((one for one in units if one.size > 1), key=lambda one: one.cost)

    def role() -> set[str]:
        shown = next(one for one in unit_rows(workspace, "en") if one.key == unit.ref)
        return {part.role for part in (*shown.left, *shown.right) if part.text.strip()}

    assert "" in role()
    assert workspace.unit_offer(unit) is not None, "the list is full"
    assert role() == {"dim"}
    workspace.do(Remove(workspace.roster.entries[0].id))
    assert role() == {"dim"}, "until it is looked at anew"
    assert workspace.unit_offer(unit) is None
    assert "" in role()


def test_what_would_be_is_told_for_what_comes_goes_and_changes() -> None:
    workspace = opened()
    first = workspace.roster.entries[0]
    lexicon = lexicon_of(workspace, "en")

    def told(edit: Any) -> tuple[Row, Row | None]:
        ghost = workspace.ahead(edit)
        assert ghost is not None
        return ghost_row(ghost, "en"), changed_row(ghost, lexicon)

    added, comes = told(Add(first.unit.ref))
    cost = first.unit.cost
    assert added.left[0].text == f"Then: +{cost} → {2000 + cost:,} / 2,000"
    assert added.left[1].role == "bad"
    assert comes is not None
    assert {(part.text[:2], part.role) for part in comes.left} == {("+ ", "good")}
    gone, goes = told(Remove(first.id))
    assert gone.left[0].text.startswith(f"Then: -{first.cost} → ")
    assert goes is not None
    assert {(part.text[:2], part.role) for part in goes.left} == {("- ", "dim")}
    renamed, nothing = told(Rename(first.id, "Lads"))
    assert renamed.left[0].text == "Then: ±0 → 2,000 / 2,000"
    assert "✔ legal" in renamed.left[1].text
    assert nothing is None
    unsized = Workspace(LIBRARY, replace(workspace.army, points=None))
    ghost = unsized.ahead(Remove(first.id))
    assert ghost is not None
    assert ghost_row(ghost, "en").left[0].text.endswith(f"→ {2000 - first.cost:,}")


NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ago", "said"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(seconds=60), "1 min"),
        (timedelta(minutes=59, seconds=59), "59 min"),
        (timedelta(hours=1), "1 h"),
        (timedelta(hours=23, minutes=59), "23 h"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=29), "29 days"),
        (timedelta(days=30), "2026-04-01"),
    ],
)
def test_how_long_ago_something_was(ago: timedelta, said: str) -> None:
    shown = age(int((NOW - ago).timestamp() * 1e9), "en", NOW)
    number = "".join(letter for letter in said if letter.isdigit())
    assert "".join(letter for letter in shown if letter.isdigit()) == number


def card(name: str, **given: Any) -> ListCard:
    plain: dict[str, Any] = {"path": Path(f"/x/{name}.yaml"), "name": name, "modified": 0}
    return ListCard(**{**plain, **given})


def table(cards: list[ListCard], room: int) -> list[str]:
    made = home_view._Table(cards, "en", room)
    return [made.row(one).text for one in cards]


def test_home_has_columns_that_stand_under_each_other() -> None:
    cards = [
        card("Short", points=5, limit=2000, verdict=Verdict.LEGAL, factions=(Text("Elves"),)),
        card("A much longer name", points=1500, verdict=Verdict.ILLEGAL, factions=(Text("Orcs and others"),)),
    ]
    wide = table(cards, 100)
    assert wide[0].startswith("✔ Short               Elves")
    assert wide[1].startswith("✗ A much longer name  Orcs and others")
    assert "  legal      5 / 2,000" in wide[0]
    assert "illegal  1,500        " in wide[1]
    aged = [replace(one, modified=1) for one in cards]
    fixed = 2 + 1 + len("illegal") + 2 + len("1,500") + 3 + len("2,000")
    enough = fixed + len("A much longer name") + 2 + len("1970-01-01")
    assert table(aged, enough)[0].endswith("1970-01-01")
    assert "Elves" not in table(aged, enough)[0]
    assert table(aged, enough - 1)[1].startswith("✗ A much longer name  Orcs and…"), "ages go first"
    assert "1970" not in table(aged, enough - 1)[1]
    assert table([replace(one, modified=1) for one in cards], 100)[0].endswith("1970-01-01")
    assert not table([replace(one, modified=1, sample=True) for one in cards], 100)[0].endswith("1970-01-01")
    narrow = table(cards, 40)
    assert "Elves" not in narrow[0]
    assert narrow[1].startswith("✗ A much longer… illegal")
    assert all(len(line) <= 40 for line in narrow)


def memory(count: int, *, recent: int = 0, lost: int = 0) -> Memory:
    cards = [card(f"L{number}", system="aof-3.5", verdict=Verdict.LEGAL) for number in range(count)]
    left = tuple(
        Recovered(
            f"/x/old{number}.yaml", NOW, ArmyList(name="", system=SYSTEM), None, Path(f"/r{number}"), edits=number
        )
        for number in range(lost)
    )
    by_path = {one.path: one for one in cards}
    return Memory(cards=by_path, recent=tuple(by_path)[:recent], lost=left)


def home(known: Memory, search: str = "") -> list[Row]:
    return home_view.home_rows(known, LIBRARY, "en", search, 100)


def test_home_greets_the_new_and_shows_the_latest_to_those_with_many() -> None:
    assert [one.key for one in home(memory(0))][:4] == ["welcome", "blank", home_view.SAMPLE, home_view.NEW]
    assert home(memory(0), "x")[0].key != "welcome"
    seven, eight = memory(7, recent=5), memory(8, recent=5)
    assert not [one for one in home(seven) if one.key.startswith(home_view.RECENT)]
    latest = [one.key for one in home(eight) if one.key.startswith(home_view.RECENT)]
    assert latest == [f"{home_view.RECENT}/x/L{number}.yaml" for number in range(3)]
    assert not [one for one in home(memory(8)) if one.key.startswith(home_view.RECENT)]
    assert [one.key for one in home(seven, "L3")][-1] == "/x/L3.yaml"
    assert [one.pickable for one in home(seven, "nothing of that name")] == [False]


def test_what_a_crash_left_comes_before_all() -> None:
    head, none, one, gap, *_ = home(memory(8, recent=1, lost=2))
    assert not head.pickable
    assert gap.key == "blank"
    assert [found.key for found in (none, one)] == ["lost:/r0", "lost:/r1"]
    assert none.text.startswith("● old0"), "by its file where it has no name"
    assert none.right[0].text != one.right[0].text, "how many edits, where somebody counted"


def test_lists_stand_under_their_games_with_a_line_between() -> None:
    known = memory(1)
    other = card("W", system="way-of-wood", verdict=Verdict.LEGAL)
    broken = card("X", verdict=Verdict.UNREADABLE)
    waiting = card("Y", system="unheard")
    known.cards.update({one.path: one for one in (other, broken, waiting)})
    rows = home(known)
    heads = [one.text for one in rows if one.left and one.left[0].role == "heading"]
    wood = LIBRARY.system("way-of-wood").title.upper()
    assert heads[:4] == ["AGE OF FANTASY 3.5", wood, "UNHEARD", "UNREADABLE"]
    places = [rows.index(one) for one in rows if one.text in heads]
    assert all(rows[place - 1].key == "blank" for place in places[1:])


def test_the_desk_is_sorted_filtered_and_told_by_marks() -> None:
    rows = [
        standing(Status.LEGAL, player=Player(id="1", name="Kim", team="b")),
        standing(Status.ILLEGAL, player=Player(id="2", name="alex", team=""), lists=(listed(points=900),)),
        standing(Status.MISSING, player=Player(id="3", name="Sam", team="A"), lists=()),
    ]

    def order(sorting: Sorting[Any], search: str = "") -> list[str]:
        return [one.player.id for one in arrange(rows, sorting, search, "en")]

    assert order(AS_REGISTERED) == ["1", "2", "3"]
    assert order(AS_REGISTERED.turned()) == ["3", "2", "1"]
    columns = desk_view.DeskColumn
    assert order(AS_REGISTERED.by(columns.NAME)) == ["2", "1", "3"]
    assert order(AS_REGISTERED.by(columns.TEAM)) == ["3", "1", "2"], "who has no team comes last"
    assert order(AS_REGISTERED.by(columns.POINTS)) == ["3", "1", "2"]
    assert order(AS_REGISTERED.by(columns.STATUS)) == ["3", "2", "1"], "the gravest first"
    assert order(AS_REGISTERED, "kim") == ["1"]
    made = DeskTable(rows, AS_REGISTERED.by(columns.NAME), "en", 100)
    shown = [made.row(one) for one in rows]
    assert [one.left[0].role for one in shown] == ["good", "bad", "warn"]
    assert "▴" in made.head().text
    assert [one.left[-1].text for one in shown] == ["legal", "illegal", "missing"]
    assert len({len(one.text) - len(one.left[-1].text) for one in shown}) == 1
    assert desk_view.totals(rows, "en") == "1 missing, 1 illegal, 1 legal"


def test_a_desk_that_is_narrow_cuts_factions_before_names() -> None:
    long = Player(id="1", name="N" * 30, team="T" * 20)
    rows = [standing(player=long, lists=(listed(factions=["F" * 40]),))]
    whole = DeskTable(rows, AS_REGISTERED, "en", 200)
    columns = desk_view.DeskColumn
    assert [whole.widths[one] for one in (columns.NAME, columns.TEAM, columns.FACTION)] == [30, 20, 40]
    endless = [standing(player=replace(long, name="N" * 99, team="T" * 99), lists=(listed(factions=["F" * 99]),))]
    most = DeskTable(endless, AS_REGISTERED, "en", 400)
    assert [most.widths[one] for one in (columns.NAME, columns.TEAM, columns.FACTION)] == [40, 30, 60]
    tight = DeskTable(rows, AS_REGISTERED, "en", 100)
    assert tight.widths[columns.NAME] == 30
    assert tight.widths[columns.FACTION] < 40
    assert sum(tight.widths.values()) + 2 * len(columns) + 2 == 100
    tightest = DeskTable(rows, AS_REGISTERED, "en", 10)
    assert [tightest.widths[one] for one in (columns.NAME, columns.TEAM, columns.FACTION)] == [12, 12, 12]


def test_what_is_said_of_a_player() -> None:
    decision = Decision(player="1", file="x", decision=ACCEPT, reason="agreed")
    sent = Submission(file="1/a.yaml", received="2026-05-01T12:00:00+02:00", sender="k@x")
    rows = list(standing_rows(standing(submissions=(sent,), decision=decision, found=(finding("ORG001"),)), "en"))
    assert [one.key for one in rows][:2] == ["file", "decision"]
    assert rows[0].text.startswith("1/a.yaml · ")
    assert rows[0].text.endswith(" · k@x")
    assert "ORG001" in rows[2].text
    bare = list(standing_rows(standing(decision=replace(decision, reason="")), "en"))
    assert [one.role if isinstance(one, Part) else one.left[0].role for one in bare] == ["good"]
    status = DeskTable([standing(Status.LATE, decision=decision)], AS_REGISTERED, "en", 99)
    assert "→" in status.row(standing(Status.LATE, decision=decision)).text
    assert "→" not in status.row(standing(Status.ACCEPTED, decision=decision)).text


def lists_of(*files: tuple[str, str]) -> list[Listed]:
    """Make lists that nobody could read: file and player."""
    return [
        Listed(
            Path(f"/x/{name}"), Unread(f"/x/{name}", build_report([]), ArmyList(name="", system=SYSTEM, player=player))
        )
        for name, player in files
    ]


def test_a_folder_gives_files_and_players_the_room_there_is() -> None:
    lists = lists_of(("a" * 30 + ".yaml", "P" * 30), ("b.yaml", ""))
    columns = folder_view.FolderColumn
    heads = {column: len(translate("en", f"tui.folder.{column.value}")) for column in columns}
    rest = len(SYSTEM) + heads[columns.POINTS] + len("unreadable") + 3 * 2

    def widths(room: int) -> tuple[int, int]:
        found = FolderTable(lists, BY_FILE, "en", room).widths
        return found[columns.FILE], found[columns.PLAYER]

    whole = 2 + 35 + (30 + 2) + rest
    assert widths(whole) == (35, 30)
    assert widths(whole - 1) == (34, 30), "the file's name is cut first"
    assert widths(whole - 15) == (20, 30)
    assert widths(whole - 16) == (20, 29), "then the player's gives way"
    assert widths(10) == (8, 8)
    for room in (whole, whole - 16, 200):
        table_of = FolderTable(lists, BY_FILE, "en", room)
        lines = [table_of.head(), *table_of.rows([0, 1])]
        assert all(len("".join(part.text for part in one.left)) <= room for one in lines)


def test_a_folder_is_searched_by_file_name_and_player() -> None:
    lists = lists_of(("a.yaml", "Kim"), ("b.yaml", "Sam"))
    army = lists[1].judged.army
    assert army is not None
    lists[1] = Listed(lists[1].file, Unread("/x/b.yaml", build_report([]), replace(army, name="Zebra")))
    lists.append(Listed(Path("/x/c.yaml"), Unread("/x/c.yaml", build_report([]))))

    def found(search: str, sorting: Sorting[Any] = BY_FILE) -> list[int]:
        return folder_view.arrange(lists, sorting, search, "en")

    assert (found(""), found("zebra"), found("kim"), found("c.yaml")) == ([0, 1, 2], [1], [0], [2])
    assert found("", BY_FILE.turned()) == [2, 1, 0]
    assert found("", BY_FILE.by(folder_view.FolderColumn.PLAYER)) == [0, 1, 2], "who is nobody comes last"
    assert found("legal") == []
    assert found("unreadable") == [0, 1, 2]


def test_a_wide_folder_names_the_books_too() -> None:
    listed_one = [Listed(IRON_VALE, one) for one in judge_file(IRON_VALE, LIBRARY)]
    assert "Human Empire" in FolderTable(listed_one, BY_FILE, "en", 110).rows([0])[0].text
    narrow = FolderTable(listed_one, BY_FILE, "en", 109).rows([0])[0].text
    assert "Human Empire" not in narrow
    assert "…" not in narrow
    assert folder_view.totals([*listed_one, *lists_of(("b.yaml", ""))], "en") == "1 legal, 1 unreadable"


def test_findings_are_shown_with_their_fix() -> None:
    first, second = finding_rows([finding("ORG001", fix="Take it."), finding("PTS001", "note")], "en")
    assert first.text.startswith("! ORG001 About ORG001.  Fix: Take it.")
    assert second.text == "· PTS001 About PTS001."
    assert finding_rows([], "en")[0].left[0].role == "good"


def test_rules_are_looked_up_in_names_first_and_then_in_texts() -> None:
    system = LIBRARY.system("aof-3.5")
    parts = explained(system, [], "en")
    assert parts[0][0] == "Quick reference"
    names = glossary_rows(parts, "en", "ambush")
    assert any(one.text == "Ambush" for one in names)
    assert names[0].left[0].role == "heading"
    inside = glossary_rows(parts, "en", "morale test banner nowhere")
    assert [one.pickable for one in inside] == [False]
    key = next(one.key for one in names if one.text == "Ambush")
    assert text_rows(parts, key, "en")[0].text == "Ambush"
    assert text_rows(parts, "nothing", "en") == []
    assert text_rows([("x", [("k", "Label", "")])], "k", "en")[-1].text == "No text in the data."
    book = replace(LIBRARY.faction("human-empire", "aof-3.5"), spells=())
    endless = replace(book, spells=(Spell(id="s", name=Text("Spell"), cost=1, text=Text("x" * 700)),))
    spells = next(rows for title, rows in explained(system, [endless], "en") if title.endswith("Spells"))
    assert [(label, len(text)) for _, label, text in spells] == [("Spell (1)", 600)]
    titles = [title for title, _ in explained(system, [book], "en")]
    assert not any("Spells" in title for title in titles)


def test_a_new_list_asks_for_game_army_and_size() -> None:
    systems = step_rows(Draft(), "system", LIBRARY, "en", "")
    counts = [int("".join(filter(str.isdigit, one.right[0].text.rsplit("  ", 1)[-1]))) for one in systems]
    assert counts == sorted(counts, reverse=True)
    draft = Draft().with_system("aof-3.5", LIBRARY)
    names = texts(step_rows(draft, "faction", LIBRARY, "en", ""))
    assert names == sorted(names)
    assert [one.key for one in step_rows(draft, "faction", LIBRARY, "en", "HUMAN emp")] == ["human-empire"]
    assert [one.pickable for one in step_rows(draft, "faction", LIBRARY, "en", "zzz")] == [False]
    sizes = [one.key for one in step_rows(draft, "points", LIBRARY, "en", "")]
    suggested = sorted(LIBRARY.system("aof-3.5").suggested_points)
    assert sizes[0] == str(suggested[len(suggested) // 2])
    assert sizes[: len(suggested)] == [sizes[0], *(str(one) for one in suggested if str(one) != sizes[0])]
    assert "" in sizes
    assert draft.toggled().force_org is not draft.force_org
    assert draft.with_event("x").event == "x"
    assert draft.with_event("x").with_event("x").event == ""
    chosen, asked = asked_rows(draft.with_faction("human-empire"), "points", LIBRARY, "en")
    assert chosen.text.endswith("→ Age of Fantasy 3.5 → Human Empire")
    assert asked.text
    marks = {one.key: one.text for one in step_rows(draft.with_event("x"), "points", LIBRARY, "en", "")}
    assert marks["set:force-org"].startswith("[x]") is draft.force_org
    assert [key for key in marks if key.startswith("set:event:")] == ["set:event:club-day-2000"], "of this game alone"
    assert marks["set:event:club-day-2000"].startswith("( ) ")
    chosen_event = step_rows(draft.with_event("club-day-2000"), "points", LIBRARY, "en", "")
    assert any(one.text.startswith("(•) ") for one in chosen_event)


CHARGE = Situation(mode=Mode.CHARGE)


def fighters() -> tuple[Workspace, Scales, Any]:
    workspace, scales = opened(), Scales()
    return workspace, scales, scales.party(workspace.roster.entries[0], workspace.roster, "en")


def test_odds_of_a_unit_are_a_table_for_each_way_to_attack() -> None:
    workspace, scales, party = fighters()

    def known(attacker: Any, target: Any, situation: Situation) -> Any:
        return scales.cell(attacker, target, workspace.roster, situation)

    waiting = list(odds_rows(party, lambda *_: None, CHARGE, 0, "en"))
    assert any(one.key.endswith(":waiting") for one in waiting)
    rows = {one.key: one for one in odds_rows(party, known, CHARGE, 2, "en")}
    keys = [profile_key(Mode.CHARGE, defense) for defense in (2, 3, 4, 5, 6)]
    assert all(rows[key].pickable for key in keys)
    assert [part.role for part in rows[keys[0]].left[1:]] == ["", "", "bold", ""]
    assert not rows["charge:per-hundred:2"].pickable
    assert not rows["charge:mean"].pickable
    targets = field_targets(party)
    assert len(targets) == 20
    assert find_profile(keys[1], 3, party) == (Mode.CHARGE, targets[7])
    assert find_profile("elsewhere", 0, party) is None


def test_a_duel_shows_sums_a_curve_and_steps_and_waits_for_them() -> None:
    workspace, scales, party = fighters()
    assert [one.key for one in duel_rows(None, workspace.system, CHARGE, "en")] == ["waiting"]
    cell = scales.cell(party, party, workspace.roster, CHARGE)
    rows = list(duel_rows(cell, workspace.system, CHARGE, "en"))
    keys = [one.key for one in rows]
    assert [key for key in keys if key in ("who", "expected", "chances", "curve")] == [
        *("who", "expected", "chances", "curve")
    ]
    many = party.models > 1
    assert next(one for one in rows if one.key == "curve:0").text.strip().startswith("1" if many else "0")
    assert "step:0:1" in keys
    assert "total:0" in keys
    idle = Spell(id="idle", name=Text("Idle"), cost=1)
    bolt = replace(idle, id="bolt", name=Text("Bolt"), strike=Strike(hits=2))
    assert "spells" not in [one.key for one in duel_rows(cell, workspace.system, CHARGE, "en", [idle])]
    cast = [one.key for one in duel_rows(cell, workspace.system, CHARGE, "en", [idle, bolt])]
    assert [key for key in cast if key.startswith("spell")] == ["spells", "spell:bolt"]
    single = next(one for one in workspace.roster.entries if one.models == 1 and one.entry.joins is None)
    alone = scales.cell(party, scales.party(single, workspace.roster, "en"), workspace.roster, CHARGE)
    lone = {one.key: one.text for one in duel_rows(alone, workspace.system, CHARGE, "en")}
    assert lone["curve"] != next(one for one in rows if one.key == "curve").text
    assert lone["curve:0"].split()[0] == "0", "of a single model its wounds"
    bow = replace(cell, mode=Mode.SHOOT)
    unarmed = list(duel_rows(bow, workspace.system, CHARGE, "en"))
    shoots = any(weapon.range for rank in party.ranks for _, weapon in rank.weapons)
    assert ("unarmed" in [one.key for one in unarmed]) is not shoots


def test_an_army_against_targets_shows_columns_around_the_chosen_one() -> None:
    workspace, scales, party = fighters()
    targets = list(field_targets(party))[:6]
    cells = {"a": [scales.cell(party, target, workspace.roster, CHARGE) for target in targets]}

    def shown(chosen: int, room: int, found: Any = None) -> list[Row]:
        rows = matrix_rows(found or cells, targets, chosen, mode=Mode.CHARGE, room=room, language="en")
        return list(rows)

    def head(chosen: int, room: int) -> list[str]:
        row_of = next(one for one in shown(chosen, room) if one.key == "head")
        return [part.text.strip() for part in row_of.left[1:-1]]

    assert head(0, 200) == ["1", "2", "3", "4", "5", "6"]
    assert head(0, 22 + 8 + 12) == ["1", "2"]
    assert head(3, 22 + 8 + 12) == ["3", "4"]
    assert head(5, 22 + 8 + 17) == ["5", "6"]
    assert head(5, 10) == ["6"]
    own = next(one for one in shown(2, 200) if one.key == "a")
    done = sum(cell.share for cell in cells["a"]) / len(targets) * 100 / party.cost
    assert own.left[-1].text == f"{done * 100:>7.0f}%"
    assert [part.role for part in own.left[1:-1]] == ["", "", "bold", "", "", ""]
    assert own.left[1].text == f"{cells['a'][0].odds.sign}{cells['a'][0].share * 100:.0f}%".rjust(6)
    waiting = {"a": [*cells["a"][:-1], None]}
    assert any(one.key == "waiting" for one in shown(0, 200, waiting))
    assert not any(one.key == "a" for one in shown(0, 200, waiting))


def test_what_an_army_wounds_by_distance_waits_until_all_is_known() -> None:
    found = [SimpleNamespace(distance=0, wounds=(1.0, 2.0, 3.0, 4.0, 5.0), sign="", notes=frozenset())]
    rows = list(reach_rows(found, [], '"', "en", whole=False))  # type: ignore[arg-type]  # numbers by hand
    assert rows[-1].key == "damage:waiting"
    assert rows[3].key == "damage:0"
    assert rows[3].text.split()[-5:] == ["1.0", "2.0", "3.0", "4.0", "5.0"]
    whole = list(reach_rows(found, [], '"', "en", whole=True))  # type: ignore[arg-type]
    assert whole[-1].key == "damage:said"


def test_the_odds_of_a_unit_in_one_line() -> None:
    assert odds_row(None, "en").text.endswith("…")
    assert odds_row((), "en").text.endswith("–")
    workspace, scales, _ = fighters()
    glances = scales.weigh(workspace.roster.entries[0], workspace.roster, "en")
    assert f"{glances[-1].wounds:.1f}" in odds_row(glances, "en").text
    assert scales.known(workspace.roster.entries[0], workspace.roster, "en") == glances
    assert scales.known(workspace.roster.entries[0], workspace.roster, "de") is None


def test_settings_keep_what_makes_sense() -> None:
    assert build_settings(["x"]) == Settings()
    raw = {"theme": "nord", "paper": 5, "keys": {"a": "b", "c": 1, "d": ""}, "other": "x"}
    assert build_settings(raw) == Settings(theme="nord", keys={"a": "b"})
    assert build_settings({"keys": "x"}) == Settings()
    for theme in ("nord", "dracula"):
        save_settings(Settings(theme=theme))
    assert load_settings().theme == "dracula"
    assert [path.name for path in settings_file().parent.iterdir() if "lock" not in path.name] == ["settings.json"]
    assert typed_path(" a/b ") == Path("a/b")
    assert typed_path("~nobody-of-that-name/x") == Path("~nobody-of-that-name/x")
    assert Settings(lists="/a").exports_folder == Path("/a/exports")
    assert Settings(lists="/a", exports="/b").exports_folder == Path("/b")
    assert Settings().changed("paper", "letter").paper == "letter"
    assert Settings(language="de").spoken == "de"
