"""Repeated rules made one: ratings add up, or the highest or lowest counts, as the glossary says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from operator import add
from typing import TypeAlias

from listbuilder.model import Faction, RuleId, RuleRef, System

_COMBINED: Mapping[str, Callable[[int, int], int]] = {"add": add, "lowest": min}

Stacking: TypeAlias = Mapping[RuleId, str]
"""What becomes of repeated ratings, for the rules where the highest does not simply count."""

NO_STACKING: Stacking = {}


@lru_cache(maxsize=256)
def stacking_rules(system: System, faction: Faction) -> Stacking:
    """Give the rules whose repeated ratings add up or whose lowest counts, for units of a faction in a system."""
    known = {**faction.rules, **system.rules}
    return {rule.id: rule.stacks for rule in known.values() if rule.stacks in _COMBINED}


def merge_rules(rules: Iterable[RuleRef], stacking: Stacking) -> tuple[RuleRef, ...]:
    """Merge repeated rules, each in the place where it first stood; ratings that are words stay apart."""
    rules = tuple(rules)
    if len({rule.id for rule in rules}) == len(rules):
        return rules
    merged: dict[object, RuleRef] = {}
    for rule in rules:
        rating = rule.rating
        key = (rule.id, rating) if isinstance(rating, str) else rule.id
        before = merged.get(key)
        if before is None:
            merged[key] = rule
        elif rating is not None and not isinstance(rating, str):
            combined = _COMBINED.get(stacking.get(rule.id, ""), max)
            new = combined(before.rating, rating) if isinstance(before.rating, int) else rating
            merged[key] = replace(before, rating=new)
    return tuple(merged.values())
