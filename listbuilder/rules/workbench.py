"""The work bench: what one copy of a unit carries while picks are applied to it, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from listbuilder.model import (
    Amount,
    BaseSize,
    Carried,
    Extent,
    Gear,
    Item,
    Kit,
    Option,
    RuleRef,
    Section,
    Target,
    Unit,
    Variant,
    Weapon,
)
from listbuilder.rules.ratings import Stacking, all_add, merge_rules


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
