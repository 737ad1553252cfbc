"""What becomes of a target: volleys in their order, wounds onto models, and who has fallen in the end.

As a rule a model falls of its last wound. In some games the last model of a unit gathers markers instead and rolls
against them once the attack is over.

Wounds fall on models: a chain over how many wounds the target has taken.

The state is the number of wounds that the models have taken in the order in which they fall, so that a started model
is always the next one to be wounded. A wound that kills a model and goes no further jumps to that model's end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb
from typing import NamedTuple

from listbuilder.model import System, WoundRoll
from listbuilder.model.effects import FACES, Lean
from listbuilder.odds.active_effects import Caveat, caveat_text
from listbuilder.odds.combatant import Party
from listbuilder.odds.defense import Defenders, Shield
from listbuilder.odds.dice import NOTHING, Chances, repeated, together
from listbuilder.odds.hits import die_wounds
from listbuilder.odds.result import Odds
from listbuilder.odds.volleys import DieKind, Volley


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


BEFORE = "before"


@dataclass(frozen=True, slots=True)
class Aftermath:
    """How a target stands after an attack: chances by wounds in order, and by wounds on a model that was picked out."""

    parts: tuple[tuple[int, tuple[int, ...], Chances], ...]
    """For each number of wounds on the picked model: what the models could still take, and the chances of states."""


def aftermath(volleys: tuple[Volley, ...], met: Defenders, *, fatigued: bool) -> Aftermath:
    """Let volleys fall in their order: before the attack, at a picked model, deadly ones, all the others."""
    capacities = met.capacities
    total = sum(capacities)
    states: Chances = NOTHING + (0.0,) * total
    early = [volley for volley in volleys if volley.order == BEFORE]
    if early:
        states = add_wounds(states, _all_wounds(early, met.shield, total, fatigued=fatigued), total)
    picking = [volley for volley in volleys if volley.picks and volley.order != BEFORE]
    rest = [volley for volley in volleys if not volley.picks and volley.order != BEFORE]
    if not picking:
        return Aftermath(((0, capacities, _fall(rest, states, capacities, met.shield, fatigued=fatigued)),))
    if capacities[-1] <= capacities[0]:
        alone = _on_one(picking, replace(met.shield, models=1), capacities[0], fatigued=fatigued)
        states = add_alone(states, alone, ends_of(capacities))
        return Aftermath(((0, capacities, _fall(rest, states, capacities, met.shield, fatigued=fatigued)),))
    alone = _on_one(picking, met.alone, capacities[-1], fatigued=fatigued)
    parts = []
    for hurt, chance in enumerate((*alone, 1 - sum(alone))):
        left = (*capacities[:-1], capacities[-1] - hurt)
        left = left if left[-1] else left[:-1]
        begun = add_wounds(tuple(chance * state for state in states), NOTHING, sum(left))
        parts.append((hurt, left, _fall(rest, begun, left, met.shield, fatigued=fatigued)))
    return Aftermath(tuple(parts))


def _on_one(volleys: list[Volley], shield: Shield, capacity: int, *, fatigued: bool) -> Chances:
    """Give the chances of wounds on one model, as far as it lives."""
    states = _fall(volleys, NOTHING + (0.0,) * capacity, (capacity,), shield, fatigued=fatigued)
    return states[:-1]


def _fall(
    volleys: list[Volley], states: Chances, capacities: tuple[int, ...], shield: Shield, *, fatigued: bool
) -> Chances:
    """Let wounds fall: deadly ones first, the worst of them before the others."""
    total = sum(capacities)
    if not total:
        return (sum(states),)
    plain = [volley for volley in volleys if volley.deadly == 1]
    for volley in sorted((one for one in volleys if one.deadly > 1), key=lambda one: -one.deadly):
        wounds = _all_wounds([volley], shield, total, fatigued=fatigued)
        ignored = 0.0 if volley.lasting else shield.ignored
        states = add_deadly(states, wounds, volley.deadly, ignored, ends_of(capacities))
    return add_wounds(states, _all_wounds(plain, shield, total, fatigued=fatigued), total) if plain else states


def _all_wounds(volleys: list[Volley], shield: Shield, most: int, *, fatigued: bool) -> Chances:
    """Give the chances of wounds of several volleys together."""
    found = NOTHING
    for volley in volleys:
        die = die_wounds(volley, shield, fatigued, most)
        wounds = repeated(die, volley.dice, most)
        found = wounds if found is NOTHING else together(found, wounds, most)
    return found


def summed(after: Aftermath, target: Party, system: System, volleys: tuple[Volley, ...]) -> Odds:
    """Sum an aftermath up."""
    roll = system.combat.wound_roll
    tally = _Tally(target, target.capacities_in(system))
    dread = min((volley.dread for volley in volleys), default=0)
    for ending in _endings(after):
        tally.wounds[ending.wounds] += ending.chance
        out = tally.out_chance(ending, roll, dread) if roll is not None else None
        if out is None:
            tally.add(ending.chance, ending.wounds, ending.lost)
            continue
        tally.add(ending.chance * out, ending.wounds, ending.lost + 1)
        tally.add(ending.chance * (1 - out), ending.wounds, ending.lost)
        tally.stunned += ending.chance * (1 - out)
    own = sum(volley.dice * volley.own_wounds / FACES for volley in volleys if volley.kind is DieKind.ATTACK)
    notes = frozenset(_unrolled(volleys, target)) if roll is not None else frozenset[Caveat]()
    return Odds(
        wounds=tuple(tally.wounds),
        models=tuple(tally.models),
        standing=tuple(tally.standing),
        half=tally.half,
        rolled=roll is not None,
        stunned=tally.stunned,
        notes=notes,
        volleys=volleys,
        own_wounds=own,
    )


class _Ending(NamedTuple):
    """One way in which an attack can end."""

    chance: float
    wounds: int
    lost: int
    gathered: int
    """Wounds that the last model has taken in this attack, if it was there at its end."""


def _endings(after: Aftermath) -> Iterator[_Ending]:
    most = max(len(left) for _, left, _ in after.parts)
    for hurt, left, states in after.parts:
        gone = most - len(left)
        begin = sum(left[:-1])
        for state, lost in enumerate(fallen(left)):
            if states[state]:
                gathered = 0 if gone else hurt + max(0, state - begin)
                yield _Ending(states[state], state + hurt, lost + gone, gathered)


class _Tally:
    """Adds endings up."""

    def __init__(self, target: Party, capacities: tuple[int, ...]) -> None:
        self.target = target
        self.size = len(capacities)
        self.total = sum(capacities)
        self.wounds = [0.0] * (self.total + 1)
        self.standing = [0.0] * (self.total + 1)
        self.models = [0.0] * (self.size + 1)
        self.half = 0.0
        self.stunned = 0.0

    def out_chance(self, ending: _Ending, roll: WoundRoll, dread: int) -> float | None:
        """Give the chance that the last model, having gathered markers, is taken out; None where it does not roll."""
        before = self.target.hurt if self.size == 1 else 0
        tough = self.target.ranks[-1].wounds
        if not ending.gathered or ending.gathered + before < tough or ending.lost == self.size:
            return None
        return roll.chance(ending.gathered + before, tough, dread)

    def add(self, chance: float, wounds: int, lost: int) -> None:
        """Add an ending after which nothing more is rolled."""
        self.models[lost] += chance
        self.standing[self.total if lost == self.size else wounds] += chance
        if self.size > 1 or lost:
            few = 2 * (self.size - lost) <= self.size
        else:
            few = 2 * (self.total - wounds) <= self.target.ranks[0].wounds
        if few:
            self.half += chance


def _unrolled(volleys: tuple[Volley, ...], target: Party) -> Iterator[Caveat]:
    """Give what is left out where wounds are rolled for."""
    if target.models > 1 and any(volley.picks for volley in volleys):
        picked = caveat_text("picked-model")
        yield Caveat(picked.en, lean=Lean.UNSURE, text=picked)
    if len({volley.dread for volley in volleys}) > 1:
        some = caveat_text("wound-rolls")
        yield Caveat(some.en, lean=Lean.MORE, text=some)
