"""Limits worked out: how many are allowed or asked for at a size of game, and from which points.

What limits count, one function for each measure. A new measure is a member of `Measure` and a function here.

How an army stands against each of its limits: what was counted, and how much is allowed or asked for.

for standing in standings(Inspection(roster)): ...     one for each thing counted: "3 of 4 heroes"
decisive(standings(inspection))                               of each limit only the one that comes nearest to it
"""

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
    """The points that limits are counted from: the agreed size of the game, or what was spent."""

    points: int
    agreed: bool


def base_points(roster: Roster) -> Base:
    """Give the points that this list's limits are counted from."""
    if roster.size is not None:
        return Base(roster.size, agreed=True)
    return Base(roster.cost, agreed=False)


class Derivation(Enum):
    """How a bound came about."""

    FLAT = "flat"
    PER = "per"
    PERCENT = "percent"


@dataclass(frozen=True, slots=True)
class Bound:
    """A number that must not be passed, and the part of its limit that set it."""

    number: int
    way: Derivation
    percent: int = 0
    base: int = 0
    per: int = 0


@lru_cache(maxsize=1024)  # a limit is compared by all that it says
def bounds(limit: Limit, points: int) -> tuple[Bound | None, Bound | None]:
    """Give the most and the least of a limit."""
    return ceiling(limit, points), floor(limit, points)


