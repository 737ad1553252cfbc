"""Repeated rules made one: ratings add up or the highest counts, as the glossary says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from listbuilder.model import Faction, RuleId, RuleRef, System


@lru_cache(maxsize=256)
def adding_rules(system: System, faction: Faction) -> frozenset[RuleId]:
    """Give the rules whose repeated ratings add up, for units of a faction in a system."""
    known = {**faction.rules, **system.rules}
    return frozenset(rule.id for rule in known.values() if rule.adds_up)


def merge_rules(rules: Iterable[RuleRef], adding: frozenset[RuleId]) -> tuple[RuleRef, ...]:
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
            old = before.rating if isinstance(before.rating, int) else 0
            new = old + rating if rule.id in adding else max(old, rating)
            merged[key] = replace(before, rating=new)
    return tuple(merged.values())
