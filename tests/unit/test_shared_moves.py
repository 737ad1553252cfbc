"""Moves that a hero or a musician gives to the whole unit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Moves, UnitRef, Upgrade
from listbuilder.model.notation import parse_rule
from listbuilder.rules.moves import companions, entry_moves


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


def group(library: Library, *entries: Entry) -> dict[str, Moves | None]:
    """Build a unit of several entries; return the moves of each."""
    roster = library.roster(ArmyList(name="x", system=library.system("aof-3.5").id, entries=entries))
    return {
        entry.id: entry_moves(entry, roster.system, roster.factions[entry.unit.faction], companions(entry, roster))
        for entry in roster.entries
    }


def entry(key: str, unit: str, *picks: str, joins: str | None = None) -> Entry:
    host = EntryId(joins) if joins is not None else None
    return Entry(id=EntryId(key), unit=UnitRef(unit), upgrades=tuple(map(Upgrade, picks)), joins=host)


def test_movement_rules_are_shared_with_attached_heroes(library: Library):
    host = entry("host", "human-empire/infantrymen", "musician")
    captain = entry("hero", "human-empire/champion", joins="host")
    assert group(library, host, captain) == {"host": Moves(7, 13, 13), "hero": Moves(7, 13, 13)}
    alone = entry("host", "dark-elves/dark-warriors")
    tyrant = entry("hero", "dark-elves/dark-captain", "dark-tyrant", joins="host")
    assert group(library, alone, tyrant) == {"host": Moves(6, 12, 16), "hero": Moves(6, 12, 16)}


def test_rule_also_given_by_aura_counts_once(library: Library):
    system, book = library.system("aof-3.5"), library.faction("high-elves", "aof-3.5")
    army = ArmyList(name="x", system=system.id, entries=(entry("a", "high-elves/high-noble"),))
    (noble,) = library.roster(army).entries
    rules = tuple(map(parse_rule, ("Highborn", "Highborn Boost", "Highborn Boost Aura")))
    lord = replace(noble, halves=tuple(half.with_rules(rules) for half in noble.halves))
    assert entry_moves(noble, system, book) == Moves(8, 14, 14)
    assert entry_moves(lord, system, book) == Moves(10, 16, 16)


def test_members_of_a_unit(library: Library):
    """Two heroes in a unit move with it; a hero attached to a missing unit moves alone."""
    entries = (
        entry("host", "human-empire/infantrymen"),
        entry("first", "human-empire/champion", joins="host"),
        entry("second", "human-empire/champion", joins="host"),
        entry("lost", "human-empire/champion", joins="nobody"),
        entry("other", "human-empire/infantrymen"),
    )
    roster = library.roster(ArmyList(name="x", system=library.system("aof-3.5").id, entries=entries))
    companion_ids = {entry.id: [other.id for other in companions(entry, roster)] for entry in roster.entries}
    assert companion_ids == {
        "host": ["first", "second"],
        "first": ["host", "second"],
        "second": ["host", "first"],
        "lost": [],
        "other": [],
    }
