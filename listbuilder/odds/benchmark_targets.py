"""The usual targets of a system, and the odds of a unit against one plain target."""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.model import System
from listbuilder.odds.army_damage import has_weapon_for
from listbuilder.odds.attack import attack_odds
from listbuilder.odds.breakdown import break_down_attack
from listbuilder.odds.combatant import TARGET_QUALITY, Combatant, CombatGroup, RuleLookup, plain_target
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import AttackMode, Situation

PLAIN_TARGET_MODELS, PLAIN_TARGET_DEFENSE = 10, 4
"""The plain target: ten models of Defense 4+ without rules."""


@dataclass(frozen=True, slots=True)
class OddsSummary:
    """The odds of a unit against the plain target, shooting or charging."""

    mode: AttackMode
    hits: float
    odds: Odds

    @property
    def wounds(self) -> float:
        """The mean wounds."""
        return self.odds.mean_wounds


def usual_targets(system: System, find: RuleLookup, language: str) -> tuple[Combatant, ...]:
    """Return the usual targets of a system."""
    return tuple(
        Combatant(
            target.name.to(language),
            (CombatGroup(target.models, target.tough, TARGET_QUALITY, target.defense, (), target.rules),),
            find,
        )
        for target in system.combat.typical_targets
    )


def summarise_odds(combatant: Combatant, system: System) -> tuple[OddsSummary, ...]:
    """Return the odds against the plain target: shooting and charging, if the unit has weapons for it."""
    target = plain_target(PLAIN_TARGET_MODELS, PLAIN_TARGET_DEFENSE, 1, combatant.find_rule)
    summaries = []
    for situation in (Situation(mode=AttackMode.SHOOT), Situation(mode=AttackMode.CHARGE)):
        if has_weapon_for(combatant, situation.mode):
            odds = attack_odds(combatant, target, system, situation)
            breakdown = break_down_attack(odds, combatant, target, system, situation)
            hits = sum(volley.chance * volley.hits for volley in breakdown)
            summaries.append(OddsSummary(situation.mode, hits, odds))
    return tuple(summaries)
