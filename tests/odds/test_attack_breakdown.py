"""The breakdown of an attack adds up to its mean, on targets that never run out of models."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from listbuilder.exporters.odds_wording import format_step
from listbuilder.odds.attack import attack_odds
from listbuilder.odds.breakdown import BreakdownStep, break_down_attack
from listbuilder.odds.combatant import Combatant
from listbuilder.odds.situation import AttackMode, Situation
from tests.odds.fighters import build_party, game, join_parties, seeded_party, with_rule_effects
from tests.sentences import sentence

CHARGE, SHOOT = Situation(mode=AttackMode.CHARGE), Situation(mode=AttackMode.SHOOT)


def plain_step(step: BreakdownStep) -> str:
    """Write a step as its key and values, whatever the catalogue says."""
    values = [
        f"{name}={value:.3f}" if isinstance(value, float) else f"{name}={value}"
        for name, value in step.values.items()
        if value != "+0"
    ]
    return " ".join([step.key, *values])


def build_endless_target(party: Combatant) -> Combatant:
    """Return a target that never runs out, with the rules of a combatant."""
    first = replace(party.groups[-1], models=1, wounds=400, hero=False)
    return replace(party, groups=(first,))


def total(attacker: Combatant, target: Combatant, situation: Situation) -> float:
    odds = attack_odds(attacker, target, game(), situation)
    return sum(branch.chance * branch.wounds for branch in break_down_attack(odds, attacker, target, game(), situation))


def test_last_step_equals_the_mean():
    random = Random(3)
    for _ in range(80):
        attacker, target = seeded_party(random), build_endless_target(seeded_party(random))
        situation = Situation(
            mode=random.choice([AttackMode.SHOOT, AttackMode.CHARGE, AttackMode.STRIKE_BACK]), far=random.random() < 0.5
        )
        odds = attack_odds(attacker, target, game(), situation)
        assert total(attacker, target, situation) == pytest.approx(odds.mean_wounds, abs=1e-6), attacker


def test_steps_in_words():
    attacker = build_party(6, quality=4, weapon="Axe (A2, Rending, Deadly(3))")
    target = build_party(5, tough=3, defense=3, rules="Regeneration")
    odds = attack_odds(attacker, target, game(), CHARGE)
    (unfolded,) = break_down_attack(odds, attacker, target, game(), CHARGE)
    assert [plain_step(step) for step in unfolded.steps] == [
        "attacks n=12 quality=4 need=4 chance=3 hits=6.000",
        "on-hit-ap rolled=6 number=4 often=2.000",
        "block hits=4.000 ap=0 defense=3 need=3 through=0.333 wounds=1.333",
        "block hits=2.000 ap=4 defense=3 need=6 through=0.833 wounds=1.667",
        "deadly times=3 wounds=9.000",
    ]
    assert unfolded.wounds == pytest.approx(9)
    values = {"n": 12, "quality": 4, "need": 4, "chance": 3}
    assert format_step(unfolded.steps[0], "en") == sentence("odds.step.attacks", **values, hits="6.00")
    assert format_step(unfolded.steps[0], "de") == sentence("odds.step.attacks", "de", **values, hits="6,00")
    blocked = {"ap": 0, "defense": 3, "need": 3}
    assert format_step(unfolded.steps[2], "de") == sentence(
        "odds.step.block", "de", **blocked, hits="4,00", through="33,3%", wounds="1,33"
    )


def test_ignored_wounds_are_subtracted_last():
    attacker = build_party(weapon="Spike (A6, Deadly(3))", quality=4)
    target = build_party(5, tough=6, defense=4, rules="Regeneration")
    (unfolded,) = break_down_attack(attack_odds(attacker, target, game(), CHARGE), attacker, target, game(), CHARGE)
    assert unfolded.wounds == pytest.approx(6 / 2 / 2 * 3 * 2 / 3)
    assert plain_step(unfolded.steps[-1]) == "ignored chance=0.333 of=4.500 wounds=3.000"


def test_choosing_die_is_followed_both_ways():
    attacker, target = build_party(rules="Unpredictable Fighter"), build_party(3)
    odds = attack_odds(attacker, target, game(), CHARGE)
    unfolded = break_down_attack(odds, attacker, target, game(), CHARGE)
    assert [branch.chance for branch in unfolded] == [0.5, 0.5]


def test_roll_modifiers_are_stated():
    attacker, target = build_party(weapon="Lance (A1, Thrust)"), build_party(3, rules="Shielded")
    (unfolded,) = break_down_attack(attack_odds(attacker, target, game(), CHARGE), attacker, target, game(), CHARGE)
    assert [plain_step(step) for step in unfolded.steps] == [
        "attacks-changed n=1 quality=4 need=3 chance=4 bonus=+1 hits=0.667",
        "block-changed hits=0.667 ap=1 defense=4 need=4 through=0.500 bonus=+1 wounds=0.333",
    ]
    tired = Situation(mode=AttackMode.CHARGE, fatigued=True)
    (unfolded,) = break_down_attack(attack_odds(attacker, target, game(), tired), attacker, target, game(), tired)
    assert plain_step(unfolded.steps[0]) == "attacks-tired n=1 quality=4 need=6 chance=1 bonus=+1 hits=0.167"


def lines(attacker: Combatant, target: Combatant, situation: Situation = CHARGE) -> list[str]:
    odds = attack_odds(attacker, target, game(), situation)
    return [
        plain_step(step)
        for branch in break_down_attack(odds, attacker, target, game(), situation)
        for step in branch.steps
    ]


def test_only_effective_blast_is_stated():
    bomb = build_party(weapon='Bomb (24", A1, Blast(2))')
    assert lines(bomb, build_party(3), SHOOT) == [
        "attacks n=1 quality=4 need=4 chance=3 hits=0.500",
        "blast times=2 hits=1.000",
        "block hits=1.000 ap=0 defense=4 need=4 through=0.500 wounds=0.500",
    ]
    assert len(lines(bomb, build_party(1), SHOOT)) == 2


def test_extra_wounds_from_low_blocks():
    assert lines(build_party(weapon="Saw (A6, Shred)"), build_party(9)) == [
        "attacks n=6 quality=4 need=4 chance=3 hits=3.000",
        "block hits=3.000 ap=0 defense=4 need=4 through=0.500 wounds=1.500",
        "block-more each=1.333 wounds=2.000",
    ]


def test_extra_wounds_from_hit_rolls():
    rabid = with_rule_effects(build_party(weapon="Claw (A6)", rules="Rabid"), Rabid=[{"wounds": 1, "on": {"hit": 5}}])
    assert lines(rabid, build_party(9)) == [
        "attacks n=6 quality=4 need=4 chance=3 hits=3.000",
        "on-hit-wounds rolled=5+ number=1 often=2.000",
        "block hits=1.000 ap=0 defense=4 need=4 through=0.500 wounds=0.500",
        "block hits=2.000 ap=0 defense=4 need=4 through=0.500 wounds=1.000",
        "block-more each=2.000 wounds=2.000",
    ]


def test_triggers_apply_only_to_hits():
    easy = with_rule_effects(
        build_party(quality=5, weapon="Claw (A6)", rules="Lucky"), Lucky=[{"hits": 1, "on": {"hit": 3}}]
    )
    assert lines(easy, build_party(9))[1] == "on-hit-hits rolled=5+ number=1 often=2.000"


def test_extra_attacks_are_stated():
    assert lines(build_party(weapon="Axe (A6)", rules="Primal"), build_party(9)) == [
        "attacks n=6 quality=4 need=4 chance=3 hits=3.000",
        "on-hit-attacks rolled=6 number=1 often=1.000",
        "block hits=3.000 ap=0 defense=4 need=4 through=0.500 wounds=1.500",
        "more-attacks attacks=1.000 each=0.250 wounds=1.750",
    ]
    bloody = with_rule_effects(
        build_party(weapon="Axe (A6)", rules="Bloody"), Bloody=[{"attacks": 2, "on": {"block": 2}}]
    )
    assert lines(bloody, build_party(9))[-1] == ("more-attacks attacks=2.000 each=0.250 wounds=2.000")
    odds = attack_odds(bloody, build_endless_target(build_party()), game(), CHARGE)
    (unfolded,) = break_down_attack(odds, bloody, build_endless_target(build_party()), game(), CHARGE)
    assert [unfolded.hits, unfolded.wounds] == pytest.approx([4, odds.mean_wounds])


def test_block_rerolls_are_stated():
    assert lines(build_party(weapon="Knife (A6, Bane)"), build_party(9)) == [
        "attacks n=6 quality=4 need=4 chance=3 hits=3.000",
        "reroll rolled=6",
        "block hits=3.000 ap=0 defense=4 need=4 through=0.583 wounds=1.750",
    ]


def test_dice_without_attack_rolls():
    party = with_rule_effects(
        build_party(2, rules="Trample, Breath", weapon='Gun (24", A1)'),
        Trample=[{"dice": 3, "each": 4, "hits": 2}],
        Breath=[{"dice": 3, "each": 5, "wounds": 2}],
    )
    assert lines(party, build_party(20, rules="Regeneration")) == [
        "dice-hits n=6 need=4 chance=3 deals=2 hits=6.000",
        "block hits=6.000 ap=0 defense=4 need=4 through=0.500 wounds=3.000",
        "ignored chance=0.333 of=3.000 wounds=2.000",
        "dice-wounds n=6 need=5 chance=2 deals=2 hits=4.000",
        "ignored chance=0.333 of=4.000 wounds=2.667",
    ]
    assert total(party, build_endless_target(build_party(rules="Regeneration")), CHARGE) == pytest.approx(2 + 4 * 2 / 3)


def test_rule_dice_may_have_triggers():
    party = with_rule_effects(
        build_party(2, rules="Trample", weapon='Gun (24", A1)'),
        Trample=[{"dice": 3, "each": 4, "hits": 2, "rules": ["Crushing"]}],
        Crushing=[{"ap": 2, "on": {"hit": 6}}],
    )
    target = build_endless_target(build_party())
    assert total(party, target, CHARGE) == pytest.approx(attack_odds(party, target, game(), CHARGE).mean_wounds)


def test_lasting_hits_are_not_ignored():
    venom: list[dict[str, Any]] = [{"ignore": "regeneration", "ap": 1, "on": {"hit": 6}}]
    party = with_rule_effects(build_party(weapon="Fang (A6)", rules="Venom"), Venom=venom)
    target = build_party(9, rules="Regeneration")
    assert lines(party, target)[-1] == "ignored chance=0.333 of=1.000 wounds=1.333"
    deadly = with_rule_effects(build_party(weapon="Fang (A6, Deadly(3))", rules="Venom"), Venom=venom)
    assert lines(deadly, build_party(9, tough=9, rules="Regeneration"))[-1] == (
        "ignored chance=0.333 of=3.000 wounds=4.000"
    )
    sure = build_party(weapon="Fang (A6, Rending)")
    assert not any(line.startswith("ignored ") for line in lines(sure, target))


def test_extra_attacks_may_have_lasting_hits():
    party = with_rule_effects(
        build_party(weapon="Fang (A6)", rules="Venom, Wild"),
        Venom=[{"ignore": "regeneration", "ap": 1, "on": {"hit": 6}}],
        Wild=[{"attacks": 1, "on": {"hit": 6}}],
    )
    target = build_endless_target(build_party(rules="Regeneration"))
    assert total(party, target, CHARGE) == pytest.approx(attack_odds(party, target, game(), CHARGE).mean_wounds)


def test_picked_model_uses_its_own_defense():
    dirk = build_party(weapon="Dirk (A1, Takedown, Blast(3))")
    assert not any(line.startswith("blast ") for line in lines(dirk, build_party(5)))
    heroic = join_parties(build_party(4, defense=6), build_party(tough=3, defense=2, hero=True))
    assert " defense=2 " in lines(dirk, heroic)[-1]
    assert not any(line.startswith("blast ") for line in lines(dirk, heroic))
    # a unit of identical models always uses its own defense
    assert " defense=5 " in lines(dirk, build_party(5, defense=5))[-1]
    assert " defense=6 " in lines(build_party(weapon="Dirk (A1)"), heroic)[-1]
    # a hero no tougher than its unit dies in its turn
    alike = join_parties(build_party(4, tough=3, defense=6), build_party(tough=3, defense=2, hero=True))
    assert " defense=6 " in lines(dirk, alike)[-1]


def test_fatigue_affects_only_melee():
    tired = Situation(mode=AttackMode.SHOOT, fatigued=True)
    assert lines(build_party(weapon='Bow (24", A1)'), build_party(), tired)[0].startswith("attacks n=1 quality=4 ")


def test_penalties_show_their_sign():
    assert lines(build_party(), build_party(3, rules="Melee Evasion"))[0] == (
        "attacks-changed n=1 quality=4 need=5 chance=2 bonus=-1 hits=0.333"
    )


def test_triggers_state_their_effect():
    crack = with_rule_effects(build_party(weapon="Maul (A6)", rules="Crack"), Crack=[{"ap_least": 4, "on": {"hit": 6}}])
    assert lines(crack, build_party(9))[1] == "on-hit-least-ap rolled=6 number=4 often=1.000"
