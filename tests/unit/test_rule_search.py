"""Finding a rule or a chapter by part of a name, in either language."""

from __future__ import annotations

import pytest

from listbuilder.library import Library
from listbuilder.model import Chapter, System
from listbuilder.rules.rule_ratings import find_glossary_entries, glossary_entries, glossary_names, match_names
from listbuilder.textutil.fuzzy import find_closest, find_similar


@pytest.fixture(scope="module")
def system() -> System:
    return Library.open(user=False).system("aof-3.5")


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("fear", ["fear"]),
        ("FEARLESS", ["fearless"]),
        ("Furcht", ["fear"]),
        ("zäh", ["tough"]),
        ("Tough(3)", ["tough"]),
        ("tough (X)", ["tough"]),
        ("thru", ["thrust"]),
        ("regeln", []),
        ("melee", ["melee"]),
        ("Schießen", ["shooting"]),
        ("schiess", ["shooting"]),
        ("rounds", ["turn"]),
        ("fea", ["fear", "fearless"]),
        ("morale", ["morale", "morale"]),
        ("", []),
        ("(3)", []),
        ("§!", []),
        ("a" * 5000, []),
    ],
)
def test_best_match_kind_wins(system: System, query: str, ids: list[str]) -> None:
    assert [glossary_entry.entry.id for glossary_entry in find_glossary_entries(glossary_entries(system), query)] == ids


def test_a_number_in_brackets_is_kept(system: System) -> None:
    assert [
        find_glossary_entries(glossary_entries(system), name)[0].rating for name in ("Tough(3)", "Tough", "Tough(X)")
    ] == [3, None, None]


def test_name_may_match_rule_and_chapter(system: System) -> None:
    rule, chapter = find_glossary_entries(glossary_entries(system), "morale")
    assert (isinstance(rule.entry, Chapter), isinstance(chapter.entry, Chapter)) == (False, True)
    assert match_names([rule, chapter]) == ("Moral", "Morale")


def test_lookup_works_in_all_languages(system: System) -> None:
    names = glossary_names(system)
    assert {"Tough", "Zäh", "Melee", "Nahkampf"} <= set(names)
    assert all(find_glossary_entries(glossary_entries(system), name) for name in names)


def test_three_closest_words_are_suggested() -> None:
    known = ["Spear", "Spears", "Speer", "Shear", "Sword", "Spearmen"]
    assert find_similar("spears", known) == ("Spears", "Spear", "Speer")
    assert find_closest("SPEARS", known) == "Spears"
    assert find_closest("sparrow", known) is None
    assert find_closest("swordd", known) == "Sword"
    assert find_closest("x", []) is None


def test_long_words_compare_only_their_start() -> None:
    assert find_similar("a" * 200 + "b" * 900, ["a" * 200, "b" * 200]) == ("a" * 200,)


def test_partial_name_suggests_the_full_one() -> None:
    known = ["dark-elves", "deep-sea-elves", "human-empire", "wood-elves", "high-elves", "empire-of-dust"]
    assert find_similar("human", known) == ("human-empire",)
    assert find_similar("EMP", known) == ("empire-of-dust", "human-empire"), "matches at the start come first"
    assert find_similar("elves", known) == ("dark-elves", "deep-sea-elves", "high-elves"), "at most three"
    assert find_similar("pire", known) == (), "inside a word it may be anything"
    assert find_similar("of", known) == (), "too little to go by"
    assert find_similar("wood elvs", known) == ("wood-elves",), "close matches come first"
    assert find_closest("human", known) is None, "a single guess must be a good one"
