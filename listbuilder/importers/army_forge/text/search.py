"""The picks that make a unit what a share text says: these weapons, these rules, these points.

The search is exact and bounded. Options that give something the text does not show are left out at once; what remains
is counted through section by section, as far as the points can still fit. Every result is worked out by the same
code as any other loadout and compared with the text. A combined unit is searched for as a whole and then parted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count

from listbuilder.importers.army_forge.text.combinations import Profile, SearchBudget, Wanted, combinations, profile
from listbuilder.model import Loadout, Pick, RuleRef, Section, Unit, target_key
from listbuilder.model.army_list import LARGEST_COUNT
from listbuilder.rules.section_capacity import section_capacity

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
    tried = count()
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
