"""Rows of the unit pane: stats, equipment, upgrades and their explanations."""

from __future__ import annotations

import pytest

from listbuilder.diagnostics import Diagnostic
from listbuilder.i18n import translate
from listbuilder.library import Library
from listbuilder.model import ArmyList, BookPin, Entry, EntryId, FactionId, Half, UnitRef, Upgrade
from listbuilder.model.notation import parse_rule
from listbuilder.rules.edits import AddUpgrade, SetNotes
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.unit_rows import (
    equipment_text,
    explain_row,
    find_upgrade_row,
    profile_row,
    profile_rows,
    session_glossary,
    unit_detail_rows,
    unknown_unit_rows,
)
from listbuilder.tui.labels import format_rule
from listbuilder.tui.widgets.row import Row
from tests.sentences import sentence
from tests.tui.small_faction import entry, fen_army
from tests.tui.view_helpers import SYSTEM, by_key, roles, shape, texts

ALL_AXES = sentence("section.replace.all", targets="Axe").upper()
TWO_AXES = sentence("section.replace.up_to", number=sentence("number.2"), targets="Axe").upper()
ONE_MODEL = f"{sentence('section.upgrade.one')}{sentence('section.select.one')}".upper()


def left_of(remaining: int, total: int) -> str:
    return sentence("tui.detail.left", left=remaining, total=total)


def detail_rows(session: EditorSession, name: str, language: str = "en", *, texts: bool = False) -> list[Row]:
    entry = session.find_entry(name)
    assert entry is not None
    return unit_detail_rows(session, entry, language, rule_texts=texts)


@pytest.fixture
def band(fen: Library) -> EditorSession:
    """A band of five, one of them with a bow."""
    return fen_army(fen, entry("b", "band", upgrades=(Upgrade("bow"),), notes="[b]tall\nthin"))


@pytest.fixture
def pair(fen: Library) -> EditorSession:
    """A combined band, a bow and a hide in its second half."""
    return fen_army(fen, entry("b", "band", combined=Half((Upgrade("bow"), Upgrade("hide")))))


def test_unit_is_shown_from_stats_to_upgrades(band: EditorSession) -> None:
    assert [(row.text, shape(row)) for row in detail_rows(band, "b")] == [
        ('Band ×5Q 4+  D 5+  T –  Mv 6"/12"  W 5', (False, True, 0)),
        ("▸ Mire", (True, True, 2)),
        ("  4 Axe  – 4 × A1", (False, True, 4)),
        ('  1 Bow  18" A1', (False, True, 4)),
        ("  ✎ [b]tall", (False, True, 4)),
        ("  ✎ thin", (False, True, 4)),
        ("", (False, False, 0)),
        (ALL_AXES, (False, True, 0)),
        (" (•) Axe–", (True, False, 0)),
        (" ( ) Spear (A1)+5", (True, True, 5)),
        (" ( ) Pike (A1)+5", (True, True, 5)),
        ("", (False, False, 0)),
        (f"{TWO_AXES}{left_of(1, 2)}", (False, True, 0)),
        (' [1] Bow (18", A1)+5', (True, True, 5)),
        (' [ ] Sling (12", A1)+5', (True, True, 5)),
        ("", (False, False, 0)),
        (sentence("section.replace.any", targets="Bow").upper(), (False, True, 0)),
        (' [ ] Long Bow (24", A1)+5', (True, True, 5)),
        ("", (False, False, 0)),
        (ONE_MODEL, (False, True, 0)),
        (" [ ] Horn (Fast)+5", (True, True, 5)),
        ("", (False, False, 0)),
        (ONE_MODEL, (False, True, 0)),
        (" [ ] Hide (Tough(3))+5", (True, True, 5)),
    ]


