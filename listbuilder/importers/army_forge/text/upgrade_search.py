"""The picks that make a unit what a share text says: these weapons, these rules, these points.

The search is exact and bounded. Options that give something the text does not show are left out at once; what remains
is counted through section by section, as far as the points can still fit. Every result is worked out by the same
code as any other loadout and compared with the text. A combined unit is searched for as a whole and then parted.

The order in which a unit's sections are best gone through when picks are looked for.

Combinations of picks that a share text leaves possible, those with the right points first.

Searches for picks, remembered from text to text: players copy lists that win, and take the same units anyway.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from listbuilder.importers.army_forge.text.parser import UnitBlock
from listbuilder.model import (
    Faction,
    Item,
    Loadout,
    Option,
    Pick,
    RuleRef,
    Section,
    System,
    Thing,
    Unit,
    Variant,
    Weapon,
    by_kind,
    kinds_of,
    target_key,
)
from listbuilder.model.army_list import LARGEST_COUNT
from listbuilder.rules.loadout import build_loadout
from listbuilder.rules.section_capacity import section_capacity
from listbuilder.rules.special_rules import stacking_rules


@lru_cache(maxsize=4096)
def sections_in_order(unit: Unit) -> tuple[Section, ...]:
    """Give sections so that what supplies a target comes before what swaps it, and single swaps before swaps of all."""
    supplied = {id(section): _supplies(section) for section in unit.sections}
    waiting = sorted(unit.sections, key=lambda section: section.affects_all and bool(section.targets))
    ordered: list[Section] = []
    while waiting:
        free = next((section for section in waiting if not _waits(section, waiting, supplied)), waiting[0])
        waiting.remove(free)
        ordered.append(free)
    return tuple(ordered)


def _waits(section: Section, waiting: list[Section], supplied: dict[int, frozenset[str]]) -> bool:
    wanted = {target.key for target in section.targets}
    return any(wanted & supplied[id(other)] for other in waiting if other is not section)


def _supplies(section: Section) -> frozenset[str]:
    return frozenset(gear.key for option in section.options for stack in option.gains for gear in stack.thing.gear)


MOST_STEPS = 40_000
"""For one unit."""
_MOST_EACH = 20

Profile = tuple[str, int, int, tuple[str, ...]]
_Way = tuple[int, tuple[Pick, ...]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the text says of a unit."""

    weapons: Counter[Profile]
    names: frozenset[str]
    """Keys of the rules it shows; items may stand among them by name."""
    labels: frozenset[str]
    """The same with their ratings, as the text writes them."""
    points: int | None


class SearchBudget:
    """How many steps and trials a whole list may still take; a text made to be hard must not stop the program."""

    __slots__ = ("steps", "trials")

    def __init__(self, steps: int = 200_000, trials: int = 3_000) -> None:
        self.steps = steps
        self.trials = trials

    def step(self) -> bool:
        """Take a step, if there is one left."""
        self.steps -= 1
        return self.steps >= 0

    def trial(self) -> bool:
        """Take a trial, if there is one left."""
        self.trials -= 1
        return self.trials >= 0

    @property
    def spent(self) -> bool:
        """Whether more was asked for than there was."""
        return self.steps < 0 or self.trials < 0

    def spend(self, steps: int, trials: int) -> bool:
        """Take so many at once, if there are so many left."""
        if steps > self.steps or trials > self.trials:
            return False
        self.steps -= steps
        self.trials -= trials
        return True


@dataclass(frozen=True, slots=True)
class _Choice:
    name: str
    cost: int
    most: int


