"""Whole melees that can be counted by hand: two models, one blow each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from listbuilder.model import RuleId
from listbuilder.model.effects import Bias
from listbuilder.model.notation import parse_rule
from listbuilder.model.text import build_catalogue_text
from listbuilder.odds.attack import attack_odds
from listbuilder.odds.combatant import Combatant
from listbuilder.odds.melee import MeleeOdds, melee_odds, read_morale
from listbuilder.odds.situation import AttackMode, Situation
from tests.odds.fighters import build_party, game, join_parties, library, list_general_biases, with_rule_effects

CHARGE = Situation(mode=AttackMode.CHARGE)
KILL = 1 / 4
"""Quality 4+ against Defense 4+."""


def fight_melee(charger: Combatant, defender: Combatant, *, fatigued: bool = False) -> MeleeOdds:
    return melee_odds(charger, defender, game(), Situation(mode=AttackMode.CHARGE, fatigued=fatigued))


def test_survivors_strike_back():
    melee = fight_melee(build_party(), build_party())
    assert melee.charger.wins == pytest.approx(KILL)
    assert melee.defender.wins == pytest.approx((1 - KILL) * KILL)
    assert melee.draw == pytest.approx((1 - KILL) ** 2)
    assert (melee.charger.shaken, melee.defender.routs) == (0, 0)  # the loser is dead
    assert not melee.without


def test_counter_strikes_first():
    melee = fight_melee(build_party(), build_party(weapon="Pike (A1, Counter)"))
    assert melee.defender.wins == pytest.approx(KILL)
    assert melee.charger.wins == pytest.approx((1 - KILL) * KILL)


def test_unwieldy_models_strike_last():
    charger = build_party(rules="Impact(1)").with_borrowed_rules([parse_rule("Unwieldy")])
    melee = fight_melee(charger, build_party())
    trampled = 5 / 6 / 2
    assert melee.defender.wins == pytest.approx(KILL)
    assert melee.charger.wins == pytest.approx((1 - KILL) * (1 - (1 - KILL) * (1 - trampled)))


def test_only_unwieldy_weapons_strike_last():
    melee = fight_melee(join_parties(build_party(weapon="Ram (A1, Unwieldy)"), build_party()), build_party())
    assert melee.defender.destroyed == pytest.approx(KILL + (1 - KILL) * (1 - KILL) * KILL)  # the ram may fall first


def test_first_strikers_roll_separately():
    melee = fight_melee(build_party(), build_party(rules="Counter-Attack, Ravage(1)", weapon='Bow (24", A1)'))
    assert melee.defender.wins == pytest.approx(1 / 6)
    assert melee.charger.wins == pytest.approx(5 / 6 * KILL)


def test_fear_decides_a_draw():
    melee = fight_melee(build_party(rules="Fear(1)"), build_party())
    assert melee.draw == 0
    assert melee.charger.wins == pytest.approx(KILL + (1 - KILL) ** 2)
    assert melee.defender.shaken == pytest.approx((1 - KILL) ** 2 / 2)
    steady = fight_melee(build_party(rules="Fear(1)"), build_party(rules="Fearless"))
    assert steady.defender.shaken == pytest.approx((1 - KILL) ** 2 / 4)
    banner = fight_melee(build_party(rules="Fear(1)"), build_party(rules="Banner"))
    assert banner.defender.shaken == pytest.approx((1 - KILL) ** 2 / 3)


def test_the_loser_routs_with_half_or_less_left():
    melee = fight_melee(build_party(), build_party(2, weapon='Bow (24", A1)'))
    assert melee.defender.routs == pytest.approx(KILL / 2)
    assert melee.defender.shaken == 0


def test_fatigued_charger_hits_on_sixes():
    melee = fight_melee(build_party(), build_party(), fatigued=True)
    assert melee.charger.wins == pytest.approx(1 / 12)


def test_attached_hero_tests_morale_and_dies_last():
    unit = join_parties(build_party(quality=6), build_party(tough=3, quality=3, hero=True))
    melee = fight_melee(build_party(rules="Fear(3)", weapon="Club (A1)"), unit)
    lost = melee.charger.wins
    assert melee.defender.shaken + melee.defender.routs == pytest.approx(lost / 3)


def test_out_of_order_casualties_are_a_caveat():
    unit = join_parties(build_party(), build_party(tough=3, hero=True))
    assert fight_melee(build_party(weapon="Dirk (A1, Takedown)"), unit).without == ("Dirk",)
    assert fight_melee(build_party(weapon="Bomb (A1, Hazardous)"), build_party()).without == ("Bomb",)


def test_rear_rows_are_a_caveat():
    regiments = library().system("aofr-3")
    charge = Situation(mode=AttackMode.CHARGE)
    assert attack_odds(build_party(10), build_party(10), regiments, charge).exact
    deep = attack_odds(build_party(20), build_party(10), regiments, charge)
    assert (deep.sign, deep.without, list_general_biases(deep)) == (
        "≤",
        (build_catalogue_text("odds.without.rear-models").en,),
        [Bias.LESS],
    )
    assert attack_odds(build_party(20), build_party(10), game(), charge).exact


def test_system_states_omitted_melee_rules():
    old = library().system("aofr-2.7")
    left_out = old.combat.unmodelled_melee_note
    assert left_out is not None
    assert melee_odds(build_party(), build_party(), old, Situation(mode=AttackMode.CHARGE)).without == (left_out.en,)
    assert attack_odds(build_party(), build_party(), old, Situation(mode=AttackMode.CHARGE)).exact


def test_rule_follows_its_own_book():
    wardens, beasts = (library().faction(name, "aof-3.5").rules for name in ("eternal-wardens", "beastmen"))
    back, charge = Situation(mode=AttackMode.STRIKE_BACK).words, Situation(mode=AttackMode.CHARGE).words
    ((always,), (charging,)) = (book[RuleId("melee-slayer")].effects or () for book in (wardens, beasts))
    assert always.applies_in(back)
    assert always.applies_in(charge)
    assert charging.applies_in(charge)
    assert not charging.applies_in(back)


def test_wounded_models_die_sooner():
    hurt = build_party(tough=3).after_losses(0, 2)
    melee = fight_melee(build_party(), hurt)
    assert melee.defender.destroyed == pytest.approx(KILL)
    assert len(melee.defender.wounds) == 2
    unit = join_parties(build_party(tough=3), build_party(tough=3)).after_losses(0, 2)
    assert len(fight_melee(build_party(), unit).defender.wounds) == 1 + 1 + 3


def test_half_strength_of_a_single_model():
    blow = build_party(weapon="Maul (A1, Deadly(2))", rules="Fear(9)")
    lost = fight_melee(blow, build_party(tough=4, weapon='Bow (24", A1)'))
    assert lost.defender.routs == pytest.approx(KILL / 2)
    assert lost.defender.shaken == pytest.approx((1 - KILL) / 2)
    more = fight_melee(blow, build_party(tough=5, weapon='Bow (24", A1)'))
    assert [more.defender.routs, more.defender.shaken] == pytest.approx([0, 1 / 2])


def test_earlier_wounds_count_for_half_strength():
    blow = build_party(rules="Fear(9)")
    hurt = build_party(tough=4, weapon='Bow (24", A1)').after_losses(0, 1)
    assert fight_melee(blow, hurt).defender.routs == pytest.approx(KILL / 2)


def test_fear_adds_up_on_both_sides():
    assert read_morale(build_party(3, rules="Fear(2)"), CHARGE).fear == 6
    assert read_morale(join_parties(build_party(rules="Fear(2)"), build_party(2)), CHARGE).fear == 2
    even = fight_melee(build_party(rules="Fear(1)"), build_party(rules="Fear(1)"))
    assert even.draw == pytest.approx((1 - KILL) ** 2)
    other = fight_melee(build_party(), build_party(rules="Fear(1)"))
    assert other.defender.wins == pytest.approx((1 - KILL) * KILL + (1 - KILL) ** 2)
    assert other.charger.shaken == pytest.approx((1 - KILL) ** 2 / 2)


@pytest.mark.parametrize(
    ("effects", "passes"),
    [
        ([], 3 / 6),
        ([{"morale": 1}], 4 / 6),
        ([{"morale": 9}], 5 / 6),
        ([{"morale": -9}], 1 / 6),
        ([{"steady": 4}], 3 / 6 + 3 / 6 * 3 / 6),
        ([{"steady": 4}, {"steady": 5}], 3 / 6 + 3 / 6 * 3 / 6),
    ],
)
def test_morale_test_uses_quality(effects: list[dict[str, Any]], passes: float):
    assert read_morale(
        with_rule_effects(build_party(rules="Nerve"), Nerve=effects), CHARGE
    ).pass_chance == pytest.approx(passes)


def test_morale_rules_need_the_whole_unit():
    pair = join_parties(build_party(rules="Nerve"), build_party())
    for effect, passes in (
        ({"morale": 1}, 3 / 6),
        ({"morale": 1, "to": "unit"}, 4 / 6),
        ({"morale": 1, "bearers": "all"}, 3 / 6),
    ):
        assert read_morale(with_rule_effects(pair, Nerve=[effect]), CHARGE).pass_chance == pytest.approx(passes)
    assert read_morale(with_rule_effects(pair, Nerve=[{"fear": 2, "to": "unit"}]), CHARGE).fear == 2


def test_chargers_may_strike_last():
    slow: list[dict[str, Any]] = [{"order": "last"}]
    melee = fight_melee(with_rule_effects(build_party(rules="Slow"), Slow=slow), build_party())
    assert melee.defender.wins == pytest.approx(KILL)
    assert melee.charger.wins == pytest.approx((1 - KILL) * KILL)


def test_other_models_strike_in_their_turn():
    pikes = join_parties(build_party(weapon="Pike (A1, Counter)"), build_party())
    melee = fight_melee(build_party(tough=2), pikes)
    # the pike strikes first; the sword, if left, strikes after the charge, which kills the pike first
    assert melee.charger.mean_wounds == pytest.approx(KILL + KILL)


def test_strikes_back_are_not_fatigued():
    melee = fight_melee(build_party(), build_party(), fatigued=True)
    assert melee.defender.wins == pytest.approx((1 - 1 / 12) * KILL)


def test_own_wounds_in_a_melee():
    melee = fight_melee(build_party(2, tough=2), build_party(tough=9))
    assert melee.defender.mean_wounds == pytest.approx(2 * KILL)
    assert melee.charger.mean_wounds == pytest.approx(KILL)
    assert melee.defender.wounds[:3] == pytest.approx([(1 - KILL) ** 2, 2 * KILL * (1 - KILL), KILL**2])


def test_no_rout_without_morale_rules():
    calm = replace(game(), combat=game().combat._replace(has_morale=False))
    melee = melee_odds(build_party(rules="Fear(1)"), build_party(), calm, CHARGE)
    assert melee.charger.wins > 0.5
    assert (melee.defender.shaken, melee.defender.routs) == (0, 0)


def test_unarmed_target_does_not_strike_back():
    melee = fight_melee(build_party(), build_party(weapon='Bow (24", A1)', quality=5))
    assert {(note.label, note.assumption) for note in melee.notes} == {("made (Q 5+)", "unarmed")}
    assert not fight_melee(build_party(), build_party()).notes
    assert not melee.without
