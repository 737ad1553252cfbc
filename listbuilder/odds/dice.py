"""Distributions as lists of chances: what comes of several dice together, as far as it matters.

A list holds the chances of 0, 1, 2 … wounds. `most` is where it ends: whatever lies beyond is what is missing to 1.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TypeAlias

from listbuilder.model.effects import FACES

Chances: TypeAlias = tuple[float, ...]
"""The chances of 0, 1, 2 and so on."""

NOTHING: Chances = (1.0,)
_WHOLE = 1 - 1e-9
"""Less than this, and something lies beyond the end of the list."""


def faces_of(needed: int) -> int:
    """Tell how many faces of a die show so much or more, whatever number a rule asks for."""
    return min(FACES, max(0, FACES + 1 - needed))


def chance_of(needed: int) -> float:
    """Give the chance that a die shows so much or more."""
    return faces_of(needed) / FACES


def together(one: Chances, other: Chances, most: int) -> Chances:
    """Give the chances of the sum of two things, as far as below `most`."""
    if len(one) > len(other):
        one, other = other, one
    length = min(most, len(one) + len(other) - 1)
    found = [0.0] * length
    for place, chance in enumerate(one[:length]):
        if chance:
            for add, more in enumerate(other[: length - place], place):
                found[add] += chance * more
    return tuple(found)


@lru_cache(maxsize=65536)
def repeated(die: Chances, times: int, most: int) -> Chances:
    """Give the chances of the sum of so many alike, as far as below `most`."""
    if times == 0:
        return NOTHING[:most]
    if len(die) == 2 and die[0] + die[1] > _WHOLE:  # noqa: PLR2004 - it happens or not: that has a form of its own
        return _binomial(die[1], times, most)
    half = repeated(die, times // 2, most)
    whole = together(half, half, most)
    return together(whole, die[:most], most) if times % 2 else whole


def _binomial(chance: float, times: int, most: int) -> Chances:
    rest = 1 - chance
    length = min(most, times + 1)
    return tuple(comb(times, place) * chance**place * rest ** (times - place) for place in range(length))


def mixed(parts: list[tuple[float, Chances]]) -> Chances:
    """Give the chances where one of several things happens, each with its own chance."""
    found = [0.0] * max(len(chances) for _, chances in parts)
    for weight, chances in parts:
        for place, chance in enumerate(chances):
            found[place] += weight * chance
    return tuple(found)


def mean(chances: Chances) -> float:
    """Give the expected number."""
    return sum(place * chance for place, chance in enumerate(chances))
