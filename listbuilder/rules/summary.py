"""An army at a glance: points by role, models, wounds, attacks by range and armour piercing, tokens, activations.

summary = build_summary(roster)
[(part.name.to("en"), part.points, part.share) for part in summary.roles]      # bars are drawn by the shares
[(reach.range, reach.attacks, reach.share) for reach in summary.by_range()]
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from listbuilder.model import EMPTY, Entry, EntryId, Roster, RosterEntry, System, Text, Weapon
from listbuilder.rules.casting import caster_tokens, is_caster
from listbuilder.rules.roster import merged_weapons
from listbuilder.rules.trackers import total_wounds


@dataclass(frozen=True, slots=True)
class RolePart:
    """What one role has of the army: a group as the game names it, its heroes, or the rest (without a name)."""

    role: str
    name: Text
    units: int
    models: int
    points: int
    share: float
    """Its part of the army's points, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class AttackGroup:
    """All attacks of one range with one armour piercing; a range of 0 is melee."""

    range: int
    piercing: int
    attacks: int
    share: float
    """Its part of the army's attacks, from 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The sums of one army."""

    points: int
    limit: int | None
    models: int
    wounds: int
    activations: int
    roles: tuple[RolePart, ...]
    """In the order of the game's groups; those that the army lacks are left out."""
    volleys: tuple[AttackGroup, ...]
    """Melee first, then by range, and by armour piercing."""
    casters: int
    tokens: int
    """The spell tokens that all casters get each round."""

    @property
    def used(self) -> float:
        """The part of the game's points that is spent; 0 where no size was agreed."""
        return self.points / self.limit if self.limit else 0.0

    def by_range(self) -> tuple[AttackGroup, ...]:
        """Add attacks up by range, whatever they pierce."""
        return _volleys(((one.range, 0), one.attacks) for one in self.volleys)

    def by_piercing(self) -> tuple[AttackGroup, ...]:
        """Add attacks up by armour piercing, at whatever range."""
        return _volleys(((0, one.piercing), one.attacks) for one in self.volleys)


def build_summary(roster: Roster) -> Summary:
    """Add an army up."""
    system, entries = roster.system, roster.entries
    books = roster.factions
    return Summary(
        points=roster.cost,
        limit=roster.size,
        models=roster.models,
        wounds=sum(total_wounds(worked, system) for worked in entries),
        activations=roster.activations,
        roles=_roles(roster),
        volleys=_volleys(_attacks(entries, system)),
        casters=sum(is_caster(worked, system, books[worked.unit.faction]) for worked in entries),
        tokens=sum(caster_tokens(worked, system, books[worked.unit.faction]) for worked in entries),
    )


def role_of(worked: RosterEntry, system: System) -> tuple[str, Text]:
    """Give the role of an entry: the group that its book files it under, else that of a hero, else none."""
    group = next((group for group in system.groups if group.id == worked.unit.group), None)
    if group is not None:
        return group.id, group.name
    hero = system.roles.hero
    return (hero, system.rule_name(hero)) if worked.hero and hero is not None else ("", EMPTY)


def _roles(roster: Roster) -> tuple[RolePart, ...]:
    parts: dict[tuple[str, Text], list[RosterEntry]] = defaultdict(list)
    for worked in roster.entries:
        parts[role_of(worked, roster.system)].append(worked)
    order = [group.id for group in roster.system.groups]
    named = sorted(parts.items(), key=lambda part: order.index(part[0][0]) if part[0][0] in order else len(order))
    return tuple(_part(role, name, entries, roster) for (role, name), entries in named)


def _part(role: str, name: Text, entries: list[RosterEntry], roster: Roster) -> RolePart:
    points = sum(worked.cost for worked in entries)
    models = sum(worked.models for worked in entries)
    return RolePart(role, name, len(entries), models, points, _share(points, roster.cost))


def _attacks(entries: Iterable[RosterEntry], system: System) -> Iterator[tuple[tuple[int, int], int]]:
    """Give the attacks of every weapon by its range and what it pierces."""
    for worked in entries:
        for weapon, count in merged_weapons(worked).items():
            yield (weapon.range, _piercing(weapon, system)), count * weapon.attacks


def _piercing(weapon: Weapon, system: System) -> int:
    rule = system.roles.armour_piercing
    return sum(one.rating for one in weapon.rules if one.id == rule and isinstance(one.rating, int))


def _volleys(attacks: Iterable[tuple[tuple[int, int], int]]) -> tuple[AttackGroup, ...]:
    sums: Counter[tuple[int, int]] = Counter()
    for kind, number in attacks:
        sums[kind] += number
    whole = sums.total()
    return tuple(AttackGroup(*kind, number, _share(number, whole)) for kind, number in sorted(sums.items()) if number)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


class Order(Enum):
    """How entries are grouped."""

    LISTED = "listed"
    ROLE = "role"
    COST = "cost"
    """The dearest first, with the heroes in it."""


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """Entries under one heading; without a name they need none."""

    name: Text
    entries: tuple[EntryId, ...]
    """Each unit with the heroes in it behind it."""


def arrange(roster: Roster, order: Order) -> tuple[EntryGroup, ...]:
    """Group the entries of an army, those too that no book knows; an empty army has no groups."""
    units = [_company(entry, roster) for entry in roster.army.entries if entry.id not in roster.joined_ids]
    if order is Order.ROLE:
        return _by_role(units, roster)
    if order is Order.COST:
        units.sort(key=lambda unit: -_cost(unit, roster))  # of two that cost the same the first stays first
    return (EntryGroup(EMPTY, tuple(name for unit in units for name in unit)),) if units else ()


def _company(entry: Entry, roster: Roster) -> tuple[EntryId, ...]:
    return (entry.id, *(hero.id for hero in roster.joined.get(entry.id, ())))


def _cost(unit: tuple[EntryId, ...], roster: Roster) -> int:
    return sum(worked.cost for name in unit if (worked := roster.find(name)) is not None)


def _by_role(units: list[tuple[EntryId, ...]], roster: Roster) -> tuple[EntryGroup, ...]:
    found: dict[tuple[str, Text], list[EntryId]] = {(group.id, group.name): [] for group in roster.system.groups}
    for unit in units:
        worked = roster.find(unit[0])
        role = role_of(worked, roster.system) if worked is not None else ("", EMPTY)
        found.setdefault(role, []).extend(unit)
    return tuple(EntryGroup(name, tuple(entries)) for (_, name), entries in found.items() if entries)