def test_unit_rows_have_roles(band: EditorSession) -> None:
    rows = by_key(detail_rows(band, "b"))
    assert [part.role for part in (*rows["head"].left, *rows["head"].right)] == ["bold", "", "bold"]
    assert roles(rows["rules"]) == [("▸ ", "dim"), ("Mire", "")]
    assert [part.role for part in next(row for key, row in rows.items() if key.startswith("weapon:Axe")).left] == [
        *("dim", "", "dim")
    ]
    assert rows["info:  ✎ [b]tall"].left[0].role == "accent"
    assert roles(rows["section:two"]) == [(TWO_AXES, "heading"), (left_of(1, 2), "dim")]
    assert roles(rows["pick:all:"]) == [(" (•) ", ""), ("Axe", ""), ("–", "dim")]
    assert [role for _, role in roles(rows["pick:two:bow"])] == ["bold", "bold", "bold"]
    assert [role for _, role in roles(rows["pick:two:sling"])] == ["", "", ""]


def test_german_unit_has_german_words(band: EditorSession) -> None:
    rows = texts(detail_rows(band, "b", "de"))
    assert rows[:2] == ['Bande ×5Q 4+  V 5+  Z –  Bew 6"/12"  W 5', "▸ Morast"]
    assert " [ ] Hide (Zäh(3))+5" in rows
    assert " [ ] Horn (Schnell)+5" in rows


def test_size_is_shown_above_one_model(fen: Library) -> None:
    session = fen_army(fen, entry("c", "riders"), entry("a", "reeve"))
    assert [detail_rows(session, name)[0].left[1].text for name in ("c", "a")] == [" ×2", ""]


def test_items_are_shown_with_their_contents(fen: Library) -> None:
    session = fen_army(fen, entry("b", "band", upgrades=(Upgrade("horn"),)))
    item = by_key(detail_rows(session, "b"))["item:Horn"]
    assert (roles(item), shape(item)) == ([("  1 ", "dim"), ("Horn", ""), ("  Fast", "dim")], (False, True, 4))


def test_rule_texts_unfold_and_are_cut(fen: Library) -> None:
    session = fen_army(fen, entry("d", "odd"), entry("b", "band"))
    rows = detail_rows(session, "d", texts=True)
    rule_row = next(row for row in rows if row.text.startswith("  Endless: "))
    assert (len(rule_row.text), rule_row.left[0].role) == (len("  Endless: ") + 600, "dim")
    assert shape(rule_row) == (False, True, 4)
    assert rows[1].text == "▾ Endless"
    assert "  Mire: Slows." in texts(detail_rows(session, "b", texts=True))
    band = session.find_entry("b")
    assert band is not None
    assert "  Mire: Slows." not in texts(unit_detail_rows(session, band, "en")), "only where somebody asks"


def test_unit_says_if_no_section_applies(fen: Library) -> None:
    session = fen_army(fen, entry("d", "odd"), entry("c", "riders"), entry("b", "band"))
    nothing = translate("de", "tui.detail.no-sections")
    assert [nothing in texts(detail_rows(session, name, "de")) for name in ("d", "c", "b")] == [True, False, False]
    blank, notice = detail_rows(session, "d", "de")[-2:]
    assert (blank.key, roles(notice)) == ("blank", [(nothing, "dim")])


def test_combined_unit_has_two_marks_or_prices(pair: EditorSession) -> None:
    rows = by_key(detail_rows(pair, "b"))
    assert rows["head"].left[1].text == f" ×10, {sentence('sheet.combined')}"
    assert roles(rows["section:all"]) == [(ALL_AXES, "heading"), (sentence("tui.detail.both"), "dim")]
    assert (rows["pick:all:spear"].text, rows["pick:all:spear"].hang) == (" ( ) Spear (A1)+5 ×2", 5)
    assert rows["section:two"].right[0].text == left_of(3, 4)
    bow = rows["pick:two:bow"]
    assert (bow.text, bow.hang, {part.role for part in (*bow.left, *bow.right)}) == (
        *(' [ ][1] Bow (18", A1)+5', 8, {"bold"}),
    )


