"""Combinations of picks that a share text leaves possible, those with the right points first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from listbuilder.importers.army_forge.text.order import sections_in_order
from listbuilder.model import (
    Item,
    Option,
    Pick,
    RuleRef,
    Section,
    Thing,
    Unit,
    Variant,
    Weapon,
    by_kind,
    kinds_of,
)
from listbuilder.rules.section_capacity import section_capacity

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
