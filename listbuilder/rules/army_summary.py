"""Totals of an army (points by role, attacks by range, wounds, spell tokens) and the order of its entries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from listbuilder.model import EMPTY_TEXT, EntryId, Roster, RosterEntry, System, Text
from listbuilder.rules.casting import caster_tokens, is_caster
from listbuilder.rules.roster_builder import count_weapons
from listbuilder.rules.rule_ratings import sum_ratings
from listbuilder.rules.trackers import total_wounds


@dataclass(frozen=True, slots=True)
class RoleShare:
    """The share of one role: a unit group of the system, the heroes, or the rest (without a name)."""

    role: str
    name: Text
    units: int
    models: int
    points: int
    share: float
    """Its share of the points, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class AttackGroup:
    """All attacks with the same range and armour piercing; range 0 is melee."""

    range: int
    armour_piercing: int
    attacks: int
    share: float
    """Its share of the attacks, from 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmySummary:
    """The totals of an army."""

    points: int
    points_limit: int | None
    models: int
    wounds: int
    activations: int
    roles: tuple[RoleShare, ...]
    """In the order of the unit groups of the system; empty roles are left out."""
    attack_groups: tuple[AttackGroup, ...]
    """Sorted by range and armour piercing, melee first."""
    casters: int
    tokens: int
    """The spell tokens that all casters get each round."""

    def attacks_by_range(self) -> tuple[AttackGroup, ...]:
        """Return attacks grouped by range only."""
        return _group_attacks(((group.range, 0), group.attacks) for group in self.attack_groups)

    def attacks_by_piercing(self) -> tuple[AttackGroup, ...]:
        """Return attacks grouped by armour piercing only."""
        return _group_attacks(((0, group.armour_piercing), group.attacks) for group in self.attack_groups)


def build_summary(roster: Roster) -> ArmySummary:
    """Compute the totals of an army."""
    system, entries, factions = roster.system, roster.entries, roster.factions
    return ArmySummary(
        points=roster.cost,
        points_limit=roster.points_limit,
        models=roster.models,
        wounds=sum(total_wounds(entry, system) for entry in entries),
        activations=roster.activations,
        roles=_role_shares(roster),
        attack_groups=_group_attacks(
            ((weapon.range, sum_ratings(weapon.rules, system.roles.armour_piercing)), count * weapon.attacks)
            for entry in entries
            for weapon, count in count_weapons(entry).items()
        ),
        casters=sum(is_caster(entry, system, factions[entry.unit.faction]) for entry in entries),
        tokens=sum(caster_tokens(entry, system, factions[entry.unit.faction]) for entry in entries),
    )


def find_role(entry: RosterEntry, system: System) -> tuple[str, Text]:
    """Return id and name of an entry's role: its unit group, else hero, else empty."""
    group = next((group for group in system.unit_groups if group.id == entry.unit.group), None)
    if group is not None:
        return group.id, group.name
    hero = system.roles.hero
    return (hero, system.rule_name(hero)) if entry.is_hero and hero is not None else ("", EMPTY_TEXT)


def _role_shares(roster: Roster) -> tuple[RoleShare, ...]:
    by_role: dict[tuple[str, Text], list[RosterEntry]] = defaultdict(list)
    for entry in roster.entries:
        by_role[find_role(entry, roster.system)].append(entry)
    order = {group.id: index for index, group in enumerate(roster.system.unit_groups)}
    roles = sorted(by_role, key=lambda role: order.get(role[0], len(order)))
    shares: list[RoleShare] = []
    for role, name in roles:
        entries = by_role[role, name]
        points, models = sum(entry.cost for entry in entries), sum(entry.models for entry in entries)
        shares.append(RoleShare(role, name, len(entries), models, points, points / roster.cost if roster.cost else 0.0))
    return tuple(shares)


def _group_attacks(attacks: Iterable[tuple[tuple[int, int], int]]) -> tuple[AttackGroup, ...]:
    """Add up attacks by range and armour piercing."""
    totals: Counter[tuple[int, int]] = Counter()
    for profile, number in attacks:
        totals[profile] += number
    total = totals.total()
    return tuple(AttackGroup(*profile, number, number / total) for profile, number in sorted(totals.items()) if number)


class EntryOrder(Enum):
    """How entries are sorted."""

    LISTED = "listed"
    ROLE = "role"
    COST = "cost"
    """The most expensive unit first, heroes included."""


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """Entries under one heading; the name is empty if no heading is needed."""

    name: Text
    entries: tuple[EntryId, ...]
    """Each unit is followed by its attached heroes."""


def group_entries(roster: Roster, order: EntryOrder) -> tuple[EntryGroup, ...]:
    """Return the entries of an army in an order, including unresolved ones. An empty army has no groups."""
    units = [
        (entry.id, *(hero.id for hero in roster.attached_heroes.get(entry.id, ())))
        for entry in roster.army.entries
        if entry.id not in roster.attached_ids
    ]
    if order is EntryOrder.ROLE:
        groups = roster.system.unit_groups
        by_role: dict[tuple[str, Text], list[EntryId]] = {(group.id, group.name): [] for group in groups}
        for unit in units:
            entry = roster.find_entry(unit[0])
            role = find_role(entry, roster.system) if entry is not None else ("", EMPTY_TEXT)
            by_role.setdefault(role, []).extend(unit)
        return tuple(EntryGroup(name, tuple(entries)) for (_, name), entries in by_role.items() if entries)
    if order is EntryOrder.COST:
        costs = {entry.id: entry.cost for entry in reversed(roster.entries)}  # the first of equal ids counts
        units.sort(key=lambda unit: -sum(costs.get(entry_id, 0) for entry_id in unit))
    return (EntryGroup(EMPTY_TEXT, tuple(entry_id for unit in units for entry_id in unit)),) if units else ()
