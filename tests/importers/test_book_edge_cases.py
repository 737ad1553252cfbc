"""Edge cases of book imports: spell parts, section scope, and one or two systems."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.importers.army_forge.book.import_context import (
    BookContext,
    BookSystem,
    SharedGlossary,
    build_book_glossary,
)
from listbuilder.importers.army_forge.book.spells import format_spells
from listbuilder.importers.army_forge.json_access import BookNotes
from tests.importers.book_samples import BACKGROUND, book, import_raw_book, list_reasons, option, rule, unit, weapon

HITS = "QFjxWsOHTCSi"


def spell(sentence: str, *parameters: dict[str, object]) -> tuple[Any, list[object]]:
    """Read a spell that deals hits; return its facts and the parts not understood."""
    generation = {"effect": {"id": HITS, "parameters": list(parameters)}}
    notes = BookNotes()
    raw = {"name": "Fog", "threshold": 2, "effect": sentence, "generation": generation}
    [formatted] = format_spells({"spells": [raw]}, notes)
    assert isinstance(formatted, dict)
    return formatted.get("effect"), [note.params["part"] for note in notes.findings()]


@pytest.mark.parametrize(("before", "unknown"), [(0, ["odd x"]), (19, ["odd x"]), (20, [])])
def test_spells_are_limited_to_twenty_parts(before: int, unknown: list[object]) -> None:
    usual: dict[str, object] = {"name": "hits-wounds", "value": "hits"}
    _, unread_parts = spell("one enemy unit at 12 suffers 3 hits", *[usual] * before, {"name": "odd", "value": "x"})
    assert unread_parts == unknown


@pytest.mark.parametrize(
    ("sentence", "facts"),
    [
        ("one enemy unit at 12 suffers 3 hits", {"range": 12, "hits": 3}),
        ("up to one enemy unit at 12 suffers 3 hits", {"range": 12, "hits": 3}),
        ("1 enemy unit at 12 suffers 1 hit", {"range": 12, "hits": 1}),
        ("up to two enemy units at 12 suffer 3 hits", {"most": 2, "range": 12, "hits": 3}),
        ("2 enemy models at 12 suffer 3 hits", {"who": "model", "most": 2, "range": 12, "hits": 3}),
        ("one enemy model at 12 suffers 3 hits as [1]", {"who": "lone-model", "range": 12, "hits": 3}),
    ],
)
def test_spell_target_count_appears_above_one(sentence: str, facts: dict[str, object]) -> None:
    assert spell(sentence) == ({"does": "hits", "side": "enemy"} | facts, [])


def test_spell_parts_must_be_a_list() -> None:
    generation = {"effect": {"id": HITS, "parameters": "x"}}
    raw = {"name": "Fog", "threshold": 2, "effect": "one enemy unit at 12 suffers 3 hits", "generation": generation}
    notes = BookNotes()
    [formatted] = format_spells({"spells": [raw, {"name": "Mist", "threshold": 1, "effect": 3}]}, notes)[:1]
    assert isinstance(formatted, dict)
    assert formatted["effect"]["hits"] == 3
    assert notes.findings() == ()


def improving(*sizes: int, affects: object = None) -> object:
    """Return whom a weapon upgrade affects in units of these sizes."""
    section = {"label": "Better", "variant": "upgrade", "targets": ["Reed Spear"], "affects": affects}
    prices: dict[str, object] = {f"u{number}": 5 for number, _ in enumerate(sizes)}
    package = {"uid": "p", "hint": "Arms", "sections": [section | {"options": [option("o", prices, rule("AP", 1))]}]}
    units = [
        unit(f"u{number}", f"Unit {number}", size=size, weapons=[weapon("Reed Spear", count=size)], upgrades=["p"])
        for number, size in enumerate(sizes)
    ]
    packages: Any = import_raw_book(book(units=units, upgradePackages=[package])).faction["packages"]
    return packages["arms"][0].get("affects")


def test_silent_section_affects_all_of_several_models() -> None:
    assert [improving(1), improving(2), improving(1, 1), improving(1, 5)] == [None, "all", None, "all"]
    assert improving(5, affects={"type": "exactly", "value": 1}) == {"exactly": 1}
    assert improving(5, affects={"type": "up to", "value": 2}) == {"up_to": 2}
    assert improving(1, affects={"type": "any"}) == "any"


@pytest.mark.parametrize(("number", "systems"), [(2, ["stars-1"]), (4, ["tale-1", "ranks-1"])])
def test_book_for_one_or_two_games(number: int, systems: list[str]) -> None:
    faction: Any = import_raw_book(book(gameSystemId=number)).faction
    assert faction["systems"] == systems
    assert [unit["group"] for unit in faction["units"]] == ["heroes", "core", "cavalry"]
    assert ("collection" in faction) is (number == 4)
    assert not [key for key, value in faction.items() if value in (None, [], {})]


def test_spell_rule_names_have_no_commas() -> None:
    effect, _ = spell("one enemy unit at 12 suffers 3 hits", {"name": "weaponRule1", "value": {"name": "Thin, Red"}})
    assert effect["rules"] == ["Thin Red"]


def test_books_own_games_come_first() -> None:
    def systems(game: str, *enabled: str) -> list[str]:
        return [candidate.system for candidate in BACKGROUND.systems_for(game, enabled)]

    assert (systems("6", "4"), systems("4", "6")) == (["ranks-1", "tale-1"], ["tale-1", "ranks-1"])
    assert (systems("4"), systems("4", "2"), systems("9", "4")) == (["tale-1"], ["tale-1"], [])


def test_collection_glossary_serves_its_games() -> None:
    shared = SharedGlossary(collection="tales", game_numbers=("4", "6"), rules={"odd": {"name": "Odd"}})
    game = BookSystem(system="tale-1", game_numbers=("4",), book_game_numbers=("4",), rules={"fast": {"name": "Fast"}})
    shelf = BookContext((game,), (shared,))
    assert [shelf.shared_glossary_for(number) for number in ("4", "6", "2")] == [shared, shared, None]
    assert build_book_glossary((game,), shared).find("Odd") is not None
    assert build_book_glossary((game,), None).find("Odd") is None
    assert build_book_glossary((game,), None).find("Fast") is not None


def test_unused_and_missing_packages_are_noted() -> None:
    plain = len(import_raw_book(book()).notes)
    raw = book()
    raw["units"][0]["upgrades"].append("Z9")
    raw["upgradePackages"].append({**raw["upgradePackages"][0], "uid": "D1", "hint": "Spare"})
    raw["upgradePackages"].append({**raw["upgradePackages"][0], "uid": "D2", "hint": ""})
    imported_book = import_raw_book(raw)
    assert [note.on for note in imported_book.notes if note.on in ("Reeve", "Spare", "D2")] == ["Reeve", "Spare", "D2"]
    assert len(imported_book.notes) == plain + 3
    assert any("Z9" in reason for reason in list_reasons(imported_book))
    assert imported_book.faction["packages"] == import_raw_book(book()).faction["packages"]
