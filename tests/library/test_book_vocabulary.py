"""The vocabulary of a book: names of units, weapons and rules as texts write them."""

from __future__ import annotations

import pytest

from listbuilder.library import Library
from listbuilder.library.build_faction import build_faction, compile_faction
from listbuilder.model import Equipment, Faction, normalise_name

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


def build_book(library: Library) -> Faction:
    return build_faction(compile_faction(BOOK, library.loader.build_glossary(BOOK), {}), "0" * 64)


def test_units_are_found_by_singular_and_plural(library: Library) -> None:
    faction = build_book(library)
    assert [unit.id for unit in faction.find_units_by_name(normalise_name("Old Knife"))] == ["a", "b"]
    assert faction.find_units_by_name(normalise_name("Old Spoon")) == []


def test_book_vocabulary_covers_units_gear_and_options(library: Library) -> None:
    faction = build_book(library)
    assert faction.weapon_keys == {normalise_name(name) for name in ("Sword", "Tusks")}
    rules = ("Fearless", "Poison", "Stealth", "Swift", "Rending", "Brave")
    assert faction.rule_keys == {normalise_name(name) for name in rules}


def test_every_bundled_book_finds_its_own_names(library: Library) -> None:
    for header in library.factions("aof-3.5"):
        book = library.faction(header.id, header.systems[0], header.version)
        things: list[Equipment] = [*(rule for unit in book.units.values() for rule in unit.rules)]
        for unit in book.units.values():
            assert unit in book.find_units_by_name(normalise_name(unit.name.en))
            things += [stack.equipment for stack in unit.equipment]
            things += [
                stack.equipment for section in unit.sections for option in section.options for stack in option.gains
            ]
        assert book.weapon_keys >= {weapon.key for part in things for weapon in part.all_weapons}
        assert book.rule_keys >= {rule.key for part in things for rule in part.all_rules}


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)
