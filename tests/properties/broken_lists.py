"""Broken lists: random armies of the bundled factions, without any limits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from string import ascii_lowercase

from listbuilder.model import ArmyList, BookPin, Entry, EntryId, Faction, FactionId, Half, Roster, System, Unit, Upgrade
from listbuilder.rules.roster_builder import build_roster
from tests.properties.strategies import library

_SIZES = (None, 250, 500, 750, 1000, 1500, 2000)


@cache
def tables() -> tuple[tuple[System, Faction], ...]:
    """Return every bundled faction with each of its systems."""
    return tuple(
        (library().system(system), library().faction(header.id, system))
        for header in library().factions()
        for system in header.systems
    )


def broken_lists(seed: int, number: int) -> Iterator[Roster]:
    """Return this many lists, most of them illegal."""
    for index in range(number):
        yield broken_list(Random(f"{seed}/{index}"))  # not used for secrets


def broken_list(random: Random) -> Roster:
    """Build a list at random."""
    system, faction = random.choice(tables())
    units = random.sample(list(faction.units.values()), min(len(faction.units), random.randint(1, 4)))
    entries: list[Entry] = []
    for index in range(random.randint(1, 9)):
        entries.append(_entry(random, EntryId(ascii_lowercase[index]), random.choice(units), entries))
    spent = build_roster(ArmyList(name="", system=system.id, entries=tuple(entries)), system, {faction.id: faction})
    near = max(5, spent.cost - random.randint(0, 120))
    army = ArmyList(
        name="Broken",
        system=system.id,
        points=random.choice((*_SIZES, near, near)),
        force_org=random.random() < 0.8,
        books={FactionId(faction.id): BookPin(faction.version, faction.sha256)},
        entries=tuple(entries),
    )
    return build_roster(army, system, {faction.id: faction})


def _entry(random: Random, name: EntryId, unit: Unit, others: list[Entry]) -> Entry:
    combined = Half(_picks(random, unit)) if random.random() < 0.25 else None
    joins = random.choice(others).id if others and random.random() < 0.3 else None
    own = "Otto" if random.random() < 0.2 else None
    return Entry(id=name, unit=unit.ref, name=own, upgrades=_picks(random, unit), combined=combined, joins=joins)


def _picks(random: Random, unit: Unit) -> tuple[Upgrade, ...]:
    names = [unit.option_reference(section.id, option.id) for section in unit.sections for option in section.options]
    chosen = random.sample(names, min(len(names), random.choice((0, 0, 1, 2, 3))))
    return tuple(Upgrade(name, random.choice((1, 1, 1, 2))) for name in chosen)
