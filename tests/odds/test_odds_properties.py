"""Properties of every attack: better never does worse, and probabilities are valid."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.model.equipment import Weapon, build_rule_ref
from listbuilder.odds.attack import attack_odds
from listbuilder.odds.combatant import Combatant
from listbuilder.odds.melee import melee_odds
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import AttackMode, Situation
from tests.odds.fighters import build_party, game

WEAPON_RULES = (
    "Rending",
    "Bane",
    "Surge",
    "Shred",
    "AP(1)",
    "Deadly(3)",
    "Blast(3)",
    "Reliable",
    "Takedown",
    "Unstoppable",
)
MODEL_RULES = ("Furious", "Regeneration", "Stealth", "Fortified", "Primal", "Impact(2)", "Destroyer", "Shielded", "")


@st.composite
def parties(draw: st.DrawFn) -> Combatant:
    """A combatant of identical models."""
    rules = ", ".join(sorted(draw(st.sets(st.sampled_from(MODEL_RULES), max_size=2)) - {""}))
    had = draw(st.lists(st.sampled_from(WEAPON_RULES), max_size=2, unique=True))
    reach = draw(st.sampled_from(["", '24", ']))
    return build_party(
        draw(st.integers(1, 6)),
        tough=draw(st.sampled_from([1, 3, 6])),
        quality=draw(st.integers(2, 6)),
        defense=draw(st.integers(2, 6)),
        weapon=f"Thing ({reach}{', '.join([f'A{draw(st.integers(1, 4))}', *had])})",
        rules=rules,
    )


situations = st.builds(
    Situation, mode=st.sampled_from([AttackMode.SHOOT, AttackMode.CHARGE]), far=st.booleans(), cover=st.booleans()
)


def at_least(odds: Odds, other: Odds) -> bool:
    """Return whether one attack is at least as good as the other, by mean and by every tail."""
    size = min(len(odds.wounds), len(other.wounds))
    return all(sum(odds.wounds[index:]) >= sum(other.wounds[index:]) - 1e-9 for index in range(size))


def change_group(party: Combatant, **values: Any) -> Combatant:
    """Return a combatant with its model group changed."""
    return replace(party, groups=(replace(party.groups[0], **values),))


@given(parties(), parties(), situations)
def test_probabilities_are_valid(attacker: Combatant, target: Combatant, situation: Situation):
    odds = attack_odds(attacker, target, game(), situation)
    for chances in (odds.wounds, odds.models):
        assert sum(chances) == pytest.approx(1, abs=1e-9)
        assert min(chances) >= 0
    assert -1e-9 <= odds.destroyed <= odds.half + 1e-9 <= 1 + 2e-9
    assert odds.mean_models <= odds.mean_wounds + 1e-9


@given(parties(), parties(), situations)
def test_more_attacks_never_wound_less(attacker: Combatant, target: Combatant, situation: Situation):
    ((count, weapon),) = attacker.groups[0].weapons
    more = change_group(attacker, weapons=((count, replace_attacks(weapon, weapon.attacks + 1)),))
    assert at_least(attack_odds(more, target, game(), situation), attack_odds(attacker, target, game(), situation))


def replace_attacks(weapon: Weapon, attacks: int) -> Weapon:
    """Return a weapon with different attacks."""
    return Weapon(weapon.name, attacks, weapon.range, weapon.rules)


@given(parties(), parties(), situations)
def test_better_quality_never_wounds_less(attacker: Combatant, target: Combatant, situation: Situation):
    better = change_group(attacker, quality=max(2, attacker.groups[0].quality - 1))
    assert at_least(attack_odds(better, target, game(), situation), attack_odds(attacker, target, game(), situation))


@given(parties(), parties(), situations)
def test_better_defense_never_suffers_more(attacker: Combatant, target: Combatant, situation: Situation):
    better = change_group(target, defense=max(2, target.groups[0].defense - 1))
    assert at_least(attack_odds(attacker, target, game(), situation), attack_odds(attacker, better, game(), situation))


@given(parties(), parties(), situations)
def test_regeneration_never_hurts(attacker: Combatant, target: Combatant, situation: Situation):
    tougher = change_group(target, rules=(*target.groups[0].rules, build_rule_ref("Regeneration")))
    assert at_least(attack_odds(attacker, target, game(), situation), attack_odds(attacker, tougher, game(), situation))


@given(parties(), parties())
def test_melee_outcomes_sum_to_one(charger: Combatant, defender: Combatant):
    melee = melee_odds(charger, defender, game(), Situation(mode=AttackMode.CHARGE))
    assert melee.charger.wins + melee.defender.wins + melee.draw == pytest.approx(1, abs=1e-9)
    for fate in (melee.charger, melee.defender):
        assert sum(fate.wounds) == pytest.approx(1, abs=1e-9)
        assert fate.destroyed == pytest.approx(fate.wounds[-1], abs=1e-9)
        assert fate.shaken + fate.routs + fate.wins <= 1 + 1e-9
