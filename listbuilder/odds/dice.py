"""Distributions as tuples of chances, and what several dice give together.

A tuple holds the chances of 0, 1, 2 and more. Functions with a `length` cut it there; the rest to 1 lies beyond.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TypeAlias

from listbuilder.model.effects import DIE_FACES

Chances: TypeAlias = tuple[float, ...]
"""The chances of 0, 1, 2 and so on."""

ALWAYS_ZERO: Chances = (1.0,)
"""The distribution of something that is always 0."""
_ALMOST_ONE = 1 - 1e-9


def faces_at_least(needed: int) -> int:
    """Return how many faces of a die show at least this number."""
    return min(DIE_FACES, max(0, DIE_FACES + 1 - needed))


def chance_at_least(needed: int) -> float:
    """Return the chance that a die shows at least this number."""
    return faces_at_least(needed) / DIE_FACES


def add_distributions(first: Chances, second: Chances, length: int) -> Chances:
    """Return the distribution of the sum of two independent numbers."""
    if len(first) > len(second):
        first, second = second, first
    length = min(length, len(first) + len(second) - 1)
    result = [0.0] * length
    for number, chance in enumerate(first[:length]):
        if chance:
            for total, other in enumerate(second[: length - number], number):
                result[total] += chance * other
    return tuple(result)


@lru_cache(maxsize=65536)
def sum_of_dice(die: Chances, times: int, length: int) -> Chances:
    """Return the distribution of the sum of several equal dice."""
    if times == 0:
        return ALWAYS_ZERO[:length]
    if len(die) == 2 and die[0] + die[1] > _ALMOST_ONE:  # noqa: PLR2004 - success or failure
        success, rest = die[1], 1 - die[1]
        numbers = range(min(length, times + 1))
        return tuple(comb(times, number) * success**number * rest ** (times - number) for number in numbers)
    half = sum_of_dice(die, times // 2, length)
    whole = add_distributions(half, half, length)
    return add_distributions(whole, die[:length], length) if times % 2 else whole


def mix_distributions(parts: list[tuple[float, Chances]]) -> Chances:
    """Return the distribution if exactly one of several cases happens, each with its weight."""
    result = [0.0] * max(len(chances) for _, chances in parts)
    for weight, chances in parts:
        for number, chance in enumerate(chances):
            result[number] += weight * chance
    return tuple(result)


def mean(chances: Chances) -> float:
    """Return the expected number."""
    return sum(number * chance for number, chance in enumerate(chances))
