"""Spells that deal hits, and casualties: picked models, survivors and markers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from listbuilder.model import Spell, SpellAttack, Text
from listbuilder.model.effects import Bias
from listbuilder.model.equipment import build_rule_ref
from listbuilder.model.notation import parse_rule
from listbuilder.model.text import build_catalogue_text
from listbuilder.odds.attack import attack_odds, cast_chance, spell_odds
from listbuilder.odds.breakdown import rule_worths
from listbuilder.odds.melee import melee_odds
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import AttackMode, Situation
from tests.odds.fighters import build_party, game, join_parties, library, list_general_biases, with_rule_effects

CHARGE = Situation(mode=AttackMode.CHARGE)
WOUND = Fraction(1, 2) * Fraction(5, 6)
SURE = "Ram (A1, AP(4))"
skirmish = library().system("aofs-3.5")
wood = library().system("way-of-wood")


def bolt(hits: int, *rules: str, alone: bool = False) -> Spell:
    strike = SpellAttack(hits=hits, rules=tuple(map(parse_rule, rules)), single_model=alone)
    return Spell(id="bolt", name=Text("Bolt"), cost=1, attack=strike)


def cast(spell: Spell, models: int = 3, tough: int = 1) -> Odds:
    odds = spell_odds(build_party(), spell, build_party(models, tough=tough), game())
    assert odds is not None
    return odds


def test_spell_cast_chance():
    assert game().combat.min_cast_roll == 4
    assert cast_chance(game()) == pytest.approx(1 / 2)
    silent = replace(game(), combat=game().combat._replace(min_cast_roll=None))
    assert cast_chance(silent) == 0
    assert spell_odds(build_party(), bolt(1), build_party(), silent) is None
    assert spell_odds(build_party(), replace(bolt(1), attack=None), build_party(), game()) is None


def test_cast_spells_hit_without_a_roll():
    odds = cast(bolt(1))
    assert odds.wounds[:2] == pytest.approx([1 / 2 + 1 / 2 * 1 / 2, 1 / 2 * 1 / 2])
    assert odds.models[:2] == pytest.approx(odds.wounds[:2])
    assert odds.standing == pytest.approx(odds.wounds)
    double_odds = cast(bolt(2, "AP(1)"), models=2)
    assert double_odds.mean_wounds == pytest.approx(1 / 2 * 2 * 4 / 6)
    assert double_odds.half == pytest.approx(1 / 2 * (1 - (2 / 6) ** 2))
    for chances in (double_odds.wounds, double_odds.models, double_odds.standing):
        assert sum(chances) == pytest.approx(1)


def test_single_model_spell_does_not_spill_over():
    odds = cast(bolt(3, "AP(4)", alone=True))
    assert odds.models[2:] == pytest.approx((0, 0))
    assert odds.models[1] == pytest.approx(1 / 2 * (1 - (1 / 6) ** 3))


def test_spells_may_stun_and_state_caveats():
    roll = replace(skirmish, combat=skirmish.combat._replace(min_cast_roll=4))
    odds = spell_odds(build_party(), bolt(1, "AP(4)"), build_party(), roll)
    assert odds is not None
    assert odds.stunned == pytest.approx(1 / 2 * 5 / 6 * 4 / 6)
    assert odds.destroyed == pytest.approx(1 / 2 * 5 / 6 * 2 / 6)
    target = build_party(rules="Nobody Knows")
    unsure = spell_odds(build_party(), bolt(1, "Whatever"), target, game())
    assert unsure is not None
    assert unsure.without == ("Nobody Knows", "Whatever")


def test_half_strength_by_models_or_wounds():
    blow = build_party(weapon=SURE)
    assert attack_odds(blow, build_party(2), game(), CHARGE).half == pytest.approx(float(WOUND))
    assert attack_odds(blow, build_party(3), game(), CHARGE).half == 0
    assert attack_odds(blow, build_party(tough=2), game(), CHARGE).half == pytest.approx(float(WOUND))
    assert attack_odds(blow, build_party(tough=3), game(), CHARGE).half == 0
    assert attack_odds(blow, build_party(tough=3).after_losses(0, 1), game(), CHARGE).half == pytest.approx(
        float(WOUND)
    )
    assert attack_odds(blow, build_party(), game(), CHARGE).half == pytest.approx(float(WOUND))


def test_damage_before_the_attack_comes_first():
    breath = with_rule_effects(
        build_party(weapon="Spike (A1, AP(4), Deadly(3))", rules="Breath"),
        Breath=[{"dice": 1, "each": 1, "wounds": 1, "order": "before"}],
    )
    odds = attack_odds(breath, build_party(2, tough=3), game(), CHARGE)
    # the breath wounds the first model, which the spike then kills without spilling over
    assert odds.wounds == pytest.approx([0, float(1 - WOUND), 0, float(WOUND), 0, 0, 0])


def test_picked_model_is_the_toughest():
    dirk = build_party(weapon="Dirk (A2, AP(4), Takedown)")
    odds = attack_odds(dirk, build_party(3), game(), CHARGE)
    assert odds.models == pytest.approx([float((1 - WOUND) ** 2), float(1 - (1 - WOUND) ** 2), 0, 0])
    heroic = attack_odds(dirk, join_parties(build_party(2), build_party(tough=2, hero=True)), game(), CHARGE)
    assert heroic.wounds[:3] == pytest.approx(
        [float((1 - WOUND) ** 2), float(2 * WOUND * (1 - WOUND)), float(WOUND**2)]
    )
    assert heroic.models == pytest.approx([float(1 - WOUND**2), float(WOUND**2), 0, 0])


def test_others_die_in_order_after_picking():
    both = join_parties(build_party(weapon="Dirk (A1, AP(4), Takedown)"), build_party(weapon=SURE))
    odds = attack_odds(both, join_parties(build_party(), build_party(tough=2, hero=True)), game(), CHARGE)
    chance = float(WOUND)
    assert odds.wounds == pytest.approx([(1 - chance) ** 2, 2 * chance * (1 - chance), chance**2, 0])
    assert odds.models == pytest.approx([1 - chance, chance, 0])
    dead = attack_odds(both, join_parties(build_party(), build_party(tough=1, defense=4, hero=True)), game(), CHARGE)
    assert dead.models[-1] == pytest.approx(chance**2)


def test_most_deadly_wounds_apply_first():
    mixed = join_parties(
        build_party(weapon="Pin (A1, AP(4), Deadly(2))"), build_party(weapon="Spike (A1, AP(4), Deadly(3))")
    )
    odds = attack_odds(mixed, build_party(2, tough=3), game(), CHARGE)
    chance = float(WOUND)
    assert odds.wounds[5] == pytest.approx(chance**2)  # three on the first, two on the second; else it would be 3
    assert odds.wounds[2] == pytest.approx(chance * (1 - chance))


def test_markers_of_the_last_model():
    odds = attack_odds(build_party(weapon=SURE), build_party(2), wood, CHARGE)
    assert odds.stunned == 0  # a second model was left
    assert odds.models == pytest.approx([float(1 - WOUND), float(WOUND), 0])
    assert odds.rolled
    assert not attack_odds(build_party(weapon=SURE), build_party(2), game(), CHARGE).rolled
    sure = attack_odds(build_party(weapon="Ram (A20, AP(4))", quality=2), build_party(2), wood, CHARGE)
    assert sure.standing[-1] == pytest.approx(sure.destroyed)
    assert sum(sure.standing) == pytest.approx(1)


def test_caveats_of_wound_rolls():
    dirk = build_party(weapon="Dirk (A1, Takedown)")
    picked = attack_odds(dirk, build_party(2), wood, CHARGE)
    assert (picked.without, list_general_biases(picked)) == (
        (build_catalogue_text("odds.without.picked-model").en,),
        [Bias.UNKNOWN],
    )
    assert attack_odds(dirk, build_party(), wood, CHARGE).exact
    assert attack_odds(dirk, build_party(2), game(), CHARGE).exact
    grim = replace(
        join_parties(build_party(rules="Fear(2)"), build_party(weapon="Club (A1)")), find_rule=skirmish.rules.get
    )
    odds = attack_odds(grim, build_party(), skirmish, CHARGE)
    assert (odds.without, list_general_biases(odds)) == (
        (build_catalogue_text("odds.without.wound-rolls").en,),
        [Bias.MORE],
    )
    # the least dread counts
    assert (
        odds.destroyed
        <= attack_odds(
            join_parties(build_party(), build_party(weapon="Club (A1)")), build_party(), skirmish, CHARGE
        ).destroyed
        + 1e-9
    )


def test_self_inflicted_wounds_are_reported():
    bomb = build_party(3, weapon="Bomb (A2, Hazardous)")
    assert attack_odds(bomb, build_party(9), game(), CHARGE).own_wounds == pytest.approx(1)
    assert attack_odds(build_party(), build_party(), game(), CHARGE).own_wounds == 0


def test_deep_formations_limit_melee_strikes():
    regiments = library().system("aofr-3")
    rows = regiments.combat.melee_rows
    assert rows is not None
    assert regiments.formation is not None
    most = rows * max(row.width for row in regiments.formation.rows)
    assert attack_odds(build_party(most), build_party(), regiments, CHARGE).exact
    deep = attack_odds(build_party(most + 1), build_party(), regiments, CHARGE)
    assert (deep.without, list_general_biases(deep)) == (
        (build_catalogue_text("odds.without.rear-models").en,),
        [Bias.LESS],
    )
    assert attack_odds(
        build_party(most + 1, weapon='Bow (24", A1)'), build_party(), regiments, Situation(mode=AttackMode.SHOOT)
    ).exact


def test_rule_worth_is_the_difference_without_it():
    attacker = with_rule_effects(
        build_party(weapon="Pick (A1, Sharp)", rules="Keen, Idle"), Keen=[{"hit": 1}], Sharp=[{"ap": 2}], Idle=[]
    )
    target = build_party(9)
    odds = attack_odds(attacker, target, game(), CHARGE)
    worths = rule_worths(attacker, target, game(), CHARGE, odds)
    assert [worth.rule for worth in worths] == ["Sharp", "Keen"]
    whole = 4 / 6 * 5 / 6
    assert [worth.wounds for worth in worths] == pytest.approx([whole - 4 / 6 * 3 / 6, whole - 3 / 6 * 5 / 6])
    borrower = build_party().with_borrowed_rules([build_rule_ref("Thrust")])
    odds = attack_odds(borrower, target, game(), CHARGE)
    assert [worth.rule for worth in rule_worths(borrower, target, game(), CHARGE, odds)] == ["Thrust"]


def test_markers_persist_through_a_melee():
    hurt = build_party().after_losses(0, 3)
    melee = melee_odds(build_party(weapon=SURE), hurt, skirmish, CHARGE)
    assert melee.defender.destroyed == pytest.approx(float(WOUND * Fraction(5, 6)))
