"""The steps of an attack lead to its mean: followed by hand, on targets that never run out of models."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from listbuilder.exporters.odds_wording import step_line
from listbuilder.odds.attack import attack
from listbuilder.odds.breakdown import unfold
from listbuilder.odds.combatant import Party
from listbuilder.odds.situation import Mode, Situation
from tests.odds.fighters import game, invented, joined, made, seeded_party

CHARGE, SHOOT = Situation(mode=Mode.CHARGE), Situation(mode=Mode.SHOOT)


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
        "A rolled 6 to hit (2.00 times) has AP(4) more.",
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


def lines(attacker: Party, target: Party, situation: Situation = CHARGE) -> list[str]:
    odds = attack(attacker, target, game(), situation)
    return [step_line(step, "en") for one in unfold(odds, attacker, target, game(), situation) for step in one.steps]


def test_a_blast_of_two_is_said_and_one_of_one_is_not():
    bomb = made(weapon='Bomb (24", A1, Blast(2))')
    assert lines(bomb, made(3), SHOOT) == [
        "1 attack at Quality 4+, hitting on 4+ (3 in 6): 0.50 hits.",
        "Each hit becomes 2: 1.00 hits.",
        "1.00 hits with AP(0) against Defense 4+: blocked on 4+, 50.0% go through: 0.50 wounds.",
    ]
    assert len(lines(bomb, made(1), SHOOT)) == 2


def test_low_rolls_to_block_are_said_to_count_more():
    assert lines(made(weapon="Saw (A6, Shred)"), made(9)) == [
        "6 attacks at Quality 4+, hitting on 4+ (3 in 6): 3.00 hits.",
        "3.00 hits with AP(0) against Defense 4+: blocked on 4+, 50.0% go through: 1.50 wounds.",
        "Each of these counts 1.33 times on average, for low rolls to block and what was rolled to hit: 2.00 wounds.",
    ]


def test_wounds_that_a_roll_to_hit_brings():
    rabid = invented(made(weapon="Claw (A6)", rules="Rabid"), Rabid=[{"wounds": 1, "on": {"hit": 5}}])
    assert lines(rabid, made(9)) == [
        "6 attacks at Quality 4+, hitting on 4+ (3 in 6): 3.00 hits.",
        "A rolled 5+ to hit (2.00 times) that is not blocked costs 1 more wound.",
        "1.00 hits with AP(0) against Defense 4+: blocked on 4+, 50.0% go through: 0.50 wounds.",
        "2.00 hits with AP(0) against Defense 4+: blocked on 4+, 50.0% go through: 1.00 wounds.",
        "Each of these counts 2.00 times on average, for low rolls to block and what was rolled to hit: 2.00 wounds.",
    ]


def test_what_a_roll_brings_it_brings_only_where_it_hits():
    easy = invented(made(quality=5, weapon="Claw (A6)", rules="Lucky"), Lucky=[{"hits": 1, "on": {"hit": 3}}])
    assert lines(easy, made(9))[1] == "A rolled 5+ to hit (2.00 times) brings 1 more hit."


def test_attacks_that_others_bring():
    assert lines(made(weapon="Axe (A6)", rules="Primal"), made(9)) == [
        "6 attacks at Quality 4+, hitting on 4+ (3 in 6): 3.00 hits.",
        "A rolled 6 to hit (1.00 times) brings 1 more attack.",
        "3.00 hits with AP(0) against Defense 4+: blocked on 4+, 50.0% go through: 1.50 wounds.",
        "1.00 more attacks with 0.25 wounds each, which bring no further ones: 1.75 wounds in all.",
    ]
    bloody = invented(made(weapon="Axe (A6)", rules="Bloody"), Bloody=[{"attacks": 2, "on": {"block": 2}}])
    assert lines(bloody, made(9))[-1] == (
        "2.00 more attacks with 0.25 wounds each, which bring no further ones: 2.00 wounds in all."
    )
    odds = attack(bloody, endless(made()), game(), CHARGE)
    (unfolded,) = unfold(odds, bloody, endless(made()), game(), CHARGE)
    assert [unfolded.hits, unfolded.wounds] == pytest.approx([4, odds.mean_wounds])


def test_blocks_that_are_rolled_again():
    assert lines(made(weapon="Knife (A6, Bane)"), made(9)) == [
        "6 attacks at Quality 4+, hitting on 4+ (3 in 6): 3.00 hits.",
        "Blocks of 6 are rolled again.",
        "3.00 hits with AP(0) against Defense 4+: blocked on 4+, 58.3% go through: 1.75 wounds.",
    ]


def test_dice_that_are_no_attacks():
    party = invented(
        made(2, rules="Trample, Breath", weapon='Gun (24", A1)'),
        Trample=[{"dice": 3, "each": 4, "hits": 2}],
        Breath=[{"dice": 3, "each": 5, "wounds": 2}],
    )
    assert lines(party, made(20, rules="Regeneration")) == [
        "6 dice, each 4+ (3 in 6) deals 2 hits: 6.00 hits.",
        "6.00 hits with AP(0) against Defense 4+: blocked on 4+, 50.0% go through: 3.00 wounds.",
        "Of 3.00 wounds 33.3% are ignored: 2.00 are left.",
        "6 dice, each 5+ (2 in 6) deals 2 wounds: 4.00 wounds.",
        "Of 4.00 wounds 33.3% are ignored: 2.67 are left.",
    ]
    assert total(party, endless(made(rules="Regeneration")), CHARGE) == pytest.approx(2 + 4 * 2 / 3)


def test_dice_of_a_rules_own_may_have_triggers():
    party = invented(
        made(2, rules="Trample", weapon='Gun (24", A1)'),
        Trample=[{"dice": 3, "each": 4, "hits": 2, "rules": ["Crushing"]}],
        Crushing=[{"ap": 2, "on": {"hit": 6}}],
    )
    target = endless(made())
    assert total(party, target, CHARGE) == pytest.approx(attack(party, target, game(), CHARGE).mean_wounds)


def test_hits_that_last_are_not_ignored_and_the_others_are():
    venom: list[dict[str, Any]] = [{"ignore": "regeneration", "ap": 1, "on": {"hit": 6}}]
    party = invented(made(weapon="Fang (A6)", rules="Venom"), Venom=venom)
    target = made(9, rules="Regeneration")
    assert lines(party, target)[-1] == "Of 1.00 wounds 33.3% are ignored: 1.33 are left."
    deadly = invented(made(weapon="Fang (A6, Deadly(3))", rules="Venom"), Venom=venom)
    assert lines(deadly, made(9, tough=9, rules="Regeneration"))[-1] == (
        "Of 3.00 wounds 33.3% are ignored: 4.00 are left."
    )
    sure = made(weapon="Fang (A6, Rending)")
    assert not any("ignored" in line for line in lines(sure, target))


def test_lasting_hits_last_in_the_attacks_that_others_bring_too():
    party = invented(
        made(weapon="Fang (A6)", rules="Venom, Wild"),
        Venom=[{"ignore": "regeneration", "ap": 1, "on": {"hit": 6}}],
        Wild=[{"attacks": 1, "on": {"hit": 6}}],
    )
    target = endless(made(rules="Regeneration"))
    assert total(party, target, CHARGE) == pytest.approx(attack(party, target, game(), CHARGE).mean_wounds)


def test_who_is_picked_out_is_one_model_with_its_own_defense():
    dirk = made(weapon="Dirk (A1, Takedown, Blast(3))")
    assert not any("becomes" in line for line in lines(dirk, made(5)))
    heroic = joined(made(4, defense=6), made(tough=3, defense=2, hero=True))
    assert "against Defense 2+" in lines(dirk, heroic)[-1]
    assert not any("becomes" in line for line in lines(dirk, heroic))
    # a unit of one kind of model is met with its own defense, whoever is picked
    assert "against Defense 5+" in lines(dirk, made(5, defense=5))[-1]
    assert "against Defense 6+" in lines(made(weapon="Dirk (A1)"), heroic)[-1]
    # a hero no tougher than its unit falls in its turn
    alike = joined(made(4, tough=3, defense=6), made(tough=3, defense=2, hero=True))
    assert "against Defense 6+" in lines(dirk, alike)[-1]


def test_fatigue_is_of_melees_alone():
    tired = Situation(mode=Mode.SHOOT, fatigued=True)
    assert lines(made(weapon='Bow (24", A1)'), made(), tired)[0].startswith("1 attack at Quality 4+")


def test_a_penalty_is_said_with_its_sign():
    assert lines(made(), made(3, rules="Melee Evasion"))[0] == (
        "1 attack at Quality 4+ with -1 on the roll, hitting on 5+ (2 in 6): 0.33 hits."
    )


def test_triggers_are_told_with_what_they_bring():
    crack = invented(made(weapon="Maul (A6)", rules="Crack"), Crack=[{"ap_least": 4, "on": {"hit": 6}}])
    assert lines(crack, made(9))[1] == "A rolled 6 to hit (1.00 times) has at least AP(4)."
