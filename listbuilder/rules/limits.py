"""Limits worked out: how many are allowed or asked for at a size of game, and from which points."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from listbuilder.model import Limit, Roster


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
