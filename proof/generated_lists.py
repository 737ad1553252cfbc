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
        strangers = [header for header in library.factions() if system.id not in header.systems]
        for index, faction in enumerate(factions):
            others = [factions[(index + 1) % len(factions)]] if len(factions) > 1 else []
            if strangers:
                foreign = strangers[index % len(strangers)]
                others.append(library.faction(foreign.id, foreign.systems[0]))
            ids = {faction.id}
            distinct_factions = [other for other in others if other.id not in ids and not ids.add(other.id)]  # type: ignore[func-returns-value]
            sources.append(ListSource(library.system(system.id), faction, tuple(distinct_factions)))
    return tuple(sources)


def legal_list(table: ListSource, dice: random.Random, size: int | None = None) -> ArmyList:
    """Return a legal list, built by a fixed number of random edits."""
    system = table.system
    size = size or dice.choice(system.suggested_points or (1000,))
    pins = {table.faction.id: BookPin(table.faction.version, table.faction.sha256)}
    army = ArmyList(name="Generated", system=system.id, points=size, force_org=dice.random() < 0.8, books=pins)
    roster = table.build_roster(army)
    for _ in range(_EDITS):
        edit = _edit(table, roster, dice)
        tried = table.build_roster(edit(roster.army)) if edit is not None else None
        if tried is not None and validate(tried).verdict is Verdict.LEGAL:
            roster = tried
    return roster.army if roster.entries else _one_unit(table, army)


def _one_unit(table: ListSource, army: ArmyList) -> ArmyList:
    """Return a list of the cheapest unit in a game that is large enough."""
    unit = min(table.faction.units.values(), key=lambda unit: unit.cost)
    return AddEntry(unit.ref)(replace(army, points=max(army.points or 0, unit.cost * 3)))


def _edit(table: ListSource, roster: Roster, dice: random.Random) -> Edit | None:
    kinds: tuple[Callable[[ListSource, Roster, random.Random], Edit | None], ...] = (
        _add,
        _take,
        _take,
        _combine,
        _join,
    )
    return dice.choice(kinds)(table, roster, dice) if roster.entries else _add(table, roster, dice)


def _add(table: ListSource, _roster: Roster, dice: random.Random) -> Edit:
    return AddEntry(dice.choice(list(table.faction.units.values())).ref)


def _take(_table: ListSource, roster: Roster, dice: random.Random) -> Edit | None:
    roster_entry = dice.choice(roster.entries)
    offers = [(section, option) for section in roster_entry.unit.sections for option in section.options]
    if not offers:
        return None
    section, option = dice.choice(offers)
    return build_add_edit(roster_entry, section, option, dice.randrange(len(roster_entry.halves)))


def _combine(_table: ListSource, roster: Roster, dice: random.Random) -> CombineEntry | None:
    roster_entry = dice.choice(roster.entries)
    return build_combine_edit(roster_entry) if len(roster_entry.halves) == 1 else None


def _join(_table: ListSource, roster: Roster, dice: random.Random) -> Edit | None:
    heroes = [entry for entry in roster.entries if entry.is_hero and entry.entry.joins is None]
    hosts = [entry for entry in roster.entries if not entry.is_hero]
    return AttachHero(dice.choice(heroes).id, dice.choice(hosts).id) if heroes and hosts else None


def legal_lists(sources: tuple[ListSource, ...], count: int, seed: int) -> Iterator[tuple[ListSource, ArmyList]]:
    """Yield so many legal lists, for each source in turn. The same seed yields the same lists."""
    dice = random.Random(seed)  # not a secret
    for number in range(count):
        table = sources[number % len(sources)]
        yield table, legal_list(table, dice)
