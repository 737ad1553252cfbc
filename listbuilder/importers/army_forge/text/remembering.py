"""Searches for picks, remembered from text to text: players copy lists that win, and take the same units anyway."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from listbuilder.importers.army_forge.text.combinations import Profile, SearchBudget, Wanted, profile
from listbuilder.importers.army_forge.text.search import Solution, Worker, find_solutions
from listbuilder.importers.army_forge.text.things import UnitBlock
from listbuilder.model import Faction, System, Unit, target_key
from listbuilder.rules.loadout import build_loadout
from listbuilder.rules.special_rules import stacking_rules


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
