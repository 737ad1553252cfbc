"""Limits of systems and events: what they allow at a points limit, what they count, and the status of a roster."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from listbuilder.model import ForceOrganisation, Limit, Measure, Roster, RosterEntry, Selection, Taken
from listbuilder.rules.special_rules import bears, highest_rating


@dataclass(frozen=True, slots=True)
class Base:
    """The points that limits depend on: the points limit, or the cost of the list if there is none."""

    points: int
    agreed: bool


def base_points(roster: Roster) -> Base:
    """Return the points that the limits of a roster depend on."""
    if roster.size is not None:
        return Base(roster.size, agreed=True)
    return Base(roster.cost, agreed=False)


class Derivation(Enum):
    """How a bound is computed."""

    FLAT = "flat"
    PER = "per"
    PERCENT = "percent"


@dataclass(frozen=True, slots=True)
class Bound:
    """A maximum or minimum, with the part of the limit that sets it."""

    number: int
    way: Derivation
    percent: int = 0
    base: int = 0
    per: int = 0


@lru_cache(maxsize=1024)
def bounds(limit: Limit, points: int) -> tuple[Bound | None, Bound | None]:
    """Return the maximum and the minimum of a limit."""
    return ceiling(limit, points), floor(limit, points)


@lru_cache(maxsize=1024)
def ceiling(limit: Limit, points: int) -> Bound | None:
    """Return the lowest maximum of a limit at a points limit, or None."""
    bounds: list[Bound] = []
    if limit.most is not None:
        bounds.append(Bound(limit.most, Derivation.FLAT))
    if limit.per is not None:
        base = limit.base or 0
        bounds.append(Bound(base + points // limit.per, Derivation.PER, base=base, per=limit.per))
    elif limit.base is not None:
        bounds.append(Bound(limit.base, Derivation.FLAT))
    if limit.percent is not None:
        bounds.append(Bound(limit.percent * points // 100, Derivation.PERCENT, limit.percent))
    return min(bounds, key=lambda bound: bound.number, default=None)


def floor(limit: Limit, points: int) -> Bound | None:
    """Return the highest minimum of a limit at a points limit, or None."""
    bounds: list[Bound] = []
    if limit.least is not None:
        bounds.append(Bound(limit.least, Derivation.FLAT))
    if limit.least_percent is not None:
        bounds.append(Bound(-(-limit.least_percent * points // 100), Derivation.PERCENT, limit.least_percent))
    return max(bounds, key=lambda bound: bound.number, default=None)


Group: TypeAlias = tuple[RosterEntry, ...]
"""Entries that are counted together, such as a host and its attached heroes."""


class Tally(NamedTuple):
    """A count, the entries it includes, and the entry it is about (None for the whole army)."""

    number: int
    entries: Group
    about: RosterEntry | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """A limit that is counted for a roster."""

    limit: Limit
    roster: Roster
    organisation: ForceOrganisation
    """How attached heroes count."""

    def chosen(self) -> Group:
        """Return the entries that the limit counts."""
        return self._select(self.roster.entries)

    def parts(self) -> Iterator[tuple[Group, RosterEntry | None]]:
        """Yield the entries that are counted together, with their host: the whole army, or each unit."""
        if not self.limit.each_unit:
            yield self.chosen(), None
            return
        for group in self.groups():
            selected = self._select(group)
            if selected:
                yield selected, group[0]

    def groups(self) -> Iterator[Group]:
        """Yield the units on the table, with attached heroes if the game counts them with their host."""
        attached_heroes = self.roster.joined if self.organisation.joined_shares_with_host else {}
        if not attached_heroes:
            yield from zip(self.roster.entries)
            return
        attached = self.roster.joined_ids
        for entry in self.roster.entries:
            if entry.id not in attached:
                yield (entry, *attached_heroes.get(entry.id, ()))

    def _select(self, entries: Group) -> Group:
        entry_filter = self.limit.of
        return entries if entry_filter is None else tuple([entry for entry in entries if fits(entry, entry_filter)])


def fits(entry: RosterEntry, entry_filter: Selection) -> bool:
    """Return whether an entry matches all conditions of a filter."""
    return (
        (not entry_filter.units or entry.entry.unit in entry_filter.units)
        and entry_filter.group in (None, entry.unit.group)
        and entry_filter.faction in (None, entry.unit.faction)
        and entry_filter.hero in (None, entry.hero)
        and entry_filter.unique in (None, entry.unique)
        and (entry_filter.rule is None or _has_rule(entry, entry_filter))
        and (not entry_filter.of_picks or any(chosen_picks((entry,), entry_filter)))
    )


def _has_rule(entry: RosterEntry, entry_filter: Selection) -> bool:
    if entry_filter.over is None:
        return bears(entry.unit, entry.halves, entry_filter.rule)
    return highest_rating(entry.unit, entry.halves, entry_filter.rule) > entry_filter.over


def chosen_picks(entries: Iterable[RosterEntry], entry_filter: Selection | None) -> Iterator[Taken]:
    """Yield the upgrades of entries that match a filter."""
    for entry in entries:
        for half in entry.halves:
            yield from (upgrade for upgrade in half.taken if entry_filter is None or is_chosen(upgrade, entry_filter))


def is_chosen(upgrade: Taken, entry_filter: Selection) -> bool:
    """Return whether an upgrade matches the option and section of a filter."""
    return entry_filter.option in (None, upgrade.option.id) and entry_filter.section in (None, upgrade.section.id)


def _count_heroes(count: Count) -> Iterator[Tally]:
    heroes = tuple([entry for entry in count.chosen() if entry.hero])
    yield Tally(len(heroes), heroes)


def _count_copies(count: Count) -> Iterator[Tally]:
    """Count entries of the same unit; a combined unit is one copy."""
    copies: dict[str, list[RosterEntry]] = defaultdict(list)
    for entry in count.chosen():
        copies[entry.entry.unit].append(entry)
    for entries in copies.values():
        yield Tally(len(entries), tuple(entries), entries[-1])


def _count_share(count: Count) -> Iterator[Tally]:
    """Count the points of each unit, with attached heroes if the game counts them with their host."""
    entry_filter = count.limit.of
    for group in count.groups():
        host = group[0]
        if entry_filter is None or fits(host, entry_filter):
            yield Tally(host.cost if len(group) == 1 else sum([entry.cost for entry in group]), group, host)


def _count_units(count: Count) -> Iterator[Tally]:
    """Count units on the table. A limit on some entries counts each of them, even attached heroes."""
    entries = count.chosen()
    by_table = count.limit.of is None and not count.organisation.joined_counts_as_unit
    yield Tally(count.roster.activations if by_table else len(entries), entries)


def _count_models(count: Count) -> Iterator[Tally]:
    for entries, about in count.parts():
        yield Tally(sum([entry.models for entry in entries]), entries, about)


def _count_upgrades(count: Count) -> Iterator[Tally]:
    for entries, about in count.parts():
        yield Tally(sum(upgrade.count for upgrade in chosen_picks(entries, count.limit.of)), entries, about)


def _count_points(count: Count) -> Iterator[Tally]:
    """Count the points of entries, or those of their upgrades if the limit is on an option or section."""
    entry_filter = count.limit.of
    of_upgrades = entry_filter is not None and entry_filter.of_picks
    for entries, about in count.parts():
        priced = chosen_picks(entries, entry_filter) if of_upgrades else entries
        yield Tally(sum(item.cost for item in priced), entries, about)


MEASURES: Mapping[Measure, Callable[[Count], Iterator[Tally]]] = {
    Measure.HEROES: _count_heroes,
    Measure.COPIES: _count_copies,
    Measure.SHARE: _count_share,
    Measure.UNITS: _count_units,
    Measure.MODELS: _count_models,
    Measure.PICKS: _count_upgrades,
    Measure.POINTS: _count_points,
}


def tallies(limit: Limit, roster: Roster, organisation: ForceOrganisation) -> Iterator[Tally]:
    """Yield the counts for a limit: one for the army, or one for each unit or each kind of unit."""
    return MEASURES[limit.counts](Count(limit, roster, organisation))


@dataclass(frozen=True, slots=True)
class Standing:
    """A limit and its count: for the whole army, one unit or one kind of unit."""

    limit: Limit
    tally: Tally
    most: Bound | None
    least: Bound | None
    points: int
    """The points that the limit depends on."""

    @property
    def number(self) -> int:
        """The count."""
        return self.tally.number

    @property
    def over(self) -> int:
        """By how much the count exceeds the maximum."""
        return max(0, self.number - self.most.number) if self.most is not None else 0

    @property
    def under(self) -> int:
        """By how much the count is below the minimum."""
        return max(0, self.least.number - self.number) if self.least is not None else 0

    @property
    def kept(self) -> bool:
        """Whether the limit is met."""
        return not self.over and not self.under

    @property
    def full(self) -> bool:
        """Whether the count is at or above the maximum."""
        return self.most is not None and self.number >= self.most.number

    @property
    def subject(self) -> tuple[str, str | None]:
        """What identifies the status in two versions of a list: the limit and the counted unit."""
        about = self.tally.about
        if about is None:
            return self.limit.id, None
        return self.limit.id, about.entry.unit if self.limit.counts is Measure.COPIES else about.id


def standings(limits: Iterable[Limit], roster: Roster, organisation: ForceOrganisation) -> Iterator[Standing]:
    """Yield the status of a roster for each limit, in order."""
    points = base_points(roster).points
    for limit in limits:
        maximum, minimum = bounds(limit, points)
        for tally in tallies(limit, roster, organisation):
            yield Standing(limit, tally, maximum, minimum, points)


def decisive(statuses: Iterable[Standing]) -> tuple[Standing, ...]:
    """Return the status of each limit that is closest to breaking it."""
    critical: dict[str, Standing] = {}
    for status in statuses:
        before = critical.get(status.limit.id)
        if before is None or _is_more_critical(status, before):
            critical[status.limit.id] = status
    return tuple(critical.values())


def _is_more_critical(status: Standing, other: Standing) -> bool:
    if bool(status.under) != bool(other.under):
        return bool(status.under)
    return status.number > other.number if status.most is not None else status.number < other.number