@lru_cache(maxsize=1024)
def ceiling(limit: Limit, points: int) -> Bound | None:
    """Give the most that a limit allows at a size of game: the smallest of all it says; None where it caps nothing."""
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
    """Give the least that a limit asks for at a size of game; None where it asks for nothing."""
    bounds: list[Bound] = []
    if limit.least is not None:
        bounds.append(Bound(limit.least, Derivation.FLAT))
    if limit.least_percent is not None:
        bounds.append(Bound(-(-limit.least_percent * points // 100), Derivation.PERCENT, limit.least_percent))
    return max(bounds, key=lambda bound: bound.number, default=None)


Group: TypeAlias = tuple[RosterEntry, ...]
"""A host and the heroes in it, or entries that are counted together."""


class Tally(NamedTuple):
    """What was counted: the number, what it is made of, and the entry it is about (None: the whole army)."""

    number: int
    entries: Group
    about: RosterEntry | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """A limit to be counted over a roster."""

    limit: Limit
    roster: Roster
    organisation: ForceOrganisation
    """How joined heroes count."""

    def chosen(self) -> Group:
        """Give the entries that the limit is about."""
        wanted, entries = self.limit.of, self.roster.entries
        return entries if wanted is None else tuple([worked for worked in entries if fits(worked, wanted)])

    def parts(self) -> Iterator[tuple[Group, RosterEntry | None]]:
        """Give what is counted together: the army, or each unit with the heroes in it."""
        if not self.limit.each_unit:
            yield self.chosen(), None
            return
        wanted = self.limit.of
        for group in self.groups():
            within = group if wanted is None else tuple([worked for worked in group if fits(worked, wanted)])
            if within:
                yield within, group[0]

    def groups(self) -> Iterator[Group]:
        """Give the units on the table: each with the heroes in it where the game counts them with their host."""
        joined = self.roster.joined if self.organisation.joined_shares_with_host else {}
        if not joined:
            yield from zip(self.roster.entries)
            return
        inside = self.roster.joined_ids
        for worked in self.roster.entries:
            name = worked.entry.id
            if name not in inside:
                yield (worked, *joined.get(name, ()))


def fits(worked: RosterEntry, wanted: Selection) -> bool:
    """Tell whether an entry is one of those that a limit is about."""
    return (
        (not wanted.units or worked.entry.unit in wanted.units)
        and wanted.group in (None, worked.unit.group)
        and wanted.faction in (None, worked.unit.faction)
        and wanted.hero in (None, worked.hero)
        and wanted.unique in (None, worked.unique)
        and (wanted.rule is None or _has(worked, wanted))
        and (not wanted.of_picks or any(chosen_picks((worked,), wanted)))
    )


def _has(worked: RosterEntry, wanted: Selection) -> bool:
    if wanted.over is None:
        return bears(worked.unit, worked.halves, wanted.rule)
    return highest_rating(worked.unit, worked.halves, wanted.rule) > wanted.over


def chosen_picks(entries: Iterable[RosterEntry], wanted: Selection | None) -> Iterator[Taken]:
    """Give the picks that a limit is about: all, or those of an option or a section."""
    for worked in entries:
        for half in worked.halves:
            yield from (taken for taken in half.taken if wanted is None or is_chosen(taken, wanted))


def is_chosen(taken: Taken, wanted: Selection) -> bool:
    """Tell whether a pick is one of those that a limit is about."""
    return wanted.option in (None, taken.option.id) and wanted.section in (None, taken.section.id)


def _heroes(count: Count) -> Iterator[Tally]:
    heroes = tuple([worked for worked in count.chosen() if worked.hero])
    yield Tally(len(heroes), heroes)


def _copies(count: Count) -> Iterator[Tally]:
    """Count entries of the same unit; a combined unit is one copy."""
    copies: dict[str, list[RosterEntry]] = defaultdict(list)
    for worked in count.chosen():
        copies[worked.entry.unit].append(worked)
    for same in copies.values():
        yield Tally(len(same), tuple(same), same[-1])


def _share(count: Count) -> Iterator[Tally]:
    """Add up the points of each unit, with the heroes in it where the game says so."""
    wanted = count.limit.of
    for group in count.groups():
        host = group[0]
        if wanted is None or fits(host, wanted):
            yield Tally(host.cost if len(group) == 1 else sum([worked.cost for worked in group]), group, host)


def _units(count: Count) -> Iterator[Tally]:
    """Count units on the table; where only some entries are meant, each of them counts, also in another unit."""
    roster, chosen = count.roster, count.chosen()
    together = count.limit.of is None and not count.organisation.joined_counts_as_unit
    yield Tally(roster.activations if together else len(chosen), chosen)


def _models(count: Count) -> Iterator[Tally]:
    for part, about in count.parts():
        yield Tally(sum([worked.models for worked in part]), part, about)


def _all_picks(count: Count) -> Iterator[Tally]:
    for part, about in count.parts():
        yield Tally(sum(taken.count for taken in chosen_picks(part, count.limit.of)), part, about)


def _points(count: Count) -> Iterator[Tally]:
    """Add up the points of entries, or those paid for an option or in a section."""
    wanted = count.limit.of
    paid = wanted is not None and wanted.of_picks
    for part, about in count.parts():
        spent = (taken.cost for taken in chosen_picks(part, wanted)) if paid else (worked.cost for worked in part)
        yield Tally(sum(spent), part, about)


MEASURES: Mapping[Measure, Callable[[Count], Iterator[Tally]]] = {
    Measure.HEROES: _heroes,
    Measure.COPIES: _copies,
    Measure.SHARE: _share,
    Measure.UNITS: _units,
    Measure.MODELS: _models,
    Measure.PICKS: _all_picks,
    Measure.POINTS: _points,
}


def tallies(limit: Limit, roster: Roster, organisation: ForceOrganisation) -> Iterator[Tally]:
    """Count what a limit is on: once for the army, or for each unit or kind of unit.

    `organisation` says how joined heroes count.
    """
    return MEASURES[limit.counts](Count(limit, roster, organisation))


@dataclass(frozen=True, slots=True)
class Standing:
    """A limit and what was counted for it: in the whole army, in one unit, or of one kind of unit."""

    limit: Limit
    tally: Tally
    most: Bound | None
    least: Bound | None
    points: int
    """The points that the limit is worked out from."""

    @property
    def number(self) -> int:
        """How many were counted."""
        return self.tally.number

    @property
    def over(self) -> int:
        """By how much it is more than allowed."""
        return max(0, self.number - self.most.number) if self.most is not None else 0

    @property
    def under(self) -> int:
        """By how much it is less than asked for."""
        return max(0, self.least.number - self.number) if self.least is not None else 0

    @property
    def kept(self) -> bool:
        """Whether the limit is kept."""
        return not self.over and not self.under

    @property
    def full(self) -> bool:
        """Whether no more is allowed."""
        return self.most is not None and self.number >= self.most.number

    @property
    def subject(self) -> tuple[str, str | None]:
        """What makes it the same in two states of a list: the limit, and the unit that was counted."""
        about = self.tally.about
        if about is None:
            return self.limit.id, None
        return self.limit.id, about.entry.unit if self.limit.counts is Measure.COPIES else about.id


def standings(limits: Iterable[Limit], roster: Roster, organisation: ForceOrganisation) -> Iterator[Standing]:
    """Tell how an army stands against each of its limits, in their order; see `tallies` for `organisation`."""
    points = base_points(roster).points
    for limit in limits:
        most, least = bounds(limit, points)
        for tally in tallies(limit, roster, organisation):
            yield Standing(limit, tally, most, least, points)


def decisive(found: Iterable[Standing]) -> tuple[Standing, ...]:
    """Keep of each limit what decides it: the most where it caps, the least where it asks."""
    kept: dict[str, Standing] = {}
    for standing in found:
        before = kept.get(standing.limit.id)
        if before is None or _nearer(standing, before):
            kept[standing.limit.id] = standing
    return tuple(kept.values())


def _nearer(one: Standing, other: Standing) -> bool:
    if bool(one.under) != bool(other.under):
        return bool(one.under)
    return one.number > other.number if one.most is not None else one.number < other.number