def test_option_taken_in_one_half_stays_bright(pair: EditorSession) -> None:
    entry = pair.find_entry("b")
    assert entry is not None
    for key, role in (("pick:two:bow", "bold"), ("pick:two:sling", "dim")):
        upgrade_row = find_upgrade_row(entry, key)
        assert upgrade_row is not None
        assert upgrade_row.option is not None
        for half in (0, 1):
            pair._errors[pair.option_key(entry, upgrade_row.section, upgrade_row.option, half)] = Diagnostic(
                "UPG004", "b", {}
            )
        row = by_key(detail_rows(pair, "b"))[key]
        assert {part.role for part in (*row.left, *row.right)} == {role}


def test_option_text_is_same_for_both_halves(fen: Library, pair: EditorSession) -> None:
    def hide_text(session: EditorSession) -> str:
        entry = session.find_entry("b")
        assert entry is not None
        return explain_row(session, entry, "pick:hides:hide", "en")

    none = fen_army(fen, entry("b", "band", combined=Half(())))
    first = fen_army(fen, entry("b", "band", upgrades=(Upgrade("hide"),), combined=Half(())))
    assert hide_text(none) == format_rule(
        session_glossary(none, "en"), FactionId("fen-folk"), parse_rule("Tough(3)"), 3
    )
    assert "3" in hide_text(none).removeprefix("Tough(3): ")
    assert hide_text(first) == hide_text(pair) == hide_text(none)


def test_option_rules_are_on_one_line(fen: Library) -> None:
    session = fen_army(fen, entry("b", "band"))
    roster_entry = session.find_entry("b")
    assert roster_entry is not None
    assert explain_row(session, roster_entry, "pick:music:horn", "de").startswith("Schnell: ")
    assert explain_row(session, roster_entry, "rules", "de") == translate("de", "tui.detail.rules-hint")
    assert [
        explain_row(session, roster_entry, key, "en") for key in (None, "pick:all:", "weapon:Axe", "pick:two:bow")
    ] == [""] * 4


def test_one_line_profile_has_stats_weapons_rules(fen: Library) -> None:
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


def test_gear_text_updates_with_the_unit(fen: Library) -> None:
    session = fen_army(fen, entry("b", "band", upgrades=(Upgrade("horn"),)), entry("c", "riders"))

    def gear(name: str, language: str = "en") -> str:
        entry = session.find_entry(name)
        assert entry is not None
        return equipment_text(session, entry, language)

    assert gear("b").endswith(" · W 5 · 5 Axe · Horn")
    assert gear("c") == 'Mv 6"/12" · W 2 · 2 Lance'
    first = gear("b")
    session.apply(SetNotes(EntryId("b"), "x"))
    assert gear("b") is first
    assert gear("b", "de").startswith("Bew ")
    session.apply(AddUpgrade(EntryId("b"), "bow"))
    assert gear("b").endswith(" · W 5 · 4 Axe · 1 Bow · Horn")


def test_unknown_unit_shows_what_the_list_contains(fen: Library) -> None:
    picks = (Upgrade("a/b", 2), Upgrade("horn"))
    lost = Entry(id=EntryId("x"), unit=UnitRef("gone/thing"), upgrades=picks, notes="[b]tall\nthin")
    pins = {FactionId("gone"): BookPin("1.0", name="[red]Gone")}
    session = EditorSession(fen, ArmyList(name="x", system=SYSTEM, points=500, entries=(lost,), books=pins))
    rows = list(unknown_unit_rows(session, lost, "en"))
    assert [(*roles(row), shape(row)) for row in rows] == [
        ((f"[red]Gone 1.0, {sentence('sheet.unknown')} (thing)", "dim"), (False, True, 0)),
        ((False, False, 0),),
        ((f"2× {sentence('unknown.upgrade', id='a/b')}", ""), (False, True, 2)),
        (("horn", ""), (False, True, 2)),
        (("✎ [b]tall", "accent"), (False, True, 2)),
        (("✎ thin", "accent"), (False, True, 2)),
    ]
    bare = Entry(id=EntryId("y"), unit=UnitRef("gone/thing"))
    assert len(list(unknown_unit_rows(session, bare, "de"))) == 1
