"""Repeated rules made one: ratings add up, unless the glossary says that the highest or the lowest counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from operator import add
from typing import TypeAlias

from listbuilder.model import Faction, RuleId, RuleRef, System

Combining: TypeAlias = Callable[[int, int], int]
"""Makes one rating of two."""

_EXCEPTIONS: Mapping[str, Combining] = {"highest": max, "lowest": min}

Stacking: TypeAlias = Callable[[RuleId], Combining]
"""Tells what becomes of the repeated ratings of a rule."""


def all_add(_rule: RuleId) -> Combining:
    """Add repeated ratings up, whatever the rule."""
    return add


def stacking_rules(system: System, faction: Faction) -> Stacking:
    """Give how rules stack for units of a faction in a system; only rules that somebody has twice are looked up."""

    def combining(rule: RuleId) -> Combining:
        known = system.rules.get(rule) or faction.rules.get(rule)
        return add if known is None else _EXCEPTIONS.get(known.stacks, add)

    return combining


def merge_rules(rules: Iterable[RuleRef], stacking: Stacking) -> tuple[RuleRef, ...]:
    """Merge the repeated rules of one bearer, each in the place where it first stood."""
    return _merge(rules, stacking)


def unite_rules(rules: Iterable[RuleRef]) -> tuple[RuleRef, ...]:
    """Merge the rules of several bearers, as of two halves: nothing adds up, the highest rating stands for all."""
    return _merge(rules, lambda _rule: max)


def _merge(rules: Iterable[RuleRef], stacking: Stacking) -> tuple[RuleRef, ...]:
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
            new = stacking(rule.id)(before.rating, rating) if isinstance(before.rating, int) else rating
            merged[key] = replace(before, rating=new)
    return tuple(merged.values())