@dataclass(frozen=True, slots=True)
class _Group:
    """The options of one section that are possible, and how many may be taken in all."""

    choices: tuple[_Choice, ...]
    total: int

    def bounds(self) -> tuple[int, int]:
        """Give the least and the most that picks from this group can cost."""
        sums = [choice.cost * min(choice.most, self.total) for choice in self.choices]
        return sum(cost for cost in sums if cost < 0), sum(cost for cost in sums if cost > 0)

    def ways(self, index: int = 0, room: int | None = None) -> Iterator[_Way]:
        """Give the ways to pick: the price and the picks, none first."""
        left = self.total if room is None else room
        if index == len(self.choices):
            yield 0, ()
            return
        choice = self.choices[index]
        yield from self.ways(index + 1, left)
        for count in range(1, min(choice.most, left) + 1):
            for cost, rest in self.ways(index + 1, left - count):
                yield cost + choice.cost * count, (Pick(choice.name, count), *rest)


def profile(weapon: Weapon) -> Profile:
    """Give what two weapons are compared by."""
    return weapon.key, weapon.attacks, weapon.range, tuple(sorted(rule.label.casefold() for rule in weapon.rules))


def combinations(unit: Unit, wanted: Wanted, copies: int, budget: SearchBudget) -> Iterator[Iterator[tuple[Pick, ...]]]:
    """Give combinations of picks for all copies together: in a first round what costs what the text says, then all."""
    groups = list(_groups(unit, wanted, copies))
    if wanted.points is not None:
        yield _walk(groups, wanted.points - unit.cost * copies, budget)
    yield _walk(groups, None, budget)


def _groups(unit: Unit, wanted: Wanted, copies: int) -> Iterator[_Group]:
    targets = {target.key for section in unit.sections for target in section.targets}
    for section in sections_in_order(unit):
        capacity = section_capacity(section, unit)
        # a pick for all models is paid and taken in both halves, and counts as one here
        price, times = (copies, 1) if section.affects_all else (1, copies)
        total = (capacity.total or _MOST_EACH) * times
        choices = tuple(
            _Choice(
                unit.reference(section.id, option.id),
                option.cost_for(unit.id) * price,
                min((capacity.each or _MOST_EACH) * times, total, _shown(option, section, wanted, targets)),
            )
            for option in section.options
            if _possible(option, section, wanted, targets)
        )
        if choices:
            yield _Group(choices, total)


def _possible(option: Option, section: Section, wanted: Wanted, targets: set[str]) -> bool:
    """Tell whether the text shows what an option gives; what another section may swap again need not show."""
    if section.targets and section.variant is Variant.UPGRADE:
        return True  # its rules are on the weapon
    return all(_shows(stack.thing, wanted, targets) for stack in option.gains)


def _shows(thing: Thing, wanted: Wanted, targets: set[str]) -> bool:
    def rule(rule: RuleRef) -> bool:
        return rule.key in wanted.names

    def weapon(weapon: Weapon) -> bool:
        return weapon.key in targets or any(key == weapon.key for key, *_ in wanted.weapons)

    def item(item: Item) -> bool:
        itself = item.key in wanted.names or item.key in targets
        return itself or (all(map(rule, item.rules)) and all(map(weapon, item.arms)))

    return by_kind(thing, rule=rule, weapon=weapon, item=item)


def _shown(option: Option, section: Section, wanted: Wanted, targets: set[str]) -> int:
    """Give how often an option may have been taken at most, by the weapons of it that cannot be swapped again."""
    if section.affects_all:
        return 1
    counts = [
        sum(number for (key, *_), number in wanted.weapons.items() if key == armed.thing.key) // armed.count
        for armed in kinds_of(option.gains).weapons
        if armed.thing.key not in targets
    ]
    return max(1, min(counts, default=_MOST_EACH))


