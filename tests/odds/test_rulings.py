"""Every ruling of the odds is a documented decision with a source and a case."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.odds import test_army_damage, test_melee, test_wound_rolls
from tests.odds.test_full_enumeration import CASES

DECISIONS = Path(__file__).parents[2] / "docs" / "decisions.md"
RULINGS: dict[int, str] = {
    18: "deadly does not spill over",
    19: "test_attached_hero_tests_morale_and_dies_last",
    20: "blast is capped by models",
    21: "deadly before the others",
    22: "takedown at the hero",
    23: "regeneration after deadly",
    24: "rending against other rules that ignore wounds",
    25: "two rules that ignore wounds",
    26: "unstoppable",
    27: "impact has nothing of the model's other rules",
    28: "one die for all its models",
    29: "test_fear_decides_a_draw",
    30: "test_two_wounds_need_one_roll",
    31: "test_tough_models_roll_at_last_wound",
    32: "test_fear_worsens_the_wound_roll",
    33: "test_skirmish_blast_states_its_assumption",
}


@pytest.mark.parametrize("number", RULINGS)
def test_every_ruling_has_source_and_case(number: int):
    text = DECISIONS.read_text()
    match = re.search(rf"## Decision {number}\n\n(.+?)(?=\n## |\Z)", text, re.DOTALL)
    assert match is not None
    assert "*Source: " in match[1]
    case = RULINGS[number]
    modules = (test_army_damage, test_melee, test_wound_rolls)
    assert case in CASES or any(hasattr(module, case) for module in modules)
