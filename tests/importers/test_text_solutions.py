"""Solutions for a share text: ranking, order, split halves and when to stop."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.importers.army_forge.text.upgrade_search import (
    MAX_TRIALS,
    SearchBudget,
    Solution,
    TargetProfile,
    Upgrades,
    _build_solution,
    _move_swaps_of_all_last,
    _split_halves,
    find_solutions,
)
from listbuilder.model import Loadout, Section, Unit, Upgrade
from tests.importers.test_text_combinations import build_target as without_ratings
from tests.unit.making import make_loadout, option, section, unit


def build_target(*weapons: str, names: tuple[str, ...] = (), points: int | None = None) -> TargetProfile:
    """Return what a text shows, with rated rules."""
    shown = without_ratings(*weapons, names=tuple(name.partition("(")[0] for name in names), points=points)
    return replace(shown, rule_labels=frozenset(name.casefold() for name in names))


class Work:
    """Builds a unit and records the requests."""

    def __init__(self, subject: Unit) -> None:
        self.subject = subject
        self.asked: list[str] = []

    def __call__(self, picks: Upgrades) -> Loadout:
        self.asked.append(format_picks(picks))
        return make_loadout(self.subject, *((pick.option, pick.count) for pick in picks))


def format_picks(picks: Upgrades) -> str:
    return " ".join(f"{pick.count}x{pick.option}" for pick in picks)


def list_solutions(
    subject: Unit, shown: TargetProfile, copies: int = 1, budget: SearchBudget | None = None
) -> list[str]:
    ways = find_solutions(subject, shown, Work(subject), copies, budget)
    return [" + ".join(map(format_picks, way.halves)) for way in ways]


def picks(*names: str) -> Upgrades:
    return tuple(Upgrade(name.partition("x")[2], int(name.partition("x")[0])) for name in names)


GIFTS = section(
    "upgrade", option("Ring (Fear)", 10), option("Crown (Fear)", 10), option("Cloak (Stealth)", 5), select="any"
)


def test_one_invalid_half_rules_out_a_solution() -> None:
    swap = section("replace", option("Axe (A2)"), on=["Blade"])
    subject = unit(swap, size=1, arms=["Blade (A1)"])
    valid, invalid = picks("1xaxe"), picks("2xaxe")
    shown = build_target("3x Axe (A2)")
    assert _build_solution((valid, valid), shown, Work(subject), []) is not None
    assert _build_solution((valid, invalid), shown, Work(subject), []) is None


def test_equal_solutions_come_in_book_order() -> None:
    assert list_solutions(unit(GIFTS), build_target(names=("Fear",), points=110)) == ["1xring", "1xcrown"]


def test_fewer_picks_come_first() -> None:
    both = section("upgrade", option("Ring (Fear)", 0), option("Crown (Fear)", 0), select="any")
    assert list_solutions(unit(both), build_target(names=("Fear",)))[:3] == ["1xring", "1xcrown", "1xring 1xcrown"]


def test_nearer_solutions_replace_earlier_ones() -> None:
    assert list_solutions(unit(GIFTS), build_target(names=("Ring", "Stealth"), points=115)) == ["1xring 1xcloak"]
    assert list_solutions(unit(GIFTS), build_target(points=100)) == [""]


def test_solution_with_other_price_is_a_fallback() -> None:
    (way,) = find_solutions(unit(GIFTS), build_target(names=("Stealth",), points=103), Work(unit(GIFTS)))
    assert (way.halves, way.distance, way.cost) == ((picks("1xcloak"),), (0, 2, 0, 0), 105)
    assert (way.is_exact, way.is_final) == (True, False)


def test_distance_counts_weapons_points_and_rules() -> None:
    armed = unit(arms=["Axe (A1)", "2x Bow (A1)"], rules=["Tough(3)", "Fear(1)", "Fast"], size=1)
    (way,) = find_solutions(
        armed, build_target("Bow (A1)", "Gun (A1)", names=("Tough(6)", "Moon"), points=90), Work(armed)
    )
    assert way.distance == (3, 10, 3, 3)
    (way,) = find_solutions(
        armed, build_target("Axe (A1)", "2x Bow (A1)", names=("Tough(3)", "Fear(2)", "Fast")), Work(armed)
    )
    assert way.distance == (0, 0, 0, 1)


@pytest.mark.parametrize(
    ("distance", "exact", "settled"),
    [
        ((0, 0, 0, 0), True, True),
        ((1, 0, 0, 0), False, False),
        ((0, 1, 0, 0), True, False),
        ((0, 0, 1, 0), False, True),
        ((0, 0, 0, 1), True, True),
        ((1, 1, 1, 0), False, False),
    ],
)
def test_exact_and_settled_solutions(distance: tuple[int, int, int, int], exact: bool, settled: bool) -> None:
    way = Solution(((),), distance, 0)
    assert (way.is_exact, way.is_final) == (exact, settled)


SINGLE = section("replace", option("Axe (A1)", 5), affects="any", on=["Blade"])
EVERY = section("replace", option("Pike (A1)", 5), affects="all", on=["Blade"])
SHIELDS = section("upgrade", option("Shield (Furious)", 5), affects="all")


def test_order_puts_single_swaps_first() -> None:
    subject = unit(SINGLE, EVERY, SHIELDS)
    assert (
        format_picks(_move_swaps_of_all_last(subject, picks("1xpike", "1xshield", "1xaxe"))) == "1xshield 1xaxe 1xpike"
    )


def test_second_order_is_tried_if_inexact() -> None:
    # the first order puts a whole-unit section before the single swap it supplies
    spears = section("replace", option("Pike (A2)", 5), affects="all", on=["Blade"])
    hooks = section("replace", option("Hook (A3)", 5), affects="any", on=["Pike"])
    subject = unit(spears, hooks, arms=["3x Blade (A1)"], size=3)
    work = Work(subject)
    (way,) = find_solutions(subject, build_target("2x Pike (A2)", "Hook (A3)", points=110), work)
    assert format_picks(way.halves[0]) == "1xpike 1xhook"
    assert work.asked == ["1xpike 1xhook"], "it is exact, so nothing else is tried"
    work = Work(subject)
    find_solutions(subject, build_target("2x Pike (A2)", "Hook (A3)", names=("Moon",), points=110), work)
    assert work.asked == ["1xpike 1xhook", "1xhook 1xpike"]


def test_impossible_picks_give_no_solution() -> None:
    subject = unit(section("replace", option("Axe (A1)", 5), on=["Sword"]), size=1, arms=["Blade (A1)"])
    assert list_solutions(subject, build_target("Axe (A1)", points=105)) == [""]


@pytest.mark.parametrize(
    ("limits", "names", "first", "second"),
    [
        ({"select": "exactly 1"}, "2xflag", "1xflag", "1xflag"),
        ({"select": "exactly 1"}, "1xflag", "1xflag", ""),
        ({"select": "up_to 2"}, "3xflag", "2xflag", "1xflag"),
        ({"affects": "any"}, "5xflag", "5xflag", ""),
        ({"affects": "any"}, "6xflag", "5xflag", "1xflag"),
        ({"affects": "any"}, "10xflag", "5xflag", "5xflag"),
        ({"affects": "all"}, "1xflag", "1xflag", "1xflag"),
    ],
    ids=str,
)
def test_picks_are_split_between_halves(limits: dict[str, str], names: str, first: str, second: str) -> None:
    subject = unit(section("upgrade", option("Flag"), **limits), size=5)  # type: ignore[arg-type]
    assert tuple(map(format_picks, _split_halves(subject, picks(names), 2))) == (first, second)
    assert _split_halves(subject, picks(names), 1) == (picks(names),)


def test_options_share_their_sections_capacity() -> None:
    pair = section("upgrade", option("Flag"), option("Horn"), select="up_to 2")
    subject = unit(pair, section("upgrade", option("Drum"), select="exactly 1"))
    parted = _split_halves(subject, picks("1xflag", "2xhorn", "2xdrum"), 2)
    assert tuple(map(format_picks, parted)) == ("1xflag 1xhorn 1xdrum", "1xhorn 1xdrum")


def test_a_combined_unit_pays_for_both_halves() -> None:
    subject = unit(SHIELDS, section("upgrade", option("Flag", 7), select="exactly 1"), size=1)
    (way,) = find_solutions(subject, build_target(names=("Furious", "Flag"), points=217), Work(subject), 2)
    assert (tuple(map(format_picks, way.halves)), way.cost) == (("1xshield 1xflag", "1xshield"), 217)


def many(number: int) -> tuple[Section, TargetProfile]:
    names = [f"Thing {index}" for index in range(number)]
    return section("upgrade", *(option(name, 0) for name in names), select="any"), build_target(names=tuple(names))


def test_search_stops_after_its_trials() -> None:
    things, shown = many(16)
    work = Work(unit(things))
    budget = SearchBudget()
    find_solutions(unit(things), shown, work, 1, budget)
    assert len(work.asked) == MAX_TRIALS
    assert not budget.is_exhausted
    budget = SearchBudget(trials=3)
    work = Work(unit(things))
    find_solutions(unit(things), shown, work, 1, budget)
    assert (len(work.asked), budget.is_exhausted) == (3, True)


@pytest.mark.parametrize(
    ("steps", "trials", "can"), [(2, 1, True), (3, 2, True), (4, 2, False), (3, 3, False), (0, 0, True)]
)
def test_budget_spends_all_or_nothing(steps: int, trials: int, can: bool) -> None:
    budget = SearchBudget(steps=3, trials=2)
    assert budget.try_spend(steps, trials) is can
    assert (budget.steps, budget.trials) == ((3 - steps, 2 - trials) if can else (3, 2))
    assert not budget.is_exhausted
    assert SearchBudget(steps=-1).is_exhausted
    assert SearchBudget(trials=-1).is_exhausted
