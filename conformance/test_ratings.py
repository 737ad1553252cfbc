"""Ratings of real units, mounts and items add up as in Army Forge."""

from __future__ import annotations

import pytest

from listbuilder.library import Library
from listbuilder.model import FactionId, SystemId, UnitId, Upgrade
from listbuilder.rules.loadout import build_loadout
from listbuilder.rules.rule_ratings import find_stacking

RATINGS = {
    "saurians/frog-mage + enlightened-mage": {"caster": 4},
    "saurians/frog-mage + ancient-palanquin, enlightened-mage": {"caster": 5},
    "saurians/frog-mage + queztalcoatl": {"fear": 4},
    "human-empire/battle-master + griffon, army-standard-bearer": {"fear": 4},
    "dwarves/dwarf-champion + doom-cart, rune-lord": {"caster": 3},
    "eternal-wardens/eternal-lord + great-dragon, army-standard-bearer": {"fear": 5},
    "mummified-undead/royal-champion + skeleton-beast, army-standard-bearer": {"fear": 5},
    "orcs/brute-orc-boss + great-wyvern": {"armor": 3},
    "orcs/orc-boss + wyvern, army-standard-bearer": {"armor": 3, "fear": 4},
}


@pytest.mark.parametrize("written", RATINGS)
def test_ratings_of_real_units(written: str, library: Library) -> None:
    name, _, options = written.partition(" + ")
    book, _, unit = name.partition("/")
    faction = library.faction(FactionId(book), SystemId("aof-3.5"))
    stacking = find_stacking(library.system(SystemId("aof-3.5")), faction)
    loadout = build_loadout(faction.units[UnitId(unit)], [Upgrade(option) for option in options.split(", ")], stacking)
    assert not loadout.errors
    assert {rule: loadout.rating(rule) for rule in RATINGS[written]} == RATINGS[written]
