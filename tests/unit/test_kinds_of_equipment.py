"""The three kinds of equipment share one interface."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.diff.books import normalise_equipment
from listbuilder.model import (
    BaseSize,
    Equipment,
    EquipmentCount,
    Item,
    ItemWeapon,
    Weapon,
    build_rule_ref,
    group_by_type,
    match_equipment,
)
from tests.unit.making import make_loadout, option, section, shown, unit

FAST = build_rule_ref("Fast")
RENDING = build_rule_ref("Rending")
CLAWS = Weapon("Claws", 2, rules=(RENDING,))
HORSE = Item("War Horses", (FAST,), (ItemWeapon(2, CLAWS),), BaseSize("60mm"))
PILE: tuple[Equipment, ...] = (HORSE, CLAWS, FAST)


def test_rules_are_not_gear():
    assert FAST.granted_rules == FAST.all_rules == (FAST,)
    assert FAST.all_gear == FAST.all_weapons == FAST.weapons == ()
    assert FAST.base is None
    assert FAST.key == "fast"


def test_weapon_rules_stay_on_the_weapon():
    assert (CLAWS.granted_rules, CLAWS.all_rules, CLAWS.weapons, CLAWS.base) == ((), (RENDING,), (), None)
    assert CLAWS.all_gear == CLAWS.all_weapons == (CLAWS,)


def test_items_give_rules_and_hold_weapons():
    assert HORSE.granted_rules == (FAST,)
    assert HORSE.all_rules == (FAST, RENDING)
    assert HORSE.all_gear == (HORSE, CLAWS)
    assert HORSE.all_weapons == (CLAWS,)


def test_rules_are_replaced_everywhere():
    slow = build_rule_ref("Slow")
    changed = HORSE.map_rules(lambda rules: (slow,) * len(rules))
    assert changed.all_rules == (slow, slow)
    assert FAST.map_rules(lambda _: (slow,)) == slow
    assert CLAWS.map_rules(lambda _: (slow,)).rules == (slow,)


def test_equipment_is_dispatched_by_kind():
    kinds = [
        match_equipment(equipment, rule=lambda _: "rule", weapon=lambda _: "weapon", item=lambda _: "item")
        for equipment in PILE
    ]
    assert kinds == ["item", "weapon", "rule"]


def test_stacks_are_sorted_by_kind():
    kinds = group_by_type(EquipmentCount(count, equipment) for count, equipment in enumerate(PILE, start=3))
    assert kinds.items == ((3, HORSE),)
    assert kinds.weapons == (ItemWeapon(4, CLAWS),)
    assert kinds.rules == (FAST,)


def test_attachments_keep_their_own_weapons():
    bayonet = option("Bayonet (Rending, Spike (A1))")
    subject = unit(section("upgrade", bayonet, affects="all", on=["Bow"]), size=1, arms=['Bow (24", A1)'])
    items = "1x Bayonet (Rending, Spike (A1))"
    assert shown(make_loadout(subject, "bayonet")) == ['1x Bow (24", A1)', "1x Spike (A1)", items]


def test_item_equality_ignores_the_base():
    assert normalise_equipment(HORSE) == normalise_equipment(replace(HORSE, base=None))
    assert normalise_equipment(HORSE) != normalise_equipment(replace(HORSE, rules=()))
