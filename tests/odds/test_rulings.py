"""Every ruling of the odds stands among the decisions with its source, and has a case that would fail without it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.odds import test_armies, test_melee, test_wound_rolls
from tests.odds.test_every_throw import CASES

DECISIONS = Path(__file__).parents[2] / "docs" / "decisions.md"
RULINGS: dict[int, str] = {
    18: "deadly does not spill over",
    19: "test_a_hero_in_the_unit_takes_the_test_and_falls_last",
    20: "blast is capped by models",
    21: "deadly before the others",
    22: "takedown at the hero",
    23: "regeneration after deadly",
    24: "rending against other rules that ignore wounds",
    25: "two rules that ignore wounds",
    26: "unstoppable",
    27: "impact has nothing of the model's other rules",
    28: "one die for all its models",
    29: "test_fear_decides_a_draw_and_the_loser_tests",
    30: "test_two_wounds_are_rolled_for_once",
    31: "test_tough_rolls_from_its_last_point_on_and_needs_more",
    32: "test_fear_makes_the_roll_worse_for_whoever_is_wounded",
    33: "test_blast_in_skirmish_says_what_it_assumes",
}


@pytest.mark.parametrize("number", RULINGS)
def test_a_ruling_has_a_source_and_a_case(number: int):
    text = DECISIONS.read_text()
    found = re.search(rf"## Decision {number}\n\n(.+?)(?=\n## |\Z)", text, re.DOTALL)
    assert found is not None
    assert "*Source: " in found[1]
    case = RULINGS[number]
    modules = (test_armies, test_melee, test_wound_rolls)
    assert case in CASES or any(hasattr(module, case) for module in modules)
