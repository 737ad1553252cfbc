"""What each rule of an attacker is worth: the attack is worked out again without it."""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.model import RuleId, System
from listbuilder.odds.attack import attack
from listbuilder.odds.party import Party
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import Situation

_NOTHING = 1e-9


@dataclass(frozen=True, slots=True)
class Worth:
    """What a rule is worth in an attack: the mean wounds with it, less those without."""

    rule: str
    wounds: float


def rule_worths(attacker: Party, target: Party, system: System, situation: Situation, odds: Odds) -> tuple[Worth, ...]:
    """Tell what each rule of the attacker is worth here: the attack is worked out again without it."""
    rules: dict[RuleId, str] = {}
    for rank in attacker.ranks:
        held = [*rank.rules, *attacker.given, *(rule for _, weapon in rank.weapons for rule in weapon.rules)]
        rules |= {ref.id: ref.name for ref in held}
    found = []
    for rule, name in rules.items():
        less = attack(attacker, target, system, situation, muted=rule).mean_wounds
        if abs(odds.mean_wounds - less) > _NOTHING:
            found.append(Worth(name, odds.mean_wounds - less))
    return tuple(sorted(found, key=lambda worth: -worth.wounds))
