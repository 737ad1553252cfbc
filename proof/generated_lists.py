"""Generates legal lists of every bundled faction and system by random edits.

An edit is kept only if the list stays legal. So a finding in a generated list is a false alarm.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from listbuilder.diagnostics import Verdict
from listbuilder.library import Library
from listbuilder.model import ArmyList, BookPin, Event, Faction, Roster, System
from listbuilder.rules.edits import AddEntry, AttachHero, CombineEntry, Edit
from listbuilder.rules.roster_builder import build_roster
from listbuilder.rules.upgrade_actions import build_add_edit, build_combine_edit
from listbuilder.validation.engine import validate

_EDITS = 120


@dataclass(frozen=True)
class ListSource:
    """The data for a list: a system, a faction, and other factions for faults."""

    system: System
    faction: Faction
    others: tuple[Faction, ...] = ()
    event: Event | None = None

    def build_roster(self, army: ArmyList) -> Roster:
        """Build the roster of a list with all these factions."""
        return build_roster(
            army, self.system, {faction.id: faction for faction in (*self.others, self.faction)}, self.event
        )


def list_sources(library: Library) -> tuple[ListSource, ...]:
    """Return every bundled faction with each of its systems, and one faction of a different game."""
    sources: list[ListSource] = []
    for system in library.systems():
        headers = library.factions(system.id)
        factions = [library.faction(header.id, system.id) for header in headers]
        foreign_headers = [header for header in library.factions() if system.id not in header.systems]
        for index, faction in enumerate(factions):
            others = [factions[(index + 1) % len(factions)]] if len(factions) > 1 else []
            if foreign_headers:
                foreign = foreign_headers[index % len(foreign_headers)]
                others.append(library.faction(foreign.id, foreign.systems[0]))
            kept = {other.id: other for other in reversed(others) if other.id != faction.id}
            sources.append(ListSource(library.system(system.id), faction, tuple(reversed(kept.values()))))
    return tuple(sources)


def legal_list(source: ListSource, rng: random.Random, size: int | None = None) -> ArmyList:
    """Return a legal list, built by a fixed number of random edits."""
    system = source.system
    size = size or rng.choice(system.suggested_points or (1000,))
    pins = {source.faction.id: BookPin(source.faction.version, source.faction.sha256)}
    army = ArmyList(name="Generated", system=system.id, points=size, force_org=rng.random() < 0.8, books=pins)
    roster = source.build_roster(army)
    for _ in range(_EDITS):
        edit = _edit(source, roster, rng)
        changed = source.build_roster(edit(roster.army)) if edit is not None else None
        if changed is not None and validate(changed).verdict is Verdict.LEGAL:
            roster = changed
    return roster.army if roster.entries else _cheapest_list(source, army)


def _cheapest_list(source: ListSource, army: ArmyList) -> ArmyList:
    """Return a list of the cheapest unit in a game that is large enough."""
    unit = min(source.faction.units.values(), key=lambda unit: unit.cost)
    return AddEntry(unit.ref)(replace(army, points=max(army.points or 0, unit.cost * 3)))


def _edit(source: ListSource, roster: Roster, rng: random.Random) -> Edit | None:
    kinds: tuple[Callable[[ListSource, Roster, random.Random], Edit | None], ...] = (
        _add,
        _take,
        _take,
        _combine,
        _attach,
    )
    return rng.choice(kinds)(source, roster, rng) if roster.entries else _add(source, roster, rng)


def _add(source: ListSource, _roster: Roster, rng: random.Random) -> Edit:
    return AddEntry(rng.choice(list(source.faction.units.values())).ref)


def _take(_source: ListSource, roster: Roster, rng: random.Random) -> Edit | None:
    entry = rng.choice(roster.entries)
    offers = [(section, option) for section in entry.unit.sections for option in section.options]
    if not offers:
        return None
    section, option = rng.choice(offers)
    return build_add_edit(entry, section, option, rng.randrange(len(entry.halves)))


def _combine(_source: ListSource, roster: Roster, rng: random.Random) -> CombineEntry | None:
    entry = rng.choice(roster.entries)
    return build_combine_edit(entry) if len(entry.halves) == 1 else None


def _attach(_source: ListSource, roster: Roster, rng: random.Random) -> Edit | None:
    heroes = [entry for entry in roster.entries if entry.is_hero and entry.entry.joins is None]
    hosts = [entry for entry in roster.entries if not entry.is_hero]
    return AttachHero(rng.choice(heroes).id, rng.choice(hosts).id) if heroes and hosts else None


def legal_lists(sources: tuple[ListSource, ...], count: int, seed: int) -> Iterator[tuple[ListSource, ArmyList]]:
    """Yield `count` legal lists, for each source in turn. The same seed yields the same lists."""
    rng = random.Random(seed)
    for number in range(count):
        source = sources[number % len(sources)]
        yield source, legal_list(source, rng)
