"""Whole melees that can be counted by hand: two models, one blow each."""

from __future__ import annotations

import pytest

from listbuilder.model import RuleId
from listbuilder.odds.attack import attack
from listbuilder.odds.melee import Melee, exchange
from listbuilder.odds.party import Party
from listbuilder.odds.situation import Mode, Situation
from tests.odds.fighters import game, joined, library, made

KILL = 1 / 4
"""Quality 4+ against Defense 4+."""


def fought(charger: Party, defender: Party, *, fatigued: bool = False) -> Melee:
    return exchange(charger, defender, game(), Situation(mode=Mode.CHARGE, fatigued=fatigued))


def test_whoever_is_left_strikes_back():
    melee = fought(made(), made())
    assert melee.charger.wins == pytest.approx(KILL)
    assert melee.defender.wins == pytest.approx((1 - KILL) * KILL)
    assert melee.draw == pytest.approx((1 - KILL) ** 2)
    assert (melee.charger.shaken, melee.defender.routs) == (0, 0)  # who loses is dead
    assert not melee.without


def test_counter_strikes_first():
    melee = fought(made(), made(weapon="Pike (A1, Counter)"))
    assert melee.defender.wins == pytest.approx(KILL)
    assert melee.charger.wins == pytest.approx((1 - KILL) * KILL)


def test_fear_decides_a_draw_and_the_loser_tests():
    melee = fought(made(rules="Fear(1)"), made())
    assert melee.draw == 0
    assert melee.charger.wins == pytest.approx(KILL + (1 - KILL) ** 2)
    assert melee.defender.shaken == pytest.approx((1 - KILL) ** 2 / 2)
    steady = fought(made(rules="Fear(1)"), made(rules="Fearless"))
    assert steady.defender.shaken == pytest.approx((1 - KILL) ** 2 / 4)
    banner = fought(made(rules="Fear(1)"), made(rules="Banner"))
    assert banner.defender.shaken == pytest.approx((1 - KILL) ** 2 / 3)


def test_the_loser_routs_with_half_or_less_left():
    melee = fought(made(), made(2, weapon='Bow (24", A1)'))
    assert melee.defender.routs == pytest.approx(KILL / 2)
    assert melee.defender.shaken == 0


def test_a_tired_charger_hits_on_sixes():
    melee = fought(made(), made(), fatigued=True)
    assert melee.charger.wins == pytest.approx(1 / 12)


def test_a_hero_in_the_unit_takes_the_test_and_falls_last():
    unit = joined(made(quality=6), made(tough=3, quality=3, hero=True))
    melee = fought(made(rules="Fear(3)", weapon="Club (A1)"), unit)
    lost = melee.charger.wins
    assert melee.defender.shaken + melee.defender.routs == pytest.approx(lost / 3)


def test_what_falls_out_of_turn_is_said():
    unit = joined(made(), made(tough=3, hero=True))
    assert fought(made(weapon="Dirk (A1, Takedown)"), unit).without == ("Dirk",)
    assert fought(made(weapon="Bomb (A1, Hazardous)"), made()).without == ("Bomb",)


def test_rows_that_do_not_strike_are_said():
    regiments = library().system("aofr-3")
    charge = Situation(mode=Mode.CHARGE)
    assert attack(made(10), made(10), regiments, charge).exact
    deep = attack(made(20), made(10), regiments, charge)
    assert (deep.sign, deep.without) == ("≤", ("models behind the rows that strike",))
    assert attack(made(20), made(10), game(), charge).exact


def test_a_game_says_what_else_decides_its_melees():
    old = library().system("aofr-2.7")
    assert exchange(made(), made(), old, Situation(mode=Mode.CHARGE)).without == ("full rows in the result of a melee",)
    assert attack(made(), made(), old, Situation(mode=Mode.CHARGE)).exact


def test_a_rule_does_what_its_book_says_and_not_what_others_say():
    wardens, beasts = (library().faction(name, "aof-3.5").rules for name in ("eternal-wardens", "beastmen"))
    back, charge = Situation(mode=Mode.STRIKE_BACK).words, Situation(mode=Mode.CHARGE).words
    ((always,), (charging,)) = (book[RuleId("melee-slayer")].effects or () for book in (wardens, beasts))
    assert always.holds(back)
    assert always.holds(charge)
    assert charging.holds(charge)
    assert not charging.holds(back)
