"""The picks a share text allows: only what it shows, with matching points first."""

from __future__ import annotations

from collections import Counter
from itertools import chain, islice

import pytest

from listbuilder.importers.army_forge.text.upgrade_search import (
    SearchBudget,
    TargetProfile,
    _OptionChoice,
    _SectionChoices,
    enumerate_combinations,
    weapon_profile,
)
from listbuilder.model import Section, Unit, Weapon, normalise_name
from listbuilder.model.notation import parse_equipment_count
from tests.unit.making import option, section, unit


def build_target(*weapons: str, names: tuple[str, ...] = (), points: int | None = None) -> TargetProfile:
    counts: Counter[tuple[str, int, int, tuple[str, ...]]] = Counter()
    for text in weapons:
        stack = parse_equipment_count(text)
        assert isinstance(stack.equipment, Weapon)
        counts[weapon_profile(stack.equipment)] += stack.count
    keys = frozenset(map(normalise_name, names))
    return TargetProfile(counts, keys, keys, points)


def list_combinations(
    subject: Unit | Section, shown: TargetProfile, copies: int = 1, budget: SearchBudget | None = None
) -> list[str]:
    """Return the combinations in order, as text."""
    subject = subject if isinstance(subject, Unit) else unit(subject)
    ways = chain.from_iterable(enumerate_combinations(subject, shown, copies, budget or SearchBudget()))
    return [" ".join(f"{pick.count}x{pick.option}" for pick in picks) for picks in ways]


SWAP = section("replace", option("Axe (A2)"), option("Bow (A1)"), affects="any", on=["Blade"])


def test_only_visible_options_are_possible() -> None:
    assert list_combinations(SWAP, build_target("Blade (A1)")) == [""]
    assert list_combinations(SWAP, build_target("2x Axe (A2)")) == ["", "1xaxe", "2xaxe"]
    pair = section("upgrade", option(["Axe (A2)", "Fear"], ident="pair"))
    assert list_combinations(pair, build_target("Axe (A2)")) == [""], "only half of it is visible"
    assert list_combinations(pair, build_target("Axe (A2)", names=("Fear",))) == ["", "1xpair"]


@pytest.mark.parametrize(
    ("names", "weapons", "possible"),
    [(("Boar",), (), True), (("Fast",), ("Tusks (A2)",), True), (("Fast",), (), False), ((), ("Tusks (A2)",), False)],
)
def test_items_show_by_name_or_contents(names: tuple[str, ...], weapons: tuple[str, ...], possible: bool) -> None:
    mount = section("upgrade", option("Boar (Fast, Tusks (A2))"))
    assert list_combinations(mount, build_target(*weapons, names=names)) == ["", "1xboar"][: 1 + possible]


def test_items_show_by_all_their_rules() -> None:
    cart = section("upgrade", option("Cart (Fast, Fear)"))
    assert list_combinations(cart, build_target(names=("Fast",))) == [""]
    assert list_combinations(cart, build_target(names=("Fast", "Fear"))) == ["", "1xcart"]


def test_options_swapped_again_need_not_show() -> None:
    mount = section("upgrade", option("Boar (Fast, Tusks (A2))"))
    lance = section("replace", option("Lance (A3)"), on=["Tusks"])
    both = list_combinations(unit(mount, lance), build_target("Lance (A3)", names=("Fast",)))
    assert both == ["", "1xlance", "1xboar", "1xboar 1xlance"]


def test_weapon_rules_are_always_possible() -> None:
    poison = section("upgrade", option("Poison"), affects="all", on=["Blade"])
    assert list_combinations(poison, build_target("Blade (A1)")) == ["", "1xpoison"]


def test_weapon_pairs_count_as_pairs() -> None:
    pairs = section("replace", option("2x Pistol (A1)"), affects="any", on=["Blade"])
    assert list_combinations(pairs, build_target("5x Pistol (A1)"))[-1] == "2xpistol"
    assert list_combinations(pairs, build_target("1x Pistol (A1)"))[-1] == "1xpistol", "at least once if visible"


def test_two_copies_double_all_but_whole_unit_options() -> None:
    single = section("upgrade", option("Flag (Fear)"), select="exactly 1")
    every = section("upgrade", option("Shields"), affects="all", select="exactly 1")
    assert list_combinations(single, build_target(names=("Flag",)), copies=1)[-1] == "1xflag"
    assert list_combinations(single, build_target(names=("Flag",)), copies=2)[-1] == "2xflag"
    assert list_combinations(every, build_target(names=("Shields",)), copies=2)[-1] == "1xshields"


def test_combinations_of_stated_price_come_first() -> None:
    gifts = section("upgrade", option("Ring", 10), option("Crown", 30), option("Curse", -5), select="any")
    shown = ("Ring", "Crown", "Curse")
    assert list_combinations(gifts, build_target(names=shown, points=140))[0] == "1xring 1xcrown"
    assert list_combinations(gifts, build_target(names=shown, points=95))[0] == "1xcurse"
    assert list_combinations(gifts, build_target(names=shown, points=100))[0] == ""
    assert list_combinations(gifts, build_target(names=shown, points=77))[0] == "", (
        "nothing has that price, so all are returned"
    )
    twice = section("upgrade", option("Shields", 10), affects="all", select="exactly 1")
    assert list_combinations(twice, build_target(names=("Shields",), points=220), copies=2)[0] == "1xshields", (
        "paid in both halves"
    )


def test_sections_hold_at_most_their_capacity() -> None:
    pair = section("upgrade", option("Ring"), option("Crown"), select="up_to 2")
    assert list_combinations(pair, build_target(names=("Ring", "Crown"))) == [
        "",
        "1xcrown",
        "2xcrown",
        "1xring",
        "1xring 1xcrown",
        "2xring",
    ]


def test_adversarial_text_terminates() -> None:
    many = section("upgrade", *(option(f"Thing {n}") for n in range(30)), select="any")
    shown = build_target(names=tuple(f"Thing {n}" for n in range(30)))
    budget = SearchBudget(steps=100)
    assert len(list_combinations(many, shown, budget=budget)) < 100
    assert budget.steps < 0
    assert (
        len(list(islice(chain.from_iterable(enumerate_combinations(unit(many), shown, 1, SearchBudget())), 50_000)))
        < 50_000
    )


def test_budget_is_spent_exactly() -> None:
    budget = SearchBudget(steps=2, trials=1)
    assert [budget.use_step() for _ in range(4)] == [True, True, False, False]
    assert [budget.use_trial() for _ in range(3)] == [True, False, False]
    assert (SearchBudget().steps, SearchBudget().trials) == (200_000, 3_000)


@pytest.mark.parametrize(
    ("prices", "least", "most"), [((5,), 0, 5), ((-5,), -5, 0), ((0,), 0, 0), ((1, -1), -1, 1), ((3, 4), 0, 7)]
)
def test_section_cost_range(prices: tuple[int, ...], least: int, most: int) -> None:
    group = _SectionChoices(tuple(_OptionChoice(str(price), price, 1) for price in prices), len(prices))
    assert group.bounds() == (least, most)