def _walk(groups: list[_Group], target: int | None, budget: SearchBudget) -> Iterator[tuple[Pick, ...]]:
    """Count through the groups, giving up branches whose points cannot fit, and everything after so many steps."""
    lows, highs = [0], [0]
    for low, high in (group.bounds() for group in reversed(groups)):
        lows.insert(0, lows[0] + low)
        highs.insert(0, highs[0] + high)
    steps = 0
    waiting: list[tuple[int, int, tuple[Pick, ...], Iterator[_Way]]] = [(0, target or 0, (), iter([(0, ())]))]
    while waiting and steps < MOST_STEPS and budget.step():
        index, left, picks, ways = waiting[-1]
        way = next(ways, None)
        steps += 1
        if way is None:
            waiting.pop()
            continue
        rest, whole = left - way[0], (*picks, *way[1])
        if target is not None and not lows[index] <= rest <= highs[index]:
            continue
        if index == len(groups):
            yield whole
        else:
            waiting.append((index + 1, rest, whole, groups[index].ways()))


MOST_TRIED = 1_500

Picks = tuple[Pick, ...]
Worker = Callable[[Picks], Loadout]


@dataclass(frozen=True, slots=True)
class Solution:
    """A way to take upgrades, for each half, and how far it is from the text: weapons, points, rules, ratings."""

    halves: tuple[Picks, ...]
    distance: tuple[int, int, int, int]
    cost: int

    @property
    def exact(self) -> bool:
        """Whether weapons and rules are exactly those of the text."""
        return self.distance[0] == self.distance[2] == 0

    @property
    def settled(self) -> bool:
        """Whether weapons and points are those of the text: what costs something else cannot be nearer."""
        return self.distance[0] == self.distance[1] == 0


def find_solutions(
    unit: Unit, wanted: Wanted, work: Worker, copies: int = 1, budget: SearchBudget | None = None
) -> list[Solution]:
    """Give the best ways there are, all equally near to the text; the first is the canonical one."""
    budget = budget or SearchBudget()
    best: list[Solution] = []
    seen: set[tuple[Picks, ...]] = set()
    tried = itertools.count()
    for choice in combinations(unit, wanted, copies, budget):
        for picks in choice:
            if next(tried) >= MOST_TRIED or not budget.trial():
                break
            for order in dict.fromkeys((picks, _swaps_of_all_last(unit, picks))):
                halves = _halves(unit, order, copies)
                found = _judged(halves, wanted, work, best) if halves not in seen else None
                seen.add(halves)
                if found is None:
                    continue
                if not best or found.distance < best[0].distance:
                    best = [found]
                elif found.distance == best[0].distance:
                    best.append(found)
                if found.exact:
                    break
        if best and best[0].settled:
            break
    return sorted(best, key=lambda solution: _rank(unit, solution))


def _rank(unit: Unit, solution: Solution) -> tuple[int, list[int]]:
    """Rank ways that amount to the same: few picks first, then in the order of the book."""
    order = [id(option) for section in unit.sections for option in section.options]
    picks = [pick for half in solution.halves for pick in half]
    return len(picks), [order.index(id(unit.find(pick.option)[0][1])) for pick in picks]


def _swaps_of_all_last(unit: Unit, picks: Picks) -> Picks:
    """Order picks the other way round: one model's weapon was swapped before those that all have left."""
    return tuple(
        sorted(picks, key=lambda pick: _section(unit, pick).affects_all and bool(_section(unit, pick).targets))
    )


def _section(unit: Unit, pick: Pick) -> Section:
    return unit.find(pick.option)[0][0]


def _halves(unit: Unit, picks: Picks, copies: int) -> tuple[Picks, ...]:
    """Part picks between the halves: those for all models go to both, others to the first as far as they fit."""
    if copies == 1:
        return (picks,)
    first: list[Pick] = []
    second: list[Pick] = []
    room: dict[int, int] = {}
    for pick in picks:
        section = _section(unit, pick)
        if section.affects_all:
            first.append(pick)
            second.append(pick)
            continue
        capacity = section_capacity(section, unit)
        # a section that is bounded by its targets alone has one for each model
        left = room.setdefault(id(section), capacity.total or (LARGEST_COUNT if capacity.each else unit.size))
        now = min(pick.count, left, capacity.each or pick.count)
        room[id(section)] = left - now
        first += [Pick(pick.option, now)] if now else []
        second += [Pick(pick.option, pick.count - now)] if pick.count > now else []
    return tuple(first), tuple(second)


