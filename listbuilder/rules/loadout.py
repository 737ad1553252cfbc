"""Build the loadout of one copy of a unit, and find out how many upgrades a section allows it.

Upgrades are applied in the order of the list; one that cannot be applied is kept as an `UpgradeError`. Counts are
totals for the copy, not per model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import NamedTuple

from listbuilder.model import (
    AmbiguousUpgrade,
    Amount,
    AppliedUpgrade,
    BaseSize,
    InvalidUpgradeCount,
    Item,
    ItemCount,
    LazyContents,
    Loadout,
    LoadoutContents,
    MissingUpgradeTarget,
    Option,
    Quantifier,
    RuleRef,
    Section,
    Target,
    Unit,
    UnknownUpgrade,
    Upgrade,
    UpgradeError,
    Variant,
    Weapon,
    WeaponCount,
)
from listbuilder.model.army_list import MAX_UPGRADE_COUNT
from listbuilder.rules.rule_ratings import Stacking, add_ratings, merge_rules


@dataclass(frozen=True, slots=True)
class SectionCapacity:
    """The maximum number of upgrades in all and of each option; None means that only targets limit them."""

    max_total: int | None
    max_each: int | None

    @property
    def is_exclusive(self) -> bool:
        """Whether only one option may be taken."""
        return self.max_total == 1


@lru_cache(maxsize=16384)  # enough for the sections of a hundred books
def section_capacity(section: Section, unit: Unit) -> SectionCapacity:
    """Return how many upgrades a section allows."""
    if section.per_model:
        return SectionCapacity(unit.size, None)
    if section.variant is Variant.REPLACE:
        return _replace_capacity(section.affects)
    affects, select = section.affects, section.select
    quantifier = None if affects is None else affects.quantifier
    if quantifier is Quantifier.EXACTLY and not section.targets and select == Amount(Quantifier.EXACTLY, 1):
        quantifier = Quantifier.UP_TO  # "Upgrade two models with one"
    if affects is not None and quantifier is Quantifier.UP_TO:
        return SectionCapacity(affects.number, 1)
    if quantifier is Quantifier.ANY:
        maximum = None if section.targets else unit.size
        any_number = select is not None and select.quantifier is Quantifier.ANY
        return SectionCapacity(None if any_number else maximum, maximum)
    if select is None or select.quantifier in (Quantifier.ANY, Quantifier.ALL):
        return SectionCapacity(None, 1)
    return SectionCapacity(select.number, None if select.number > 1 else 1)


def _replace_capacity(affects: Amount | None) -> SectionCapacity:
    if affects is None or affects.quantifier not in (Quantifier.ANY, Quantifier.UP_TO):
        return SectionCapacity(1, 1)
    return SectionCapacity(None if affects.quantifier is Quantifier.ANY else affects.number, None)


class _Row:
    """A weapon or item with a count that can change."""

    __slots__ = ("count", "key", "thing")

    def __init__(self, count: int, gear: Weapon | Item) -> None:
        self.count = count
        self.thing = gear
        self.key = gear.key


class EquipmentState:
    """The equipment of one copy of a unit while upgrades are applied to it."""

    __slots__ = ("base", "gained", "improved", "rows", "stacking", "unit")

    def __init__(self, unit: Unit, stacking: Stacking = add_ratings) -> None:
        self.unit = unit
        self.stacking = stacking
        self.gained: dict[tuple[Option, RuleRef], int] = {}
        """How often upgrades gave a rule directly, not on an item or weapon."""
        self.improved: dict[Section | Option, int] = {}
        """How many targets are improved already, for sections that improve only some of them."""
        equipment, self.base = _initial_equipment(unit)
        self.rows = [_Row(count, gear) for gear, count in equipment]

    def apply(self, section: Section, option: Option, count: int) -> tuple[Target, int] | None:
        """Apply an upgrade `count` times. Return the first missing target and how often it is missing, or None."""
        for done in range(count):
            missing = self._apply(section, option)
            if missing is not None:
                return missing, count - done
        return None

    def missing_target(self, section: Section, option: Option) -> Target | None:
        """Return the target that one more upgrade would miss, or None."""
        if section.variant is Variant.REPLACE:
            needed = self._replacements(section)[1]
        else:
            needed = self._claimed(section, option) if section.targets else 0
        for target in section.targets:
            if self._count(target.key) < needed * target.count:
                return target
        return None

    def _apply(self, section: Section, option: Option) -> Target | None:
        """Apply an upgrade once. Return the target that is missing, or None."""
        missing = self.missing_target(section, option)
        if missing is not None:
            return missing
        times = self.unit.size if section.affects_all and not section.targets else 1
        if section.variant is Variant.REPLACE:
            times, each = self._replacements(section)
            for target in section.targets:
                self._remove(target.key, each * target.count)
        elif section.targets:
            self.improved[_claimant(section, option)] = self._claimed(section, option)
            if self._improve(section, option):
                return None
        for stack in option.gains:
            if isinstance(stack.equipment, RuleRef):
                key = (option, stack.equipment)
                self.gained[key] = self.gained.get(key, 0) + stack.count * times
            else:
                self._add(stack.equipment, stack.count * times)
        return None

    def _replacements(self, section: Section) -> tuple[int, int]:
        """Return how often the gains are added, and how many of each target they replace."""
        affects = section.affects
        if affects is None or affects.quantifier in (Quantifier.ANY, Quantifier.UP_TO):
            return 1, 1
        if affects.quantifier is Quantifier.EXACTLY:
            return 1, affects.number
        times = min(self._count(target.key) // target.count for target in section.targets)
        return times, max(times, 1)

    def _claimed(self, section: Section, option: Option) -> int:
        """Return how many of each target are improved after one more upgrade."""
        if section.affects is None or section.affects_all:
            return 1
        return self.improved.get(_claimant(section, option), 0) + _touched(section.affects)

    def _count(self, key: str) -> int:
        return sum([row.count for row in self.rows if row.key == key])

    def _add(self, gear: Weapon | Item, count: int) -> None:
        for row in self.rows:
            if row.key == gear.key and row.thing == gear:
                row.count += count
                break
        else:
            self.rows.append(_Row(count, gear))
        self.base = gear.base or self.base
        for stack in gear.weapons:
            self._add(stack.equipment, stack.count * count)

    def _remove(self, key: str, count: int) -> None:
        """Remove weapons or items, row by row, together with the weapons of an item."""
        for row in tuple(self.rows):
            if row.key != key or count == 0:
                continue
            removed = min(row.count, count)
            if removed == 0:  # the weapon was removed together with an item of the same name
                continue
            row.count -= removed
            count -= removed
            if row.count == 0:
                self.rows.remove(row)
            for stack in row.thing.weapons:
                self._remove(stack.equipment.key, stack.count * removed)

    def _improve(self, section: Section, option: Option) -> bool:
        """Add gained rules to the target weapons. Return False if there is no target weapon or no gained rule."""
        rules = [rule for gain in option.gains for rule in gain.equipment.granted_rules]
        keys = {target.key for target in section.targets}
        rows = [(row, weapon) for row in self.rows if row.key in keys and isinstance(weapon := row.thing, Weapon)]
        if not rows or not rules or any(gain.equipment.all_weapons for gain in option.gains):
            return False
        every = section.affects is None or section.affects_all
        count_left = sum(row.count for row, _ in rows) if every else _touched(section.affects)
        for row, weapon in rows:
            improved = min(count_left, row.count)
            count_left -= improved
            if improved:
                row.count -= improved
                self._add(replace(weapon, rules=merge_rules((*weapon.rules, *rules), self.stacking)), improved)
        self.rows = [row for row in self.rows if row.count]
        return True


@lru_cache(maxsize=4096)
def _initial_equipment(unit: Unit) -> tuple[tuple[tuple[Weapon | Item, int], ...], BaseSize | None]:
    """Return the weapons and items of a unit before any upgrade, including weapons of items, and its base."""
    counts: dict[Weapon | Item, int] = {}
    base = unit.base
    for stack in unit.equipment:
        equipment = stack.equipment
        if isinstance(equipment, RuleRef):
            continue
        counts[equipment] = counts.get(equipment, 0) + stack.count
        base = equipment.base or base
        for armed in equipment.weapons:
            counts[armed.equipment] = counts.get(armed.equipment, 0) + armed.count * stack.count
    return tuple(counts.items()), base


def _claimant(section: Section, option: Option) -> Section | Option:
    """Return what improved targets are counted for: the option if a target may have several, else the section."""
    several = section.select is not None and section.select.quantifier is Quantifier.ANY and not section.per_model
    return option if several else section


def _touched(affects: Amount | None) -> int:
    """Return how many targets one upgrade improves, if not all."""
    return affects.number if affects is not None and affects.quantifier is Quantifier.EXACTLY else 1


class _Application(NamedTuple):
    """An upgrade of a unit, regardless of its other upgrades."""

    taken: AppliedUpgrade
    touched: frozenset[str]
    """The keys of its targets and of the weapons that belong to them; empty if it only adds equipment."""
    fails: bool
    """Whether it cannot be applied even to the unit without other upgrades."""


def build_loadout(unit: Unit, upgrades: Iterable[Upgrade], stacking: Stacking = add_ratings) -> Loadout:
    """Build the loadout of one copy of a unit; `stacking` merges repeated ratings."""
    results = [_apply_alone(unit, upgrade.option, upgrade.count) for upgrade in upgrades]
    applications = [result for result in results if isinstance(result, _Application)]
    applied_upgrades = tuple([application.taken for application in applications])
    touched: frozenset[str] = frozenset()
    conflict = len(applications) < len(results)
    for application in applications:
        # Upgrades that work alone and touch different targets also work together.
        if application.touched:
            conflict = conflict or application.fails or not application.touched.isdisjoint(touched)
            touched |= application.touched
    return Loadout(
        unit.size,
        unit.cost + sum([applied.cost for applied in applied_upgrades]),
        applied_upgrades,
        tuple(_find_errors(unit, results)) if conflict else (),
        LazyContents(partial(_build_contents, unit, applied_upgrades, stacking)),
    )


@lru_cache(maxsize=16384)  # enough for the upgrades of a hundred books
def _apply_alone(unit: Unit, name: str, count: int) -> _Application | UpgradeError:
    """Apply an upgrade to a unit without other upgrades, or return why it does not exist."""
    upgrade, options = Upgrade(name, count), unit.find_options(name)
    if len(options) != 1:
        return AmbiguousUpgrade(upgrade) if options else UnknownUpgrade(upgrade)
    section, option = options[0]
    if not 1 <= count <= MAX_UPGRADE_COUNT:
        return InvalidUpgradeCount(upgrade, section, option)
    applied = AppliedUpgrade(upgrade, section, option, count, option.cost_for(unit.id) * count)
    if not section.targets:
        return _Application(applied, frozenset(), fails=False)
    state = EquipmentState(unit)
    keys = frozenset([target.key for target in section.targets])
    touched = keys.union([armed.equipment.key for row in state.rows if row.key in keys for armed in row.thing.weapons])
    missing = state.missing_target(section, option) if count == 1 else state.apply(section, option, count)
    return _Application(applied, touched, missing is not None)


def _find_errors(unit: Unit, results: Iterable[_Application | UpgradeError]) -> Iterator[UpgradeError]:
    """Apply upgrades in order and yield their errors, and one for each that misses a target."""
    state = EquipmentState(unit)
    applied_before = 0
    for index, result in enumerate(results):
        if not isinstance(result, _Application):
            yield result
            continue
        applied = result.taken
        missing = state.apply(applied.section, applied.option, applied.count)
        if missing is not None:
            yield MissingUpgradeTarget(
                applied.upgrade, applied.section, applied.option, *missing, index, applied_before
            )
        applied_before += 1


def _build_contents(unit: Unit, applied_upgrades: tuple[AppliedUpgrade, ...], stacking: Stacking) -> LoadoutContents:
    state = EquipmentState(unit, stacking)
    for applied in applied_upgrades:
        state.apply(applied.section, applied.option, applied.count)
    weapons: list[WeaponCount] = []
    items: list[ItemCount] = []
    sources: list[tuple[tuple[RuleRef, ...], int]] = [((rule,), count) for (_, rule), count in state.gained.items()]
    for row in state.rows:
        if isinstance(row.thing, Weapon):
            weapons.append(WeaponCount(row.count, row.thing))
        else:
            items.append(ItemCount(row.count, row.thing))
            sources.append((row.thing.rules, row.count))
    rules = list(unit.rules)
    for source, count in sources:
        rules += source * max(1, count // unit.size)  # what each model has once counts once
    return LoadoutContents(tuple(weapons), tuple(items), merge_rules(rules, stacking), state.base)
