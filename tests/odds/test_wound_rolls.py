"""Wound rolls with markers in Skirmish and Way of Wood, counted by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from listbuilder.model import WoundRoll
from listbuilder.odds.attack import attack_odds
from listbuilder.odds.breakdown import break_down_attack
from listbuilder.odds.melee import melee_odds
from listbuilder.odds.situation import AttackMode, Situation
from tests.odds.fighters import build_party, game, library

CHARGE = Situation(mode=AttackMode.CHARGE)
SURE = "Ram (A1, AP(4))"
"""Hits half of the time with Quality 4+, and wounds 5 times in 6."""
WOUND = Fraction(1, 2) * Fraction(5, 6)
skirmish = library().system("aofs-3.5")
wood = library().system("way-of-wood")


def test_one_marker_needs_a_five():
    odds = attack_odds(build_party(weapon=SURE), build_party(), skirmish, CHARGE)
    assert odds.wounds[:2] == pytest.approx([float(1 - WOUND), float(WOUND)])
    assert odds.destroyed == pytest.approx(float(WOUND * Fraction(2, 6)))
    assert odds.stunned == pytest.approx(float(WOUND * Fraction(4, 6)))
    assert odds.exact


def test_two_wounds_need_one_roll():
    odds = attack_odds(build_party(weapon="Ram (A2, AP(4))"), build_party(), skirmish, CHARGE)
    one_wound, two_wounds = 2 * WOUND * (1 - WOUND), WOUND**2
    assert odds.destroyed == pytest.approx(float(one_wound * Fraction(2, 6) + two_wounds * Fraction(3, 6)))


def test_tough_models_roll_at_last_wound():
    roll = WoundRoll(6, 1)
    assert [roll.chance(markers, 3) for markers in (2, 3, 4, 7)] == pytest.approx([0, 2 / 6, 3 / 6, 1])
    assert WoundRoll(6).chance(3, 3) == pytest.approx(4 / 6)
    odds = attack_odds(build_party(weapon=SURE), build_party(tough=3), skirmish, CHARGE)
    assert (odds.destroyed, odds.stunned) == (0, 0)


def test_existing_markers_count_when_wounded():
    hurt = build_party().after_losses(0, 3)
    odds = attack_odds(build_party(weapon=SURE), hurt, skirmish, CHARGE)
    assert odds.destroyed == pytest.approx(float(WOUND * Fraction(5, 6)))


def test_wounds_kill_until_one_model_remains():
    odds = attack_odds(build_party(weapon="Ram (A3, AP(4))"), build_party(2), wood, CHARGE)
    one_wound, two_wounds, three_wounds = 3 * WOUND * (1 - WOUND) ** 2, 3 * WOUND**2 * (1 - WOUND), WOUND**3
    out = two_wounds * Fraction(2, 6) + three_wounds * Fraction(3, 6)
    assert odds.models == pytest.approx(
        [float((1 - WOUND) ** 3), float(one_wound + two_wounds + three_wounds - out), float(out)]
    )


def test_fear_worsens_the_wound_roll():
    fearsome = replace(build_party(weapon=SURE, rules="Fear(2)"), find_rule=skirmish.rules.get)
    odds = attack_odds(fearsome, build_party(), skirmish, CHARGE)
    assert odds.destroyed == pytest.approx(float(WOUND * Fraction(4, 6)))
    assert attack_odds(fearsome, build_party(), skirmish, Situation(mode=AttackMode.SHOOT)).destroyed == 0


def test_melee_continues_with_remaining_models():
    melee = melee_odds(build_party(weapon=SURE), build_party(weapon=SURE), skirmish, CHARGE)
    out = float(WOUND * Fraction(2, 6))
    assert melee.defender.destroyed == pytest.approx(out)
    assert melee.charger.destroyed == pytest.approx((1 - out) * out)
    assert melee.defender.mean_wounds == pytest.approx(float(WOUND))
    assert (melee.charger.shaken, melee.defender.routs) == (0, 0)
    assert skirmish.combat.unmodelled_melee_note is not None
    assert melee.without == (skirmish.combat.unmodelled_melee_note.en,)


def test_skirmish_blast_states_its_assumption():
    bomber = replace(build_party(weapon='Bomb (12", A1, Blast(3))'), find_rule=skirmish.rules.get)
    odds = attack_odds(bomber, build_party(2), skirmish, Situation(mode=AttackMode.SHOOT))
    assert {note.assumption for note in odds.notes} == {"alone"}
    assert odds.volleys[0].blast == 3
    assert odds.exact


def test_lost_share_counts_models():
    odds = attack_odds(build_party(weapon="Ram (A3, AP(4))"), build_party(2), wood, CHARGE)
    assert odds.lost == pytest.approx(odds.mean_models / 2)
    assert attack_odds(build_party(), build_party(2), game(), CHARGE).lost == pytest.approx(1 / 4 / 2)


def test_wound_roll_is_the_last_step():
    target = build_party(tough=3)
    odds = attack_odds(build_party(weapon=SURE), target, skirmish, CHARGE)
    (unfolded,) = break_down_attack(odds, build_party(weapon=SURE), target, skirmish, CHARGE)
    last = unfolded.steps[-1]
    assert (last.key, dict(last.values)) == ("wound-roll", {"tough": 3, "need": 8})
