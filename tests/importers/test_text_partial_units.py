"""Units of a share text without a book, and names cut by line breaks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.importers.army_forge.text.share_text import (
    EntryBuilder,
    TextBooks,
    detect_books,
    format_text_faction,
    unknown_unit_id,
)
from listbuilder.importers.army_forge.text.text_parser import TextUnit, Vocabulary, parse_block, parse_share_text
from listbuilder.library import Library
from tests.importers.list_samples import FACTION, open_library, read

HEADER = "++ Low Water - Fen Folk (v1.2) [AOF 999pts] ++\n"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return open_library(tmp_path_factory.mktemp("books") / "data")


def faction(library: Library, text: str, header: str = "++ Odd - Moon Folk (v3) [AOF 95pts] ++\n") -> dict[str, Any]:
    """Build the faction from all units of a text."""
    parsed = parse_share_text(header + text)
    books: TextBooks = detect_books(parsed, library)
    blocks = [(unit, parse_block(unit.body, Vocabulary(frozenset(), frozenset()))) for unit in parsed.units]
    return format_text_faction(blocks, books, library.loader.build_glossary({"systems": [books.system.id]}))


def test_unit_is_built_from_its_text(library: Library) -> None:
    partial = faction(library, "Moon Guard [5] Q4+ D3+ | 95pts | Fast, Tough(3)\n5x Moon Blade (A2)\n")
    assert partial["units"] == [
        {
            "id": "moon-guard-1",
            "name": "Moon Guard",
            "size": 5,
            "quality": 4,
            "defense": 3,
            "cost": 95,
            "rules": ["Fast", "Tough(3)"],
            "weapons": [{"weapon": "Moon Blade (A2)", "total": 5}],
        }
    ]
    assert (partial["name"], partial["systems"], partial["format"]) == ("Moon Folk", ["aof-3.5"], 1)
    assert partial["id"] == f"moon-folk-{partial['version']}"
    assert len(partial["version"]) == 8


def test_absent_fields_are_omitted(library: Library) -> None:
    (unit,) = faction(library, "Moon Guard [0] Q4+ D3+\n")["units"]
    assert unit == {"id": "moon-guard-1", "name": "Moon Guard", "size": 1, "quality": 4, "defense": 3, "cost": 0}


@pytest.mark.parametrize(("points", "xp", "cost"), [(155, 7, 150), (5, 5, 0), (4, 5, 0), (40, 0, 40), (40, 4, 40)])
def test_experience_is_subtracted_from_the_cost(library: Library, points: int, xp: int, cost: int) -> None:
    (unit,) = faction(library, f"Moon Guard [1] Q4+ D3+ | {points}pts | {xp}XP | Fast\n")["units"]
    assert unit["cost"] == cost


def test_only_unknown_rules_are_declared(library: Library) -> None:
    text = "Moon Guard [5] Q4+ D3+ | 95pts | Tough(3), Howl(2), Glow\n5x Moon Blade (A2, AP(1), Gleam, Glow)\n"
    partial = faction(library, text)
    assert partial["rules"] == {
        "gleam": {"name": "Gleam", "on": "weapon"},
        "glow": {"name": "Glow", "on": "model"},
        "howl": {"name": "Howl", "on": "model", "takes": "number"},
    }
    assert list(partial["rules"]) == ["gleam", "glow", "howl"]
    assert "rules" not in faction(library, "Moon Guard [5] Q4+ D3+ | 95pts | Tough(3)\n")


def test_same_named_units_get_distinct_ids() -> None:
    assert [unknown_unit_id("Moon Guard", number) for number in (0, 1)] == ["moon-guard-1", "moon-guard-2"]
    assert unknown_unit_id("?", 0) == "unit-1"
    assert unknown_unit_id("a" * 61, 0) == "a" * 60 + "-1"


def test_long_names_are_cut(library: Library) -> None:
    partial = faction(library, f"{'u' * 81} [1] Q4+ D3+\n", f"++ Odd - {'b' * 81} (v3) [AOF 95pts] ++\n")
    assert (partial["name"], partial["units"][0]["name"]) == ("b" * 80, "u" * 80)
    assert partial["id"].rpartition("-")[0] == "b" * 40


def repair_names(library: Library, text: str) -> list[TextUnit]:
    parsed = parse_share_text(HEADER + text)
    books = detect_books(parsed, library)
    builder = EntryBuilder(books, library.loader.build_glossary({"systems": [books.system.id]}), "list")
    return builder._repair_names(parsed.units)


def test_name_start_returns_from_previous_block(library: Library) -> None:
    first, second = repair_names(library, "Reeve [1] Q4+ D5+ | 40pts | Hero Great\nHeron [1] Q3+ D4+ | 150pts\n")
    assert (first.body, second.name) == ("Hero", "Great Heron")
    first, second = repair_names(library, "Reeve [1] Q4+ D5+ | 40pts | Great\nHeron [1] Q3+ D4+ | 150pts\n")
    assert (first.body, second.name) == ("", "Great Heron")


def test_complete_and_hopeless_names_stay(library: Library) -> None:
    first, second = repair_names(library, "Reeve [1] Q4+ D5+ | 40pts | Old\nReeve [1] Q4+ D5+ | 40pts\n")
    assert (first.body, second.name) == ("Old", "Reeve")
    first, second = repair_names(library, "Reeve [1] Q4+ D5+ | 40pts | Great\nHawk [1] Q3+ D4+ | 150pts\n")
    assert (first.body, second.name) == ("Great", "Hawk")
    (alone,) = repair_names(library, "Heron [1] Q3+ D4+ | 150pts\n")
    assert alone.name == "Heron"


def test_names_are_found_without_line_breaks(library: Library) -> None:
    first, second = repair_names(
        library, "Reeve [1] Q4+ D5+ | 40pts | Hero\n Axe (A1, Old) Great Heron [1] Q3+ D4+ | 150pts\n"
    )
    assert (first.body, second.name) == ("Hero Axe (A1, Old)", "Great Heron")
    first, second = repair_names(library, "Reeve [1] Q4+ D5+ | Hero | Great Heron [1] Q3+ D4+ | 150pts\n")
    assert (first.body, second.name) == ("Hero", "Great Heron")


def open_library_with_name(tmp_path: Path, name: str) -> Library:
    (tmp_path / "fen.yaml").write_text(FACTION.replace("name: Great Heron", f"name: {name}"), encoding="utf-8")
    return Library.open([tmp_path], user=False)


@pytest.mark.parametrize(("front", "whole"), [("A B C D", True), ("Z A B C D", False)])
def test_at_most_four_words_are_returned(tmp_path: Path, front: str, whole: bool) -> None:
    library = open_library_with_name(tmp_path, f"{front} Heron")
    first, second = repair_names(library, f"Reeve [1] Q4+ D5+ | 40pts | Hero {front}\nHeron [1] Q3+ D4+ | 150pts\n")
    assert second.name == (f"{front} Heron" if whole else "Heron")
    assert first.body == ("Hero" if whole else f"Hero {front}")


@pytest.mark.parametrize(("name", "whole"), [("A B C D E F G H", True), ("Z A B C D E F G H", False)])
def test_names_of_eight_words_are_separated(tmp_path: Path, name: str, whole: bool) -> None:
    library = open_library_with_name(tmp_path, name)
    first, second = repair_names(library, f"Reeve [1] Q4+ D5+ | 40pts | Hero\n Axe (A1) {name} [1] Q3+ D4+ | 150pts\n")
    assert second.name == (name if whole else f"Axe (A1) {name}")
    assert first.body == ("Hero Axe (A1)" if whole else "Hero")


def test_names_are_not_split_without_evidence(library: Library) -> None:
    _, second = repair_names(library, "Reeve [1] Q4+ D5+ | 40pts | Hero\nOld Great Heron [1] Q3+ D4+ | 150pts\n")
    assert second.name == "Old Great Heron"
    _, second = repair_names(library, "Reeve [1] Q4+ D5+ | 40pts | Hero\nOld Marn (Reeve) [1] Q4+ D5+ | 40pts\n")
    assert second.name == "Old Marn (Reeve)"


def test_nothing_is_returned_after_joining_hero(library: Library) -> None:
    text = "Reeve [1] Q4+ D5+ | 40pts | Great\n| Joined to:\nHeron [1] Q3+ D4+ | 150pts\n"
    first, second = repair_names(library, text)
    assert (first.body, second.name) == ("Great", "Heron")


@pytest.mark.parametrize(
    ("models", "unit", "combined"),
    [(10, "spearmen", False), (20, "spearmen", True), (5, "", False), (11, "", False), (30, "", False)],
)
def test_unit_size_is_single_or_double(library: Library, models: int, unit: str, combined: bool) -> None:
    result = read(f"{HEADER}Fen Spearmen [{models}] Q5+ D5+ | 100pts | Strider\n10x Spear (A1, Counter)\n", library)
    (entry,) = result.army.entries
    assert (entry.unit == f"fen-folk/{unit}") is bool(unit)
    assert (entry.combined is not None) is combined


@pytest.mark.parametrize(("count", "entries"), [(1, 1), (2, 2), (100, 100), (101, 100)])
def test_copies_become_up_to_hundred_entries(library: Library, count: int, entries: int) -> None:
    result = read(f"{HEADER}{count}x Reeve [1] Q4+ D5+ | 40pts | Hero, Tough(3)\nHand Weapon (A3)\n", library)
    assert len({entry.id for entry in result.army.entries}) == len(result.army.entries) == entries


def test_heroes_join_the_next_free_unit(library: Library) -> None:
    hero = "Reeve [1] Q4+ D5+ | 40pts | Hero, Tough(3)\nHand Weapon (A3)\n| Joined to:\n"
    host = "2x Fen Spearmen [10] Q5+ D5+ | 100pts | Strider\n10x Spear (A1, Counter)\n"
    result = read(f"{HEADER}{hero}{hero}{host}{hero}{host}", library)
    assert [entry.joins for entry in result.army.entries] == ["c", "c", None, None, "f", None, None]
    twice = read(f"{HEADER}2x {hero}{host}", library)
    assert [entry.joins for entry in twice.army.entries] == [None, "c", None, None], "one each"
