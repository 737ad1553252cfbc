"""What one copy of a unit amounts to once its picks are applied, in the order they are listed.

Counts are totals for the copy, not per model. A pick whose target is gone is kept as a Trouble: nothing is ever made
or lost silently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from listbuilder.model import (
    AmbiguousPick,
    BadCount,
    Kit,
    Loadout,
    MissingTarget,
    Pick,
    RuleId,
    Taken,
    Trouble,
    Unit,
    UnknownPick,
)
from listbuilder.model.army_list import LARGEST_COUNT
from listbuilder.rules.ratings import Stacking, all_add
from listbuilder.rules.workbench import Workbench


class _Move(NamedTuple):
    """What a pick means for a unit, whatever else is picked."""

    taken: Taken
    touched: frozenset[str]
    """The keys of what it swaps or improves, and of what goes with that; empty where it only adds."""
    fails: bool
    """Whether it cannot be applied to the unit as the book has it."""
    brought: frozenset[RuleId]
    """The rules that it may bring."""
    doubled: bool
    """Whether it brings one of them more than once, or one that the unit is born with."""


_NOTHING: frozenset[Any] = frozenset()


def build_loadout(unit: Unit, picks: Iterable[Pick], stacking: Stacking = all_add) -> Loadout:
    """Work out one copy of a unit; `stacking` says what becomes of repeated ratings."""
    found = [_move(unit, pick.option, pick.count) for pick in picks]
    moves = [move for move in found if isinstance(move, _Move)]
    taken: list[Taken] = []
    cost = unit.cost
    touched, brought = _NOTHING, _issued(unit)
    contested, doubled = len(moves) < len(found), False
    for one, touches, fails, brings, twice in moves:
        taken.append(one)
        cost += one.cost
        # picks that each find what they need, and touch different things, cannot get in each other's way
        if touches:
            contested = contested or fails or not touches.isdisjoint(touched)
            touched = touches | touched if touched else touches
        if brings:
            doubled = doubled or twice or not brings.isdisjoint(brought)
            brought = brings | brought if brought else brings
    chosen = tuple(taken)
    troubles = _troubles(unit, found, chosen) if contested else ()
    crowded = len({one.section for one in taken}) < sum([one.count for one in taken])
    lay_out = partial(_lay_out, unit, chosen, stacking)
    return Loadout(unit.size, cost, chosen, troubles, lay_out, brought, crowded, doubled)


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
    rules = taken.brings
    brought = frozenset(rules) if rules else _NOTHING
    doubled = len(rules) * count > len(brought) or not unit.rule_ids.isdisjoint(brought)
    if not section.targets:
        return _Move(taken, _NOTHING, fails=False, brought=brought, doubled=doubled)
    bench = Workbench(unit)
    touched = bench.within(target.key for target in section.targets)
    short = bench.missing(section, option) if count == 1 else bench.apply_all(section, option, count)
    return _Move(taken, touched, short is not None, brought, doubled)


@lru_cache(maxsize=4096)
def _issued(unit: Unit) -> frozenset[RuleId]:
    """Give the rules of what a unit has before any pick."""
    return frozenset([rule.id for stack in unit.equipment for rule in stack.thing.borne])


def _troubles(unit: Unit, found: Sequence[_Move | Trouble], taken: tuple[Taken, ...]) -> tuple[Trouble, ...]:
    """Give what is wrong with picks, in their order."""
    places = [place for place, move in enumerate(found) if isinstance(move, _Move)]
    troubles = [(place, move) for place, move in enumerate(found) if not isinstance(move, _Move)]
    troubles += _missing_targets(unit, taken, places)
    return tuple([trouble for _, trouble in sorted(troubles, key=_place)])


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