def _judged(halves: tuple[Picks, ...], wanted: Wanted, work: Worker, best: list[Solution]) -> Solution | None:
    """Work a way out and tell how far it is from the text; None for one that cannot be or cannot be among the best."""
    loadouts = [work(picks) for picks in halves]
    if any(loadout.troubles for loadout in loadouts):
        return None
    shown, carried = wanted.weapons, Counter[Profile]()
    for loadout in loadouts:
        for each in loadout.weapons:
            carried[profile(each.weapon)] += each.count
    wrong = sum([abs(carried[weapon] - shown.get(weapon, 0)) for weapon in carried.keys() | shown.keys()])
    if best and wrong > best[0].distance[0]:
        return None
    rules = {rule for loadout in loadouts for rule in loadout.rules}
    items = [gear.item for loadout in loadouts for gear in loadout.items]
    unexplained, missing = compare_rules(rules, wanted, {item.key: item.rules for item in items})
    ratings = len({rule.label.casefold() for rule in rules} - wanted.labels)
    cost = sum(loadout.cost for loadout in loadouts)
    points = abs(cost - wanted.points) if wanted.points is not None else 0
    distance = (wrong, points, len(unexplained) + len(missing), ratings)
    return Solution(halves, distance, cost)


def compare_rules(
    rules: Iterable[RuleRef], wanted: Wanted, items: dict[str, tuple[RuleRef, ...]]
) -> tuple[frozenset[str], frozenset[str]]:
    """Compare rules: what only the text shows, and what only the unit has. An item may stand for its rules."""
    have = frozenset(target_key(rule.name) for rule in rules)
    hidden = {target_key(rule.name) for key, inside in items.items() if key in wanted.names for rule in inside}
    return wanted.names - have - items.keys(), have - wanted.names - hidden


class Sought(NamedTuple):
    """What a search is for: a unit of a game, what a text says it has, and how many copies of it there are."""

    unit: Unit
    faction: Faction
    system: System
    parsed: UnitBlock
    points: int | None
    copies: int


class _Remembered(NamedTuple):
    """What a search has found that came to its end, and what it took."""

    solutions: tuple[Solution, ...]
    steps: int
    trials: int


_REMEMBERED: dict[Sought, _Remembered] = {}
_MOST_REMEMBERED = 2048


def find_remembered(sought: Sought, budget: SearchBudget) -> tuple[Solution, ...]:
    """Find the ways there are, as far as the budget goes, or remember them.

    What another text has found is paid for all the same, so that nothing depends on who was read before.
    """
    known = _REMEMBERED.get(sought)
    if known is not None and budget.spend(known.steps, known.trials):
        return known.solutions
    steps, trials = budget.steps, budget.trials
    work = worker(sought.unit, sought.faction, sought.system)
    compared = wanted(sought.parsed, sought.points)
    found = tuple(find_solutions(sought.unit, compared, work, sought.copies, budget))
    if not budget.spent:
        if len(_REMEMBERED) >= _MOST_REMEMBERED:
            _REMEMBERED.clear()
        _REMEMBERED[sought] = _Remembered(found, steps - budget.steps, trials - budget.trials)
    return found


def worker(unit: Unit, faction: Faction, system: System) -> Worker:
    """Give what works a unit out with some picks."""
    stacking = stacking_rules(system, faction)
    return lambda picks: build_loadout(unit, picks, stacking)


def wanted(parsed: UnitBlock, points: int | None) -> Wanted:
    """Give what a search compares ways with."""
    weapons = Counter[Profile]()
    for count, weapon in parsed.weapons:
        weapons[profile(weapon)] += count
    names = frozenset(target_key(rule.name) for rule in parsed.rules)
    labels = frozenset(rule.label.casefold() for rule in parsed.rules)
    return Wanted(weapons, names, labels, points)
