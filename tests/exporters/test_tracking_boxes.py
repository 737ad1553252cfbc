"""The boxes of a unit are its models as they stand, and half strength is where the game tests its nerve."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.model import ArmyList, Entry
from listbuilder.sheet import SheetUnit
from tests.exporters.sheet_samples import ARMY, document, entry

LOSSES = ("models", "tough", "wounds")


def boxes(*entries: Entry, key: str = "a") -> tuple[SheetUnit, dict[str, tuple[list[int], int]]]:
    found = document(army=army(*entries)).sheet.units[0]
    chosen = found if found.key == key else found.joined[0]
    return chosen, {
        one.id: ([len(group) for group in one.groups], one.half) for one in chosen.boxes if one.id in LOSSES
    }


def army(*entries: Entry) -> ArmyList:
    return replace(ARMY, entries=entries)


def test_one_tough_model_makes_no_tough_unit():
    found, counted = boxes(entry("a", "ratmen", "weapon-team"))
    assert counted == {"models": ([5, 4], 5), "tough": ([3], 0)}
    assert [rule.text for rule in found.rules] == []
    assert [item.gives for item in found.items] == ["Tough(3), Gun (A3)"]
    assert {stat.id: stat.value for stat in found.stats}["tough"] == "\N{EN DASH}/3"
    assert {stat.id: stat.value for stat in found.stats}["wounds"] == "12"


def test_half_strength_counts_the_heroes_in_the_unit():
    alone = boxes(entry("a", "bowmen"))[1]
    assert alone == {"models": ([5], 3)}
    host = boxes(entry("a", "mire-troll"), entry("b", "champion", joins="a"))[1]
    assert host == {"tough": ([3, 3, 3], 6)}
    hero = boxes(entry("a", "mire-troll"), entry("b", "champion", joins="a"), key="b")[1]
    assert hero == {"tough": ([3], 0)}


def test_a_single_model_is_at_half_by_its_own_wounds():
    assert boxes(entry("a", "champion"))[1] == {"tough": ([3], 2)}
