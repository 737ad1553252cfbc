"""Small attacks whose every dice roll is enumerated: the odds are exactly equal."""

from __future__ import annotations

from fractions import Fraction

import pytest

from listbuilder.odds.attack import attack_odds
from listbuilder.odds.combatant import Combatant
from listbuilder.odds.situation import AttackMode, Situation
from tests.odds.fighters import game, joined, made, party_of
from tests.odds.literal_dice import Table
from tests.odds.literal_units import read_made
from tests.odds.rulebook import Moment
from tests.odds.test_simulated_dice import MODES

CHARGE, SHOOT, BACK = (Situation(mode=mode) for mode in (AttackMode.CHARGE, AttackMode.SHOOT, AttackMode.STRIKE_BACK))

CASES: dict[str, tuple[Combatant, Combatant, Situation]] = {
    "plain": (made(2), made(3), CHARGE),
    "a 6 always hits and a 1 never": (made(quality=6, rules="Precision Debuff"), made(3, rules="Evasive"), SHOOT),
    "a 6 always blocks": (made(weapon="Ram (A1, AP(6))"), made(3), CHARGE),
    "a 1 never blocks": (made(), made(3, defense=2, rules="Shielded"), CHARGE),
    "reliable": (made(quality=6, weapon='Gun (24", A1, Reliable)'), made(3), SHOOT),
    "rending against regeneration": (made(weapon="Claw (A1, Rending)"), made(3, rules="Regeneration"), CHARGE),
    "regeneration": (made(weapon="Claw (A1)"), made(3, rules="Regeneration"), CHARGE),
    "two rules that ignore wounds": (made(), made(3, rules="Regeneration, Plaguebound"), CHARGE),
    "rending against other rules that ignore wounds": (
        made(weapon="Claw (A1, Rending)"),
        made(3, rules="Plaguebound"),
        CHARGE,
    ),
    "impact has nothing of the model's other rules": (
        made(rules="Impact(1), Destroyer, Furious", weapon='Gun (24", A1)'),
        made(3),
        CHARGE,
    ),
    "one die for all its models": (made(2, rules="Unpredictable Fighter"), made(3), CHARGE),
    "bane": (made(weapon="Knife (A1, Bane)"), made(3, defense=3), CHARGE),
    "furious on a charge": (made(rules="Furious"), made(3), CHARGE),
    "furious and not charging": (made(rules="Furious"), made(3), BACK),
    "thrust": (made(weapon="Lance (A1, Thrust)"), made(3), CHARGE),
    "surge and rending: one more hit is no 6": (made(weapon="Axe (A1, Surge, Rending)"), made(3), CHARGE),
    "blast is capped by models": (made(weapon='Bomb (12", A1, Blast(6))'), made(2), SHOOT),
    "blast multiplies more hits too": (made(weapon='Bomb (12", A1, Blast(2), Surge)'), made(3), SHOOT),
    "blast ignores cover": (
        made(weapon='Bomb (12", A1, Blast(2))'),
        made(3),
        Situation(mode=AttackMode.SHOOT, cover=True),
    ),
    "cover": (made(weapon='Bow (24", A1)'), made(3), Situation(mode=AttackMode.SHOOT, cover=True)),
    "deadly does not spill over": (made(weapon="Spike (A1, Deadly(3))"), made(3), CHARGE),
    "deadly against tough": (made(weapon="Spike (A1, Deadly(3))"), made(2, tough=2), CHARGE),
    "regeneration after deadly": (made(weapon="Spike (A1, Deadly(3))"), made(tough=6, rules="Regeneration"), CHARGE),
    "deadly before the others": (
        joined(made(weapon="Sword (A1)"), made(weapon="Spike (A1, Deadly(3))")),
        made(2, tough=3),
        CHARGE,
    ),
    "shred": (made(weapon="Saw (A1, Shred)"), made(3), CHARGE),
    "primal: more attacks bring no more": (made(rules="Primal"), made(3), CHARGE),
    "bloodthirsty: attacks for blocks of 1": (made(rules="Bloodthirsty Fighter"), made(3), CHARGE),
    "impact": (made(rules="Impact(1)", weapon='Gun (24", A1)'), made(3), CHARGE),
    "counter takes dice of impact": (
        made(rules="Impact(3)", weapon='Gun (24", A1)'),
        made(2, weapon="Pike (A1, Counter)"),
        CHARGE,
    ),
    "heavy impact": (made(rules="Heavy Impact(1)", weapon='Gun (24", A1)'), made(3), CHARGE),
    "ravage is not blocked": (made(rules="Ravage(2)", weapon='Gun (24", A1)'), made(3, rules="Regeneration"), CHARGE),
    "fortified": (made(weapon="Pick (A1, AP(1))"), made(3, rules="Fortified"), CHARGE),
    "unstoppable": (made(weapon="Pick (A1, AP(1), Unstoppable)"), made(3, rules="Fortified, Evasive"), CHARGE),
    "a die that chooses": (made(rules="Unpredictable Fighter"), made(3), CHARGE),
    "takedown at one of many": (made(weapon="Dirk (A1, Takedown)"), made(3), CHARGE),
    "takedown at the hero": (
        made(weapon="Dirk (A1, Takedown)"),
        joined(made(2, defense=6), made(tough=3, defense=3, hero=True)),
        CHARGE,
    ),
    "a hero with better defense than its unit": (
        made(weapon="Sword (A1)"),
        joined(made(defense=6), made(tough=3, defense=2, hero=True)),
        CHARGE,
    ),
    "what not all have does not count": (made(), joined(made(rules="Regeneration"), made()), CHARGE),
    "an aura is for all": (made(), joined(made(rules="Regeneration Aura"), made()), CHARGE),
    "against the tough": (made(weapon="Maul (A1, Shatter)"), made(tough=3), CHARGE),
    "not against the weak": (made(weapon="Maul (A1, Shatter)"), made(2), CHARGE),
    "armour is what counts as Defense": (
        made(weapon='Ray (12", A1, Disintegrate)'),
        made(2, defense=5, rules="Armor(3)"),
        SHOOT,
    ),
    "a boost": (made(rules="Ferocious, Ferocious Boost"), made(3), CHARGE),
    "a boost close by": (
        made(rules="Ferocious, Ferocious Boost"),
        made(3),
        Situation(mode=AttackMode.CHARGE, far=False),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_odds_equal_full_enumeration(case: str):
    attacker, target, situation = CASES[case]
    odds = attack_odds(attacker, target, game(), situation)
    moment = Moment(MODES[situation.mode], situation.far, situation.moved, situation.cover)
    thrown = Table(read_made(attacker), read_made(target), moment).all_outcomes()
    assert sum(thrown.values()) == Fraction(1)
    assert odds.wounds == pytest.approx([float(thrown.get(place, 0)) for place in range(len(odds.wounds))], abs=1e-12)
    assert odds.exact


def test_infantrymen_charging_infantrymen():
    infantry = party_of("human-empire", "infantrymen")
    odds = attack_odds(infantry, infantry, game(), CHARGE)
    assert odds.mean_wounds == pytest.approx(10 * (1 / 3) * (2 / 3), abs=1e-12)
    assert (odds.exact, odds.without, len(odds.wounds), len(odds.models)) == (True, (), 11, 11)
