"""Model groups: gear goes to the last models, plain models die first and heroes last."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.model import Entry, EntryId, Half, RosterEntry, System, Unit, Upgrade
from listbuilder.odds.combatant import Combatant, build_combatant
from listbuilder.rules.roster_builder import build_roster_entry
from tests.odds.fighters import all_rules, build_party, game, join_parties, library
from tests.unit.making import faction, option, section, unit

BANNER = section("upgrade", option("Flag (Banner)"), affects="exactly 1")
TOUGH = section("upgrade", option("Tough(3)"), affects="all")
HARD = section("upgrade", option("Tough(2)"), affects="any")


def build_entry(subject: Unit, *picks: str | tuple[str, int], combined: tuple[str, ...] | None = None) -> RosterEntry:
    written = tuple(Upgrade(pick) if isinstance(pick, str) else Upgrade(*pick) for pick in picks)
    half = None if combined is None else Half(tuple(map(Upgrade, combined)))
    entry = Entry(id=EntryId("a"), unit=subject.ref, upgrades=written, combined=half)
    return build_roster_entry(entry, subject, faction(subject), game())


def party(entry: RosterEntry, *heroes: RosterEntry, system: System | None = None) -> Combatant:
    return build_combatant(entry, system or game(), all_rules().get, heroes=heroes)


def ranks(combatant: Combatant) -> list[tuple[int, int, list[str], list[str]]]:
    """Return models, wounds, weapons and rules of each group."""
    return [
        (
            rank.models,
            rank.wounds,
            [f"{count}x {weapon.name}" for count, weapon in rank.weapons],
            [rule.label for rule in rank.rules],
        )
        for rank in combatant.groups
    ]


def test_identical_models_form_one_group():
    combatant = party(build_entry(unit(arms=["5x Sword (A1)"], rules=["Furious"])))
    assert ranks(combatant) == [(5, 1, ["1x Sword"], ["Furious"])]
    assert (combatant.name, combatant.cost, combatant.models) == ("Subject", 100, 5)
    assert (combatant.groups[0].quality, combatant.groups[0].defense, combatant.groups[0].hero) == (4, 4, False)


def test_surplus_equipment_goes_to_last_models():
    combatant = party(build_entry(unit(arms=["10x Sword (A1)", "1x Horn (A2)"])))
    assert ranks(combatant) == [(4, 1, ["2x Sword"], []), (1, 1, ["1x Horn", "2x Sword"], [])]


def test_scarce_stacks_go_to_different_models():
    combatant = party(build_entry(unit(arms=["5x Sword (A1)", "1x Horn (A2)", "2x Axe (A2)"])))
    assert ranks(combatant) == [
        (2, 1, ["1x Sword"], []),
        (2, 1, ["1x Axe", "1x Sword"], []),
        (1, 1, ["1x Horn", "1x Sword"], []),
    ]
    around = party(build_entry(unit(size=2, arms=["1x Horn (A2)", "1x Axe (A2)", "1x Bow (A2)", "2x Sword (A1)"])))
    assert sum(rank.models for rank in around.groups) == 2
    assert sorted(name for rank in ranks(around) for name in rank[2]) == [
        "1x Axe",
        "1x Bow",
        "1x Horn",
        "1x Sword",
        "1x Sword",
    ]


def test_equipped_models_die_after_plain_ones():
    combatant = party(build_entry(unit(BANNER, arms=["5x Sword (A1)"]), "flag"))
    assert ranks(combatant) == [(4, 1, ["1x Sword"], []), (1, 1, ["1x Sword"], ["Banner"])]


def test_item_weapons_stay_with_the_item():
    mount = section("upgrade", option("Wolf (Fast, Bite (A3))"), affects="exactly 1")
    combatant = party(build_entry(unit(mount, arms=["5x Sword (A1)"]), "wolf"))
    assert ranks(combatant) == [(4, 1, ["1x Sword"], []), (1, 1, ["1x Bite", "1x Sword"], ["Fast"])]


def test_upgrades_are_distributed_by_scope():
    arms = ["5x Sword (A1)"]
    assert ranks(party(build_entry(unit(TOUGH, arms=arms), "tough"))) == [(5, 3, ["1x Sword"], ["Tough(3)"])]
    assert ranks(party(build_entry(unit(HARD, arms=arms), ("tough", 2)))) == [
        (3, 1, ["1x Sword"], []),
        (2, 2, ["1x Sword"], ["Tough(2)"]),
    ]


def test_weapon_upgrades_stay_on_the_weapon():
    sharper = section("upgrade", option("AP(1)"), affects="all", on=["Sword"])
    (rank,) = party(build_entry(unit(sharper, arms=["5x Sword (A1)"]), "ap")).groups
    assert [rule.label for rule in rank.rules] == []
    assert [rule.label for _, weapon in rank.weapons for rule in weapon.rules] == ["AP(1)"]


def test_single_model_has_all_upgrades():
    subject = unit(HARD, size=1, arms=["1x Sword (A1)"], rules=["Tough(3)"])
    assert ranks(party(build_entry(subject, "tough"))) == [(1, 5, ["1x Sword"], ["Tough(3)", "Tough(2)"])]


def test_combined_halves_die_as_one_unit():
    subject = unit(BANNER, arms=["5x Sword (A1)"])
    combatant = party(build_entry(subject, "flag", combined=()))
    assert [(rank.models, [rule.label for rule in rank.rules]) for rank in combatant.groups] == [
        (9, []),
        (1, ["Banner"]),
    ]


def test_heroes_die_last():
    brutes = build_entry(unit(arms=["3x Club (A1)"], size=3, rules=["Tough(3)"]))
    hero = build_entry(unit(size=1, arms=["1x Sword (A1)"], rules=["Hero"]))
    combatant = party(brutes, hero)
    assert [(rank.models, rank.wounds, rank.hero) for rank in combatant.groups] == [(3, 3, False), (1, 1, True)]
    assert combatant.cost == brutes.cost + hero.cost
    assert combatant.capacities == (3, 3, 3, 1)


def test_tougher_models_die_later():
    combatant = party(build_entry(unit(HARD, arms=["5x Sword (A1)", "1x Horn (A1)"]), "tough"))
    assert [rank.wounds for rank in combatant.groups][-1] == 2


def test_systems_own_wound_field_is_used():
    field = next(header for header in library().systems() if library().system(header.id).wounds_field)
    system = library().system(field.id)
    own = replace(unit(size=1, rules=["Tough(3)"], arms=["1x Sword (A1)"]), fields={system.wounds_field or "": 7})
    assert party(build_entry(own), system=system).groups[0].wounds == 7
    assert party(build_entry(replace(own, fields={})), system=system).groups[0].wounds == 3


def test_combatant_uses_the_custom_name():
    subject = unit(arms=["5x Sword (A1)"])
    named = replace(build_entry(subject), entry=Entry(id=EntryId("a"), unit=subject.ref, name="The Lads"))
    assert build_combatant(named, game(), all_rules().get, "de").name == "The Lads"
    assert build_combatant(build_entry(subject), game(), all_rules().get, "de").name == "Subjekt"


def test_rules_and_weapons_are_translated():
    party_of_one = replace(build_party(), translate_weapon=lambda name, language: f"{name} ({language})")
    assert party_of_one.display_name("Fear(2)", "de") == "Furcht(2)"
    assert party_of_one.display_name("Sword", "de") == "Sword (de)"
    assert build_party().display_name("Sword", "de") == "Sword"


def test_last_model_collects_markers():
    skirmish = library().system("aofs-3.5")
    assert build_party().capacities_in(game()) == (1,)
    assert build_party(3).capacities_in(skirmish) == (1, 1, 5)
    assert build_party().after_losses(0, 2).capacities_in(skirmish) == (3,)
    assert build_party(2, tough=3).after_losses(0, 2).capacities_in(skirmish) == (1, 7)


def test_groups_without_models_are_gone():
    party = join_parties(build_party(2), build_party(3, tough=3)).after_losses(2)
    assert [group.models for group in party.groups] == [3]
