"""Limits worked out: how many are allowed, and from which points."""

from __future__ import annotations

from listbuilder.model import Limit, Roster
from listbuilder.values import dataclass


@dataclass(frozen=True, slots=True)
class Base:
    """The points that limits are counted from: the agreed size of the game, or what was spent."""

    points: int
    agreed: bool


def base_points(roster: Roster) -> Base:
    """Give the points that this list's limits are counted from."""
    if roster.army.points is not None:
        return Base(roster.army.points, agreed=True)
    return Base(roster.cost, agreed=False)


def allowed(limit: Limit, points: int) -> int | None:
    """Give how many a limit allows at a size of game; None where it caps nothing by number."""
    if limit.most is not None:
        return limit.most
    if limit.per is None:
        return None
    return limit.base + points // limit.per


def exceeds_share(cost: int, percent: int, points: int) -> bool:
    """Tell whether a cost is more than a percentage, compared exactly and without rounding."""
    return cost * 100 > percent * points


def share_cap(percent: int, points: int) -> int:
    """Give the most points that are still within a percentage."""
    return percent * points // 100
