"""The usual targets of a system, and the odds of a unit against one plain target."""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.model import System
from listbuilder.odds.army_damage import fights
from listbuilder.odds.attack import attack
from listbuilder.odds.breakdown import unfold
from listbuilder.odds.combatant import TARGET_QUALITY, Find, Party, Rank, plain_target
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import Mode, Situation

GLANCE_MODELS, GLANCE_DEFENSE = 10, 4
"""The plain target: ten models of Defense 4+ without rules."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The odds of a unit against the plain target, shooting or charging."""

    mode: Mode
    hits: float
    odds: Odds

    @property
    def wounds(self) -> float:
        """The mean wounds."""
        return self.odds.mean_wounds


def usual_targets(system: System, find: Find, language: str) -> tuple[Party, ...]:
    """Return the usual targets of a system."""
    return tuple(
        Party(
            target.name.to(language),
            (Rank(target.models, target.tough, TARGET_QUALITY, target.defense, (), target.rules),),
            find,
        )
        for target in system.combat.field
    )


def glance(combatant: Party, system: System) -> tuple[Glance, ...]:
    """Return the odds against the plain target: shooting and charging, if the unit has weapons for it."""
    target = plain_target(GLANCE_MODELS, GLANCE_DEFENSE, 1, combatant.find)
    summaries = []
    for situation in (Situation(mode=Mode.SHOOT), Situation(mode=Mode.CHARGE)):
        if fights(combatant, situation.mode):
            odds = attack(combatant, target, system, situation)
            breakdown = unfold(odds, combatant, target, system, situation)
            hits = sum(volley.chance * volley.hits for volley in breakdown)
            summaries.append(Glance(situation.mode, hits, odds))
    return tuple(summaries)
