"""Which rules an entry has after all picks, told without laying out what it carries."""

from __future__ import annotations

from listbuilder.model import RuleId
from listbuilder.rules.special_rules import bears, highest_rating
from tests.unit.making import loadout, option, section, unit

HERO, TOUGH = RuleId("hero"), RuleId("tough")
CROWN = section("replace", option("Cap (Brave)"), on=["Crown"])
MOUNT = section("upgrade", option("Horse (Tough(2))"))


def test_what_was_swapped_away_brings_nothing_any_more() -> None:
    subject = unit(CROWN, size=1, arms=["Crown (Hero)"])
    assert bears(subject, (loadout(subject),), HERO)
    assert not bears(subject, (loadout(subject, "cap"),), HERO)
    assert not bears(subject, (loadout(subject),), None)


def test_a_rule_that_one_is_born_with_twice_adds_up() -> None:
    subject = unit(size=1, rules=["Tough(3)", "Tough(2)"])
    assert highest_rating(subject, (loadout(subject),), TOUGH) == 5


def test_of_two_halves_the_higher_rating_counts() -> None:
    subject = unit(MOUNT, size=1, rules=["Tough(3)"])
    plain, mounted = loadout(subject), loadout(subject, "horse")
    assert highest_rating(subject, (plain,), TOUGH) == 3
    assert highest_rating(subject, (plain, mounted), TOUGH) == highest_rating(subject, (mounted, plain), TOUGH) == 5
    assert highest_rating(subject, (plain,), HERO) == highest_rating(subject, (plain,), None) == 0


def test_a_rating_that_is_a_word_is_no_number() -> None:
    subject = unit(size=1, rules=["Tough(Stone)"])
    assert highest_rating(subject, (loadout(subject),), TOUGH) == 0
