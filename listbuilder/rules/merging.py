"""What a whole entry has: the halves of a combined one put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from listbuilder.model import Item, RosterEntry, RuleRef, Weapon
from listbuilder.rules.ratings import unite_rules


def merged_rules(entry: RosterEntry) -> tuple[RuleRef, ...]:
    """Put the rules of both halves together; a rule that both have is one, with the higher rating."""
    return unite_rules(rule for half in entry.halves for rule in half.rules)


def merged_weapons(entry: RosterEntry) -> Mapping[Weapon, int]:
    """Count the weapons of the whole unit, both halves together."""
    counts: Counter[Weapon] = Counter()
    for half in entry.halves:
        for carried in half.weapons:
            counts[carried.weapon] += carried.count
    return counts


def merged_items(entry: RosterEntry) -> Mapping[Item, int]:
    """Count the items of the whole unit, both halves together."""
    counts: Counter[Item] = Counter()
    for half in entry.halves:
        for gear in half.items:
            counts[gear.item] += gear.count
    return counts
