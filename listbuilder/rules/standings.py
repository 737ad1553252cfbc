"""How an army stands against each of its limits: what was counted, and how much is allowed or asked for.

for standing in standings(Inspection(roster)): ...     one for each thing counted: "3 of 4 heroes"
decisive(standings(inspection))                               of each limit only the one that comes nearest to it
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from listbuilder.model import ForceOrganisation, Limit, Measure, Roster
from listbuilder.rules.limits import Bound, base_points, bounds
from listbuilder.rules.measures import Tally, tallies


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
