"""Active effects: which rules apply, in which situation, to whom, and with which caveats."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from listbuilder.model import RuleRef, SpellAttack
from listbuilder.model.effects import Bias, Side
from listbuilder.model.equipment import build_rule_ref
from listbuilder.model.notation import parse_rule
from listbuilder.odds.active_effects import Caveat, TargetTraits, asks_about_target
from listbuilder.odds.attack import attack_odds, resolve_situation
from listbuilder.odds.combatant import Combatant
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import AttackMode, Situation, assumptions_used
from listbuilder.odds.volleys import DieKind, Volley, read_volleys, spell_volley
from tests.odds.fighters import all_rules, build_party, game, join_parties, with_rule_effects

CHARGE, SHOOT, BACK = (Situation(mode=mode) for mode in (AttackMode.CHARGE, AttackMode.SHOOT, AttackMode.STRIKE_BACK))
NEAR = Situation(mode=AttackMode.CHARGE, far=False)


def compute_odds(attacker: Combatant, situation: Situation = CHARGE, target: Combatant | None = None) -> Odds:
    return attack_odds(attacker, target or build_party(20), game(), situation)


def volleys(party: Combatant, situation: Situation = CHARGE, traits: TargetTraits | None = None) -> tuple[Volley, ...]:
    return read_volleys(party, situation, traits or TargetTraits()).volleys


def volley(party: Combatant, situation: Situation = CHARGE, traits: TargetTraits | None = None) -> Volley:
    (single,) = volleys(party, situation, traits)
    return single


def test_situation_conditions():
    assert Situation(mode=AttackMode.CHARGE).words >= {
        "charge",
        "melee",
        "far",
        "held",
        "fresh",
        "nearest",
        "still",
        "alone",
    }
    situation = Situation(mode=AttackMode.STRIKE_BACK, far=False, moved=True, fatigued=True, cover=True, terrain=True)
    assert situation.words >= {"charged", "melee", "near", "moved", "fatigued", "cover", "terrain"}
    assert not situation.words & {"charge", "far", "held", "fresh", "passing", "exchange", "outnumbered", "shoot"}
    assert {"passing", "exchange"} <= Situation(mode=AttackMode.SHOOT, passing=True, exchange=True).words
    assert [mode for mode in AttackMode if mode.is_melee] == [AttackMode.CHARGE, AttackMode.STRIKE_BACK]


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ([{"far"}], {"far"}),
        ([{"near"}], {"far"}),
        ([{"moved"}], {"held"}),
        ([{"terrain"}], {"not-terrain"}),
        ([{"charge"}], set()),
        ([{"charge", "far"}], {"far"}),
        ([{"shoot", "far"}], set()),
        ([{"shoot", "far"}, {"charge", "moved"}], {"held"}),
    ],
)
def test_relevant_assumptions_are_stated(when: list[set[str]], expected: set[str]):
    assert assumptions_used(tuple(map(frozenset, when)), CHARGE.words) == expected


def test_distance_dependent_rules_state_their_assumption():
    eager = with_rule_effects(build_party(rules="Eager"), Eager=[{"hit": 1, "when": [["charge", "far"]]}])
    assert volley(eager).hit_modifier == 1
    assert volley(eager, NEAR).hit_modifier == 0
    assert volley(eager, BACK).hit_modifier == 0
    assert compute_odds(eager).notes == {Caveat("Eager", "far", side=Side.ATTACK)}
    assert compute_odds(eager, NEAR).notes == {Caveat("Eager", "near", side=Side.ATTACK)}
    assert not compute_odds(eager, BACK).notes
    assert not compute_odds(build_party(), CHARGE, replace(eager, name="target")).notes


def test_rules_without_effects_are_caveats():
    unknown = build_party(rules="Whatever")
    assert compute_odds(unknown).notes == {Caveat("Whatever", bias=Bias.UNKNOWN)}
    assert compute_odds(build_party(), CHARGE, unknown).without == ("Whatever",)
    partly = with_rule_effects(build_party(rules="Partly"), Partly=[{"ap": 1, "without": "more"}])
    assert (volley(partly).ap, compute_odds(partly).sign) == (1, "≥")
    done = with_rule_effects(build_party(rules="Trick"), Trick=[{"ap": 1, "once": True}])
    assert compute_odds(done).notes == {Caveat("Trick", "once", side=Side.ATTACK)}
    assert compute_odds(done).exact


def test_marker_effects_scale_with_markers():
    angry = with_rule_effects(build_party(rules="Angry"), Angry=[{"ap": 1, "markers": {"every": 2, "most": 4}}])
    aps = [volley(angry, Situation(mode=AttackMode.CHARGE, markers=markers)).ap for markers in range(7)]
    assert aps == [0, 0, 1, 1, 2, 2, 2]
    assert compute_odds(angry).notes == {Caveat("Angry", "markers", side=Side.ATTACK)}


def test_whole_unit_rules_need_every_model():
    proud: list[dict[str, Any]] = [{"hit": 1, "bearers": "all"}]
    mixed = with_rule_effects(join_parties(build_party(rules="Proud"), build_party(weapon="Club (A1)")), Proud=proud)
    assert {attack.hit_modifier for attack in volleys(mixed)} == {0}
    both = with_rule_effects(
        join_parties(build_party(rules="Proud"), build_party(weapon="Club (A1)", rules="Proud")), Proud=proud
    )
    assert {attack.hit_modifier for attack in volleys(both)} == {1}


def test_unit_wide_effects_reach_every_model():
    leading = with_rule_effects(
        join_parties(build_party(rules="Lead"), build_party(weapon="Club (A1)")), Lead=[{"ap": 1, "to": "unit"}]
    )
    assert {attack.ap for attack in volleys(leading)} == {1}
    blessing = with_rule_effects(build_party(rules="Bless"), Bless=[{"ap": 1, "to": "another"}])
    assert volley(blessing).ap == 0
    assert (
        volley(
            with_rule_effects(build_party(), Bless=[{"ap": 1, "to": "another"}]).with_borrowed_rules(
                [build_rule_ref("Bless")]
            )
        ).ap
        == 1
    )


def test_granted_rules_reach_their_scope():
    rules: dict[str, list[dict[str, Any]] | None] = {
        "Aura": [{"grants": "Sharp", "to": "unit"}],
        "Own": [{"grants": "Sharp"}],
        "Gift": [{"grants": "Sharp", "to": "another"}],
        "Chain": [{"grants": "Own"}],
        "Charging": [{"grants": "Sharp", "when": ["charge"]}],
        "Sharp": [{"ap": 1}],
    }
    pair = with_rule_effects(join_parties(build_party(rules="Aura"), build_party(weapon="Club (A1)")), **rules)
    assert {attack.ap for attack in volleys(pair)} == {1}
    own = with_rule_effects(join_parties(build_party(rules="Chain"), build_party(weapon="Club (A1)")), **rules)
    assert {attack.name: attack.ap for attack in volleys(own)} == {"Sword": 1, "Club": 0}
    assert volley(with_rule_effects(build_party(rules="Gift"), **rules)).ap == 0
    assert volley(with_rule_effects(build_party(), **rules).with_borrowed_rules([build_rule_ref("Gift")])).ap == 1
    charging = with_rule_effects(build_party(rules="Charging"), **rules)
    assert (volley(charging).ap, volley(charging, BACK).ap) == (1, 0)


def test_granted_rating_comes_from_the_brackets():
    rules: dict[str, list[dict[str, Any]] | None] = {"Host": [{"grants": "Keen(X)"}], "Keen": [{"ap": "X"}]}
    party = with_rule_effects(build_party(rules="Host(3)"), **rules)
    assert volley(party).ap == 3


def test_self_granting_rules_terminate():
    assert volley(with_rule_effects(build_party(rules="Ring"), Ring=[{"grants": "Ring"}, {"hit": 1}])).hit_modifier == 1


def test_ratings_combine_as_the_glossary_says():
    doubled = build_party(rules="AP(1), AP(2)")
    assert volley(doubled).ap == 3
    assert volley(build_party(rules="AP(1)", weapon="Pick (A1, AP(1))")).ap == 2
    assert volley(with_rule_effects(build_party(rules="Keen, Keen"), Keen=[{"hit": 1}])).hit_modifier == 1
    assert (
        volley(with_rule_effects(build_party(rules="Keen", weapon="Pick (A1, Keen)"), Keen=[{"hit": 1}])).hit_modifier
        == 1
    )
    piercing = all_rules()[build_rule_ref("AP").id]

    def stacking(stacking_kind: str) -> int:
        return volley(
            replace(
                doubled,
                find_rule=lambda rule: replace(piercing, stacking=stacking_kind) if rule == piercing.id else None,
            )
        ).ap

    assert (stacking("highest"), stacking("lowest"), stacking("add")) == (2, 1, 3)


def test_improved_rule_replaces_the_original():
    rules: dict[str, list[dict[str, Any]] | None] = {
        "Keen": [{"ap": "X"}],
        "Keener": [{"improves": "Keen", "instead": [{"ap": "X"}, {"hit": 1}]}],
    }
    assert (volley(with_rule_effects(build_party(rules="Keen(2), Keener"), **rules)).ap) == 2
    assert (volley(with_rule_effects(build_party(rules="Keen(2), Keener"), **rules)).hit_modifier) == 1
    assert volley(with_rule_effects(build_party(rules="Keener"), **rules)).hit_modifier == 0


def test_widest_trigger_of_a_rule_counts():
    lucky = [{"hits": 1, "on": {"hit": 6}}, {"hits": 1, "on": {"hit": 5}}, {"ap": 1, "on": {"hit": 6}}]
    lucky_volley = volley(with_rule_effects(build_party(rules="Lucky"), Lucky=lucky))
    assert {(trigger.min_roll, trigger.hits, trigger.ap) for trigger in lucky_volley.on_hit} == {(5, 1, 0), (6, 0, 1)}
    lucky_volley = volley(with_rule_effects(build_party(rules="Lucky"), Lucky=[lucky[1], lucky[0]]))
    assert [(trigger.min_roll, trigger.hits) for trigger in lucky_volley.on_hit] == [(5, 1)]


def test_effects_shape_the_volley():
    shaped = volley(
        with_rule_effects(
            build_party(2, quality=5, rules="All", weapon="Thing (A3)"),
            All=[
                {"quality": 3},
                {"ap_least": 2},
                {"reroll": 5},
                {"defense": -1},
                {"blast": 3},
                {"uncapped": 1},
                {"deadly": 2},
                {"ignore": ["regeneration", "cover"]},
                {"pick_model": 1},
                {"wound_roll": 1},
                {"wounds": 1, "attacks": 2, "on": {"block": 2}},
                {"own_wounds": 1, "on": {"hit": 1}},
                {"ap": 1, "on": {"hit": 4}, "ignore": "regeneration"},
            ],
        )
    )
    assert (shaped.name, shaped.dice, shaped.kind, shaped.quality) == ("Thing", 6, DieKind.ATTACK, 3)
    assert (shaped.ap, shaped.min_ap, shaped.block_reroll_from, shaped.block_modifier) == (0, 2, 5, -1)
    assert (shaped.blast, shaped.blast_capped, shaped.deadly) == (3, False, 2)
    assert (shaped.unignorable, shaped.ignores_cover, shaped.picks_model, shaped.wound_roll_bonus) == (
        True,
        True,
        True,
        1,
    )
    assert (shaped.ignores_penalties, shaped.own_wounds) == (False, 1)
    assert [(trigger.max_roll, trigger.wounds, trigger.attacks) for trigger in shaped.on_block] == [(2, 1, 2)]
    assert [(trigger.min_roll, trigger.ap, trigger.unignorable) for trigger in shaped.on_hit] == [(4, 1, True)]


def test_plain_weapon_has_plain_volley():
    plain = volley(build_party(weapon="Sword (A2)", quality=5))
    assert (plain.dice, plain.quality, plain.hit_modifier, plain.ap, plain.min_ap, plain.block_reroll_from) == (
        2,
        5,
        0,
        0,
        0,
        7,
    )
    assert (plain.blast, plain.blast_capped, plain.deadly, plain.unignorable, plain.ignores_cover) == (
        1,
        True,
        1,
        False,
        False,
    )
    assert (plain.picks_model, plain.is_impact, plain.own_wounds, plain.wound_roll_bonus, plain.order) == (
        False,
        False,
        0,
        0,
        "",
    )
    assert (plain.block_modifier, plain.on_hit, plain.on_block) == (0, (), ())
    assert volley(build_party(quality=6)) == Volley(name="Sword", dice=1), "a plain volley has no modifiers"
    bad = with_rule_effects(build_party(rules="Bad"), Bad=[{"quality": 6}])
    assert volley(bad).quality == 4  # a rule never lowers a better value


def test_steady_volleys_ignore_penalties():
    clumsy: list[dict[str, Any]] = [{"hit": -1}]
    calm: list[dict[str, Any]] = [{"ignore": "penalties"}, {"hit": 1}]
    assert volley(with_rule_effects(build_party(rules="Clumsy"), Clumsy=clumsy)).hit_modifier == -1
    steady = volley(with_rule_effects(build_party(rules="Clumsy, Calm"), Clumsy=clumsy, Calm=calm))
    assert (steady.hit_modifier, steady.ignores_penalties) == (1, True)


def test_equal_attacks_form_one_volley():
    assert [(attack.name, attack.dice) for attack in volleys(join_parties(build_party(2), build_party(3)))] == [
        ("Sword", 5)
    ]
    assert [
        (attack.name, attack.dice) for attack in volleys(join_parties(build_party(2), build_party(3, quality=3)))
    ] == [("Sword", 2), ("Sword", 3)]
    assert not volleys(build_party(weapon='Bow (24", A1)'))
    assert volley(build_party(weapon='Bow (24", A1)'), SHOOT).dice == 1
    assert not volleys(build_party(weapon='Bow (24", A1)'), Situation(mode=AttackMode.SPELL))


def test_extra_attacks_go_to_first_weapon():
    sword, club = build_party().groups[0].weapons[0], build_party(weapon="Club (A3)").groups[0].weapons[0]
    rank = replace(build_party(2, rules="Wild").groups[0], weapons=(sword, club))
    wild = with_rule_effects(replace(build_party(), groups=(rank,)), Wild=[{"attacks": 2}])
    assert [(attack.name, attack.dice) for attack in volleys(wild)] == [("Sword", 6), ("Club", 6)]


def test_short_weapons_count_with_an_assumption():
    assert compute_odds(build_party(weapon='Pistol (9", A1)'), SHOOT).notes == {
        Caveat("Pistol", "short", side=Side.ATTACK)
    }
    assert not compute_odds(build_party(weapon='Pistol (9", A1)'), Situation(mode=AttackMode.SHOOT, far=False)).notes
    assert not compute_odds(build_party(weapon='Pistol (10", A1)'), SHOOT).notes
    assert not compute_odds(build_party(), CHARGE).notes


def test_conditional_weapons_rest_otherwise():
    lance = with_rule_effects(build_party(weapon="Lance (A2, Brace)"), Brace=[{"only": 1, "when": ["charge"]}])
    assert volley(lance).dice == 2
    assert not volleys(lance, BACK)


def test_rule_dice():
    party = with_rule_effects(
        build_party(2, rules="Trample, Breath, Bite", weapon='Gun (24", A1)'),
        Trample=[{"dice": 3, "each": 4, "hits": 2, "impact": 1, "rules": ["AP(1)"]}],
        Breath=[{"dice": 1, "each": 2, "wounds": 3, "order": "before"}],
        Bite=[{"attacks": 2, "quality": 3, "rules": ["AP(2)"]}],
    )
    trample, breath, bite = volleys(party)
    assert (trample.kind, trample.dice, trample.success_roll, trample.damage, trample.ap) == (DieKind.HITS, 6, 4, 2, 1)
    assert (trample.is_impact, breath.is_impact, trample.rules) == (True, False, ("AP(1)",))
    assert (breath.kind, breath.dice, breath.success_roll, breath.damage, breath.order) == (
        DieKind.WOUNDS,
        2,
        2,
        3,
        "before",
    )
    assert (bite.kind, bite.dice, bite.quality, bite.ap, bite.name) == (DieKind.ATTACK, 4, 3, 2, "Bite")
    own = with_rule_effects(
        build_party(quality=5, rules="Bite", weapon='Gun (24", A1)'), Bite=[{"attacks": 1, "rules": ["AP(2)"]}]
    )
    assert volley(own).quality == 5


def test_target_traits_are_read_on_demand():
    party = with_rule_effects(
        build_party(rules="Fell"), Fell=[{"ap": 2, "against": {"tough": {"least": 3}, "defense": {"most": 4}}}]
    )
    aps = [
        volley(party, CHARGE, TargetTraits(tough, defense)).ap for tough, defense in ((2, 4), (3, 4), (3, 5), (6, 2))
    ]
    assert aps == [0, 2, 0, 2]
    assert asks_about_target(party) == (True, False)
    assert asks_about_target(build_party()) == (False, False)
    deep = with_rule_effects(
        build_party(rules="A"),
        A=[{"grants": "B"}],
        B=[{"choose": [{"hit": 1, "against": {"tough": {"least": 3}}}, {"ap": 1, "when": ["outnumbered"]}]}],
    )
    assert asks_about_target(deep) == (True, True)
    armed = with_rule_effects(build_party(weapon="Net (A1, Fell)"), Fell=[{"hit": 1, "when": ["outnumbered"]}])
    assert asks_about_target(armed) == (False, True)


def test_outnumbering_is_checked_on_demand():
    few = with_rule_effects(build_party(2, rules="Last Stand"), **{"Last Stand": [{"hit": 1, "when": ["outnumbered"]}]})
    assert resolve_situation(few, build_party(3), CHARGE).outnumbered
    assert not resolve_situation(few, build_party(2), CHARGE).outnumbered
    assert not resolve_situation(build_party(2), build_party(3), CHARGE).outnumbered


def test_each_side_chooses_its_best_option():
    bold: list[dict[str, Any]] = [{"choose": [{"hit": 1}, {"ap": 3}]}]
    hard = compute_odds(with_rule_effects(build_party(rules="Bold"), Bold=bold), CHARGE, build_party(defense=2))
    assert [(choice.rule, choice.index, choice.verbs) for choice in hard.chosen] == [("Bold", 1, (("ap", 3),))]
    soft = compute_odds(
        with_rule_effects(build_party(quality=6, rules="Bold"), Bold=bold), CHARGE, build_party(defense=6)
    )
    assert [choice.index for choice in soft.chosen] == [0]
    wary: list[dict[str, Any]] = [{"side": "target", "choose": [{"side": "target", "defense": 1}, {"side": "target"}]}]
    met = compute_odds(build_party(), CHARGE, with_rule_effects(build_party(rules="Wary"), Wary=wary))
    assert [(choice.rule, choice.index) for choice in met.chosen] == [("Wary", 0)]
    assert met.mean_wounds == pytest.approx(1 / 2 * 2 / 6)


def test_unlisted_die_faces_change_nothing():
    moody = with_rule_effects(build_party(rules="Moody"), Moody=[{"roll": [{"on": "5-6", "ap": 3}]}])
    odds = compute_odds(moody, CHARGE, build_party(2))
    assert [weight for weight, _ in odds.parts] == pytest.approx([2 / 6, 4 / 6])
    assert odds.mean_wounds == pytest.approx(1 / 2 * (2 / 6 * 5 / 6 + 4 / 6 * 3 / 6), abs=1e-9)
    assert not odds.chosen
    assert odds.half == pytest.approx(odds.mean_wounds)
    assert odds.standing == pytest.approx(odds.wounds)


def test_impact_dice_are_reduced_first():
    rider = build_party(2, rules="Impact(2)")
    pikes = build_party(3, weapon="Pike (A1, Counter)")
    assert [(volley.name, volley.dice) for volley in compute_odds(rider, CHARGE, pikes).volleys] == [
        ("Impact(2)", 1),
        ("Sword", 2),
    ]
    more = build_party(9, weapon="Pike (A1, Counter)")
    assert [(volley.name, volley.dice) for volley in compute_odds(rider, CHARGE, more).volleys] == [("Sword", 2)]


def test_muted_rules_are_muted_everywhere():
    furious = build_party(rules="AP(1)", weapon="Pick (A1, AP(2))")
    assert attack_odds(furious, build_party(), game(), CHARGE, ignored_rule=build_rule_ref("AP").id).volleys[0].ap == 0


def test_spell_hits():
    strike = SpellAttack(hits=4, rules=(parse_rule("AP(2)"),))
    bolt, notes = spell_volley("Bolt", strike, all_rules().get, Situation(mode=AttackMode.SPELL), TargetTraits())
    assert (bolt.name, bolt.kind, bolt.dice, bolt.ap, bolt.rules) == ("Bolt", DieKind.HITS, 4, 2, ("AP(2)",))
    assert (bolt.picks_model, bolt.success_roll, bolt.damage, notes) == (False, 1, 1, frozenset())
    alone, _ = spell_volley(
        "Bolt", strike._replace(single_model=True), all_rules().get, Situation(mode=AttackMode.SPELL), TargetTraits()
    )
    assert alone.picks_model
    unknown = SpellAttack(hits=1, rules=(RuleRef(build_rule_ref("Nobody").id, "Nobody"),))
    assert spell_volley("x", unknown, all_rules().get, SHOOT, TargetTraits())[1] == {
        Caveat("Nobody", bias=Bias.UNKNOWN)
    }
