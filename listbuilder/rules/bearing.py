"""Which rules an entry has after all picks, and with which number.

Nobody loses a rule that they were born with, and most picks bring none: what an entry carries is laid out only where
one of them may have brought the rule.
"""

from __future__ import annotations

from listbuilder.model import Loadout, RuleId, Unit


def bears(unit: Unit, halves: tuple[Loadout, ...], rule: RuleId | None) -> bool:
    """Tell whether an entry has a rule, in one of its halves at least."""
    if rule is None or rule in unit.rule_ids:
        return rule is not None
    # what may have come may have been swapped for something else
    return _may_come(halves, rule) and any(rule in half.rule_ids for half in halves)


def highest_rating(unit: Unit, halves: tuple[Loadout, ...], rule: RuleId | None) -> int:
    """Give the number of a rule, of two halves the higher one; 0 where the rule or the number is missing."""
    if rule is None:
        return 0
    born = [known.rating for known in unit.rules if known.id == rule]
    if len(born) > 1 or _may_come(halves, rule):
        return max([half.rating(rule) for half in halves])
    return born[0] if born and isinstance(born[0], int) else 0


def _may_come(halves: tuple[Loadout, ...], rule: RuleId) -> bool:
    """Tell whether anything that an entry has or has bought may bring a rule; of one half the first is the last."""
    return rule in halves[0].brought or rule in halves[-1].brought
