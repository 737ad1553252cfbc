"""What an entry can take: its models in the order in which they fall, and the wounds of each.

A rating that every model has counts for all of them, one that came with a single model's gear for that one alone. The
plain models fall first, the toughest last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from listbuilder.model import Loadout, RosterEntry, RuleRef, System, Unit, kinds_of


@dataclass(frozen=True, slots=True)
class ModelGroup:
    """So many models that take so many wounds each."""

    models: int
    wounds: int


def model_groups(worked: RosterEntry, system: System) -> tuple[ModelGroup, ...]:
    """Give the models of an entry, both halves together, the first to fall first."""
    counts: Counter[int] = Counter()
    for half in worked.halves:
        counts.update(_models(worked.unit, half, system.roles.tough))
    return tuple(ModelGroup(models, wounds) for wounds, models in sorted(counts.items()))


def total_wounds(worked: RosterEntry, system: System) -> int:
    """Give the wounds that it takes to destroy an entry."""
    return sum(group.models * group.wounds for group in model_groups(worked, system))


def _models(unit: Unit, half: Loadout, tough: str | None) -> list[int]:
    """Give the wounds of each model of one copy."""
    own = sum(_tough(rule, tough) for rule in unit.rules)
    models = [own] * half.models
    for count, rating in _gear(half, tough):
        for place in range(half.models):
            models[place] += rating * _share(count, half.models, place)
    return [max(1, wounds) for wounds in models]


def _share(count: int, models: int, place: int) -> int:
    """Tell how many of a stack of gear one model has: they are dealt out from the last model on."""
    whole, rest = divmod(count, models)
    return whole + (1 if place >= models - rest else 0)


def _gear(half: Loadout, tough: str | None) -> Iterator[tuple[int, int]]:
    """Give what brings wounds beyond the unit's own: how many models have it, and how much it is."""
    for gear in half.items:
        rating = sum(_tough(rule, tough) for rule in gear.item.borne)
        if rating:
            yield gear.count, rating
    for taken in half.taken:
        rating = sum(_tough(rule, tough) for rule in kinds_of(taken.option.gains).rules)
        if rating:
            yield (half.models if taken.section.affects_all else 1) * taken.count, rating


def _tough(rule: RuleRef, tough: str | None) -> int:
    return rule.rating if rule.id == tough and isinstance(rule.rating, int) else 0
