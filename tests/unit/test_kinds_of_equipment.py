"""The three kinds of equipment share one interface."""

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


def test_rules_are_not_gear():
    assert FAST.borne == FAST.every_rule == (FAST,)
    assert FAST.gear == FAST.arms == FAST.weapons == ()
    assert FAST.base is None
    assert FAST.key == "fast"


def test_weapon_rules_stay_on_the_weapon():
    assert (CLAWS.borne, CLAWS.every_rule, CLAWS.weapons, CLAWS.base) == ((), (RENDING,), (), None)
    assert CLAWS.gear == CLAWS.arms == (CLAWS,)


def test_items_give_rules_and_hold_weapons():
    assert HORSE.borne == (FAST,)
    assert HORSE.every_rule == (FAST, RENDING)
    assert HORSE.gear == (HORSE, CLAWS)
    assert HORSE.arms == (CLAWS,)


def test_rules_are_replaced_everywhere():
    slow = rule_ref("Slow")
    changed = HORSE.with_rules(lambda rules: (slow,) * len(rules))
    assert changed.every_rule == (slow, slow)
    assert FAST.with_rules(lambda _: (slow,)) == slow
    assert CLAWS.with_rules(lambda _: (slow,)).rules == (slow,)


def test_equipment_is_dispatched_by_kind():
    told = [by_kind(thing, rule=lambda _: "rule", weapon=lambda _: "weapon", item=lambda _: "item") for thing in PILE]
    assert told == ["item", "weapon", "rule"]


def test_stacks_are_sorted_by_kind():
    kinds = kinds_of(Stack(count, thing) for count, thing in enumerate(PILE, start=3))
    assert kinds.items == ((3, HORSE),)
    assert kinds.weapons == (Armed(4, CLAWS),)
    assert kinds.rules == (FAST,)


def test_attachments_keep_their_own_weapons():
    bayonet = option("Bayonet (Rending, Spike (A1))")
    subject = unit(section("upgrade", bayonet, affects="all", on=["Bow"]), size=1, arms=['Bow (24", A1)'])
    items = "1x Bayonet (Rending, Spike (A1))"
    assert shown(loadout(subject, "bayonet")) == ['1x Bow (24", A1)', "1x Spike (A1)", items]


def test_item_equality_ignores_the_base():
    assert tidy(HORSE) == tidy(replace(HORSE, base=None))
    assert tidy(HORSE) != tidy(replace(HORSE, rules=()))
