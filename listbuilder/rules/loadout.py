"""What one copy of a unit amounts to once its picks are applied, in the order they are listed.

Counts are totals for the copy, not per model. A pick whose target is gone is kept as a Trouble: nothing is ever made
or lost silently.

The work bench: what one copy of a unit carries while picks are applied to it, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

from listbuilder.model import (
    AmbiguousPick,
    Amount,
    BadCount,
    BaseSize,
    Carried,
    Extent,
    Gear,
    Item,
    Kit,
    Loadout,
    MissingTarget,
    Option,
    Pick,
    RuleId,
    RuleRef,
    Section,
    Taken,
    Target,
    Trouble,
    Unit,
    UnknownPick,
    Variant,
    Weapon,
)
from listbuilder.model.army_list import LARGEST_COUNT
from listbuilder.rules.special_rules import Stacking, all_add, merge_rules


class _Held:
    """A stack that can still change."""

    __slots__ = ("count", "key", "thing")

    def __init__(self, count: int, thing: Weapon | Item) -> None:
        self.count = count
        self.thing = thing
        self.key = thing.key


class Workbench:
    """Rows of equipment while picks are applied, in the order they are listed."""

    __slots__ = ("base", "gained", "improved", "rows", "stacking", "unit")

    def __init__(self, unit: Unit, stacking: Stacking = all_add) -> None:
        self.unit = unit
        self.stacking = stacking
        self.gained: dict[tuple[Option, RuleRef], int] = {}
        """The rules that picks brought by themselves, not on an item or weapon."""
        self.improved: dict[Section | Option, int] = {}
        """How many targets a section has improved already, for sections that improve some of them."""
        issued, self.base = _issue(unit)
        self.rows = [_Held(count, thing) for thing, count in issued]

    def apply_all(self, section: Section, option: Option, count: int) -> tuple[Target, int] | None:
        """Carry out a pick so many times; give the target that is missing and how often, if one is."""
        for done in range(count):
            missing = self._apply(section, option)
            if missing is not None:
                return missing, count - done
        return None

    def missing(self, section: Section, option: Option) -> Target | None:
        """Give the target that one pick would not find; None where all are there."""
        if section.variant is Variant.REPLACE:
            return self._missing(section.targets, self._swaps(section)[1])
        return self._missing(section.targets, self._claimed(section, option)) if section.targets else None

    def _apply(self, section: Section, option: Option) -> Target | None:
        """Carry out one pick; give the target that is missing, if one is."""
        missing = self.missing(section, option)
        if missing is not None:
            return missing
        times = self.unit.size if section.affects_all and not section.targets else 1
        if section.variant is Variant.REPLACE:
            times, each = self._swaps(section)
            for target in section.targets:
                self._remove(target.key, each * target.count)
        elif section.targets:
            self._claim(section, option)
            if self._improve(section, option):
                return None
        for stack in option.gains:
            if isinstance(stack.thing, RuleRef):
                gift = (option, stack.thing)
                self.gained[gift] = self.gained.get(gift, 0) + stack.count * times
            else:
                self._add(stack.thing, stack.count * times)
        return None

    def _swaps(self, section: Section) -> tuple[int, int]:
        """Tell how often the gains come, and how many of each target go for it."""
        affects = section.affects
        if affects is None or affects.reach in (Extent.ANY, Extent.UP_TO):
            return 1, 1
        if affects.reach is Extent.EXACTLY:
            return 1, affects.number
        times = min(self._count(target.key) // target.count for target in section.targets)
        return times, max(times, 1)

    def _missing(self, targets: tuple[Target, ...], each: int) -> Target | None:
        for target in targets:
            if self._count(target.key) < each * target.count:
                return target
        return None

    def _claimed(self, section: Section, option: Option) -> int:
        """Tell how often each target must be there for one more pick that improves it, those before it among them."""
        if section.affects is None or section.affects_all:
            return 1
        return self.improved.get(_claimant(section, option), 0) + _touched(section.affects)

    def _claim(self, section: Section, option: Option) -> None:
        """Set aside the targets that a pick improves: none of them twice, unless any options may be on it."""
        self.improved[_claimant(section, option)] = self._claimed(section, option)

    def _count(self, key: str) -> int:
        total = 0
        for row in self.rows:
            if row.key == key:
                total += row.count
        return total

    def _add(self, thing: Weapon | Item, count: int) -> None:
        for row in self.rows:
            if row.key == thing.key and row.thing == thing:
                row.count += count
                break
        else:
            self.rows.append(_Held(count, thing))
        self.base = thing.base or self.base
        for stack in thing.weapons:
            self._add(stack.thing, stack.count * count)

    def _remove(self, key: str, count: int) -> None:
        """Take things away, from the next row once one is used up; an item's own weapons go with it."""
        for row in tuple(self.rows):
            if row.key != key or count == 0:
                continue
            gone = min(row.count, count)
            if gone == 0:  # an item of the same name has already taken its weapon along
                continue
            row.count -= gone
            count -= gone
            if row.count == 0:
                self.rows.remove(row)
            for stack in row.thing.weapons:
                self._remove(stack.thing.key, stack.count * gone)

    def _improve(self, section: Section, option: Option) -> bool:
        """Put gained rules onto the target weapons; False where the target is no weapon or the gain no rule."""
        rules = [rule for stack in option.gains for rule in stack.thing.borne]
        keys = {target.key for target in section.targets}
        rows = [(row, weapon) for row in self.rows if row.key in keys and isinstance(weapon := row.thing, Weapon)]
        if not rows or not rules or any(stack.thing.arms for stack in option.gains):
            return False
        every = section.affects is None or section.affects_all
        left = sum(row.count for row, _ in rows) if every else _touched(section.affects)
        for row, weapon in rows:
            improved = min(left, row.count)
            left -= improved
            if improved:
                row.count -= improved
                self._add(replace(weapon, rules=merge_rules((*weapon.rules, *rules), self.stacking)), improved)
        self.rows = [row for row in self.rows if row.count]
        return True

    def within(self, keys: Iterable[str]) -> frozenset[str]:
        """Give the keys with those of what goes along: an item takes its weapons with it."""
        wanted = frozenset(keys)
        return wanted.union([armed.thing.key for row in self.rows if row.key in wanted for armed in row.thing.weapons])

    def finish(self) -> Kit:
        """Give what lies on the bench."""
        weapons: list[Carried] = []
        gear: list[Gear] = []
        rules = list(self.unit.rules)
        for (_, rule), count in self.gained.items():
            rules += self._borne((rule,), count)
        for row in self.rows:
            if isinstance(row.thing, Weapon):
                weapons.append(Carried(row.count, row.thing))
            else:
                gear.append(Gear(row.count, row.thing))
                rules += self._borne(row.thing.rules, row.count)
        return Kit(tuple(weapons), tuple(gear), merge_rules(rules, self.stacking), self.base)

    def _borne(self, rules: tuple[RuleRef, ...], count: int) -> tuple[RuleRef, ...]:
        """Repeat rules as often as one model has them: what every model has one of counts once."""
        return rules * max(1, count // self.unit.size)


@lru_cache(maxsize=4096)
def _issue(unit: Unit) -> tuple[tuple[tuple[Weapon | Item, int], ...], BaseSize | None]:
    """Give what a unit has before any pick, an item's weapons beside it, and the base it stands on."""
    counts: dict[Weapon | Item, int] = {}
    base = unit.base
    for stack in unit.equipment:
        thing = stack.thing
        if isinstance(thing, RuleRef):
            continue
        counts[thing] = counts.get(thing, 0) + stack.count
        base = thing.base or base
        for armed in thing.weapons:
            counts[armed.thing] = counts.get(armed.thing, 0) + armed.count * stack.count
    return tuple(counts.items()), base


def _claimant(section: Section, option: Option) -> Section | Option:
    """Tell who counts what was improved: the option by itself where several may be on one target, else the section."""
    several = section.select is not None and section.select.reach is Extent.ANY and not section.model
    return option if several else section


def _touched(affects: Amount | None) -> int:
    """Tell how many targets one pick touches where it does not touch all."""
    return affects.number if affects is not None and affects.reach is Extent.EXACTLY else 1


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
