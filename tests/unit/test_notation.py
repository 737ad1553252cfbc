"""The rulebook's notation, read and written."""

from __future__ import annotations

import pytest

from listbuilder.model import (
    EquipmentCount,
    Item,
    ItemWeapon,
    RuleRef,
    Weapon,
    build_rule_ref,
    build_unit_ref,
    normalise_name,
    slugify,
    split_unit_ref,
)
from listbuilder.model.notation import (
    NotationError,
    format_equipment_count,
    parse_equipment_count,
    parse_notation,
    parse_rule,
)


def test_a_melee_weapon() -> None:
    assert parse_notation("Great Weapon (A2, AP(2))") == Weapon("Great Weapon", 2, 0, (build_rule_ref("AP", 2),))


def test_shooting_weapons_with_a_count() -> None:
    assert parse_equipment_count('2x Longbow (30", A1, Rending)') == EquipmentCount(
        2, Weapon("Longbow", 1, 30, (build_rule_ref("Rending"),))
    )


@pytest.mark.parametrize("reach", ["30", '30"', "30”", "30 hex", "30hex"])
def test_ranges_in_inches_or_hexes(reach: str) -> None:
    weapon = parse_notation(f"Bow ({reach}, A1)")
    assert isinstance(weapon, Weapon)
    assert weapon.range == 30


def test_a_dash_means_melee() -> None:
    assert parse_notation("Axe (-, A2)") == Weapon("Axe", 2)


def test_an_item_with_rules_and_a_weapon() -> None:
    horse = Item(
        "War Horse", (build_rule_ref("Fast"), build_rule_ref("Impact", 1)), (ItemWeapon(2, Weapon("Hooves", 1)),)
    )
    assert parse_notation("War Horse (Fast, Impact(1), 2x Hooves (A1))") == horse


def test_rules_with_numbers_words_and_brackets() -> None:
    assert parse_rule("Tough(3)") == RuleRef(slugify("Tough"), "Tough", 3)  # type: ignore[arg-type]
    assert parse_rule("Spawn(Snakes [3])").rating == "Snakes [3]"
    assert parse_rule("Fearless").label == "Fearless"


@pytest.mark.parametrize(
    "text", ["", "Bow (A1", "Bow A1)", "Tough(", "Sword (A1))(", "Cart (Wheel (Nail (A1)))", "(A1)"]
)
def test_invalid_notation_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_equipment_count(text)


@pytest.mark.parametrize(
    "text",
    [
        "Fearless",
        "Tough(3)",
        "Axe (A2)",
        '3x Bow (24", A1, AP(1), Poison)',
        "Drake (Tough(6), 2x Claws (A4, AP(1)))",
        "War Horse (Fast)",
    ],
)
def test_notation_round_trips(text: str) -> None:
    assert format_equipment_count(parse_equipment_count(text)) == text


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Hit & Run", "hit-and-run"),
        ("Dragon’s Breath", "dragons-breath"),
        ("Ärger", "arger"),
        ("A+", "a-plus"),
        ("--", ""),
    ],
)
def test_ids_of_names(name: str, expected: str) -> None:
    assert slugify(name) == expected


def test_unit_references_round_trip() -> None:
    assert split_unit_ref(build_unit_ref("free-cities", "pikemen")) == ("free-cities", "pikemen")
    assert split_unit_ref("pikemen") == ("", "pikemen")


@pytest.mark.parametrize(
    ("singular", "many"),
    [
        ("Knife", "Knives"),
        ("Staff", "Staves"),
        ("Hand Weapon", "hand weapons"),
        ("Pony", "Ponies"),
        ("Axe", "Axes"),
        ("Hoof", "Hooves"),
    ],
)
def test_singular_and_plural_are_one_target(singular: str, many: str) -> None:
    assert normalise_name(singular) == normalise_name(many)


@pytest.mark.parametrize(("name", "other"), [("Cutlass", "Cutla"), ("Bow", "Crossbow"), ("Claw", "Claws of Ice")])
def test_different_names_stay_different(name: str, other: str) -> None:
    assert normalise_name(name) != normalise_name(other)


@pytest.mark.parametrize("text", ["{}x Pike (A1)", "Pike (A{})", 'Pike ({}", A1)', "Pike (A1, AP({}))", "Tough({})"])
def test_huge_numbers_are_not_notation(text: str) -> None:
    try:
        stack = parse_equipment_count(text.format("9" * 5_000))
    except NotationError:
        return
    assert "9" * 5_000 in format_equipment_count(stack), "the number is lost"
