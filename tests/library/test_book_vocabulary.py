"""The vocabulary of a book: names of units, weapons and rules as texts write them."""

from __future__ import annotations

import pytest

from listbuilder.library import Library
from listbuilder.library.build_faction import build_faction
from listbuilder.library.compile_faction import compile_faction
from listbuilder.model import Faction, Thing, target_key

BOOK = {
    "format": 1,
    "id": "mine",
    "systems": ["aof-3.5"],
    "version": "1",
    "name": "Mine",
    "units": [
        {
            "id": "a",
            "name": {"en": "Old Knives"},
            "size": 5,
            "quality": 4,
            "defense": 4,
            "cost": 50,
            "rules": ["Fearless"],
            "weapons": ["Sword (A1, Poison)"],
            "items": ["Cloak (Stealth)"],
        },
        {"id": "b", "name": "Old Knife", "size": 1, "quality": 4, "defense": 4, "cost": 50, "upgrades": ["arms"]},
    ],
    "packages": {
        "arms": [
            {
                "id": "s",
                "options": [
                    {"id": "boar", "gain": ["Boar (Swift, Tusks (A2, Rending))"], "cost": 5},
                    {"id": "brave", "gain": ["Brave"], "cost": 5},
                ],
            }
        ]
    },
}


def made(library: Library) -> Faction:
    return build_faction(compile_faction(BOOK, library.loader.glossary(BOOK), {}), "0" * 64)


def test_units_are_found_by_singular_and_plural(library: Library) -> None:
    found = made(library)
    assert [unit.id for unit in found.units_named(target_key("Old Knife"))] == ["a", "b"]
    assert found.units_named(target_key("Old Spoon")) == []


def test_book_vocabulary_covers_units_gear_and_options(library: Library) -> None:
    found = made(library)
    assert found.weapon_keys == {target_key(name) for name in ("Sword", "Tusks")}
    rules = ("Fearless", "Poison", "Stealth", "Swift", "Rending", "Brave")
    assert found.rule_keys == {target_key(name) for name in rules}


def test_every_bundled_book_finds_its_own_names(library: Library) -> None:
    for header in library.factions("aof-3.5"):
        book = library.faction(header.id, header.systems[0], header.version)
        things: list[Thing] = [*(rule for unit in book.units.values() for rule in unit.rules)]
        for unit in book.units.values():
            assert unit in book.units_named(target_key(unit.name.en))
            things += [stack.thing for stack in unit.equipment]
            things += [stack.thing for section in unit.sections for option in section.options for stack in option.gains]
        assert book.weapon_keys >= {weapon.key for thing in things for weapon in thing.arms}
        assert book.rule_keys >= {rule.key for thing in things for rule in thing.every_rule}


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)
