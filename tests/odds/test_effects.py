"""Rules have the effects of their own book, even if name or wording would mislead."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.library.build_faction import build_effects
from listbuilder.model import Rule, RuleId, Text
from listbuilder.odds.attack import attack_odds, spell_odds
from listbuilder.odds.combatant import rule_lookup
from listbuilder.odds.situation import AttackMode, Situation
from tests.odds.fighters import all_rules, build_party, game, join_parties, library

PLAIN, ONE_BETTER = 1 / 2, 4 / 6
"""A roll of 4+, and one with +1 on it."""


@pytest.mark.parametrize(
    ("system", "far", "always"), [("aof-3.5", True, True), ("aof-3.5", False, False), ("aofs-3.5", False, True)]
)
def test_boosted_choices_grant_both_effects(system: str, far: bool, always: bool):
    played = library().system(system)
    find = rule_lookup(library().faction("duchies-of-vinci", system), played)
    bow = 'Bow (24", A1)'
    target = replace(build_party(3), find_rule=find)
    chances = []
    for rules in ("Vinci Tech", "Vinci Tech, Vinci Tech Boost"):
        shooter = replace(build_party(weapon=bow, rules=rules), find_rule=find)
        chances.append(attack_odds(shooter, target, played, Situation(mode=AttackMode.SHOOT, far=far)).mean_wounds)
    single, both = (PLAIN * ONE_BETTER, ONE_BETTER * ONE_BETTER) if always else (PLAIN * PLAIN, PLAIN * PLAIN)
    assert chances == pytest.approx([single, both])


def test_unit_wide_die_is_rolled_once():
    charge = Situation(mode=AttackMode.CHARGE)
    whole, half = (
        build_party(2, rules="Reckless Piercing"),
        join_parties(build_party(rules="Reckless Piercing"), build_party()),
    )
    assert attack_odds(half, build_party(3), game(), charge).mean_wounds == pytest.approx(2 * PLAIN * PLAIN)
    assert attack_odds(whole, build_party(3), game(), charge).mean_wounds == pytest.approx(
        2 * PLAIN * (5 / 6 * ONE_BETTER + 1 / 12)
    )


@pytest.mark.parametrize("number", [0, 1, 2, 6, 7, 100])
def test_impossible_die_numbers_are_harmless(number: int):
    effects = build_effects([{"side": "target", "ignore_wound": "X"}, {"dice": 2, "each": "X", "hits": 1}])
    grit = Rule(id=RuleId("grit"), name=Text("Grit"), effects=effects)
    find = {**all_rules(), grit.id: grit}.get
    attacker, target = (
        replace(build_party(2, tough=3, rules=f"Grit({number})", weapon="Axe (A2, Deadly(2))"), find_rule=find)
        for _ in range(2)
    )
    odds = attack_odds(attacker, target, game(), Situation(mode=AttackMode.CHARGE))
    assert sum(odds.wounds) == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in (*odds.wounds, *odds.models))


def test_partial_regeneration_is_a_caveat():
    old, charge = library().system("aof-3.2"), Situation(mode=AttackMode.CHARGE)
    find = old.rules.get
    whole, mixed = (
        build_party(3, rules="Regeneration"),
        join_parties(build_party(2, rules="Regeneration"), build_party(tough=3, hero=True)),
    )
    alike, unlike = (
        attack_odds(build_party(), replace(party, find_rule=find), old, charge) for party in (whole, mixed)
    )
    assert alike.exact
    assert alike.mean_wounds == pytest.approx(PLAIN * PLAIN * 4 / 6)
    assert (unlike.sign, unlike.without) == ("≤", ("Regeneration",))
    assert unlike.mean_wounds == pytest.approx(PLAIN * PLAIN)
    assert attack_odds(build_party(), mixed, game(), charge).exact  # all models must have it in this edition


def test_spell_states_its_token_assumption():
    book = library().faction("human-empire", "aof-3.5")
    spell = next(spell for spell in book.spells if spell.attack is not None)
    odds = spell_odds(replace(build_party(), find_rule=rule_lookup(book, game())), spell, build_party(10), game())
    assert odds is not None
    assert (spell.name.en, "tokens") in {(note.label, note.assumption) for note in odds.notes}
    assert odds.exact
