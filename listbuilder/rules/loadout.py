"""What one copy of a unit amounts to once its picks are applied, in the order they are listed.

Counts are totals for the copy, not per model. A pick whose target is gone is kept as a Trouble: nothing is ever made
or lost silently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from listbuilder.model import (
    AmbiguousPick,
    BadCount,
    Kit,
    Loadout,
    MissingTarget,
    Pick,
    Taken,
    Trouble,
    Unit,
    UnknownPick,
)
from listbuilder.model.sizes import LARGEST_COUNT
from listbuilder.rules.ratings import Stacking, all_add
from listbuilder.rules.workbench import Workbench


class _Move(NamedTuple):
    """What a pick means for a unit, whatever else is picked."""

    taken: Taken
    touched: frozenset[str]
    """The keys of what it swaps or improves, and of what goes with that; empty where it only adds."""
    fails: bool
    """Whether it cannot be applied to the unit as the book has it."""


def build_loadout(unit: Unit, picks: Iterable[Pick], stacking: Stacking = all_add) -> Loadout:
    """Work out one copy of a unit; `stacking` says what becomes of repeated ratings."""
    cost = unit.cost
    taken: list[Taken] = []
    places: list[int] = []
    troubles: list[tuple[int, Trouble]] = []
    touched: frozenset[str] = frozenset()
    contested = False
    for place, pick in enumerate(picks):
        move = _move(unit, pick.option, pick.count)
        if not isinstance(move, _Move):
            troubles.append((place, move))
            continue
        taken.append(move.taken)
        places.append(place)
        cost += move.taken.cost
        if move.touched:
            contested = contested or move.fails or not touched.isdisjoint(move.touched)
            touched |= move.touched
    # picks that each find what they need, and touch different things, cannot get in each other's way
    if contested:
        troubles += _missing_targets(unit, taken, places)
        troubles.sort(key=_place)
    chosen = tuple(taken)
    found = tuple([trouble for _, trouble in troubles])
    return Loadout(unit.size, cost, chosen, found, partial(_lay_out, unit, chosen, stacking))


@lru_cache(maxsize=16384)  # all that is picked from a hundred books: one that is too small remembers nothing
def _move(unit: Unit, name: str, count: int) -> _Move | Trouble:
    """Tell what a pick means for a unit, or why it means nothing."""
    pick, found = Pick(name, count), unit.find(name)
    if len(found) != 1:
        return AmbiguousPick(pick) if found else UnknownPick(pick)
    section, option = found[0]
    if not 1 <= count <= LARGEST_COUNT:
        return BadCount(pick, section, option)
    taken = Taken(pick, section, option, count, option.cost_for(unit.id) * count)
    if not section.targets:
        return _Move(taken, frozenset(), fails=False)
    bench = Workbench(unit)
    touched = bench.within(target.key for target in section.targets)
    return _Move(taken, touched, fails=bench.apply_all(section, option, count) is not None)


def _missing_targets(unit: Unit, taken: Sequence[Taken], places: Sequence[int]) -> Iterator[tuple[int, Trouble]]:
    """Apply picks one after the other and tell which find no target, each with its place among all picks."""
    bench = Workbench(unit)
    for behind, (one, place) in enumerate(zip(taken, places, strict=True)):
        short = bench.apply_all(one.section, one.option, one.count)
        if short is not None:
            yield place, MissingTarget(one.pick, one.section, one.option, *short, place, behind)


def _place(found: tuple[int, Trouble]) -> int:
    return found[0]


def _lay_out(unit: Unit, taken: tuple[Taken, ...], stacking: Stacking) -> Kit:
    bench = Workbench(unit, stacking)
    for one in taken:
        bench.apply_all(one.section, one.option, one.count)
    return bench.finish()
