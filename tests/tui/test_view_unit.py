"""The selected unit in rows: what it is, what it carries, its upgrades, and what each of them brings."""

from __future__ import annotations

import pytest

from listbuilder.diagnostics import Diagnostic
from listbuilder.i18n import translate
from listbuilder.library import Library
from listbuilder.model import ArmyList, Book, Entry, EntryId, FactionId, Half, Pick, UnitRef
from listbuilder.rules.edits import Note, Take
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.unit_rows import detail_rows, explain, gear_text, profile_row, profile_rows, unknown_rows
from listbuilder.tui.editor.upgrade_rows import find_place
from listbuilder.tui.widgets.row import Row
from tests.tui.fen_folk import entry, fen_army
from tests.tui.view_help import SYSTEM, by_key, roles, shape, texts


def shown(session: EditorSession, name: str, language: str = "en", *, texts: bool = False) -> list[Row]:
    worked = session.find_entry(name)
    assert worked is not None
    return detail_rows(session, worked, language, texts=texts)


@pytest.fixture
def band(fen: Library) -> EditorSession:
    """A band of five, one of them with a bow."""
    return fen_army(fen, entry("b", "band", upgrades=(Pick("bow"),), notes="[b]tall\nthin"))


@pytest.fixture
def pair(fen: Library) -> EditorSession:
    """A combined band, a bow and a hide in its second half."""
    return fen_army(fen, entry("b", "band", combined=Half((Pick("bow"), Pick("hide")))))


def test_a_unit_is_shown_from_its_figures_to_its_upgrades(band: EditorSession) -> None:
    assert [(row.text, shape(row)) for row in shown(band, "b")] == [
        ('Band ×5Q 4+  D 5+  T –  Mv 6"/12"  W 5', (False, True, 0)),
        ("▸ Mire", (True, True, 2)),
        ("  4 Axe  – 4 × A1", (False, True, 4)),
        ('  1 Bow  18" A1', (False, True, 4)),
        ("  ✎ [b]tall", (False, True, 4)),
        ("  ✎ thin", (False, True, 4)),
        ("", (False, False, 0)),
        ("REPLACE ALL AXE", (False, True, 0)),
        (" (•) Axe–", (True, False, 0)),
        (" ( ) Spear (A1)+5", (True, True, 5)),
        (" ( ) Pike (A1)+5", (True, True, 5)),
        ("", (False, False, 0)),
        ("REPLACE UP TO TWO AXE1 of 2 left", (False, True, 0)),
        (' [1] Bow (18", A1)+5', (True, True, 5)),
        (' [ ] Sling (12", A1)+5', (True, True, 5)),
        ("", (False, False, 0)),
        ("REPLACE ANY BOW", (False, True, 0)),
        (' [ ] Long Bow (24", A1)+5', (True, True, 5)),
        ("", (False, False, 0)),
        ("UPGRADE ONE MODEL WITH ONE", (False, True, 0)),
        (" [ ] Horn (Fast)+5", (True, True, 5)),
        ("", (False, False, 0)),
        ("UPGRADE ONE MODEL WITH ONE", (False, True, 0)),
        (" [ ] Hide (Tough(3))+5", (True, True, 5)),
    ]


def test_words_of_a_unit_have_their_roles(band: EditorSession) -> None:
    rows = by_key(shown(band, "b"))
    assert [part.role for part in (*rows["head"].left, *rows["head"].right)] == ["bold", "", "bold"]
    assert roles(rows["rules"]) == [("▸ ", "dim"), ("Mire", "")]
    assert [part.role for part in next(row for key, row in rows.items() if key.startswith("weapon:Axe")).left] == [
        *("dim", "", "dim")
    ]
    assert rows["info:  ✎ [b]tall"].left[0].role == "accent"
    assert roles(rows["section:two"]) == [("REPLACE UP TO TWO AXE", "heading"), ("1 of 2 left", "dim")]
    assert roles(rows["pick:all:"]) == [(" (•) ", ""), ("Axe", ""), ("–", "dim")]
    assert [role for _, role in roles(rows["pick:two:bow"])] == ["bold", "bold", "bold"]
    assert [role for _, role in roles(rows["pick:two:sling"])] == ["", "", ""]


