"""Rows of the army pane: aligned columns that are cut in a fixed order when narrow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.i18n import translate
from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Half, Text, UnitRef, Upgrade
from listbuilder.rules.army_summary import EntryOrder
from listbuilder.tui.editor.army_pane import army_rows, army_search_rows, army_width
from listbuilder.tui.editor.session import ArmyViewState, EditorSession, display_order
from listbuilder.tui.widgets.row import Row
from tests.tui.small_faction import entry, fen_army
from tests.tui.view_helpers import SYSTEM, roles, shape, with_other

LADS = entry("b", "band", name="[red]Lads", combined=Half((Upgrade("bow"),)), notes="x")


@pytest.fixture(scope="module")
def army(fen: Library) -> EditorSession:
    """A combined band with an attached reeve, a pair of riders and the odd unit."""
    return fen_army(fen, entry("a", "reeve", joins="b"), LADS, entry("c", "riders"), entry("d", "odd"))


def line(row: Row) -> tuple[str, str]:
    """Return the left and right text of a row."""
    return "".join(part.text for part in row.left), "".join(part.text for part in row.right)


def test_row_has_mark_title_kind_size_points(army: EditorSession) -> None:
    rows = army_rows(army, "en", 40)
    hundred = (("×10", "dim"), ("   105", ""))
    assert [(row.key, *roles(row)) for row in rows] == [
        ("b", (" ", ""), (" ", ""), ("[red]Lads ", ""), ("  ", ""), ("Band combined ✎", "dim"), *hundred),
        ("a", (" ", ""), (" ", ""), ("└ ★ Reeve ", ""), ("", ""), ("", "dim"), ("   ", "dim"), ("    40", "")),
        ("c", (" ", ""), (" ", ""), ("Eel Riders", ""), ("", ""), ("", "dim"), (" ×2", "dim"), ("   120", "")),
        ("d", (" ", ""), (" ", ""), ("[red]Odd  ", ""), ("", ""), ("", "dim"), ("   ", "dim"), (" 1,005", "")),
    ]
    assert {shape(row) for row in rows} == {(True, False, 0)}
    assert line(army_rows(army, "de", 46)[0]) == ("  [red]Lads   Bande kombiniert ✎", "×10   105")


@pytest.mark.parametrize(
    ("room", "expected_left"),
    [
        (54, '  [red]Lads   Band combined ✎  Mv 6"/12" ·…'),
        (53, "  [red]Lads   Band combined ✎"),
        (39, "  [red]Lads   Band combined ✎"),
        (38, "  [red]Lads  Band combined ✎"),
        (37, "  [red]Lads  Band combined…"),
        (31, "  [red]Lads  Band co…"),
        (30, "  [red]Lads "),
        (22, "  [red]Lads "),
        (21, "  [red]Lads"),
        (20, "  [red]La…"),
        (14, "  […"),
        (13, "  …"),
        (5, "  …"),
    ],
)
def test_narrow_row_drops_gear_kind_then_title(army: EditorSession, room: int, expected_left: str) -> None:
    shown = army_rows(army, "en", room)[0]
    assert line(shown) == (expected_left, "×10   105")


def test_full_width_title_is_not_cut_for_kind(fen: Library) -> None:
    wide = entry("b", "band", name="T" * 10, combined=Half(()), notes="x")
    rows = army_rows(fen_army(fen, wide, entry("c", "riders")), "en", 33)
    assert line(rows[0]) == ("  TTTTTTTTTT  Band combi…", "×10 100")


def test_attached_hero_is_indented_with_full_title(fen: Library) -> None:
    hero = entry("a", "reeve", name="R" * 20, joins="b")
    rows = army_rows(fen_army(fen, hero, entry("b", "band")), "en", 60)
    assert rows[1].left[2].text == "└ ★ " + "R" * 20
    assert len(rows[0].left[2].text) == 24, "all titles are as wide as the longest"
    alone = army_rows(fen_army(fen, entry("a", "reeve")), "en", 60)
    assert alone[0].left[2].text == "★ Reeve"


@pytest.mark.parametrize(
    ("room", "first", "second"),
    [
        (39, "  [red]Lads   Band combined ✎", '    Mv 6"/12" · W 10 · 9 Axe · 1 Bow'),
        (38, "  [red]Lads ", '    Band combined ✎ · Mv 6"/12" · W 10 · 9 Axe · 1 Bow'),
        (90, "  [red]Lads   Band combined ✎", '    Mv 6"/12" · W 10 · 9 Axe · 1 Bow'),
    ],
)
def test_second_line_holds_kind_if_it_fits(army: EditorSession, room: int, first: str, second: str) -> None:
    rows = army_rows(army, "en", room, ArmyViewState(), height=99)
    assert (line(rows[0])[0], rows[1].text) == (first, second)
    assert (rows[1].key, roles(rows[1])[0][1], shape(rows[1])) == ("gear:b", "dim", (False, False, 4))


def test_second_line_needs_room_for_every_unit(army: EditorSession) -> None:
    assert len(army_rows(army, "en", 60, ArmyViewState(), height=9)) == 8
    assert len(army_rows(army, "en", 60, ArmyViewState(), height=8)) == 4
    by_role = ArmyViewState(order=EntryOrder.ROLE)
    assert len(army_rows(army, "en", 60, by_role, height=11)) == 8 + 3
    assert len(army_rows(army, "en", 60, by_role, height=10)) == 4 + 3


def test_role_order_groups_and_cost_order_sorts(army: EditorSession) -> None:
    rows = army_rows(army, "de", 60, ArmyViewState(order=EntryOrder.ROLE))
    other = translate("de", "tui.units.other")
    assert [row.key for row in rows if not row.selectable] == ["role:Kerntruppen", "role:Kavallerie", f"role:{other}"]
    assert rows[0].left[0].text == "KERNTRUPPEN"
    assert display_order(army.roster, EntryOrder.COST) == ["d", "b", "a", "c"]


def test_empty_army_says_so(fen: Library) -> None:
    bare = fen_army(fen)
    blank, empty = army_rows(bare, "de", 60)
    assert (blank.key, roles(empty)) == ("blank", [(translate("de", "tui.army.empty"), "dim")])
    assert army_width(bare, "en") == len("  X  "), "a mark, a letter, and blanks where numbers would be"


def test_required_width_is_longest_title_and_kind(army: EditorSession, fen: Library) -> None:
    assert army_width(army, "en") == len("  Eel Riders  Band combined ✎ ×10 1,005")
    assert army_width(army, "de") == len("  Eel Riders  Bande kombiniert ✎ ×10 1.005")
    plain = fen_army(fen, entry("c", "riders"))
    assert army_width(plain, "en") == len("  Eel Riders ×2 120"), "no kind, no gap for it"


def test_marks_show_errors_and_selection(fen: Library) -> None:
    small = fen_army(fen, entry("b", "band"), entry("a", "reeve", joins="nobody"), points=500)
    rows = {row.key: row.left[0] for row in army_rows(small, "en", 60)}
    assert (rows["b"].text, rows["a"].text, rows["a"].role) == (" ", "!", "bad")
    everything = ArmyViewState(marked=frozenset({"a", "b"}))
    marked = {row.key: row.left[0] for row in army_rows(small, "en", 60, everything)}
    assert [(marked[key].text, marked[key].role) for key in ("a", "b")] == [("●", "bad"), ("●", "accent")]


def test_matches_are_highlighted_with_their_place(army: EditorSession) -> None:
    (reeve,) = army_search_rows(army, "en", 60, ArmyViewState(), "reeve")
    assert roles(reeve)[2:5] == [("★ ", ""), ("Reeve", "match"), ("   ", "")]
    assert line(reeve)[0].rstrip() == "  ★ Reeve", "apart from its unit it stands for itself"
    (band,) = army_search_rows(army, "en", 60, ArmyViewState(), "bow")
    assert roles(band)[2:7] == [
        *(("[red]Lads ", ""), ("  ", ""), ("Band combined ✎", "dim"), ("  ", "dim"), ("Bow", "match"))
    ]
    (none,) = army_search_rows(army, "de", 60, ArmyViewState(), "zzz")
    assert (roles(none), none.selectable) == ([(translate("de", "tui.army.none"), "dim")], False)
    unfolded = army_search_rows(army, "en", 60, ArmyViewState(unfolded=frozenset({"c"})), "eel")
    assert [row.key for row in unfolded] == ["c", "gear:c"]


def test_unknown_unit_is_shown_and_found(fen: Library) -> None:
    lost = Entry(id=EntryId("x"), unit=UnitRef("gone/thing"), called="[b]Thing", notes="tall")
    known = EditorSession(fen, ArmyList(name="x", system=SYSTEM, points=500, entries=(lost, entry("b", "band"))))
    first = army_rows(known, "en", 60)[0]
    assert [(part.text, part.role) for part in first.left[:2]] == [("~", "warn"), (" [b]Thing", "warn")]
    assert (first.left[2].role, first.selectable) == ("dim", True)
    assert [row.key for row in army_search_rows(known, "en", 60, ArmyViewState(), "thing")] == ["x"]
    assert [row.key for row in army_rows(known, "en", 60, ArmyViewState(unfolded=frozenset({"x"})))] == ["x", "b"]
    alone = EditorSession(fen, replace(known.army, entries=(lost,)))
    assert len(army_rows(alone, "en", 60, ArmyViewState(), height=99)) == 1


def test_long_unit_name_is_whole_without_kind(fen: Library) -> None:
    session = fen_army(fen, entry("c", "riders"))
    (roster_entry,) = session.roster.entries
    long = replace(roster_entry, unit=replace(roster_entry.unit, name=Text("L" * 40)))
    view = with_other(session, roster=replace(session.roster, entries=(long,)))
    room = len("  ") + 40 + len(" ×2") + len(" 120")
    assert army_rows(view, "en", room)[0].left[2].text == "L" * 40
    assert army_rows(view, "en", room - 1)[0].left[2].text == "L" * 31 + "…", "else it is as wide as the usual ones"
