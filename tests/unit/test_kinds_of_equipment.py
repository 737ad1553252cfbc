"""The three kinds of equipment answer the same questions, each in its own way."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.diff.books import tidy
from listbuilder.model import Armed, BaseSize, Item, Stack, Thing, Weapon, by_kind, kinds_of, rule_ref
from tests.unit.making import loadout, option, section, shown, unit

FAST = rule_ref("Fast")
RENDING = rule_ref("Rending")
CLAWS = Weapon("Claws", 2, rules=(RENDING,))
HORSE = Item("War Horses", (FAST,), (Armed(2, CLAWS),), BaseSize("60mm"))
PILE: tuple[Thing, ...] = (HORSE, CLAWS, FAST)


def test_a_rule_is_borne_itself_and_is_no_gear():
    assert FAST.borne == FAST.every_rule == (FAST,)
    assert FAST.gear == FAST.arms == FAST.weapons == ()
    assert FAST.base is None
    assert FAST.key == "fast"


def test_a_weapon_keeps_its_rules_to_itself():
    assert (CLAWS.borne, CLAWS.every_rule, CLAWS.weapons, CLAWS.base) == ((), (RENDING,), (), None)
    assert CLAWS.gear == CLAWS.arms == (CLAWS,)


def test_an_item_brings_its_rules_and_holds_its_weapons():
    assert HORSE.borne == (FAST,)
    assert HORSE.every_rule == (FAST, RENDING)
    assert HORSE.gear == (HORSE, CLAWS)
    assert HORSE.arms == (CLAWS,)


def test_rules_are_changed_wherever_they_stand():
    slow = rule_ref("Slow")
    changed = HORSE.with_rules(lambda rules: (slow,) * len(rules))
    assert changed.every_rule == (slow, slow)
    assert FAST.with_rules(lambda _: (slow,)) == slow
    assert CLAWS.with_rules(lambda _: (slow,)).rules == (slow,)


def test_each_kind_is_treated_as_what_it_is():
    told = [by_kind(thing, rule=lambda _: "rule", weapon=lambda _: "weapon", item=lambda _: "item") for thing in PILE]
    assert told == ["item", "weapon", "rule"]


def test_a_pile_is_sorted_with_its_counts():
    kinds = kinds_of(Stack(count, thing) for count, thing in enumerate(PILE, start=3))
    assert kinds.items == ((3, HORSE),)
    assert kinds.weapons == (Armed(4, CLAWS),)
    assert kinds.rules == (FAST,)


def test_what_is_hung_onto_a_weapon_keeps_its_own_weapons():
    bayonet = option("Bayonet (Rending, Spike (A1))")
    subject = unit(section("upgrade", bayonet, affects="all", on=["Bow"]), size=1, arms=['Bow (24", A1)'])
    items = "1x Bayonet (Rending, Spike (A1))"
    assert shown(loadout(subject, "bayonet")) == ['1x Bow (24", A1)', "1x Spike (A1)", items]


def test_an_item_on_another_base_is_the_same_item():
    assert tidy(HORSE) == tidy(replace(HORSE, base=None))
    assert tidy(HORSE) != tidy(replace(HORSE, rules=()))
