"""Find the upgrades that give a unit the weapons, rules and points of a share text.

The search is exact and bounded. Options that give something the text does not show are left out; the rest is enumerated
section by section while the points can still fit. Each result is built like any other loadout and compared.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from listbuilder.importers.army_forge.text.text_parser import BlockEquipment
from listbuilder.model import (
    Equipment,
    Faction,
    Item,
    Loadout,
    Option,
    RuleRef,
    Section,
    System,
    Unit,
    Upgrade,
    Variant,
    Weapon,
    group_by_type,
    match_equipment,
    normalise_name,
)
from listbuilder.model.army_list import MAX_UPGRADE_COUNT
from listbuilder.rules.loadout import build_loadout, section_capacity
from listbuilder.rules.rule_ratings import find_stacking


@lru_cache(maxsize=4096)
def order_sections(unit: Unit) -> tuple[Section, ...]:
    """Return sections so that targets are supplied before they are replaced, and swaps for all models come last."""
    targets: dict[int, set[str]] = {}
    supplied: dict[int, set[str]] = {}
    for section in unit.sections:
        stacks = [stack for option in section.options for stack in option.gains]
        targets[id(section)] = {target.key for target in section.targets}
        supplied[id(section)] = {gear.key for stack in stacks for gear in stack.equipment.all_gear}
    waiting = sorted(unit.sections, key=lambda section: section.affects_all and bool(section.targets))
    ordered: list[Section] = []
    while waiting:
        for section in waiting:
            if not any(targets[id(section)] & supplied[id(other)] for other in waiting if other is not section):
                break
        else:
            section = waiting[0]
        waiting.remove(section)
        ordered.append(section)
    return tuple(ordered)


_MAX_STEPS = 40_000
"""For one unit."""
_MAX_COUNT = 20

WeaponProfile = tuple[str, int, int, tuple[str, ...]]
_Choice = tuple[int, tuple[Upgrade, ...]]


@dataclass(frozen=True, slots=True)
class TargetProfile:
    """What the text says about a unit."""

    weapons: Counter[WeaponProfile]
    rule_names: frozenset[str]
    """Keys of the rules in the text; items may be among them by name."""
    rule_labels: frozenset[str]
    """Rules with their ratings, as the text writes them."""
    points: int | None


class SearchBudget:
    """The steps and trials that a whole list may still take, so that no text can stop the program."""

    def __init__(self, steps: int = 200_000, trials: int = 3_000) -> None:
        self.steps = steps
        self.trials = trials

    def use_step(self) -> bool:
        """Use a step; return False if none is left."""
        self.steps -= 1
        return self.steps >= 0

    def use_trial(self) -> bool:
        """Use a trial; return False if none is left."""
        self.trials -= 1
        return self.trials >= 0

    @property
    def is_exhausted(self) -> bool:
        """Whether the budget is used up."""
        return self.steps < 0 or self.trials < 0

    def try_spend(self, steps: int, trials: int) -> bool:
        """Use several steps and trials; return False and use none if that is too many."""
        if steps > self.steps or trials > self.trials:
            return False
        self.steps -= steps
        self.trials -= trials
        return True


@dataclass(frozen=True, slots=True)
class _OptionChoice:
    name: str
    cost: int
    most: int


@dataclass(frozen=True, slots=True)
class _SectionChoices:
    """The possible options of one section, and how many may be taken in all."""

    choices: tuple[_OptionChoice, ...]
    total: int

    def bounds(self) -> tuple[int, int]:
        """Return the lowest and highest points that upgrades of this section can cost."""
        sums = [choice.cost * min(choice.most, self.total) for choice in self.choices]
        return sum(cost for cost in sums if cost < 0), sum(cost for cost in sums if cost > 0)

    def iter_choices(self, index: int = 0, room: int | None = None) -> Iterator[_Choice]:
        """Yield the price and the upgrades of each choice, starting with none."""
        room_left = self.total if room is None else room
        if index == len(self.choices):
            yield 0, ()
            return
        choice = self.choices[index]
        yield from self.iter_choices(index + 1, room_left)
        for count in range(1, min(choice.most, room_left) + 1):
            for cost, rest in self.iter_choices(index + 1, room_left - count):
                yield cost + choice.cost * count, (Upgrade(choice.name, count), *rest)


def weapon_profile(weapon: Weapon) -> WeaponProfile:
    """Return the fields by which weapons are compared."""
    return weapon.key, weapon.attacks, weapon.range, tuple(sorted(rule.label.casefold() for rule in weapon.rules))


def count_profiles(weapons: Iterable[tuple[int, Weapon]]) -> Counter[WeaponProfile]:
    """Count weapons by profile."""
    counts = Counter[WeaponProfile]()
    for count, weapon in weapons:
        counts[weapon_profile(weapon)] += count
    return counts


def enumerate_combinations(
    unit: Unit, target: TargetProfile, copies: int, budget: SearchBudget
) -> Iterator[Iterator[tuple[Upgrade, ...]]]:
    """Yield combinations of upgrades for all copies: first those with the points of the text, then all."""
    groups = list(_section_choices(unit, target, copies))
    if target.points is not None:
        yield _enumerate(groups, target.points - unit.cost * copies, budget)
    yield _enumerate(groups, None, budget)


def _section_choices(unit: Unit, target: TargetProfile, copies: int) -> Iterator[_SectionChoices]:
    targets = {supplied.key for section in unit.sections for supplied in section.targets}
    for section in order_sections(unit):
        capacity = section_capacity(section, unit)
        # an upgrade for all models is taken and paid in both halves, but counts once here
        price_factor, count_factor = (copies, 1) if section.affects_all else (1, copies)
        total = (capacity.max_total or _MAX_COUNT) * count_factor
        each = min(total, (capacity.max_each or _MAX_COUNT) * count_factor)
        improves_weapon = section.targets and section.variant is Variant.UPGRADE  # it adds rules, which need not show
        choices: list[_OptionChoice] = []
        for option in section.options:
            if improves_weapon or all(_is_shown(stack.equipment, target, targets) for stack in option.gains):
                cost = option.cost_for(unit.id) * price_factor
                most = min(each, 1 if section.affects_all else _max_taken(option, target, targets))
                choices.append(_OptionChoice(unit.option_reference(section.id, option.id), cost, most))
        if choices:
            yield _SectionChoices(tuple(choices), total)


def _is_shown(equipment: Equipment, target: TargetProfile, targets: set[str]) -> bool:
    """Return whether the text shows what an option gives; what another section can replace need not show."""

    def rule(rule: RuleRef) -> bool:
        return rule.key in target.rule_names

    def weapon(weapon: Weapon) -> bool:
        return weapon.key in targets or any(key == weapon.key for key, *_ in target.weapons)

    def item(item: Item) -> bool:
        itself = item.key in target.rule_names or item.key in targets
        return itself or (all(map(rule, item.rules)) and all(map(weapon, item.all_weapons)))

    return match_equipment(equipment, rule=rule, weapon=weapon, item=item)


def _max_taken(option: Option, target: TargetProfile, targets: set[str]) -> int:
    """Return how often an option may have been taken, by its weapons that cannot be replaced again."""
    counts = [
        sum(number for (key, *_), number in target.weapons.items() if key == armed.equipment.key) // armed.count
        for armed in group_by_type(option.gains).weapons
        if armed.equipment.key not in targets
    ]
    return max(1, min(counts, default=_MAX_COUNT))


def _enumerate(
    groups: list[_SectionChoices], target: int | None, budget: SearchBudget
) -> Iterator[tuple[Upgrade, ...]]:
    """Yield combinations of all sections; branches whose points cannot fit and too many steps are cut."""
    lows, highs = [0], [0]
    for low, high in (group.bounds() for group in reversed(groups)):
        lows.insert(0, lows[0] + low)
        highs.insert(0, highs[0] + high)
    steps = 0
    stack: list[tuple[int, int, tuple[Upgrade, ...], Iterator[_Choice]]] = [(0, target or 0, (), iter([(0, ())]))]
    while stack and steps < _MAX_STEPS and budget.use_step():
        index, points_left, upgrades, ways = stack[-1]
        way = next(ways, None)
        steps += 1
        if way is None:
            stack.pop()
            continue
        rest, combined = points_left - way[0], (*upgrades, *way[1])
        if target is not None and not lows[index] <= rest <= highs[index]:
            continue
        if index == len(groups):
            yield combined
        else:
            stack.append((index + 1, rest, combined, groups[index].iter_choices()))


MAX_TRIALS = 1_500

Upgrades = tuple[Upgrade, ...]
LoadoutBuilder = Callable[[Upgrades], Loadout]


@dataclass(frozen=True, slots=True)
class Solution:
    """Upgrades for each half, and their distance from the text in weapons, points, rules and ratings."""

    halves: tuple[Upgrades, ...]
    distance: tuple[int, int, int, int]
    cost: int

    @property
    def is_exact(self) -> bool:
        """Whether weapons and rules are exactly those of the text."""
        return self.distance[0] == self.distance[2] == 0

    @property
    def is_final(self) -> bool:
        """Whether weapons and points are those of the text, so that other points cannot be nearer."""
        return self.distance[0] == self.distance[1] == 0


def find_solutions(
    unit: Unit, target: TargetProfile, build: LoadoutBuilder, copies: int = 1, budget: SearchBudget | None = None
) -> list[Solution]:
    """Return the best solutions, all equally near to the text; the first is the canonical one."""
    budget = budget or SearchBudget()
    best: list[Solution] = []
    tried_halves: set[tuple[Upgrades, ...]] = set()
    tried = itertools.count()
    for batch in enumerate_combinations(unit, target, copies, budget):
        for upgrades in batch:
            if next(tried) >= MAX_TRIALS or not budget.use_trial():
                break
            for order in dict.fromkeys((upgrades, _move_swaps_of_all_last(unit, upgrades))):
                halves = _split_halves(unit, order, copies)
                solution = _build_solution(halves, target, build, best) if halves not in tried_halves else None
                tried_halves.add(halves)
                if solution is None:
                    continue
                if not best or solution.distance < best[0].distance:
                    best = [solution]
                elif solution.distance == best[0].distance:
                    best.append(solution)
                if solution.is_exact:
                    break
        if best and best[0].is_final:
            break
    return sorted(best, key=lambda solution: _rank(unit, solution))


def _rank(unit: Unit, solution: Solution) -> tuple[int, list[int]]:
    """Rank equal solutions: fewer upgrades first, then in the order of the book."""
    order = [id(option) for section in unit.sections for option in section.options]
    upgrades = [upgrade for half in solution.halves for upgrade in half]
    return len(upgrades), [order.index(id(unit.find_options(upgrade.option)[0][1])) for upgrade in upgrades]


def _move_swaps_of_all_last(unit: Unit, upgrades: Upgrades) -> Upgrades:
    """Order upgrades so that one model's weapon is replaced before those that all models have left."""
    sections = {upgrade: _section(unit, upgrade) for upgrade in upgrades}
    return tuple(
        sorted(upgrades, key=lambda upgrade: sections[upgrade].affects_all and bool(sections[upgrade].targets))
    )


