"""What an upgrade does: every row of the table of sections."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.model import (
    AmbiguousUpgrade,
    BaseSize,
    EquipmentCount,
    InvalidUpgradeCount,
    Item,
    Loadout,
    MissingUpgradeTarget,
    UnknownUpgrade,
)
from listbuilder.rules.rule_ratings import rule_gains
from tests.unit.making import make_loadout, option, rules, section, shown, unit

BLADES = ["5x Blade (A1)", '5x Bow (24", A1)']


def shortages(loadout: Loadout) -> list[int]:
    """Return, for each pick that failed, how many found no target."""
    return [trouble.missing_count for trouble in loadout.errors if isinstance(trouble, MissingUpgradeTarget)]


def test_replace_without_a_number_swaps_one() -> None:
    subject = unit(section("replace", option("Axe (A2)"), on=["Blade"]), size=1, arms=["Blade (A1)"])
    assert shown(make_loadout(subject, "axe")) == ["1x Axe (A2)"]


def test_replace_x_and_y_takes_one_of_each() -> None:
    subject = unit(section("replace", option("Halberd (A1)"), on=["Blade", "Bow"]), arms=BLADES)
    assert shown(make_loadout(subject, "halberd")) == ["4x Blade (A1)", '4x Bow (24", A1)', "1x Halberd (A1)"]


def test_replace_2x_takes_two() -> None:
    subject = unit(section("replace", option("Great Bow (A2)"), on=["2x Bow"]), arms=BLADES)
    assert shown(make_loadout(subject, "great-bow")) == ["5x Blade (A1)", '3x Bow (24", A1)', "1x Great Bow (A2)"]


def test_replace_one() -> None:
    subject = unit(section("replace", option("Axe (A2)"), affects="exactly 1", on=["Blade"]), arms=["5x Blade (A1)"])
    assert shown(make_loadout(subject, "axe")) == ["4x Blade (A1)", "1x Axe (A2)"]


def test_replace_exactly_two_gives_once() -> None:
    subject = unit(section("replace", option("Axe (A2)"), affects="exactly 2", on=["Blade"]), arms=["5x Blade (A1)"])
    assert shown(make_loadout(subject, "axe")) == ["3x Blade (A1)", "1x Axe (A2)"]


def test_replace_up_to_two() -> None:
    subject = unit(section("replace", option("Axe (A2)"), affects="up_to 2", on=["Blades"]), arms=["5x Blade (A1)"])
    assert shown(make_loadout(subject, ("axe", 2))) == ["3x Blade (A1)", "2x Axe (A2)"]


def test_replace_any_continues_while_targets_remain() -> None:
    subject = unit(section("replace", option("Axe (A2)"), affects="any", on=["Blade"]), arms=["5x Blade (A1)"])
    assert shown(make_loadout(subject, ("axe", 5))) == ["5x Axe (A2)"]
    beyond = make_loadout(subject, ("axe", 7))
    assert shown(beyond) == ["5x Axe (A2)"]
    assert shortages(beyond) == [2]


def test_replace_all_swaps_as_many_as_there_are() -> None:
    subject = unit(section("replace", option("Axe (A2)"), affects="all", on=["Blades"]), arms=["5x Blade (A1)"])
    assert shown(make_loadout(subject, "axe")) == ["5x Axe (A2)"]


def test_replace_all_needs_a_target() -> None:
    swap = section("replace", option("Axe (A2)"), option("Bow (A1)"), affects="all", on=["Blades"])
    subject = unit(swap, size=1, arms=["Blade (A1)"])
    assert shown(make_loadout(subject, "axe")) == ["1x Axe (A2)"]
    again = make_loadout(subject, "axe", "bow")
    assert (shown(again), shortages(again)) == (["1x Axe (A2)"], [1])


def test_replace_all_uses_the_smaller_count() -> None:
    swap = section("replace", option("Halberd (A1)"), affects="all", on=["Blade", "Bow"])
    subject = unit(swap, arms=["5x Blade (A1)", '3x Bow (24", A1)'])
    assert shown(make_loadout(subject, "halberd")) == ["2x Blade (A1)", "3x Halberd (A1)"]


def test_replace_all_2x_takes_two_for_each() -> None:
    swap = section("replace", option("Carbine (A2)"), affects="all", on=["2x Pistols"])
    subject = unit(swap, arms=["10x Pistol (A1)"])
    assert shown(make_loadout(subject, "carbine")) == ["5x Carbine (A2)"]


def test_replace_all_gives_every_gain_each_time() -> None:
    swap = section("replace", option(["2x Claw (A1)", "Fang (A1)"]), affects="all", on=["Blade"])
    assert shown(make_loadout(unit(swap, arms=["5x Blade (A1)"]), "claw")) == ["10x Claw (A1)", "5x Fang (A1)"]


def test_upgrade_gives_once() -> None:
    subject = unit(section("upgrade", option("Flag (Fear)"), option("Drum (Fearless)")))
    loadout = make_loadout(subject, "flag", "drum")
    assert shown(loadout) == ["1x Flag (Fear)", "1x Drum (Fearless)"]
    assert rules(loadout) == ["Fear", "Fearless"]


def test_upgrade_all_models_costs_once() -> None:
    subject = unit(section("upgrade", option('Knife (3", A1)', 10), affects="all"))
    loadout = make_loadout(subject, "knife")
    assert shown(loadout) == ['5x Knife (3", A1)']
    assert loadout.cost == 110


def test_upgrade_one_model_gives_once() -> None:
    assert shown(make_loadout(unit(section("upgrade", option("Axe (A2)"), affects="exactly 1")), "axe")) == [
        "1x Axe (A2)"
    ]


def test_command_upgrade_becomes_a_unit_rule() -> None:
    command = section("upgrade", option("Sergeant"), option("Banner"), affects="up_to 3", select="exactly 1")
    loadout = make_loadout(unit(command, rules=["Fearless"]), "sergeant", "banner")
    assert rules(loadout) == ["Fearless", "Sergeant", "Banner"]
    assert shown(loadout) == []


def test_upgrade_all_weapons_adds_the_rule() -> None:
    improve = section("upgrade", option("Poison"), affects="all", select="exactly 1", on=["Bows"])
    loadout = make_loadout(unit(improve, arms=BLADES), "poison")
    assert shown(loadout) == ["5x Blade (A1)", '5x Bow (24", A1, Poison)']
    assert rules(loadout) == []


def test_items_on_weapons_make_no_row() -> None:
    improve = section("upgrade", option("Fire Arrows (Rending)"), affects="all", on=["Bow"])
    loadout = make_loadout(unit(improve, arms=['5x Bow (24", A1)']), "fire-arrows")
    assert shown(loadout) == ['5x Bow (24", A1, Rending)']
    assert rules(loadout) == []


def test_upgrade_any_weapon_improves_each_once() -> None:
    improve = section("upgrade", option("Poison"), affects="any", select="exactly 1", on=["Bow"])
    subject = unit(improve, arms=['3x Bow (24", A1)'])
    assert shown(make_loadout(subject, ("poison", 2))) == ['1x Bow (24", A1)', '2x Bow (24", A1, Poison)']
    beyond = make_loadout(subject, ("poison", 4))
    assert shown(beyond) == ['3x Bow (24", A1, Poison)']
    assert shortages(beyond) == [1]


def test_upgrade_any_with_any_combines_options() -> None:
    improve = section("upgrade", option("Poison"), option("Rending"), affects="any", select="any", on=["Bow"])
    loadout = make_loadout(unit(improve, arms=['Bow (24", A1)']), "poison", "rending")
    assert shown(loadout) == ['1x Bow (24", A1, Poison, Rending)']


def test_upgrade_exactly_two_weapons_improves_two() -> None:
    improve = section("upgrade", option("Poison"), affects="exactly 2", on=["Bow"])
    loadout = make_loadout(unit(improve, arms=['3x Bow (24", A1)']), "poison")
    assert shown(loadout) == ['1x Bow (24", A1)', '2x Bow (24", A1, Poison)']


def test_upgrade_of_a_mount_adds_to_the_unit() -> None:
    mount = section("upgrade", option("Royal Snake (Tough(3), Fangs (A2))"), select="exactly 1")
    tack = section("upgrade", option("Howdah (Fearless, Bow (A1))"), on=["Royal Snake"])
    loadout = make_loadout(unit(mount, tack, size=1, rules=["Tough(3)"]), "royal-snake", "howdah")
    assert shown(loadout) == [
        "1x Fangs (A2)",
        "1x Bow (A1)",
        "1x Royal Snake (Tough(3), Fangs (A2))",
        "1x Howdah (Fearless, Bow (A1))",
    ]
    assert rules(loadout) == ["Tough(6)", "Fearless"]


def test_ratings_of_unit_mount_and_items_add_up() -> None:
    mount = section("upgrade", option("Griffon (Tough(6), Fear(2))"))
    standard = section("upgrade", option("Standard (Fear(2))"))
    loadout = make_loadout(unit(mount, standard, size=1, rules=["Tough(3)", "Fearless"]), "griffon", "standard")
    assert rules(loadout) == ["Tough(9)", "Fearless", "Fear(4)"]
    assert loadout.rating("tough") == 9


def test_added_weapon_ratings_add_up() -> None:
    oil = section("upgrade", option("Keen Edge (AP(1), Rending)"), affects="all", on=["Blade"])
    loadout = make_loadout(unit(oil, size=1, arms=["Blade (A2, AP(1), Rending)"]), "keen-edge")
    assert shown(loadout) == ["1x Blade (A2, AP(2), Rending)"]


def test_text_ratings_stay_separate() -> None:
    nest = section("upgrade", option("Nest (Spawn(Rats [3]))"))
    loadout = make_loadout(unit(nest, size=1, rules=["Spawn(Snakes [3])"]), "nest")
    assert rules(loadout) == ["Spawn(Snakes [3])", "Spawn(Rats [3])"]


def test_lowest_rating_counts_if_configured() -> None:
    armour = section("upgrade", option("Full Plate (Armor(2))"))
    loadout = make_loadout(unit(armour, size=1, rules=["Armor(3)"]), "full-plate")
    assert rules(loadout) == ["Armor(2)"]


def test_repeated_single_model_rule_counts_once() -> None:
    awe = section("upgrade", option("Fear(1)", ident="awe"), affects="any")
    assert rules(make_loadout(unit(awe, size=5, rules=["Fear(1)"]), ("awe", 3))) == ["Fear(2)"]
    assert rules(make_loadout(unit(awe, size=5, rules=["Fear(1)"]), ("awe", 5))) == ["Fear(2)"]


def test_item_on_every_model_counts_once() -> None:
    loadout = make_loadout(
        unit(section("upgrade", option("Plate (Tough(1))"), affects="all"), rules=["Tough(3)"]), "plate"
    )
    assert rules(loadout) == ["Tough(4)"]


def test_weapon_rows_are_consumed_in_order() -> None:
    swap = section("replace", option("Axe (A2)"), affects="any", on=["Blade"])
    subject = unit(swap, arms=["2x Blade (A1)", "3x Blade (A1, Rending)"])
    assert shown(make_loadout(subject, ("axe", 3))) == ["2x Blade (A1, Rending)", "3x Axe (A2)"]


def test_chain_of_three_replacements() -> None:
    first = section("replace", option("Axe (A2)"), on=["Blade"])
    second = section("replace", option("Great Axe (A3)"), on=["Axe"])
    third = section("upgrade", option("Rending"), on=["Great Axe"])
    subject = unit(first, second, third, size=1, arms=["Blade (A1)"])
    assert shown(make_loadout(subject, "axe", "great-axe", "rending")) == ["1x Great Axe (A3, Rending)"]


def test_dependent_pick_without_supplier_is_an_error() -> None:
    first = section("replace", option("Axe (A2)"), on=["Blade"])
    second = section("replace", option("Great Axe (A3)"), on=["Axe"])
    loadout = make_loadout(unit(first, second, size=1, arms=["Blade (A1)"]), "great-axe")
    assert shown(loadout) == ["1x Blade (A1)"]
    [trouble] = loadout.errors
    assert isinstance(trouble, MissingUpgradeTarget)
    assert (trouble.upgrade.option, trouble.target.name) == ("great-axe", "Axe")


def test_order_matters() -> None:
    some = section("replace", option("Axe (A2)"), affects="any", on=["Blade"])
    every = section("replace", option("Pike (A1)"), affects="all", on=["Blade"])
    subject = unit(some, every, arms=["5x Blade (A1)"])
    assert shown(make_loadout(subject, ("axe", 2), "pike")) == ["2x Axe (A2)", "3x Pike (A1)"]
    swapped = make_loadout(subject, "pike", "axe")
    assert shown(swapped) == ["5x Pike (A1)"]
    assert [type(trouble) for trouble in swapped.errors] == [MissingUpgradeTarget]


def test_replaced_item_takes_its_weapons() -> None:
    swap = section("replace", option("Drake (Claws (A4))"), on=["Horse"])
    subject = unit(swap, size=1, arms=["Sword (A2)", "Horse (Fast, Hooves (A1))"])
    loadout = make_loadout(subject, "drake")
    assert shown(loadout) == ["1x Sword (A2)", "1x Claws (A4)", "1x Drake (Claws (A4))"]
    assert rules(loadout) == []


def test_replaced_items_take_all_their_weapons() -> None:
    swap = section("replace", option("Axe (A2)"), affects="all", on=["Horses"])
    subject = unit(swap, size=3, arms=["3x Horse (2x Hooves (A1))"])
    assert shown(make_loadout(subject, "axe")) == ["3x Axe (A2)"]


def test_item_and_weapon_may_share_a_name() -> None:
    swap = section("replace", option("Axe (A2)"), on=["2x Claw"])
    subject = unit(swap, size=1, arms=["Claw (Claw (A1))"])
    assert shown(make_loadout(subject, "axe")) == ["1x Axe (A2)"]


def test_a_weapon_from_a_mount_can_be_swapped() -> None:
    mount = section("upgrade", option("Drake (Claws (A4))"))
    swap = section("replace", option("Spikes (A5)"), on=["Claws"])
    loadout = make_loadout(unit(mount, swap, size=1), "drake", "spikes")
    assert shown(loadout) == ["1x Spikes (A5)", "1x Drake (Claws (A4))"]


def test_targets_ignore_plural_and_case() -> None:
    for weapon, written in [
        ("Knife", "knives"),
        ("Staff", "Staves"),
        ("Hand Weapon", "HAND WEAPONS"),
        ("Pony", "ponies"),
    ]:
        swap = section("replace", option("Axe (A2)"), on=[written])
        assert shown(make_loadout(unit(swap, size=1, arms=[f"{weapon} (A1)"]), "axe")) == ["1x Axe (A2)"]


def test_prices_may_be_zero_or_negative() -> None:
    subject = unit(section("upgrade", option("Free", 0), option("Rusty", -15)))
    assert make_loadout(subject, "free").cost == 100
    assert make_loadout(subject, "rusty").cost == 85


def test_a_mount_changes_the_base() -> None:
    horse = Item("Horse", base=BaseSize(round="60x35mm"))
    mount = section("upgrade", replace(option("Horse (Fast)"), gains=(EquipmentCount(1, horse),)))
    assert make_loadout(unit(mount, size=1), "horse").base == BaseSize(round="60x35mm")


def test_starting_mount_sets_the_base() -> None:
    own, large = BaseSize(round="25mm"), BaseSize(round="60x35mm")
    horse, rope = EquipmentCount(1, Item("Horse", base=large)), EquipmentCount(1, Item("Rope"))
    assert make_loadout(replace(unit(), base=own, equipment=(rope, horse, rope))).base == large
    assert make_loadout(replace(unit(), base=None, equipment=(horse,))).base == large
    assert make_loadout(replace(unit(), base=own, equipment=(rope,))).base == own


def test_invalid_picks_are_errors() -> None:
    left = section("upgrade", option("Left (A1)", ident="blade"))
    right = section("replace", option("Right (A1)", ident="blade"), on=["Left"])
    loadout = make_loadout(unit(left, right), "nothing", "blade", "upgrade-blade/blade")
    assert [type(trouble) for trouble in loadout.errors] == [UnknownUpgrade, AmbiguousUpgrade]
    assert shown(loadout) == ["1x Left (A1)"]
    many = make_loadout(unit(section("upgrade", option("Flag"))), ("flag", 0), ("flag", -1), ("flag", 1000))
    assert [type(trouble) for trouble in many.errors] == [InvalidUpgradeCount] * 3
    assert many.cost == 100


def test_per_model_replacement_takes_one_target() -> None:
    guns = (option('Ravager (18", A3)'), option('Spitter (24", A1)'))
    claws = section("replace", *guns, affects="exactly 1", select="any", on=["Claws"], model=True)
    subject = unit(claws, size=3, arms=["6x Claws (A2)"])
    loadout = make_loadout(subject, ("ravager", 2), "spitter")
    assert shown(loadout) == ["3x Claws (A2)", '2x Ravager (18", A3)', '1x Spitter (24", A1)']
    assert not loadout.errors


def test_per_model_replacement_gives_one_models_gains() -> None:
    coils = section("replace", option("2x Fangs (A2)"), select="any", on=["Coil"], model=True)
    subject = unit(coils, size=3, arms=["3x Coil (A3)"])
    assert shown(make_loadout(subject, ("fangs", 2))) == ["1x Coil (A3)", "4x Fangs (A2)"]


def test_attachment_needs_and_keeps_its_target() -> None:
    mods = (option('Flamer-Mod (12", A1)'), option('Plasma-Mod (24", A1)'))
    swap = section("replace", option("Fist (A3)"), affects="any", on=["Rifle"])
    attach = section("attachment", *mods, affects="exactly 1", select="any", on=["Rifle"], model=True)
    subject = unit(swap, attach, size=3, arms=['3x Rifle (24", A1)'])
    loadout = make_loadout(subject, "flamer-mod", "plasma-mod", "plasma-mod")
    assert shown(loadout) == ['3x Rifle (24", A1)', '1x Flamer-Mod (12", A1)', '2x Plasma-Mod (24", A1)']
    assert not loadout.errors
    short = make_loadout(subject, ("fist", 2), "flamer-mod", "plasma-mod")
    assert [(trouble.upgrade.option, type(trouble)) for trouble in short.errors] == [
        ("plasma-mod", MissingUpgradeTarget)
    ]


def test_upgrade_any_of_several_arms_each_target_once() -> None:
    fists = section("upgrade", option("Flamer (A1)"), affects="any", select="exactly 1", on=["Fist"])
    subject = unit(fists, size=1, arms=["2x Fist (A4)"])
    assert shown(make_loadout(subject, ("flamer", 2))) == ["2x Fist (A4)", "2x Flamer (A1)"]
    assert shortages(make_loadout(subject, ("flamer", 3))) == [1]


def test_exhausted_target_is_noticed() -> None:
    subject = unit(
        section("replace", option("Axe (A2)"), on=["Blade"]),
        section("replace", option("Sling (A1)"), on=["Bow"]),
        section("replace", option("Mace (A2)"), on=["Blade"]),
        size=1,
        arms=["Blade (A1)", "Bow (A1)"],
    )
    assert shortages(make_loadout(subject, "axe", "sling", "mace")) == [1]


def test_rule_gains_of_upgrades() -> None:
    command = section("upgrade", option("Sergeant"), option("Banner"), affects="up_to 3", select="exactly 1")
    subject = unit(command, section("upgrade", option("Crest (Brave)")), size=1, rules=["Brave"])
    assert tuple(rule_gains(subject, make_loadout(subject))) == (frozenset(), False)
    assert tuple(rule_gains(subject, make_loadout(subject, "sergeant"))) == ({"sergeant"}, False)
    assert tuple(rule_gains(subject, make_loadout(subject, "sergeant", "banner"))) == ({"sergeant", "banner"}, False)
    assert rule_gains(subject, make_loadout(subject, ("sergeant", 2))).repeated
    assert rule_gains(subject, make_loadout(subject, "crest")).repeated, "in its profile"


def test_bare_rule_gains_count_per_model() -> None:
    alone = unit(section("upgrade", option("Tough(2)")), size=1)
    assert rules(make_loadout(alone, "tough")) == ["Tough(2)"]
    twice = unit(section("upgrade", option("2x Tough(2)"), affects="all"), size=5)
    assert rules(make_loadout(twice, "tough")) == ["Tough(4)"], "two for each model"


def test_each_of_several_items_brings_its_weapons() -> None:
    subject = unit(section("upgrade", option("2x Wagon (2x Gun (A1))")), size=1)
    assert shown(make_loadout(subject, "wagon"))[0] == "4x Gun (A1)"


def test_gain_with_a_weapon_improves_nothing() -> None:
    subject = unit(section("upgrade", option(["Deadly(2)", "Knife (A1)"]), on=["Bow"]), size=1, arms=["Bow (A1)"])
    loadout = make_loadout(subject, "deadly")
    assert shown(loadout) == ["1x Bow (A1)", "1x Knife (A1)"]
    assert rules(loadout) == ["Deadly(2)"]
