"""Rows to choose from: units, rules, hosts and partners."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from listbuilder.i18n import translate
from listbuilder.library import Library
from listbuilder.model import ArmyList, EntryId, Half, Rule, RuleId, Spell, Text, UnitId, UnitRef, Upgrade
from listbuilder.rules.edits import AddEntry, AttachHero, CombineEntry, RemoveEntry
from listbuilder.tui.editor.catalogue_pane import catalogue_rows, catalogue_width, group_of
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.unit_actions import NO_UNIT, default_host, host_rows, partner_rows
from listbuilder.tui.screens.rules import collect_rule_entries, rule_name_rows, rule_text_rows
from tests.sentences import sentence
from tests.tui.small_faction import entry, fen_army
from tests.tui.view_helpers import LIBRARY, SYSTEM, open_sample, roles, shape, texts, with_other

OTHER = sentence("tui.units.other").upper()


def riders(number: int) -> str:
    return sentence("unit.number", unit="Eel Riders", number=number)


def test_units_are_grouped_counted_and_cut() -> None:
    session = open_sample()
    rows = catalogue_rows(session, "en", "", 80)
    fielded_unit = session.roster.entries[0].unit
    shown = next(row for row in rows if row.key == fielded_unit.ref)
    count = sum(entry.unit is fielded_unit for entry in session.roster.entries)
    assert f"{count}× " in shown.right[0].text
    assert [row.key for row in rows if row.key.startswith("group:")]
    assert not [row.key for row in rows if row.key.startswith("book:")], "one book needs no name"
    two_books = EditorSession(LIBRARY, session.army, ["dwarves"])
    assert [row.key for row in catalogue_rows(two_books, "en", "", 80) if row.key.startswith("book:")] == [
        *("book:human-empire", "book:dwarves")
    ]
    narrow = next(row for row in catalogue_rows(session, "en", "", 20) if row.key == fielded_unit.ref)
    assert len(narrow.text) <= 20
    wide = catalogue_width(session, "en")
    whole = catalogue_rows(session, "en", "", wide)
    assert not any("…" in row.text for row in whole)
    assert any("…" in row.text for row in catalogue_rows(session, "en", "", wide - 1))
    assert [row.selectable for row in catalogue_rows(session, "en", "no such unit", 80)] == [False]
    for _ in range(10):
        session.apply(AddEntry(fielded_unit.ref))
    crowded = [row for row in catalogue_rows(session, "en", "", 80) if row.selectable]
    assert len({sum(len(part.text) for part in row.right) for row in crowded}) == 1
    assert next(row for row in crowded if row.key == fielded_unit.ref).right[0].text == f"{count + 10}× "


def test_illegal_unit_dims_once_computed() -> None:
    session = open_sample()
    units = session.factions[0].units.values()
    unit = min((unit for unit in units if unit.size > 1), key=lambda candidate: candidate.cost)

    def role() -> set[str]:
        shown = next(row for row in catalogue_rows(session, "en", "", 80) if row.key == unit.ref)
        return {part.role for part in (*shown.left, *shown.right) if part.text.strip()}

    assert "" in role()
    assert session.unit_error(unit) is not None, "the list is full"
    assert role() == {"dim"}
    session.apply(RemoveEntry(session.roster.entries[0].id))
    assert role() == {"dim"}, "until it is looked at anew"
    assert session.unit_error(unit) is None
    assert "" in role()


def test_rules_are_searched_by_name_then_text() -> None:
    system = LIBRARY.system("aof-3.5")
    parts = collect_rule_entries(system, [], "en")
    assert parts[0][0] == sentence("sheet.word.reference")
    names = rule_name_rows(parts, "en", "ambush")
    assert any(name.text == "Ambush" for name in names)
    assert names[0].left[0].role == "heading"
    inside = rule_name_rows(parts, "en", "morale test banner nowhere")
    assert [row.selectable for row in inside] == [False]
    key = next(name.key for name in names if name.text == "Ambush")
    assert rule_text_rows(parts, key, "en")[0].text == "Ambush"
    assert rule_text_rows(parts, "nothing", "en") == []
    assert rule_text_rows([("x", [("k", "Label", "")])], "k", "en")[-1].text == sentence("sheet.no-text")
    book = replace(LIBRARY.faction("human-empire", "aof-3.5"), spells=())
    endless = replace(book, spells=(Spell(id="s", name=Text("Spell"), cost=1, text=Text("x" * 700)),))
    word = sentence("sheet.word.spells")
    spells = next(rows for title, rows in collect_rule_entries(system, [endless], "en") if title.endswith(word))
    assert [(label, len(text)) for _, label, text in spells] == [("Spell (1)", 600)]
    titles = [title for title, _ in collect_rule_entries(system, [book], "en")]
    assert not any(word in title for title in titles)


def fen_list(fen: Library) -> EditorSession:
    """Return a list with a combined band, an attached reeve, two pairs of riders and the odd unit."""
    lads = entry("b", "band", name="[red]Lads", combined=Half((Upgrade("bow"),)))
    others = (entry(name, unit) for name, unit in (("c", "riders"), ("d", "odd"), ("e", "riders")))
    return fen_army(fen, entry("a", "reeve", joins="b"), lads, *others)


def test_unit_rows_show_star_size_count_points(fen: Library) -> None:
    rows = catalogue_rows(fen_list(fen), "en", "", 40)
    assert [(row.key, *roles(row)) for row in rows] == [
        ("group:fen-folk/heroes", ("HEROES", "heading")),
        ("fen-folk/reeve", ("★ ", ""), ("Reeve", ""), ("", "dim"), ("1× ", "accent"), ("   40", "")),
        ("group:fen-folk/core", ("CORE", "heading")),
        ("fen-folk/band", ("  ", ""), ("Band", ""), (" ×5", "dim"), ("1× ", "accent"), ("   50", "")),
        ("group:fen-folk/cavalry", ("CAVALRY", "heading")),
        ("fen-folk/riders", ("  ", ""), ("Eel Riders", ""), (" ×2", "dim"), ("2× ", "accent"), ("  120", "")),
        ("group:fen-folk/", (OTHER, "heading")),
        ("fen-folk/odd", ("  ", ""), ("[red]Odd", ""), ("", "dim"), ("1× ", "accent"), ("1,005", "")),
    ]
    assert [row.key for row in rows if row.selectable] == [
        f"fen-folk/{unit}" for unit in ("reeve", "band", "riders", "odd")
    ]
    german = {row.key: row.text for row in catalogue_rows(fen_list(fen), "de", "", 40)}
    assert (german["fen-folk/reeve"], german["fen-folk/odd"]) == ("★ Vogt1×    40", "  [red]Odd1× 1.005")


def test_empty_army_has_no_unit_counts(fen: Library) -> None:
    bare = fen_army(fen)
    assert [row.text for row in catalogue_rows(bare, "en", "", 21) if row.selectable] == [
        *("★ Reeve   40", "  Band ×5   50", "  Eel Riders ×2  120", "  [red]Odd1,005")
    ]
    assert catalogue_width(bare, "en") == len("  Eel Riders ×2 1,005")
    assert catalogue_width(fen_list(fen), "en") == len("  Eel Riders ×2 2× 1,005")
    cut = {row.key: row.text for row in catalogue_rows(bare, "en", "", 20)}
    assert (cut["fen-folk/riders"], cut["fen-folk/odd"]) == ("  Eel Ride… ×2  120", "  [red]Odd1,005")


def test_ungrouped_units_have_no_heading(fen: Library) -> None:
    session = fen_army(fen)
    book = session.factions[0]
    system = session.system
    units = {name: replace(unit, group=None) for name, unit in book.units.items()}

    def heads(changed: dict[Any, Any]) -> list[str]:
        view = with_other(session, factions=(replace(book, units=changed),))
        return [row.text for row in catalogue_rows(view, "en", "", 40) if not row.selectable]

    assert heads(units) == []
    assert heads({}) == [sentence("tui.units.no-book")]
    strange = {**units, UnitId("odd"): replace(book.units[UnitId("odd")], group="unheard")}
    assert heads(strange) == [OTHER]
    band = book.units[UnitId("band")]
    assert (group_of(band, system), group_of(replace(band, group="unheard"), system)) == ("core", None)


def test_several_books_are_named_above_units(fen: Library) -> None:
    both = EditorSession(fen, ArmyList(name="", system=SYSTEM, points=500), ["fen-folk", "dwarves"])
    heads = [row for row in catalogue_rows(both, "de", "", 40) if row.key.startswith("book:")]
    assert [(head.key, roles(head), head.selectable) for head in heads] == [
        ("book:fen-folk", [("Moorvolk", "accent")], False),
        ("book:dwarves", [("Dwarves", "accent")], False),
    ]


def test_unit_search_highlights_matches(fen: Library) -> None:
    (band,) = catalogue_rows(fen_list(fen), "en", "bow", 40)
    assert roles(band) == [
        *(("  ", ""), ("Band", ""), (" ×5", "dim"), ("  ", "dim"), ("Bow", "match"), ("1× ", "accent"), ("   50", ""))
    ]
    (eels,) = catalogue_rows(fen_list(fen), "en", "eel", 40)
    assert roles(eels)[:4] == [("  ", ""), ("Eel", "match"), (" Riders", ""), (" ×2", "dim")]
    (none,) = catalogue_rows(fen_list(fen), "de", "zzz", 40)
    assert (roles(none), none.selectable) == ([(translate("de", "tui.units.none"), "dim")], False)
    assert catalogue_rows(fen_list(fen), "en", "  ", 40) == catalogue_rows(fen_list(fen), "en", "", 40)


def test_hero_may_join_only_legal_hosts(fen: Library) -> None:
    session = fen_list(fen)
    hero = session.find_entry("a")
    assert hero is not None
    rows = host_rows(session, hero, "en")
    assert [(row.key, *roles(row)) for row in rows] == [
        ("", (sentence("tui.join.alone"), "")),
        ("b", ("[red]Lads", "bold"), ("  ×10", "dim"), ("105", "bold")),
        ("c", (riders(1), ""), ("  ×2", "dim"), ("120", "")),
        ("d", ("[red]Odd", "dim"), ("", "dim"), ("1,005", "dim")),
        ("e", (riders(2), ""), ("  ×2", "dim"), ("120", "")),
    ]
    assert default_host(rows) == "b"
    assert default_host([rows[0], rows[3], rows[2]]) == "c"
    assert default_host([rows[0], rows[3]]) == default_host(rows[:1]) == NO_UNIT
    session.apply(AttachHero(EntryId("c"), EntryId("e")))
    session.apply(AddEntry(UnitRef("fen-folk/reeve")))
    assert [row.key for row in host_rows(session, hero, "de")] == ["", "b", "d", "e"], "no hero, nobody in a unit"


def test_unit_combines_with_copy_or_new_one(fen: Library) -> None:
    session = fen_list(fen)

    def partners(name: str, language: str = "en") -> list[list[tuple[str, str]]]:
        entry = session.find_entry(name)
        assert entry is not None
        return [roles(row) for row in partner_rows(session, entry, language)]

    fresh, other = partners("c")
    assert fresh == [(sentence("tui.combine.fresh"), ""), ("+120", "")]
    assert other == [(riders(2), ""), ("  ×2", "dim"), ("120", "")]
    assert partners("d", "de") == [[(translate("de", "tui.combine.fresh"), ""), ("+1.005", "")]]
    session.apply(CombineEntry(EntryId("e")))
    assert len(partners("c")) == 1, "what is combined is not combined again"


def test_rules_are_grouped_by_book_and_sorted(fen: Library) -> None:
    session = fen_army(fen)
    parts = collect_rule_entries(session.system, session.factions, "de")
    reference, command, spells, rules = (
        sentence(f"sheet.word.{word}", "de") for word in ("reference", "command", "spells", "rules")
    )
    assert [title for title, _ in parts] == [
        *(reference, command, f"Moorvolk · {spells}", f"Moorvolk · {rules}", "Age of Fantasy 3.5")
    ]
    by_title = dict(parts)
    assert by_title[f"Moorvolk · {spells}"] == [("fen-folk:spell:fog", "Nebel (2)", "Verbirgt.")]
    assert by_title[f"Moorvolk · {rules}"] == [
        ("fen-folk:bog-born", "Bog Born", "Knows the mire."),
        ("fen-folk:endless", "Endless", "x" * 599 + "…"),
        ("fen-folk:mire", "Morast", "Bremst."),
    ]
    assert [label for _, label, _ in by_title[command]] == ["Feldwebel", "Musiker", "Standartenträger"]
    plain = [label for _, label, _ in by_title["Age of Fantasy 3.5"]]
    assert plain == sorted(plain, key=str.casefold)
    assert not {"Feldwebel", "Musiker"} & set(plain), "each stands in one place"
    keys = [key for _, rows in parts for key, _, _ in rows]
    assert len(keys) == len(set(keys))


def test_corrected_rule_says_so_and_is_cut() -> None:
    system = LIBRARY.system(SYSTEM)
    corrected = Rule(id=RuleId("told"), name=Text("[red]Told"), text=Text("As it is."), correction=Text("was other"))
    endless = replace(corrected, id=RuleId("endless"), name=Text("Endless"), text=Text("x" * 700))
    small = replace(system, rules={rule.id: rule for rule in (corrected, endless)})
    title, rows = collect_rule_entries(small, [], "en")[-1]
    assert title == "Age of Fantasy 3.5"
    assert rows[0] == ("aof-3.5:told", "[red]Told", "As it is. (was other)")
    assert (rows[1][1], len(rows[1][2])) == ("Endless", 600)


WORDS = [
    ("one", [("k1", "Fear of mud", "Runs."), ("k2", "Fog", "Hides the fearful.")]),
    ("two", [("k3", "Calm", "Knows no fear."), ("k4", "[b]Odd", "")]),
]


@pytest.mark.parametrize(
    ("search", "keys"),
    [
        ("", ["heading:ONE", "k1", "k2", "blank", "heading:TWO", "k3", "k4"]),
        ("fear", ["heading:ONE", "k1"]),
        ("FEAR mud", ["heading:ONE", "k1"]),
        ("knows", ["heading:TWO", "k3"]),
        ("no fear", ["heading:TWO", "k3"]),
        ("hides", ["heading:ONE", "k2"]),
        ("zzz", [f"info:{sentence('tui.nothing-found')}"]),
    ],
)
def test_search_matches_names_before_texts(search: str, keys: list[str]) -> None:
    rows = rule_name_rows(WORDS, "en", search)
    assert [row.key for row in rows] == keys
    assert [row.key for row in rows if row.selectable] == [key for key in keys if key.startswith("k")]


def test_rule_is_shown_in_full() -> None:
    rows = rule_text_rows([("x", [("k", "[b]Label", "one\ntwo")])], "k", "en")
    assert [(row.text, shape(row)) for row in rows] == [
        *(("[b]Label", (False, False, 0)), ("", (False, False, 0)), ("one", (False, True, 0))),
        *(("", (False, False, 0)), ("two", (False, True, 0))),
    ]
    assert rows[0].left[0].role == "accent"
    assert texts(rule_text_rows(WORDS, "k4", "de")) == ["[b]Odd", "", sentence("sheet.no-text", "de")]
    assert rule_text_rows(WORDS, None, "en") == []


def test_list_without_book_offers_no_units(fen: Library) -> None:
    none = EditorSession(fen, ArmyList(name="", system=SYSTEM, points=500))
    (notice,) = catalogue_rows(none, "de", "", 40)
    assert roles(notice) == [(translate("de", "tui.units.no-book"), "dim")]
    assert catalogue_width(none, "en") == len("★  ")


def test_units_of_one_name_are_numbered() -> None:
    session = open_sample()
    host = next(entry for entry in session.roster.entries if not entry.is_hero and entry.entry.combined is None)
    hero = next(entry for entry in session.roster.entries if entry.is_hero)
    for _ in range(2):
        session.apply(AddEntry(host.unit.ref))
    alike = [entry for entry in session.roster.entries if entry.unit is host.unit and entry.entry.name is None]
    name = host.unit.name.to("de")
    called = [sentence("unit.number", "de", unit=name, number=number) for number in range(1, len(alike) + 1)]
    joined = {row.key: row.left[0].text for row in host_rows(session, hero, "de")}
    assert [joined[entry.id] for entry in alike] == called
    partners = {row.key: row.left[0].text for row in partner_rows(session, alike[0], "de")}
    assert [partners[entry.id] for entry in alike[1:]] == called[1:]
