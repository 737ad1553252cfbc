"""Targets that are nobody's unit: `10xD4+T1`, ten models of Defense 4+ and Tough 1."""

from __future__ import annotations

import re

from listbuilder.model import RuleRef
from listbuilder.model.notation import NotationError, parse_rule, split_parts
from listbuilder.odds.party import Find, Party, Rank

_PROFILE = re.compile(r"^(?:(\d{1,3})\s*[x×]\s*)?D([2-6])\+?(?:\s*T(\d{1,2}))?(?:\s*:\s*(.+))?$", re.IGNORECASE)
TARGET_QUALITY = 4
"""The Quality of somebody who is only there to be hit."""
_MOST_MODELS, _MOST_TOUGH = 100, 30
"""More than any unit has: a target without end would take a time without end."""
DEFENSES = (2, 3, 4, 5, 6)
FIELD = ((10, 1), (5, 3), (3, 6), (1, 12))
"""The targets of a table: so many models of such Tough."""


def parse_profile(text: str, find: Find) -> Party | None:
    """Read a profile, with rules behind a colon; None where the text is none: `5xD3+T3: Regeneration, Stealth`."""
    found = _PROFILE.match(text.strip())
    if found is None:
        return None
    models, defense, tough = int(found[1] or 1), int(found[2]), int(found[3] or 1)
    rules = _rules(found[4])
    if not 1 <= models <= _MOST_MODELS or not 1 <= tough <= _MOST_TOUGH or rules is None:
        return None
    rank = Rank(models, tough, TARGET_QUALITY, defense, (), rules)
    return Party(f"{models}xD{defense}+T{tough}", (rank,), find)


def _rules(text: str | None) -> tuple[RuleRef, ...] | None:
    try:
        return tuple(parse_rule(part) for part in split_parts(text or ""))
    except NotationError:
        return None


def plain_target(models: int, defense: int, tough: int, find: Find) -> Party:
    """Give a target without rules."""
    return Party(f"{models}xD{defense}+T{tough}", (Rank(models, tough, TARGET_QUALITY, defense),), find)
