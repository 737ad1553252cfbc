"""Targets: typed profiles, majority traits and defensive effects."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.model.equipment import build_rule_ref
from listbuilder.odds.army_damage import (
    PLAIN_TARGET_DEFENSE,
    PLAIN_TARGET_MODELS,
    AttackCell,
    OddsRow,
    attack_matrix,
    has_weapon_for,
    rank_by_efficiency,
    summarise_odds,
    target_table,
)
from listbuilder.odds.attack import attack_odds
from listbuilder.odds.combatant import Combatant, parse_profile, plain_target
from listbuilder.odds.defense import DefenseProfile, read_target_defense, read_target_traits
from listbuilder.odds.hits import needed_to_block
from listbuilder.odds.situation import AttackMode, Situation
from listbuilder.odds.volleys import Volley
from tests.odds.fighters import all_rules, build_party, game, join_parties, with_rule_effects

CHARGE, SHOOT = Situation(mode=AttackMode.CHARGE), Situation(mode=AttackMode.SHOOT)


def profile(text: str) -> Combatant | None:
    return parse_profile(text, all_rules().get)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("10xD4+T1", "10xD4+T1"),
        ("D4", "1xD4+T1"),
        ("d2+", "1xD2+T1"),
        (" 3 x D6+ T12 ", "3xD6+T12"),
        ("1xD2T1", "1xD2+T1"),
        ("100×D3+T30", "100xD3+T30"),
        ("5xD3+T3: Regeneration, Stealth", "5xD3+T3"),
        ("101xD3+T3", None),
        ("0xD3+T3", None),
        ("2xD3+T31", None),
        ("2xD3+T0", None),
        ("2xD1+T1", None),
        ("2xD7+T1", None),
        ("2xD3+T1: (", None),
        ("somebody", None),
    ],
)
def test_profile_notation(text: str, name: str | None):
    combatant = profile(text)
    assert (combatant.name if combatant is not None else None) == name


def test_profile_holds_models_wounds_and_rules():
    combatant = profile("5xD3+T6: Regeneration")
    assert combatant is not None
    (rank,) = combatant.groups
    assert (rank.models, rank.wounds, rank.quality, rank.defense, rank.weapons) == (5, 6, 4, 3, ())
    assert [ref.label for ref in rank.rules] == ["Regeneration"]
    plain = plain_target(2, 5, 3, all_rules().get)
    assert (plain.name, plain.models, plain.capacities) == ("2xD5+T3", 2, (3, 3))


def test_unit_traits_follow_the_majority():
    crowd = join_parties(build_party(3, tough=1, defense=5), build_party(2, tough=3, defense=2))
    traits = read_target_traits(crowd, CHARGE)
    assert (traits.tough, traits.defense, traits.hero) == (1, 5, 0)
    brutes = join_parties(build_party(2, tough=1, defense=5), build_party(3, tough=3, defense=2))
    assert (read_target_traits(brutes, CHARGE).tough, read_target_traits(brutes, CHARGE).defense) == (3, 2)


def test_half_is_not_a_majority():
    assert read_target_traits(join_parties(build_party(2, tough=1), build_party(2, tough=3)), CHARGE).tough == 1


def test_unit_of_mostly_heroes_is_heroic():
    hero, pair = build_party(hero=True), build_party(2, hero=True)
    assert read_target_traits(join_parties(build_party(), hero), CHARGE).hero == 0
    assert read_target_traits(join_parties(build_party(), pair), CHARGE).hero == 1
    assert read_target_traits(hero, CHARGE).hero == 1


def test_lone_heroes_use_their_own_defense():
    assert (
        read_target_traits(join_parties(build_party(defense=5), build_party(3, defense=2, hero=True)), CHARGE).defense
        == 5
    )
    assert read_target_traits(build_party(2, defense=2, hero=True), CHARGE).defense == 2


def shield(party: Combatant, situation: Situation = SHOOT) -> DefenseProfile:
    return read_target_defense(party, game(), situation).unit


def test_defensive_effects_of_a_target():
    target = build_party(3, rules="Evasive, Fortified, Shielded, Regeneration")
    defense = shield(target)
    assert (defense.defense, defense.models, defense.hit_modifier, defense.ap_modifier, defense.block_bonus) == (
        4,
        3,
        -1,
        -1,
        1,
    )
    assert defense.ignore_chance == pytest.approx(1 / 3)
    assert (
        defense.plain_block_bonus,
        defense.blast_ap,
        defense.cover_hit_modifier,
        defense.cover_block_bonus,
        defense.impact_reduction,
    ) == (0, 0, 0, 0, 0)


def test_defense_may_depend_on_the_hit():
    target = with_rule_effects(
        build_party(2, rules="Hide, Huddle"),
        Hide=[{"side": "target", "defense": 2, "from": "plain"}],
        Huddle=[{"side": "target", "ap": 1, "from": "blast"}],
    )
    defense = shield(target)
    assert (defense.plain_block_bonus, defense.block_bonus, defense.blast_ap, defense.ap_modifier) == (2, 0, 1, 0)

    def wounds(weapon: str) -> float:
        return attack_odds(build_party(weapon=weapon), target, game(), SHOOT).mean_wounds

    assert wounds('Bow (24", A1)') == pytest.approx(1 / 2 * 1 / 6)
    assert wounds('Bow (24", A1, AP(1))') == pytest.approx(1 / 2 * 4 / 6)
    blast = attack_odds(
        build_party(weapon='Bomb (24", A1, Blast(2))'), replace(target, groups=build_party(9).groups), game(), SHOOT
    )
    assert blast.mean_wounds == pytest.approx(1 / 2 * 2 * 3 / 6)
    assert wounds('Bomb (24", A1, Blast(2))') == pytest.approx(1 / 2 * 2 * 4 / 6)


def test_cover_follows_the_system():
    covered = shield(build_party(3), Situation(mode=AttackMode.SHOOT, cover=True))
    assert covered.cover_hit_modifier + covered.cover_block_bonus != 0
    assert (covered.hit_modifier, covered.block_bonus) == (0, 0)


def test_better_defense_from_rules_counts():
    worn = [{"side": "target", "armor": 3, "bearers": "each"}]
    assert shield(with_rule_effects(build_party(2, defense=5, rules="Mail"), Mail=worn)).defense == 3
    assert shield(with_rule_effects(build_party(2, defense=2, rules="Mail"), Mail=worn)).defense == 2


def test_ignoring_rolls_of_rules_combine():
    rolls = [{"side": "target", "ignore_wound": 6}, {"side": "target", "ignore_wound": 5}]
    assert shield(with_rule_effects(build_party(rules="Luck"), Luck=rolls)).ignore_chance == pytest.approx(1 / 3)
    both = with_rule_effects(build_party(rules="Luck, Charm"), Luck=rolls[:1], Charm=rolls[1:])
    assert shield(both).ignore_chance == pytest.approx(1 - 5 / 6 * 4 / 6)


def test_counter_reduces_impact_dice():
    assert shield(build_party(3, weapon="Pike (A1, Counter)"), CHARGE).impact_reduction == 3
    assert (
        shield(join_parties(build_party(2, weapon="Pike (A1, Counter)"), build_party()), CHARGE).impact_reduction == 2
    )


def test_toughest_model_has_its_own_defense():
    met = read_target_defense(
        join_parties(build_party(4, defense=6), build_party(tough=3, defense=2, hero=True)), game(), SHOOT
    )
    assert (met.unit.models, met.unit.defense) == (5, 6)
    assert (met.last_model.models, met.last_model.defense) == (1, 2)
    assert met.capacities == (1, 1, 1, 1, 3)


def test_units_without_suitable_weapons_do_nothing():
    archer, fencer = build_party(weapon='Bow (24", A1)'), build_party()
    assert (has_weapon_for(archer, AttackMode.SHOOT), has_weapon_for(archer, AttackMode.CHARGE)) == (True, False)
    assert (has_weapon_for(fencer, AttackMode.SHOOT), has_weapon_for(fencer, AttackMode.STRIKE_BACK)) == (False, True)
    assert [summary.mode for summary in summarise_odds(archer, game())] == [AttackMode.SHOOT]
    cells = attack_matrix([archer, fencer], [build_party(), build_party(2)], game(), [SHOOT, CHARGE])
    assert [(cell.attacker, cell.target.models, cell.mode) for cell in cells] == [
        (archer, 1, AttackMode.SHOOT),
        (archer, 2, AttackMode.SHOOT),
        (fencer, 1, AttackMode.CHARGE),
        (fencer, 2, AttackMode.CHARGE),
    ]


def test_quick_target_is_ten_models():
    assert (PLAIN_TARGET_MODELS, PLAIN_TARGET_DEFENSE) == (10, 4)
    (summary,) = summarise_odds(build_party(20, weapon="Ram (A1, AP(9))"), game())
    assert len(summary.odds.models) == 11
    assert summary.hits == pytest.approx(10)


def test_benchmark_table_by_defense_and_tough():
    table = target_table(build_party(2), game(), CHARGE)
    assert [[cell.target.name for cell in row][:2] for row in table][:2] == [
        ["10xD2+T1", "5xD2+T3"],
        ["10xD3+T1", "5xD3+T3"],
    ]
    assert [len(row) for row in table] == [4] * 5
    assert [cell.target.name for cell in table[-1]] == ["10xD6+T1", "5xD6+T3", "3xD6+T6", "1xD6+T12"]
    assert table[0][0].mode is AttackMode.CHARGE


def test_damage_per_hundred_points():
    odds = attack_odds(build_party(2), build_party(4), game(), CHARGE)
    dear, free = replace(build_party(2), cost=50), build_party(2)
    assert AttackCell(dear, build_party(4), AttackMode.CHARGE, odds).wounds_per_100_points == pytest.approx(
        2 * odds.mean_wounds
    )
    cell = AttackCell(free, build_party(4), AttackMode.CHARGE, odds)
    assert cell.wounds_per_100_points is None
    assert cell.odds.lost == pytest.approx(odds.mean_wounds / 4)
    assert OddsRow(free, (cell, cell)).efficiency == pytest.approx(cell.odds.lost)
    assert OddsRow(dear, (cell,)).efficiency == pytest.approx(2 * cell.odds.lost)
    assert [
        ranked.attacker
        for ranked in rank_by_efficiency([cell, AttackCell(dear, build_party(4), AttackMode.CHARGE, odds)])
    ] == [dear, free]


def test_granted_rules_accumulate():
    party = (
        build_party().with_borrowed_rules([build_rule_ref("Stealth")]).with_borrowed_rules([build_rule_ref("Furious")])
    )
    assert [ref.name for ref in party.borrowed_rules] == ["Stealth", "Furious"]


def test_remaining_unit_after_casualties():
    unit = join_parties(build_party(2), build_party(2, tough=3), build_party(tough=6, hero=True))
    assert unit.models == 5
    assert unit.after_losses(1).capacities == (1, 3, 3, 6)
    assert unit.after_losses(3, 2).capacities == (1, 6)
    assert unit.after_losses(3, 2).wounds_taken == 2
    assert unit.after_losses(0).groups == unit.groups
    assert unit.after_losses(4).models == 1


@pytest.mark.parametrize(
    ("ap", "modifier", "ignores_penalties", "needed"),
    [(2, -1, False, 5), (2, -1, True, 6), (0, -1, False, 4), (0, 1, False, 5), (0, 0, True, 4)],
)
def test_ap_modifier_changes_the_block_roll(ap: int, modifier: int, ignores_penalties: bool, needed: int):
    volley = Volley(name="Sword", dice=1, ignores_penalties=ignores_penalties)
    assert needed_to_block(volley, DefenseProfile(defense=4, models=1, ap_modifier=modifier), ap) == needed