def test_in_german_a_unit_has_its_german_words(band: EditorSession) -> None:
    rows = texts(shown(band, "b", "de"))
    assert rows[:2] == ['Bande ×5Q 4+  V 5+  Z –  Bew 6"/12"  W 5', "▸ Morast"]
    assert " [ ] Hide (Zäh(3))+5" in rows
    assert " [ ] Horn (Schnell)+5" in rows


def test_a_pair_has_its_size_and_a_single_model_none(fen: Library) -> None:
    session = fen_army(fen, entry("c", "riders"), entry("a", "reeve"))
    assert [shown(session, name)[0].left[1].text for name in ("c", "a")] == [" ×2", ""]


def test_items_are_shown_with_what_they_give(fen: Library) -> None:
    session = fen_army(fen, entry("b", "band", upgrades=(Pick("horn"),)))
    item = by_key(shown(session, "b"))["item:Horn"]
    assert (roles(item), shape(item)) == ([("  1 ", "dim"), ("Horn", ""), ("  Fast", "dim")], (False, True, 4))


def test_rule_texts_are_unfolded_and_end(fen: Library) -> None:
    session = fen_army(fen, entry("d", "odd"), entry("b", "band"))
    rows = shown(session, "d", texts=True)
    told = next(row for row in rows if row.text.startswith("  Endless: "))
    assert (len(told.text), told.left[0].role) == (len("  Endless: ") + 600, "dim")
    assert shape(told) == (False, True, 4)
    assert rows[1].text == "▾ Endless"
    assert "  Mire: Slows." in texts(shown(session, "b", texts=True))
    band = session.find_entry("b")
    assert band is not None
    assert "  Mire: Slows." not in texts(detail_rows(session, band, "en")), "only where somebody asks"


def test_a_unit_says_that_nothing_is_to_be_chosen_only_where_there_are_sections_and_none_applies(fen: Library) -> None:
    session = fen_army(fen, entry("d", "odd"), entry("c", "riders"), entry("b", "band"))
    nothing = translate("de", "tui.detail.no-sections")
    assert [nothing in texts(shown(session, name, "de")) for name in ("d", "c", "b")] == [True, False, False]
    blank, told = shown(session, "d", "de")[-2:]
    assert (blank.key, roles(told)) == ("blank", [(nothing, "dim")])


def test_a_combined_unit_has_two_marks_or_pays_twice(pair: EditorSession) -> None:
    rows = by_key(shown(pair, "b"))
    assert rows["head"].left[1].text == " ×10, combined"
    assert roles(rows["section:all"]) == [("REPLACE ALL AXE", "heading"), ("both halves", "dim")]
    assert (rows["pick:all:spear"].text, rows["pick:all:spear"].hang) == (" ( ) Spear (A1)+5 ×2", 5)
    assert rows["section:two"].right[0].text == "3 of 4 left"
    bow = rows["pick:two:bow"]
    assert (bow.text, bow.hang, {part.role for part in (*bow.left, *bow.right)}) == (
        *(' [ ][1] Bow (18", A1)+5', 8, {"bold"}),
    )


def test_what_is_taken_in_one_half_is_not_dim_whatever_speaks_against_more(pair: EditorSession) -> None:
    worked = pair.find_entry("b")
    assert worked is not None
    for key, role in (("pick:two:bow", "bold"), ("pick:two:sling", "dim")):
        place = find_place(worked, key)
        assert place is not None
        assert place.option is not None
        for half in (0, 1):
            pair._errors[pair.option_key(worked, place.section, place.option, half)] = Diagnostic("UPG004", "b", {})
        row = by_key(shown(pair, "b"))[key]
        assert {part.role for part in (*row.left, *row.right)} == {role}


