"""Damage of armies: efficiency, benchmark targets, and damage by distance and defense."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.odds.army_damage import (
    TARGET_MODELS,
    attack_matrix,
    damage_by_distance,
    rank_by_efficiency,
    summarise_odds,
    usual_targets,
)
from listbuilder.odds.attack import attack_odds
from listbuilder.odds.combatant import DEFENSES, plain_target
from listbuilder.odds.situation import AttackMode, Situation
from tests.odds.fighters import all_rules, build_party, game, library

CHARGE = Situation(mode=AttackMode.CHARGE)


@pytest.mark.parametrize("system", [header.id for header in library().systems()])
def test_every_system_has_benchmark_targets(system: str):
    played = library().system(system)
    targets = usual_targets(played, played.rules.get, "de")
    assert len({target.name for target in targets}) == len(targets) > 5
    assert [key for key, rule in played.rules.items() if rule.effects is None] == []
    assert all(set(typical_target.name.languages()) >= {"en", "de"} for typical_target in played.combat.typical_targets)
    assert all(
        played.rules[rule.id].effects is not None
        for typical_target in played.combat.typical_targets
        for rule in typical_target.rules
    )


def test_most_efficient_units_come_first():
    cheap, dear = (replace(build_party(models), cost=cost) for models, cost in ((2, 10), (6, 60)))
    targets = [plain_target(5, defense, 1, all_rules().get) for defense in (3, 5)]
    by_efficiency = rank_by_efficiency(attack_matrix([dear, cheap], targets, game(), [CHARGE]))
    assert [cell.attacker for cell in by_efficiency] == [cheap, dear]
    shares = [attack_odds(cheap, target, game(), CHARGE).mean_wounds / 5 for target in targets]
    assert by_efficiency[0].efficiency == pytest.approx(sum(shares) / 2 * 100 / 10)


def test_army_damage_by_distance_and_defense():
    army = [build_party(3, weapon='Bow (24", A1)'), build_party(2, weapon='Sling (12", A2)'), build_party(4)]
    melee, near, far = (damage for damage in damage_by_distance(army, game()) if damage is not None)
    assert (melee.distance, near.distance, far.distance) == (0, 12, 24)
    hit = 1 / 2
    assert melee.wounds == pytest.approx([4 * hit * (defense - 1) / 6 for defense in DEFENSES])
    assert near.wounds == pytest.approx([7 * hit * (defense - 1) / 6 for defense in DEFENSES])
    assert far.wounds == pytest.approx([3 * hit * (defense - 1) / 6 for defense in DEFENSES])
    assert TARGET_MODELS == 20
    assert melee.sign == ""


def test_quick_number_has_hits_and_wounds():
    (charge,) = summarise_odds(build_party(3, weapon="Axe (A2, AP(1))", rules="Furious"), game())
    assert charge.mode is AttackMode.CHARGE
    assert charge.hits == pytest.approx(6 * (1 / 2 + 1 / 6))
    assert charge.wounds == pytest.approx(4 * 4 / 6, abs=0.001)


def test_out_of_range_weapons_are_marked():
    pistol = build_party(weapon='Pistol (9", A1)')
    far, near = (
        attack_odds(pistol, build_party(3), game(), Situation(mode=AttackMode.SHOOT, far=far)) for far in (True, False)
    )
    assert {(note.label, note.assumption) for note in far.notes} == {("Pistol", "short")}
    assert not near.notes
