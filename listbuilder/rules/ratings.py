"""Repeated rules made one: ratings add up, unless the glossary says that the highest or the lowest counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from operator import add
from typing import TypeAlias

from listbuilder.model import Faction, RuleId, RuleRef, System

Combining: TypeAlias = Callable[[int, int], int]
"""Makes one rating of two."""

_EXCEPTIONS: Mapping[str, Combining] = {"highest": max, "lowest": min}

Stacking: TypeAlias = Mapping[RuleId, Combining]
"""What becomes of repeated ratings, for the rules where they do not simply add up."""

ALL_ADD: Stacking = {}


@lru_cache(maxsize=256)
def stacking_rules(system: System, faction: Faction) -> Stacking:
    """Give the rules of which one rating counts and not their sum, for units of a faction in a system."""
    known = {**faction.rules, **system.rules}
    return {rule.id: _EXCEPTIONS[rule.stacks] for rule in known.values() if rule.stacks in _EXCEPTIONS}


def merge_rules(rules: Iterable[RuleRef], stacking: Stacking) -> tuple[RuleRef, ...]:
    """Merge the repeated rules of one bearer, each in the place where it first stood."""
    return _merge(rules, lambda rule: stacking.get(rule, add))


def unite_rules(rules: Iterable[RuleRef]) -> tuple[RuleRef, ...]:
    """Merge the rules of several bearers, as of two halves: nothing adds up, the highest rating stands for all."""
    return _merge(rules, lambda _rule: max)


def _merge(rules: Iterable[RuleRef], combining: Callable[[RuleId], Combining]) -> tuple[RuleRef, ...]:
    """Make one of each rule; ratings that are words stay apart."""
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
            new = combining(rule.id)(before.rating, rating) if isinstance(before.rating, int) else rating
            merged[key] = replace(before, rating=new)
    return tuple(merged.values())
