"""Wounds fall on models: a chain over how many wounds the target has taken.

The state is the number of wounds that the models have taken in the order in which they fall, so that a started model
is always the next one to be wounded. A wound that kills a model and goes no further jumps to that model's end.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from listbuilder.odds.dice import Chances


@lru_cache(maxsize=4096)
def ends_of(capacities: tuple[int, ...]) -> tuple[int, ...]:
    """Give for each state the state in which the model that is hurt now will have fallen."""
    found: list[int] = []
    total = 0
    for capacity in capacities:
        total += capacity
        found += [total] * capacity
    return tuple(found)


def add_wounds(states: Chances, wounds: Chances, total: int) -> Chances:
    """Add wounds that go on to the next model; the last state is that of a destroyed unit."""
    found = [0.0] * (total + 1)
    for state, chance in enumerate(states):
        if chance:
            for add, more in enumerate(wounds[: total - state]):
                found[state + add] += chance * more
    found[total] = max(0.0, sum(states) - sum(found[:total]))
    return tuple(found)


def add_deadly(states: Chances, wounds: Chances, times: int, ignored: float, ends: tuple[int, ...]) -> Chances:
    """Add wounds that each count so many times on one model; every one that they become may be ignored."""
    total = len(ends)
    amounts = _amounts(times, ignored)
    found = [0.0] * (total + 1)
    now = list(states)
    left = 1.0
    for chance in wounds[:total]:
        left -= chance
        for state, here in enumerate(now):
            found[state] += chance * here
        now = _stepped(now, amounts, ends)
    for state, here in enumerate(now):
        found[state] += max(0.0, left) * here
    return tuple(found)


def _amounts(times: int, ignored: float) -> list[tuple[int, float]]:
    """Give how many of so many wounds count, given that at least one does."""
    if not ignored:
        return [(times, 1.0)]
    some = 1 - ignored**times
    return [
        (number, comb(times, number) * (1 - ignored) ** number * ignored ** (times - number) / some)
        for number in range(1, times + 1)
    ]


def _stepped(now: list[float], amounts: list[tuple[int, float]], ends: tuple[int, ...]) -> list[float]:
    total = len(ends)
    then = [0.0] * (total + 1)
    then[total] = now[total]
    for state in range(total):
        here = now[state]
        if here:
            for number, chance in amounts:
                then[min(state + number, ends[state])] += here * chance
    return then


def add_alone(states: Chances, wounds: Chances, ends: tuple[int, ...]) -> Chances:
    """Add wounds that all fall on the model which is hurt now, and on no other."""
    found = [*(0.0 for _ in ends), states[-1]]
    for state, (here, end) in enumerate(zip(states[:-1], ends, strict=True)):
        below = wounds[: end - state]
        for add, chance in enumerate(below):
            found[state + add] += here * chance
        found[end] += here * max(0.0, 1 - sum(below))
    return tuple(found)


@lru_cache(maxsize=4096)
def fallen(capacities: tuple[int, ...]) -> tuple[int, ...]:
    """Give for each state how many models have fallen."""
    found: list[int] = []
    for place, capacity in enumerate(capacities):
        found += [place] * capacity
    return (*found, len(capacities))
