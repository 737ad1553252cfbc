"""Distributions by hand: sums of dice, wounds on models, and truncation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.model import Text
from listbuilder.model.effects import Bias
from listbuilder.odds.active_effects import Caveat
from listbuilder.odds.attack import add_deadly_wounds, add_single_model_wounds, add_wounds, model_ends, models_lost
from listbuilder.odds.dice import ALWAYS_ZERO, add_distributions, mean, mix_distributions, sum_of_dice
from listbuilder.odds.result import Odds, combined_bias

COIN = (0.5, 0.5)
THREE = (0.2, 0.3, 0.5)


def test_dice_sums_are_exact():
    assert add_distributions(COIN, THREE, 9) == pytest.approx((0.1, 0.25, 0.4, 0.25))
    assert add_distributions(THREE, COIN, 9) == pytest.approx((0.1, 0.25, 0.4, 0.25))
    assert add_distributions(COIN, THREE, 2) == pytest.approx((0.1, 0.25))
    assert add_distributions(COIN, THREE, 4) == pytest.approx((0.1, 0.25, 0.4, 0.25))
    assert add_distributions((0.0, 1.0), THREE, 9) == pytest.approx((0, 0.2, 0.3, 0.5))


def test_repeated_die_distribution():
    assert sum_of_dice(COIN, 3, 9) == pytest.approx((1 / 8, 3 / 8, 3 / 8, 1 / 8))
    assert sum_of_dice(COIN, 3, 2) == pytest.approx((1 / 8, 3 / 8))
    assert sum_of_dice(THREE, 1, 9) == pytest.approx(THREE)
    assert sum_of_dice(THREE, 3, 9) == pytest.approx(add_distributions(add_distributions(THREE, THREE, 9), THREE, 9))
    assert sum_of_dice(THREE, 4, 3) == pytest.approx(sum_of_dice(THREE, 4, 99)[:3])
    assert (sum_of_dice(THREE, 0, 5), sum_of_dice(THREE, 0, 0)) == (ALWAYS_ZERO, ())


def test_truncated_die_is_not_binomial():
    cut = (0.25, 0.5)  # a quarter is cut off
    assert sum_of_dice(cut, 2, 3) == pytest.approx((1 / 16, 1 / 4, 1 / 4))


def test_mixture_of_distributions():
    assert mix_distributions([(0.25, (1.0,)), (0.75, (0.0, 0.5, 0.5))]) == pytest.approx((0.25, 0.375, 0.375))
    assert mean((0.5, 0.25, 0.25)) == pytest.approx(0.75)


def test_models_fall_one_after_the_other():
    assert model_ends((1, 3, 2)) == (1, 4, 4, 4, 6, 6)
    assert models_lost((1, 3, 2)) == (0, 1, 1, 1, 2, 2, 3)


def test_wounds_spill_over_to_the_last_model():
    assert add_wounds((1.0, 0.0, 0.0), (0.5, 0.3, 0.2), 2) == pytest.approx((0.5, 0.3, 0.2))
    assert add_wounds((0.5, 0.5, 0.0), (0.5, 0.25), 2) == pytest.approx((0.25, 0.375, 0.375))
    assert add_wounds((0.0, 0.0, 1.0), (0.5, 0.5), 2) == (0, 0, 1)


def test_a_deadly_wound_stays_on_its_model():
    ends = model_ends((2, 3))
    assert add_deadly_wounds((1.0, 0, 0, 0, 0, 0), (0.0, 1.0), 3, 0.0, ends) == pytest.approx((0, 0, 1, 0, 0, 0))
    assert add_deadly_wounds((0, 1.0, 0, 0, 0, 0), (0.0, 1.0), 3, 0.0, ends) == pytest.approx((0, 0, 1, 0, 0, 0))
    assert add_deadly_wounds((1.0, 0, 0, 0, 0, 0), (0.25, 0.25, 0.5), 2, 0.0, ends) == pytest.approx(
        (0.25, 0, 0.25, 0, 0.5, 0)
    )
    # anything beyond the list exceeds them all
    assert add_deadly_wounds((1.0, 0.0, 0.0), (0.25, 0.25), 2, 0.0, model_ends((1, 1))) == pytest.approx(
        (0.25, 0.25, 0.5)
    )


def test_each_deadly_wound_may_be_ignored():
    # two wounds, of which at least one counts: one with 2/3, both with 1/3
    distribution = add_deadly_wounds((1.0, 0, 0, 0), (0.0, 1.0), 2, 0.5, model_ends((3,)))
    assert distribution == pytest.approx((0, 2 / 3, 1 / 3, 0))


def test_excess_wounds_on_one_model_are_lost():
    ends = model_ends((2, 2))
    assert add_single_model_wounds((1.0, 0, 0, 0, 0), (0.25, 0.25, 0.25, 0.25), ends) == pytest.approx(
        (0.25, 0.25, 0.5, 0, 0)
    )
    assert add_single_model_wounds((0, 0.5, 0.5, 0, 0), (0.5, 0.25), ends) == pytest.approx(
        (0, 0.25, 0.25 + 0.25, 0.125, 0.125)
    )
    assert add_single_model_wounds((0, 0, 0, 0, 1.0), (0.0, 1.0), ends) == (0, 0, 0, 0, 1)


def plain_odds(**values: object) -> Odds:
    defaults = {"wounds": (0.5, 0.3, 0.2), "models": (0.6, 0.4), "half": 0.0, "standing": ()}
    return Odds(**{**defaults, **values})  # type: ignore[arg-type]  # chances by hand


def test_result_properties():
    odds = plain_odds()
    assert odds.mean_wounds == pytest.approx(0.7)
    assert odds.spread == pytest.approx((0.3 + 0.8 - 0.49) ** 0.5)
    assert [odds.mean_models, odds.destroyed] == pytest.approx([0.4, 0.4])
    assert odds.lost == pytest.approx(0.7 / 2)
    assert plain_odds(rolled=True).lost == pytest.approx(0.4)
    assert plain_odds(models=(0.2, 0.3, 0.5)).kill_curve == pytest.approx((0.8, 0.5))
    assert plain_odds(wounds=(0.0, 1.0)).spread == 0


def test_result_sign_follows_its_caveats():
    more, less = Caveat("a", bias=Bias.MORE), Caveat("b", bias=Bias.LESS)
    unbiased = Caveat("c", "far")
    assert combined_bias([unbiased]) is None
    assert combined_bias([unbiased, more]) is Bias.MORE
    assert combined_bias([more, Caveat("d", bias=Bias.MORE)]) is Bias.MORE
    assert combined_bias([more, less]) is Bias.UNKNOWN
    odds = replace(plain_odds(), notes=frozenset({more, unbiased, Caveat("a", bias=Bias.MORE, text=Text("x"))}))
    assert (odds.without, odds.exact, odds.sign) == (("a",), False, "≥")
    assert (plain_odds(notes=frozenset({unbiased})).exact, plain_odds().sign) == (True, "")