def test_what_an_option_brings_is_the_same_whichever_half_has_it(fen: Library, pair: EditorSession) -> None:
    def said(session: EditorSession) -> str:
        worked = session.find_entry("b")
        assert worked is not None
        return explain(session, worked, "pick:hides:hide", "en")

    none = fen_army(fen, entry("b", "band", combined=Half(())))
    first = fen_army(fen, entry("b", "band", upgrades=(Pick("hide"),), combined=Half(())))
    assert said(none).startswith("Tough(3): Takes 3 wounds to kill. ")
    assert said(first) == said(pair) == said(none)


def test_rules_of_one_option_stand_in_one_line(fen: Library) -> None:
    session = fen_army(fen, entry("b", "band"))
    worked = session.find_entry("b")
    assert worked is not None
    assert explain(session, worked, "pick:music:horn", "de").startswith("Schnell: ")
    assert explain(session, worked, "rules", "de") == translate("de", "tui.detail.rules-hint")
    assert [explain(session, worked, key, "en") for key in (None, "pick:all:", "weapon:Axe", "pick:two:bow")] == [
        ""
    ] * 4


def test_a_unit_in_a_line_has_numbers_weapons_and_rules(fen: Library) -> None:
    session = fen_army(fen, entry("b", "band", name="[red]Lads"), entry("a", "reeve", joins="b"), entry("d", "odd"))
    odd = session.find_entry("d")
    assert odd is not None
    line = profile_row(session, odd, "en")
    assert roles(line) == [('Q 4+ D 5+ Mv 6"/12" W 1 · 1 Claw – A1 AP 1 · Endless', "dim")]
    assert (line.key, shape(line)) == ("profile", (False, False, 0))
    both = profile_rows(session, EntryId("b"), "de")
    assert [(row.key, *roles(row)) for row in both] == [
        ("profile:b", ("[red]Lads  ", "bold"), ('Q 4+ V 5+ Bew 6"/12" W 5 · 5 Axe – 5 × A1 · Morast', "")),
        ("profile:a", ("Vogt  ", "bold"), ('Q 4+ V 5+ Z 3 Bew 6"/12" W 3 · 1 Hand Weapon – A3 · Held · Zäh(3)', "")),
    ]
    assert {shape(row) for row in both} == {(False, True, 2)}
    assert profile_rows(session, EntryId("nobody"), "en") == []


def test_what_a_unit_carries_is_worked_out_again_when_it_changes(fen: Library) -> None:
    session = fen_army(fen, entry("b", "band", upgrades=(Pick("horn"),)), entry("c", "riders"))

    def gear(name: str, language: str = "en") -> str:
        worked = session.find_entry(name)
        assert worked is not None
        return gear_text(session, worked, language)

    assert gear("b").endswith(" · W 5 · 5 Axe · Horn")
    assert gear("c") == 'Mv 6"/12" · W 2 · 2 Lance'
    first = gear("b")
    session.apply(Note(EntryId("b"), "x"))
    assert gear("b") is first
    assert gear("b", "de").startswith("Bew ")
    session.apply(Take(EntryId("b"), "bow"))
    assert gear("b").endswith(" · W 5 · 4 Axe · 1 Bow · Horn")


def test_a_unit_that_nobody_knows_shows_what_the_list_knows(fen: Library) -> None:
    picks = (Pick("a/b", 2), Pick("horn"))
    lost = Entry(id=EntryId("x"), unit=UnitRef("gone/thing"), upgrades=picks, notes="[b]tall\nthin")
    pins = {FactionId("gone"): Book("1.0", name="[red]Gone")}
    session = EditorSession(fen, ArmyList(name="x", system=SYSTEM, points=500, entries=(lost,), books=pins))
    rows = list(unknown_rows(session, lost, "en"))
    assert [(*roles(row), shape(row)) for row in rows] == [
        (("[red]Gone 1.0, not in the data (thing)", "dim"), (False, True, 0)),
        ((False, False, 0),),
        (("2× unknown upgrade (a/b)", ""), (False, True, 2)),
        (("horn", ""), (False, True, 2)),
        (("✎ [b]tall", "accent"), (False, True, 2)),
        (("✎ thin", "accent"), (False, True, 2)),
    ]
    bare = Entry(id=EntryId("y"), unit=UnitRef("gone/thing"))
    assert len(list(unknown_rows(session, bare, "de"))) == 1
