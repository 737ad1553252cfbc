"""Rule ratings of an entry after all picks, without its full loadout."""

from __future__ import annotations

from listbuilder.model import RuleId
from listbuilder.rules.rule_ratings import has_rule, highest_rating
from tests.unit.making import make_loadout, option, section, unit

HERO, TOUGH = RuleId("hero"), RuleId("tough")
CROWN = section("replace", option("Cap (Brave)"), on=["Crown"])
MOUNT = section("upgrade", option("Horse (Tough(2))"))


def test_replaced_equipment_gives_no_rules() -> None:
    subject = unit(CROWN, size=1, arms=["Crown (Hero)"])
    assert has_rule(subject, (make_loadout(subject),), HERO)
    assert not has_rule(subject, (make_loadout(subject, "cap"),), HERO)
    assert not has_rule(subject, (make_loadout(subject),), None)


def test_repeated_profile_rules_add_up() -> None:
    subject = unit(size=1, rules=["Tough(3)", "Tough(2)"])
    assert highest_rating(subject, (make_loadout(subject),), TOUGH) == 5


def test_higher_rating_of_two_halves_counts() -> None:
    subject = unit(MOUNT, size=1, rules=["Tough(3)"])
    plain, mounted = make_loadout(subject), make_loadout(subject, "horse")
    assert highest_rating(subject, (plain,), TOUGH) == 3
    assert highest_rating(subject, (plain, mounted), TOUGH) == highest_rating(subject, (mounted, plain), TOUGH) == 5
    assert highest_rating(subject, (plain,), HERO) == highest_rating(subject, (plain,), None) == 0


def test_text_ratings_are_not_numbers() -> None:
    subject = unit(size=1, rules=["Tough(Stone)"])
    assert highest_rating(subject, (make_loadout(subject),), TOUGH) == 0
