"""Rows of the new-list screen: games, armies, sizes and switches."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from listbuilder.library import Library
from listbuilder.tui.home.new_list import FORCE_ORG_KEY, ListDraft, answer_rows, default_answer, draft_rows
from tests.sentences import sentence
from tests.tui.view_helpers import LIBRARY, SYSTEM, roles, texts

DRAFT = ListDraft().with_system(SYSTEM, LIBRARY)


def sizes(typed: str, language: str = "en") -> list[tuple[str, str]]:
    """Return the offered sizes, without the switches below."""
    rows = answer_rows(DRAFT, "points", LIBRARY, language, typed)
    ends = next((index for index, row in enumerate(rows) if row.key == "blank"), len(rows))
    return [(row.key, row.text) for row in rows[:ends]]


def test_usual_sizes_are_sorted() -> None:
    points = sentence("sheet.word.points")
    assert (
        sizes("")
        == sizes("  ")
        == [
            ("750", f"    750 {points}"),
            ("1500", f"  1,500 {points}"),
            ("2000", f"  2,000 {points}"),
            ("", f"        {sentence('tui.new.no-limit')}"),
        ]
    )


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("1", "1"),
        ("1234", "1234"),
        (" 1 234 ", "1234"),
        ("1.234", "1234"),
        ("1,234", "1234"),
        ("1'234", "1234"),
        ("1_234", "1234"),
        ("1\N{NO-BREAK SPACE}234", "1234"),
        ("999999", "999999"),
        ("1000000", "999999"),
        ("750", "750"),
    ],
)
def test_typed_size_comes_first(typed: str, first: str) -> None:
    keys = [key for key, _ in sizes(typed)]
    usual = [size for size in ("750", "1500", "2000") if size != first]
    assert keys == [first, *usual, ""]


@pytest.mark.parametrize("typed", ["0", "000", "abc", "-5", "1e3", "²", "."])
def test_invalid_size_is_reported(typed: str) -> None:
    (warning,) = answer_rows(DRAFT, "points", LIBRARY, "en", typed)
    assert (warning.left[0].role, warning.selectable) == ("warn", False)


def test_sizes_use_numbers_of_the_language() -> None:
    points = sentence("sheet.word.points", "de")
    assert [text for _, text in sizes("123456", "de")][:2] == [f"123.456 {points}", f"    750 {points}"]


def test_switches_follow_the_sizes(fen: Library) -> None:
    rows = answer_rows(DRAFT, "points", fen, "de", "")
    below = rows[[row.key for row in rows].index("blank") + 1 :]
    assert [(row.key, row.text) for row in below] == [
        (FORCE_ORG_KEY, f"[x] {sentence('tui.details.force_org', 'de')}"),
        ("set:event:club-day-2000", f"( ) {sentence('tui.details.event', 'de')}: Vereinstag"),
    ]
    off = answer_rows(DRAFT.toggle_force_org().with_event("club-day-2000"), "points", fen, "de", "")
    assert [row.text[:3] for row in off[-2:]] == ["[ ]", "(•)"]
    wood = answer_rows(ListDraft().with_system("way-of-wood", LIBRARY), "points", LIBRARY, "en", "")
    assert FORCE_ORG_KEY not in [row.key for row in wood], "a game without it does not ask"


def test_changing_the_game_resets_the_draft() -> None:
    assert ListDraft() == ListDraft("", "", force_org=False, event="")
    assert DRAFT.force_org
    chosen = DRAFT.with_faction("dwarves").with_event("e").toggle_force_org()
    assert (chosen.faction, chosen.event, chosen.force_org) == ("dwarves", "e", False)
    assert chosen.with_system(SYSTEM, LIBRARY) == DRAFT
    assert chosen.with_event("other").event == "other"


def test_games_show_factions_and_units_aligned() -> None:
    rows = answer_rows(ListDraft(), "system", LIBRARY, "en", "")
    first = rows[0]
    name, counts = roles(first)
    assert (first.key, name, counts[1]) == ("aof-3.5", ("Age of Fantasy 3.5", ""), "dim")
    books = LIBRARY.newest_factions("aof-3.5")
    factions, units = sentence("tui.new.factions", n=len(books)), sentence("sheet.units", n=793)
    assert sum(book.units for book in books) == 793
    assert " ".join(counts[0].split()) == f"{factions} {units}"
    below = {row.right[0].text.index(str(sum(book.units for book in LIBRARY.newest_factions(row.key)))) for row in rows}
    ends = {len(row.right[0].text) for row in rows}
    assert len(ends) == 1 or len(below) == 1, "counts are aligned"
    assert [row.key for row in answer_rows(ListDraft(), "system", LIBRARY, "en", "WOOD way")] == ["way-of-wood"]
    assert texts(answer_rows(ListDraft(), "system", LIBRARY, "de", "zzz")) == [sentence("tui.nothing-found", "de")]


def test_army_is_found_before_its_game(fen: Library) -> None:
    def answer_keys(typed: str, language: str = "en") -> list[str]:
        return [row.key for row in answer_rows(ListDraft(), "system", fen, language, typed)]

    assert answer_keys("DARK elv") == ["aof-3.5/dark-elves", "aofr-3/dark-elves", "aofs-3.5/dark-elves"]
    assert answer_keys("dark elves regiments") == ["aofr-3/dark-elves"]
    assert answer_keys("moorvolk", "de") == ["aof-3.5/fen-folk"]
    assert answer_keys("regiments 2.7") == ["aofr-2.7"], "a system without a faction finds the system"
    first = answer_rows(ListDraft(), "system", fen, "en", "fen")[0]
    assert roles(first) == [("[b]Fen Folk", ""), ("Age of Fantasy 3.5", "dim")]
    assert not any("/" in key for key in answer_keys(""))
    assert ListDraft().with_system("aof-3.5/fen-folk", fen) == DRAFT.with_faction("fen-folk")


def test_armies_show_version_and_size(fen: Library) -> None:
    rows = {row.key: row for row in answer_rows(DRAFT, "faction", fen, "de", "")}
    assert roles(rows["fen-folk"]) == [("Moorvolk", ""), ("  1.0", "dim"), (sentence("sheet.units", "de", n=4), "dim")]
    names = [row.left[0].text for row in rows.values()]
    assert names == sorted(names)


def test_summary_has_choices_and_question(fen: Library) -> None:
    begun = draft_rows(ListDraft(), "system", fen, "en")
    title = sentence("tui.new.title")
    assert [roles(row) for row in begun] == [[(title, "bold")], [(sentence("tui.new.system"), "accent")]]
    chosen = draft_rows(DRAFT.with_faction("fen-folk"), "points", fen, "en")
    assert chosen[0].text == f"{title} → Age of Fantasy 3.5 → [b]Fen Folk"
    assert draft_rows(DRAFT, "faction", fen, "de")[0].text.endswith(" → Age of Fantasy 3.5")
    assert [(row.key, row.selectable) for row in chosen] == [("chosen", False), ("asked", False)]


def test_new_list_asks_game_army_and_size() -> None:
    systems = answer_rows(ListDraft(), "system", LIBRARY, "en", "")
    counts = [int("".join(filter(str.isdigit, system.right[0].text.rsplit("  ", 1)[-1]))) for system in systems]
    assert counts == sorted(counts, reverse=True)
    draft = ListDraft().with_system("aof-3.5", LIBRARY)
    names = texts(answer_rows(draft, "faction", LIBRARY, "en", ""))
    assert names == sorted(names)
    assert [row.key for row in answer_rows(draft, "faction", LIBRARY, "en", "HUMAN emp")] == ["human-empire"]
    assert [row.selectable for row in answer_rows(draft, "faction", LIBRARY, "en", "zzz")] == [False]
    sizes = [row.key for row in answer_rows(draft, "points", LIBRARY, "en", "")]
    suggested = sorted(LIBRARY.system("aof-3.5").suggested_points)
    assert sizes[: len(suggested)] == [str(points) for points in suggested]
    assert "" in sizes
    assert draft.toggle_force_org().force_org is not draft.force_org
    assert draft.with_event("x").event == "x"
    assert draft.with_event("x").with_event("x").event == ""
    chosen, asked = draft_rows(draft.with_faction("human-empire"), "points", LIBRARY, "en")
    assert chosen.text.endswith("→ Age of Fantasy 3.5 → Human Empire")
    assert asked.text
    marks = {row.key: row.text for row in answer_rows(draft.with_event("x"), "points", LIBRARY, "en", "")}
    assert marks["set:force-org"].startswith("[x]") is draft.force_org
    assert [key for key in marks if key.startswith("set:event:")] == ["set:event:club-day-2000"], "of this game alone"
    assert marks["set:event:club-day-2000"].startswith("( ) ")
    chosen_event = answer_rows(draft.with_event("club-day-2000"), "points", LIBRARY, "en", "")
    assert any(row.text.startswith("(•) ") for row in chosen_event)


@pytest.mark.parametrize(
    ("usual", "offered", "likely"),
    [
        ((), [""], None),
        ((500,), ["500", ""], "500"),
        ((500, 250), ["250", "500", ""], "500"),
        ((100, 200, 300, 400), ["100", "200", "300", "400", ""], "300"),
    ],
)
def test_middle_size_is_the_default(usual: tuple[int, ...], offered: list[str], likely: str | None) -> None:
    system = SimpleNamespace(suggested_points=usual, force_organisation=None)
    library: Any = SimpleNamespace(system=lambda _: system, events=lambda: ())
    assert [row.key for row in answer_rows(ListDraft("x"), "points", library, "en", "")] == [*offered, "blank"]
    assert default_answer(ListDraft("x"), "points", library, "") == likely
