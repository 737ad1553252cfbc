"""Converting resolved lists of earlier years to the current shape."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.importers.army_forge.saved.tabletop_export import normalise_units


def normalise_unit(**unit: object) -> dict[str, Any]:
    [normalised] = normalise_units([unit])
    assert isinstance(normalised, dict)
    return normalised


def test_non_list_units_are_empty() -> None:
    assert normalise_units({"units": 1}) == []
    assert normalise_units([1, None, "x"]) == [1, None, "x"]


def test_old_equipment_fields_are_converted() -> None:
    sword, shield = {"name": "Sword"}, {"name": "Shield", "content": []}
    normalised = normalise_unit(equipment=[sword, shield, "odd"], specialRules=["Fear"])
    assert [stack["name"] for stack in normalised["weapons"]] == ["Sword"]
    assert [stack["name"] for stack in normalised["items"]] == ["Shield"]
    assert normalised["rules"] == ["Fear"]


def test_current_shape_is_unchanged() -> None:
    normalised = normalise_unit(
        equipment=[{"name": "Sword"}], weapons=[{"name": "Axe", "count": 2}], rules=["A"], specialRules=["B"]
    )
    assert normalised["weapons"] == [{"name": "Axe", "count": 2}]
    assert "items" not in normalised
    assert normalised["rules"] == ["A"]


def test_stacks_keep_their_original_count() -> None:
    normalised = normalise_unit(weapons=[{"count": 2, "originalCount": 5}, {"count": 3}, {}, "odd"])
    assert normalised["weapons"] == [{"count": 5, "originalCount": 5}, {"count": 3}, {"count": 1}, "odd"]


def convert_gains(
    size: object, count: object, carried: list[object] | None = None, affects: object = "all", name: str = "Spear"
) -> object:
    """Return the count of a pick for all models if the export states this total."""
    pick = {"upgrade": {"affects": {"type": affects}}, "option": {"gains": [{"name": "Spear", "count": count}, "odd"]}}
    loadout = [{"name": name, "count": number} for number in carried or []]
    normalised = normalise_unit(size=size, selectedUpgrades=[pick], loadout=[*loadout, "odd"])
    gains = normalised["selectedUpgrades"][0]["option"]["gains"]
    assert gains[1] == "odd"
    return gains[0]["count"]


@pytest.mark.parametrize(
    ("size", "count", "carried", "expected"),
    [
        (5, 5, [5], 1),
        (5, 10, [10], 2),
        (5, 5, [25], 5),
        (5, 5, [24], 1),
        (5, 5, [20, 5], 5),
        (5, 5, [20, None], 1),
        (2, 2, [3, None], 2),
        (2, 2, [2, None], 1),
        (5, 4, [], 4),
        (5, 6, [], 6),
        (5, 1, [5], 1),
        (1, 3, [3], 3),
        (1000, 1000, [1000], 1),
        (1001, 1001, [], 1001),
        ("5", "5", [5], 1),
        ("x", 5, [5], 5),
        (5, 0, [], 0),
        (5, None, [], None),
    ],
)
def test_totals_are_divided_by_models(size: object, count: object, carried: list[object], expected: object) -> None:
    assert convert_gains(size, count, carried) == expected


def test_only_equipment_of_all_models_is_divided() -> None:
    assert convert_gains(5, 5, [5], affects="any") == 5
    assert convert_gains(5, 5, [25], name="Bow") == 1


@pytest.mark.parametrize(
    "pick",
    [
        "odd",
        {"upgrade": 1, "option": {"gains": [{"count": 5}]}},
        {"upgrade": {"affects": {"type": "all"}}, "option": 1},
        {"upgrade": {"affects": {"type": "all"}}, "option": {"gains": 1}},
        {"upgrade": {"affects": "all"}, "option": {"gains": [{"count": 5}]}},
    ],
)
def test_malformed_picks_are_kept(pick: object) -> None:
    assert normalise_unit(size=5, selectedUpgrades=[pick])["selectedUpgrades"] == [pick]


def test_stringified_objects_are_parsed() -> None:
    normalised = normalise_unit(weapons=["@{name=Bow; range=24; note=a=b; =x}"], name="@{", other="x@{name=1}")
    assert normalised["weapons"] == [{"name": "Bow", "range": "24", "note": "a=b", "count": 1}]
    assert (normalised["name"], normalised["other"]) == ("@{", "x@{name=1}")


@pytest.mark.parametrize(("depth", "read"), [(1, True), (38, True), (39, False)])
def test_stringified_objects_have_a_depth_limit(depth: int, read: bool) -> None:
    value: object = "@{a=1}"
    for _ in range(depth):
        value = [value]
    parsed: Any = normalise_unit(deep=value)["deep"]
    for _ in range(depth):
        [parsed] = parsed
    assert parsed == ({"a": "1"} if read else "@{a=1}")
