"""Build the roster of an army list: compute each entry, its cost and its attached heroes."""

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
    Roster,
    RosterEntry,
    RuleRef,
    System,
    Unit,
    UnitId,
    Upgrade,
    Weapon,
    split_unit_ref,
)
from listbuilder.rules.loadout import build_loadout
from listbuilder.rules.rule_ratings import find_stacking, has_rule, merge_highest


def build_roster(
    army: ArmyList,
    system: System,
    factions: Mapping[FactionId, Faction],
    event: Event | None = None,
    *,
    before: Roster | None = None,
) -> Roster:
    """Compute a list. Entries with unknown units are kept in `Roster.unresolved`.

    Entries that `before`, the roster of an earlier version, shares with the list are reused.
    """
    known = {} if before is None else {id(entry.entry): entry for entry in before.entries}
    entries: list[RosterEntry] = []
    unresolved: list[Entry] = []
    numbers = _copy_numbers(army.entries) if before is None else [0] * len(army.entries)
    for entry, number in zip(army.entries, numbers, strict=True):
        if known and id(entry) in known:
            entries.append(known[id(entry)])
            continue
        faction_id, unit_id = split_unit_ref(entry.unit)
        faction = factions.get(faction_id)
        unit = None if faction is None else _find_unit(faction, unit_id)
        if faction is None or unit is None:
            unresolved.append(entry)
        else:
            entries.append(build_roster_entry(entry, unit, faction, system, number))
    if before is not None:
        copy_numbers = {entry.id: entry.copy_number for entry in before.entries if entry.copy_number}
        entries = [
            entry
            if entry.copy_number == copy_numbers.get(entry.id, 0)
            else replace(entry, copy_number=copy_numbers[entry.id])
            for entry in entries
        ]
    attached = _attached_heroes(entries)
    return Roster(
        army,
        system,
        factions,
        tuple(entries),
        tuple(unresolved),
        sum([entry.cost for entry in entries]),
        sum([entry.models for entry in entries]),
        len(entries) - sum(map(len, attached.values())),
        attached,
        event,
    )


def rebuild_roster(before: Roster, army: ArmyList) -> Roster:
    """Compute a changed list on trial: only changed entries, and all keep their copy numbers."""
    return build_roster(army, before.system, before.factions, before.event, before=before)


@lru_cache(maxsize=4096)  # quicker than the lazy mapping of units, and asked for every entry
def _find_unit(faction: Faction, unit_id: UnitId) -> Unit | None:
    return faction.units.get(unit_id)


def _copy_numbers(entries: tuple[Entry, ...]) -> list[int]:
    """Number entries of the same unit and name from 1, so that messages can distinguish them; 0 if there is one."""
    names = [(entry.unit, entry.name) for entry in entries]
    counts: dict[tuple[str, str | None], int] = {}
    numbers: list[int] = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        numbers.append(counts[name])
    return [number if counts[name] > 1 else 0 for name, number in zip(names, numbers, strict=True)]


def build_roster_entry(entry: Entry, unit: Unit, faction: Faction, system: System, number: int = 0) -> RosterEntry:
    """Compute an entry: one loadout, or two if it is a combined unit."""
    second = None if entry.combined is None else entry.combined.upgrades
    halves, cost, hero, unique = _build_halves(unit, entry.upgrades, second, faction, system)
    if entry.xp > 0:
        cost += experience_cost(entry.xp, hero, system)
    return RosterEntry(entry, unit, halves, cost, unit.size * len(halves), hero, unique, number)


@lru_cache(maxsize=8192)  # lists share entries, and an edit changes one of them
def _build_halves(
    unit: Unit, first: tuple[Upgrade, ...], second: tuple[Upgrade, ...] | None, faction: Faction, system: System
) -> tuple[tuple[Loadout, ...], int, bool, bool]:
    """Return the loadouts of one or two copies, their cost, and whether they are a hero and a named character."""
    stacking = find_stacking(system, faction)
    loadout = build_loadout(unit, first, stacking)
    halves: tuple[Loadout, ...] = (loadout,)
    if second is not None:
        halves = (loadout, loadout if second == first else build_loadout(unit, second, stacking))
    cost = sum([half.cost for half in halves])
    roles = system.roles
    return halves, cost, has_rule(unit, halves, roles.hero), unit.unique or has_rule(unit, halves, roles.unique)


def experience_cost(experience: int, hero: bool, system: System) -> int:
    """Return the points for campaign experience; 0 if the system has no price for it."""
    price = system.experience
    if price is None:
        return 0
    return experience // price.every * (price.hero_cost if hero else price.cost)


def _attached_heroes(entries: list[RosterEntry]) -> Mapping[EntryId, tuple[RosterEntry, ...]]:
    """Return attached heroes by host. A hero whose host is missing, attached or itself is not attached."""
    joining = [entry for entry in entries if entry.entry.joins is not None]
    if not joining:
        return {}
    hosts = {entry.id for entry in entries if entry.entry.joins is None}
    attached: dict[EntryId, tuple[RosterEntry, ...]] = {}
    for entry in joining:
        host = entry.entry.joins
        if host is not None and host in hosts:
            attached[host] = (*attached.get(host, ()), entry)
    return attached


def merge_half_rules(entry: RosterEntry) -> tuple[RuleRef, ...]:
    """Merge the rules of both halves; the higher rating counts."""
    return merge_highest(rule for half in entry.halves for rule in half.rules)


def count_weapons(entry: RosterEntry) -> Mapping[Weapon, int]:
    """Count the weapons of both halves."""
    counts: Counter[Weapon] = Counter()
    for half in entry.halves:
        for carried in half.weapons:
            counts[carried.weapon] += carried.count
    return counts


def count_items(entry: RosterEntry) -> Mapping[Item, int]:
    """Count the items of both halves."""
    counts: Counter[Item] = Counter()
    for half in entry.halves:
        for gear in half.items:
            counts[gear.item] += gear.count
    return counts
