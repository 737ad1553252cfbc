"""Limits of systems and events: what they allow at a points limit, what they count, and the status of a roster."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from listbuilder.model import AppliedUpgrade, EntryFilter, ForceOrganisation, Limit, Measure, Roster, RosterEntry
from listbuilder.rules.rule_ratings import has_rule, highest_rating


@dataclass(frozen=True, slots=True)
class PointsBasis:
    """The points that limits depend on: the points limit, or the cost of the list if there is none."""

    points: int
    is_points_limit: bool


def points_basis(roster: Roster) -> PointsBasis:
    """Return the points that the limits of a roster depend on."""
    if roster.points_limit is not None:
        return PointsBasis(roster.points_limit, is_points_limit=True)
    return PointsBasis(roster.cost, is_points_limit=False)


class Derivation(Enum):
    """How a bound is computed."""

    FLAT = "flat"
    PER_POINTS = "per"
    PERCENT = "percent"


@dataclass(frozen=True, slots=True)
class Bound:
    """A maximum or minimum, with the part of the limit that sets it."""

    number: int
    derivation: Derivation
    percent: int = 0
    base: int = 0
    per: int = 0


@lru_cache(maxsize=1024)
def limit_bounds(limit: Limit, points: int) -> tuple[Bound | None, Bound | None]:
    """Return the maximum and the minimum of a limit."""
    return max_bound(limit, points), min_bound(limit, points)


@lru_cache(maxsize=1024)
def max_bound(limit: Limit, points: int) -> Bound | None:
    """Return the lowest maximum of a limit at a points limit, or None."""
    bounds: list[Bound] = []
    if limit.most is not None:
        bounds.append(Bound(limit.most, Derivation.FLAT))
    if limit.per is not None:
        base = limit.base or 0
        bounds.append(Bound(base + points // limit.per, Derivation.PER_POINTS, base=base, per=limit.per))
    elif limit.base is not None:
        bounds.append(Bound(limit.base, Derivation.FLAT))
    if limit.percent is not None:
        bounds.append(Bound(limit.percent * points // 100, Derivation.PERCENT, limit.percent))
    return min(bounds, key=lambda bound: bound.number, default=None)


def min_bound(limit: Limit, points: int) -> Bound | None:
    """Return the highest minimum of a limit at a points limit, or None."""
    bounds: list[Bound] = []
    if limit.least is not None:
        bounds.append(Bound(limit.least, Derivation.FLAT))
    if limit.least_percent is not None:
        bounds.append(Bound(-(-limit.least_percent * points // 100), Derivation.PERCENT, limit.least_percent))
    return max(bounds, key=lambda bound: bound.number, default=None)


class Tally(NamedTuple):
    """A count, the entries it includes, and the entry it is about (None for the whole army)."""

    number: int
    entries: tuple[RosterEntry, ...]
    about: RosterEntry | None = None


@dataclass(frozen=True, slots=True)
class LimitCount:
    """A limit that is counted for a roster."""

    limit: Limit
    roster: Roster
    organisation: ForceOrganisation
    """How attached heroes count."""

    def matching_entries(self) -> tuple[RosterEntry, ...]:
        """Return the entries that the limit counts."""
        return self._select(self.roster.entries)

    def counted_groups(self) -> Iterator[tuple[tuple[RosterEntry, ...], RosterEntry | None]]:
        """Yield the entries that are counted together, with their host: the whole army, or each unit."""
        if not self.limit.per_unit:
            yield self.matching_entries(), None
            return
        for group in self.table_units():
            selected = self._select(group)
            if selected:
                yield selected, group[0]

    def table_units(self) -> Iterator[tuple[RosterEntry, ...]]:
        """Yield the units on the table, with attached heroes if the game counts them with their host."""
        attached_heroes = self.roster.attached_heroes if self.organisation.joined_shares_with_host else {}
        if not attached_heroes:
            yield from zip(self.roster.entries)
            return
        attached = self.roster.attached_ids
        for entry in self.roster.entries:
            if entry.id not in attached:
                yield (entry, *attached_heroes.get(entry.id, ()))

    def _select(self, entries: tuple[RosterEntry, ...]) -> tuple[RosterEntry, ...]:
        entry_filter = self.limit.applies_to
        if entry_filter is None:
            return entries
        return tuple([entry for entry in entries if matches_filter(entry, entry_filter)])


def matches_filter(entry: RosterEntry, entry_filter: EntryFilter) -> bool:
    """Return whether an entry matches all conditions of a filter."""
    return (
        (not entry_filter.units or entry.entry.unit in entry_filter.units)
        and entry_filter.group in (None, entry.unit.group)
        and entry_filter.faction in (None, entry.unit.faction)
        and entry_filter.hero in (None, entry.is_hero)
        and entry_filter.unique in (None, entry.is_unique)
        and (entry_filter.rule is None or _has_rule(entry, entry_filter))
        and (not entry_filter.selects_upgrades or any(matching_upgrades((entry,), entry_filter)))
    )


def _has_rule(entry: RosterEntry, entry_filter: EntryFilter) -> bool:
    if entry_filter.min_rating_exclusive is None:
        return has_rule(entry.unit, entry.halves, entry_filter.rule)
    return highest_rating(entry.unit, entry.halves, entry_filter.rule) > entry_filter.min_rating_exclusive


def matching_upgrades(entries: Iterable[RosterEntry], entry_filter: EntryFilter | None) -> Iterator[AppliedUpgrade]:
    """Yield the upgrades of entries that match a filter."""
    for entry in entries:
        for half in entry.halves:
            for upgrade in half.upgrades:
                if entry_filter is None or matches_upgrade(upgrade, entry_filter):
                    yield upgrade


def matches_upgrade(upgrade: AppliedUpgrade, entry_filter: EntryFilter) -> bool:
    """Return whether an upgrade matches the option and section of a filter."""
    return entry_filter.option in (None, upgrade.option.id) and entry_filter.section in (None, upgrade.section.id)


def _count_heroes(count: LimitCount) -> Iterator[Tally]:
    heroes = tuple([entry for entry in count.matching_entries() if entry.is_hero])
    yield Tally(len(heroes), heroes)


def _count_copies(count: LimitCount) -> Iterator[Tally]:
    """Count entries of the same unit; a combined unit is one copy."""
    copies: dict[str, list[RosterEntry]] = defaultdict(list)
    for entry in count.matching_entries():
        copies[entry.entry.unit].append(entry)
    for entries in copies.values():
        yield Tally(len(entries), tuple(entries), entries[-1])


def _count_share(count: LimitCount) -> Iterator[Tally]:
    """Count the points of each unit, with attached heroes if the game counts them with their host."""
    entry_filter = count.limit.applies_to
    for group in count.table_units():
        host = group[0]
        if entry_filter is None or matches_filter(host, entry_filter):
            yield Tally(host.cost if len(group) == 1 else sum([entry.cost for entry in group]), group, host)


def _count_units(count: LimitCount) -> Iterator[Tally]:
    """Count units on the table. A limit on some entries counts each of them, even attached heroes."""
    entries = count.matching_entries()
    by_table = count.limit.applies_to is None and not count.organisation.joined_counts_as_unit
    yield Tally(count.roster.activations if by_table else len(entries), entries)


def _count_models(count: LimitCount) -> Iterator[Tally]:
    for entries, about in count.counted_groups():
        yield Tally(sum([entry.models for entry in entries]), entries, about)


def _count_upgrades(count: LimitCount) -> Iterator[Tally]:
    for entries, about in count.counted_groups():
        yield Tally(
            sum(upgrade.count for upgrade in matching_upgrades(entries, count.limit.applies_to)), entries, about
        )


def _count_points(count: LimitCount) -> Iterator[Tally]:
    """Count the points of entries, or those of their upgrades if the limit is on an option or section."""
    entry_filter = count.limit.applies_to
    of_upgrades = entry_filter is not None and entry_filter.selects_upgrades
    for entries, about in count.counted_groups():
        priced = matching_upgrades(entries, entry_filter) if of_upgrades else entries
        yield Tally(sum(item.cost for item in priced), entries, about)


COUNTERS: Mapping[Measure, Callable[[LimitCount], Iterator[Tally]]] = {
    Measure.HEROES: _count_heroes,
    Measure.COPIES: _count_copies,
    Measure.SHARE: _count_share,
    Measure.UNITS: _count_units,
    Measure.MODELS: _count_models,
    Measure.UPGRADES: _count_upgrades,
    Measure.POINTS: _count_points,
}


def count_limit(limit: Limit, roster: Roster, organisation: ForceOrganisation) -> Iterator[Tally]:
    """Yield the counts for a limit: one for the army, or one for each unit or each kind of unit."""
    return COUNTERS[limit.measure](LimitCount(limit, roster, organisation))


@dataclass(frozen=True, slots=True)
class LimitStatus:
    """A limit and its count: for the whole army, one unit or one kind of unit."""

    limit: Limit
    tally: Tally
    maximum: Bound | None
    minimum: Bound | None
    points: int
    """The points that the limit depends on."""

    @property
    def number(self) -> int:
        """The count."""
        return self.tally.number

    @property
    def excess(self) -> int:
        """By how much the count exceeds the maximum."""
        return max(0, self.number - self.maximum.number) if self.maximum is not None else 0

    @property
    def shortfall(self) -> int:
        """By how much the count is below the minimum."""
        return max(0, self.minimum.number - self.number) if self.minimum is not None else 0

    @property
    def is_met(self) -> bool:
        """Whether the limit is met."""
        return not self.excess and not self.shortfall

    @property
    def is_full(self) -> bool:
        """Whether the count is at or above the maximum."""
        return self.maximum is not None and self.number >= self.maximum.number

    @property
    def identity(self) -> tuple[str, str | None]:
        """What identifies the status in two versions of a list: the limit and the counted unit."""
        about = self.tally.about
        if about is None:
            return self.limit.id, None
        return self.limit.id, about.entry.unit if self.limit.measure is Measure.COPIES else about.id


def limit_statuses(limits: Iterable[Limit], roster: Roster, organisation: ForceOrganisation) -> Iterator[LimitStatus]:
    """Yield the status of a roster for each limit, in order."""
    points = points_basis(roster).points
    for limit in limits:
        maximum, minimum = limit_bounds(limit, points)
        for tally in count_limit(limit, roster, organisation):
            yield LimitStatus(limit, tally, maximum, minimum, points)


def most_critical(statuses: Iterable[LimitStatus]) -> tuple[LimitStatus, ...]:
    """Return the status of each limit that is closest to breaking it."""
    by_limit: dict[str, list[LimitStatus]] = defaultdict(list)
    for status in statuses:
        by_limit[status.limit.id].append(status)

    def criticality(status: LimitStatus) -> tuple[bool, int]:
        return bool(status.shortfall), status.number if status.maximum is not None else -status.number

    return tuple(max(group, key=criticality) for group in by_limit.values())
