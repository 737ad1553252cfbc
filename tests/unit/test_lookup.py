"""Looking a rule or a chapter up: either language, part of a name, with or without its number."""

from __future__ import annotations

import pytest

from listbuilder.library import Library
from listbuilder.model import Chapter, System
from listbuilder.rules.special_rules import known_names, look_up, spoken_names, things_of
from listbuilder.textutil.fuzzy import closest, nearest


@pytest.fixture(scope="module")
def system() -> System:
    return Library.open(user=False).system("aof-3.5")


@pytest.mark.parametrize(
    ("wanted", "ids"),
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
def test_the_best_kind_of_match_is_found(system: System, wanted: str, ids: list[str]) -> None:
    assert [found.thing.id for found in look_up(things_of(system), wanted)] == ids


def test_a_number_in_brackets_is_kept(system: System) -> None:
    assert [look_up(things_of(system), name)[0].rating for name in ("Tough(3)", "Tough", "Tough(X)")] == [3, None, None]


def test_one_name_can_mean_a_rule_and_a_chapter(system: System) -> None:
    rule, chapter = look_up(things_of(system), "morale")
    assert (isinstance(rule.thing, Chapter), isinstance(chapter.thing, Chapter)) == (False, True)
    assert spoken_names([rule, chapter]) == ("Moral", "Morale")


def test_everything_is_known_by_its_names_in_all_languages(system: System) -> None:
    names = known_names(system)
    assert {"Tough", "Zäh", "Melee", "Nahkampf"} <= set(names)
    assert all(look_up(things_of(system), name) for name in names)


def test_the_three_closest_words_are_told_the_closest_first() -> None:
    known = ["Spear", "Spears", "Speer", "Shear", "Sword", "Spearmen"]
    assert nearest("spears", known) == ("Spears", "Spear", "Speer")
    assert closest("SPEARS", known) == "Spears"
    assert closest("sparrow", known) is None
    assert closest("swordd", known) == "Sword"
    assert closest("x", []) is None


def test_of_a_word_that_nobody_mistyped_only_the_beginning_is_compared() -> None:
    assert nearest("a" * 200 + "b" * 900, ["a" * 200, "b" * 200]) == ("a" * 200,)


def test_who_knows_half_of_a_name_is_told_the_whole() -> None:
    known = ["dark-elves", "deep-sea-elves", "human-empire", "wood-elves", "high-elves", "empire-of-dust"]
    assert nearest("human", known) == ("human-empire",)
    assert nearest("EMP", known) == ("empire-of-dust", "human-empire"), "at the beginning before elsewhere"
    assert nearest("elves", known) == ("dark-elves", "deep-sea-elves", "high-elves"), "three at the most"
    assert nearest("pire", known) == (), "in the middle of a word it may be anything"
    assert nearest("of", known) == (), "too little to go by"
    assert nearest("wood elvs", known) == ("wood-elves",), "what is close goes before"
    assert closest("human", known) is None, "a guess that stands alone must be a good one"