def _section(unit: Unit, upgrade: Upgrade) -> Section:
    return unit.find_options(upgrade.option)[0][0]


def _split_halves(unit: Unit, upgrades: Upgrades, copies: int) -> tuple[Upgrades, ...]:
    """Split upgrades between halves: those for all models go to both, others to the first as far as they fit."""
    if copies == 1:
        return (upgrades,)
    first: list[Upgrade] = []
    second: list[Upgrade] = []
    room: dict[int, int] = {}
    for upgrade in upgrades:
        section = _section(unit, upgrade)
        if section.affects_all:
            first.append(upgrade)
            second.append(upgrade)
            continue
        capacity = section_capacity(section, unit)
        # a section that only its targets limit has one upgrade per model
        room_left = room.setdefault(
            id(section), capacity.max_total or (MAX_UPGRADE_COUNT if capacity.max_each else unit.size)
        )
        first_count = min(upgrade.count, room_left, capacity.max_each or upgrade.count)
        room[id(section)] = room_left - first_count
        first += [Upgrade(upgrade.option, first_count)] if first_count else []
        second += [Upgrade(upgrade.option, upgrade.count - first_count)] if upgrade.count > first_count else []
    return tuple(first), tuple(second)


def _build_solution(
    halves: tuple[Upgrades, ...], target: TargetProfile, build: LoadoutBuilder, best: list[Solution]
) -> Solution | None:
    """Build the loadouts and their distance from the text; None if they are invalid or worse than the best."""
    loadouts = [build(upgrades) for upgrades in halves]
    if any(loadout.errors for loadout in loadouts):
        return None
    stated, actual = target.weapons, Counter[WeaponProfile]()
    for loadout in loadouts:
        for stack in loadout.weapons:
            actual[weapon_profile(stack.weapon)] += stack.count
    weapon_distance = sum([abs(actual[weapon] - stated.get(weapon, 0)) for weapon in actual.keys() | stated.keys()])
    if best and weapon_distance > best[0].distance[0]:
        return None
    rules = {rule for loadout in loadouts for rule in loadout.rules}
    items = [gear.item for loadout in loadouts for gear in loadout.items]
    unexplained, missing = compare_rules(rules, target, {item.key: item.rules for item in items})
    ratings = len({rule.label.casefold() for rule in rules} - target.rule_labels)
    cost = sum(loadout.cost for loadout in loadouts)
    points = abs(cost - target.points) if target.points is not None else 0
    distance = (weapon_distance, points, len(unexplained) + len(missing), ratings)
    return Solution(halves, distance, cost)


