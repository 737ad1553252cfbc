"""The steps of an attack lead to its mean: followed by hand, on targets that never run out of models."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from listbuilder.exporters.odds_words import step_line
from listbuilder.odds.attack import attack
from listbuilder.odds.party import Party
from listbuilder.odds.situation import Mode, Situation
from listbuilder.odds.steps import unfold
from tests.odds.fighters import game, made, seeded_party

CHARGE = Situation(mode=Mode.CHARGE)


def endless(party: Party) -> Party:
    """Give a target that nobody can use up, with the rules of a party."""
    first = replace(party.ranks[-1], models=1, wounds=400, hero=False)
    return replace(party, ranks=(first,))


def total(attacker: Party, target: Party, situation: Situation) -> float:
    odds = attack(attacker, target, game(), situation)
    return sum(one.chance * one.wounds for one in unfold(odds, attacker, target, game(), situation))


def test_the_last_step_is_the_mean():
    random = Random(3)
    for _ in range(80):
        attacker, target = seeded_party(random), endless(seeded_party(random))
        situation = Situation(
            mode=random.choice([Mode.SHOOT, Mode.CHARGE, Mode.STRIKE_BACK]), far=random.random() < 0.5
        )
        odds = attack(attacker, target, game(), situation)
        assert total(attacker, target, situation) == pytest.approx(odds.mean_wounds, abs=1e-6), attacker


def test_what_a_player_reads():
    attacker = made(6, quality=4, weapon="Axe (A2, Rending, Deadly(3))")
    target = made(5, tough=3, defense=3, rules="Regeneration")
    odds = attack(attacker, target, game(), CHARGE)
    (unfolded,) = unfold(odds, attacker, target, game(), CHARGE)
    assert [step_line(step, "en") for step in unfolded.steps] == [
        "12 attacks at Quality 4+, hitting on 4+ (3 in 6): 6.00 hits.",
        "A rolled 6 or more to hit (2.00 times) has AP(4) more.",
        "4.00 hits with AP(0) against Defense 3+: blocked on 3+, 33.3% go through: 1.33 wounds.",
        "2.00 hits with AP(4) against Defense 3+: blocked on 6+, 83.3% go through: 1.67 wounds.",
        "Each wound counts 3 times, on one model: 9.00 wounds.",
    ]
    assert unfolded.wounds == pytest.approx(9)


def test_wounds_that_are_ignored_come_off_at_the_end():
    attacker = made(weapon="Spike (A6, Deadly(3))", quality=4)
    target = made(5, tough=6, defense=4, rules="Regeneration")
    (unfolded,) = unfold(attack(attacker, target, game(), CHARGE), attacker, target, game(), CHARGE)
    assert unfolded.wounds == pytest.approx(6 / 2 / 2 * 3 * 2 / 3)
    assert step_line(unfolded.steps[-1], "de") == "Von 4,50 Wunden werden 33,3% ignoriert: 3,00 bleiben."


def test_a_die_that_chooses_is_followed_both_ways():
    attacker, target = made(rules="Unpredictable Fighter"), made(3)
    odds = attack(attacker, target, game(), CHARGE)
    unfolded = unfold(odds, attacker, target, game(), CHARGE)
    assert [one.chance for one in unfolded] == [0.5, 0.5]


def test_what_changes_a_roll_is_said():
    attacker, target = made(weapon="Lance (A1, Thrust)"), made(3, rules="Shielded")
    (unfolded,) = unfold(attack(attacker, target, game(), CHARGE), attacker, target, game(), CHARGE)
    assert [step_line(step, "en") for step in unfolded.steps] == [
        "1 attack at Quality 4+ with +1 on the roll, hitting on 3+ (4 in 6): 0.67 hits.",
        "0.67 hits with AP(1) against Defense 4+ with +1 on the roll: blocked on 4+, 50.0% go through: 0.33 wounds.",
    ]
    tired = Situation(mode=Mode.CHARGE, fatigued=True)
    (unfolded,) = unfold(attack(attacker, target, game(), tired), attacker, target, game(), tired)
    assert step_line(unfolded.steps[0], "en") == "1 attack of fatigued models, hitting on 6+ (1 in 6): 0.17 hits."
