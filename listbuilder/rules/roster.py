"""An ArmyList worked out: every entry's halves, its cost, and who stands with whom.

What a whole entry has: the halves of a combined one put together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from listbuilder.model import (
    ArmyList,
    Entry,
    EntryId,
    Event,
    Faction,
    FactionId,
    Item,
    Loadout,
    Pick,
    Roster,
    RosterEntry,
    RuleRef,
    System,
    Unit,
    UnitId,
    Weapon,
    split_ref,
)
from listbuilder.rules.loadout import build_loadout
from listbuilder.rules.special_rules import bears, stacking_rules, unite_rules


def build_roster(
    army: ArmyList, system: System, factions: Mapping[FactionId, Faction], event: Event | None = None
) -> Roster:
    """Work a list out against the data; entries whose unit is unknown are kept apart, never dropped."""
    return _build(army, system, factions, event)


def rework(before: Roster, army: ArmyList) -> Roster:
    """Work a changed list out on trial: only the entries that differ, and each keeps the number that it has now."""
    return _build(army, before.system, before.factions, before.event, before)


def _build(
    army: ArmyList,
    system: System,
    factions: Mapping[FactionId, Faction],
    event: Event | None,
    before: Roster | None = None,
) -> Roster:
    known = {} if before is None else {id(worked.entry): worked for worked in before.entries}
    entries: list[RosterEntry] = []
    unresolved: list[Entry] = []
    numbers = _numbers(army.entries) if before is None else [0] * len(army.entries)
    for entry, number in zip(army.entries, numbers, strict=True):
        if known and id(entry) in known:
            entries.append(known[id(entry)])
            continue
        faction_id, unit_id = split_ref(entry.unit)
        faction = factions.get(faction_id)
        unit = None if faction is None else _unit(faction, unit_id)
        if faction is None or unit is None:
            unresolved.append(entry)
        else:
            entries.append(build_entry(entry, unit, faction, system, number))
    entries = entries if before is None else _with_numbers(entries, before)
    joined = _joined(entries)
    inside = sum(map(len, joined.values()))
    return Roster(
        army,
        system,
        factions,
        tuple(entries),
        tuple(unresolved),
        sum([entry.cost for entry in entries]),
        sum([entry.models for entry in entries]),
        len(entries) - inside,
        joined,
        event,
    )


@lru_cache(maxsize=4096)  # asked for by every entry
def _unit(faction: Faction, wanted: UnitId) -> Unit | None:
    return faction.units.get(wanted)


def _numbers(entries: tuple[Entry, ...]) -> list[int]:
    """Number the entries that are called alike, so that a sentence can tell them apart; 0 for the only one."""
    names = [(entry.unit, entry.name) for entry in entries]
    if len(set(names)) == len(names):
        return [0] * len(names)
    numbers = [0] * len(names)
    places: dict[tuple[str, str | None], list[int]] = {}
    for place, name in enumerate(names):
        places.setdefault(name, []).append(place)
    for alike in places.values():
        if len(alike) > 1:
            for number, place in enumerate(alike, 1):
                numbers[place] = number
    return numbers


def _with_numbers(entries: list[RosterEntry], before: Roster) -> list[RosterEntry]:
    numbers = {worked.id: worked.number for worked in before.entries if worked.number}
    return [
        worked if worked.number == numbers.get(worked.id, 0) else replace(worked, number=numbers[worked.id])
        for worked in entries
    ]


def build_entry(entry: Entry, unit: Unit, faction: Faction, system: System, number: int = 0) -> RosterEntry:
    """Work one entry out: one loadout, or two where it is combined."""
    second = None if entry.combined is None else entry.combined.upgrades
    halves, cost, hero, unique = _halves(unit, entry.upgrades, second, faction, system)
    if entry.xp > 0:
        cost += experience_cost(entry.xp, hero, system)
    return RosterEntry(entry, unit, halves, cost, unit.size * len(halves), hero, unique, number)


@lru_cache(maxsize=8192)  # the same entries stand in list after list, and an edit changes one of them
def _halves(
    unit: Unit, first: tuple[Pick, ...], second: tuple[Pick, ...] | None, faction: Faction, system: System
) -> tuple[tuple[Loadout, ...], int, bool, bool]:
    """Work out one or two copies, with their cost together, and tell whether they are a hero and a named character."""
    stacking = stacking_rules(system, faction)
    one = build_loadout(unit, first, stacking)
    halves: tuple[Loadout, ...] = (one,)
    if second is not None:
        halves = (one, one if second == first else build_loadout(unit, second, stacking))
    cost = sum([half.cost for half in halves])
    roles = system.roles
    return halves, cost, bears(unit, halves, roles.hero), unit.unique or bears(unit, halves, roles.unique)


def experience_cost(experience: int, hero: bool, system: System) -> int:
    """Price a campaign's experience as the system's data says; free where it says nothing."""
    price = system.experience
    if price is None:
        return 0
    return experience // price.every * (price.hero_cost if hero else price.cost)


def _joined(entries: list[RosterEntry]) -> Mapping[EntryId, tuple[RosterEntry, ...]]:
    """Group joined entries under their hosts; a join to nothing, to oneself or to a joined entry groups nothing."""
    joining = [entry for entry in entries if entry.entry.joins is not None]
    if not joining:
        return {}
    hosts = {entry.id for entry in entries if entry.entry.joins is None}
    joined: dict[EntryId, tuple[RosterEntry, ...]] = {}
    for entry in joining:
        host = entry.entry.joins
        if host is not None and host in hosts:
            joined[host] = (*joined.get(host, ()), entry)
    return joined


def merged_rules(entry: RosterEntry) -> tuple[RuleRef, ...]:
    """Put the rules of both halves together; a rule that both have is one, with the higher rating."""
    return unite_rules(rule for half in entry.halves for rule in half.rules)


def merged_weapons(entry: RosterEntry) -> Mapping[Weapon, int]:
    """Count the weapons of the whole unit, both halves together."""
    counts: Counter[Weapon] = Counter()
    for half in entry.halves:
        for carried in half.weapons:
            counts[carried.weapon] += carried.count
    return counts


def merged_items(entry: RosterEntry) -> Mapping[Item, int]:
    """Count the items of the whole unit, both halves together."""
    counts: Counter[Item] = Counter()
    for half in entry.halves:
        for gear in half.items:
            counts[gear.item] += gear.count
    return counts
