"""Small attacks whose every dice roll is enumerated: the odds are exactly equal."""

from __future__ import annotations

from fractions import Fraction

import pytest

from listbuilder.odds.attack import attack_odds
from listbuilder.odds.combatant import Combatant
from listbuilder.odds.situation import AttackMode, Situation
from tests.odds.fighters import build_party, game, join_parties, party_of
from tests.odds.literal_dice import Table
from tests.odds.literal_units import read_party
from tests.odds.rulebook import Moment
from tests.odds.test_simulated_dice import MODES

CHARGE, SHOOT, BACK = (Situation(mode=mode) for mode in (AttackMode.CHARGE, AttackMode.SHOOT, AttackMode.STRIKE_BACK))

CASES: dict[str, tuple[Combatant, Combatant, Situation]] = {
    "plain": (build_party(2), build_party(3), CHARGE),
    "a 6 always hits and a 1 never": (
        build_party(quality=6, rules="Precision Debuff"),
        build_party(3, rules="Evasive"),
        SHOOT,
    ),
    "a 6 always blocks": (build_party(weapon="Ram (A1, AP(6))"), build_party(3), CHARGE),
    "a 1 never blocks": (build_party(), build_party(3, defense=2, rules="Shielded"), CHARGE),
    "reliable": (build_party(quality=6, weapon='Gun (24", A1, Reliable)'), build_party(3), SHOOT),
    "rending against regeneration": (
        build_party(weapon="Claw (A1, Rending)"),
        build_party(3, rules="Regeneration"),
        CHARGE,
    ),
    "regeneration": (build_party(weapon="Claw (A1)"), build_party(3, rules="Regeneration"), CHARGE),
    "two rules that ignore wounds": (build_party(), build_party(3, rules="Regeneration, Plaguebound"), CHARGE),
    "rending against other rules that ignore wounds": (
        build_party(weapon="Claw (A1, Rending)"),
        build_party(3, rules="Plaguebound"),
        CHARGE,
    ),
    "impact has nothing of the model's other rules": (
        build_party(rules="Impact(1), Destroyer, Furious", weapon='Gun (24", A1)'),
        build_party(3),
        CHARGE,
    ),
    "one die for all its models": (build_party(2, rules="Unpredictable Fighter"), build_party(3), CHARGE),
    "bane": (build_party(weapon="Knife (A1, Bane)"), build_party(3, defense=3), CHARGE),
    "furious on a charge": (build_party(rules="Furious"), build_party(3), CHARGE),
    "furious and not charging": (build_party(rules="Furious"), build_party(3), BACK),
    "thrust": (build_party(weapon="Lance (A1, Thrust)"), build_party(3), CHARGE),
    "surge and rending: one more hit is no 6": (build_party(weapon="Axe (A1, Surge, Rending)"), build_party(3), CHARGE),
    "blast is capped by models": (build_party(weapon='Bomb (12", A1, Blast(6))'), build_party(2), SHOOT),
    "blast multiplies more hits too": (build_party(weapon='Bomb (12", A1, Blast(2), Surge)'), build_party(3), SHOOT),
    "blast ignores cover": (
        build_party(weapon='Bomb (12", A1, Blast(2))'),
        build_party(3),
        Situation(mode=AttackMode.SHOOT, cover=True),
    ),
    "cover": (build_party(weapon='Bow (24", A1)'), build_party(3), Situation(mode=AttackMode.SHOOT, cover=True)),
    "deadly does not spill over": (build_party(weapon="Spike (A1, Deadly(3))"), build_party(3), CHARGE),
    "deadly against tough": (build_party(weapon="Spike (A1, Deadly(3))"), build_party(2, tough=2), CHARGE),
    "regeneration after deadly": (
        build_party(weapon="Spike (A1, Deadly(3))"),
        build_party(tough=6, rules="Regeneration"),
        CHARGE,
    ),
    "deadly before the others": (
        join_parties(build_party(weapon="Sword (A1)"), build_party(weapon="Spike (A1, Deadly(3))")),
        build_party(2, tough=3),
        CHARGE,
    ),
    "shred": (build_party(weapon="Saw (A1, Shred)"), build_party(3), CHARGE),
    "primal: more attacks bring no more": (build_party(rules="Primal"), build_party(3), CHARGE),
    "bloodthirsty: attacks for blocks of 1": (build_party(rules="Bloodthirsty Fighter"), build_party(3), CHARGE),
    "impact": (build_party(rules="Impact(1)", weapon='Gun (24", A1)'), build_party(3), CHARGE),
    "counter takes dice of impact": (
        build_party(rules="Impact(3)", weapon='Gun (24", A1)'),
        build_party(2, weapon="Pike (A1, Counter)"),
        CHARGE,
    ),
    "heavy impact": (build_party(rules="Heavy Impact(1)", weapon='Gun (24", A1)'), build_party(3), CHARGE),
    "ravage is not blocked": (
        build_party(rules="Ravage(2)", weapon='Gun (24", A1)'),
        build_party(3, rules="Regeneration"),
        CHARGE,
    ),
    "fortified": (build_party(weapon="Pick (A1, AP(1))"), build_party(3, rules="Fortified"), CHARGE),
    "unstoppable": (
        build_party(weapon="Pick (A1, AP(1), Unstoppable)"),
        build_party(3, rules="Fortified, Evasive"),
        CHARGE,
    ),
    "a die that chooses": (build_party(rules="Unpredictable Fighter"), build_party(3), CHARGE),
    "takedown at one of many": (build_party(weapon="Dirk (A1, Takedown)"), build_party(3), CHARGE),
    "takedown at the hero": (
        build_party(weapon="Dirk (A1, Takedown)"),
        join_parties(build_party(2, defense=6), build_party(tough=3, defense=3, hero=True)),
        CHARGE,
    ),
    "a hero with better defense than its unit": (
        build_party(weapon="Sword (A1)"),
        join_parties(build_party(defense=6), build_party(tough=3, defense=2, hero=True)),
        CHARGE,
    ),
    "what not all have does not count": (
        build_party(),
        join_parties(build_party(rules="Regeneration"), build_party()),
        CHARGE,
    ),
    "an aura is for all": (build_party(), join_parties(build_party(rules="Regeneration Aura"), build_party()), CHARGE),
    "against the tough": (build_party(weapon="Maul (A1, Shatter)"), build_party(tough=3), CHARGE),
    "not against the weak": (build_party(weapon="Maul (A1, Shatter)"), build_party(2), CHARGE),
    "armour is what counts as Defense": (
        build_party(weapon='Ray (12", A1, Disintegrate)'),
        build_party(2, defense=5, rules="Armor(3)"),
        SHOOT,
    ),
    "a boost": (build_party(rules="Ferocious, Ferocious Boost"), build_party(3), CHARGE),
    "a boost close by": (
        build_party(rules="Ferocious, Ferocious Boost"),
        build_party(3),
        Situation(mode=AttackMode.CHARGE, far=False),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_odds_equal_full_enumeration(case: str):
    attacker, target, situation = CASES[case]
    odds = attack_odds(attacker, target, game(), situation)
    moment = Moment(MODES[situation.mode], situation.far, situation.moved, situation.cover)
    thrown = Table(read_party(attacker), read_party(target), moment).all_outcomes()
    assert sum(thrown.values()) == Fraction(1)
    assert odds.wounds == pytest.approx([float(thrown.get(wounds, 0)) for wounds in range(len(odds.wounds))], abs=1e-12)
    assert odds.exact


def test_infantrymen_charging_infantrymen():
    infantry = party_of("human-empire", "infantrymen")
    odds = attack_odds(infantry, infantry, game(), CHARGE)
    assert odds.mean_wounds == pytest.approx(10 * (1 / 3) * (2 / 3), abs=1e-12)
    assert (odds.exact, odds.without, len(odds.wounds), len(odds.models)) == (True, (), 11, 11)