def compare_rules(
    rules: Iterable[RuleRef], target: TargetProfile, items: dict[str, tuple[RuleRef, ...]]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the rules that only the text has, and those that only the unit has; an item may stand for its rules."""
    actual = frozenset(normalise_name(rule.name) for rule in rules)
    hidden = {normalise_name(rule.name) for key, inside in items.items() if key in target.rule_names for rule in inside}
    return target.rule_names - actual - items.keys(), actual - target.rule_names - hidden


class SearchKey(NamedTuple):
    """Identifies a search: a unit, what a text says it has, and the number of copies."""

    unit: Unit
    faction: Faction
    system: System
    equipment: BlockEquipment
    points: int | None
    copies: int


class _CachedSearch(NamedTuple):
    """The result of a finished search, and what it cost."""

    solutions: tuple[Solution, ...]
    steps: int
    trials: int


_SEARCH_CACHE: dict[SearchKey, _CachedSearch] = {}
_MAX_CACHED_SEARCHES = 2048


def find_upgrades(key: SearchKey, budget: SearchBudget) -> tuple[Solution, ...]:
    """Return the best upgrades within the budget, from a cache shared between texts.

    A cached result uses the same budget, so that results do not depend on what was read before.
    """
    cached = _SEARCH_CACHE.get(key)
    if cached is not None and budget.try_spend(cached.steps, cached.trials):
        return cached.solutions
    steps, trials = budget.steps, budget.trials
    build = make_loadout_builder(key.unit, key.faction, key.system)
    target = build_target_profile(key.equipment, key.points)
    solutions = tuple(find_solutions(key.unit, target, build, key.copies, budget))
    if not budget.is_exhausted:
        if len(_SEARCH_CACHE) >= _MAX_CACHED_SEARCHES:
            _SEARCH_CACHE.clear()
        _SEARCH_CACHE[key] = _CachedSearch(solutions, steps - budget.steps, trials - budget.trials)
    return solutions


def make_loadout_builder(unit: Unit, faction: Faction, system: System) -> LoadoutBuilder:
    """Return a function that builds the loadout of a unit with given upgrades."""
    stacking = find_stacking(system, faction)
    return lambda upgrades: build_loadout(unit, upgrades, stacking)


def build_target_profile(parsed: BlockEquipment, points: int | None) -> TargetProfile:
    """Return what a search compares loadouts with."""
    names = frozenset(normalise_name(rule.name) for rule in parsed.rules)
    labels = frozenset(rule.label.casefold() for rule in parsed.rules)
    return TargetProfile(count_profiles(parsed.weapons), names, labels, points)
