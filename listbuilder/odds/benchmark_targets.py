"""Whom an army is measured by: the targets that are usual in its game, and a plain one for a number at a glance."""

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
"""The plain target: ten models of Defense 4+ without anything of their own."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What a unit may expect to do to the plain target in one way."""

    mode: Mode
    hits: float
    odds: Odds

    @property
    def wounds(self) -> float:
        """The mean wounds."""
        return self.odds.mean_wounds


def usual_targets(system: System, find: Find, language: str) -> tuple[Party, ...]:
    """Give the targets that are usual in a game."""
    return tuple(
        Party(one.name.to(language), (Rank(one.models, one.tough, TARGET_QUALITY, one.defense, (), one.rules),), find)
        for one in system.combat.field
    )


def glance(party: Party, system: System) -> tuple[Glance, ...]:
    """Give what a unit does to the plain target: shooting and charging, where it has weapons for that."""
    target = plain_target(GLANCE_MODELS, GLANCE_DEFENSE, 1, party.find)
    found = []
    for situation in (Situation(mode=Mode.SHOOT), Situation(mode=Mode.CHARGE)):
        if fights(party, situation.mode):
            odds = attack(party, target, system, situation)
            unfolded = unfold(odds, party, target, system, situation)
            found.append(Glance(situation.mode, sum(one.chance * one.hits for one in unfolded), odds))
    return tuple(found)
