"""Many attacks side by side: one unit against the whole field of profiles, or one army against another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from listbuilder.model import System
from listbuilder.odds.attack import attack
from listbuilder.odds.party import Party
from listbuilder.odds.profiles import DEFENSES, FIELD, plain_target
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import Mode, Situation
from listbuilder.values import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """One attack among many."""

    attacker: Party
    target: Party
    mode: Mode
    odds: Odds

    @property
    def per_hundred(self) -> float | None:
        """The mean wounds for each hundred points of the attacker; None where it costs nothing."""
        return self.odds.mean_wounds * 100 / self.attacker.cost if self.attacker.cost else None

    @property
    def share(self) -> float:
        """The part of the target's wounds that it loses on average."""
        return self.odds.mean_wounds / (len(self.odds.wounds) - 1)


def fights(party: Party, mode: Mode) -> bool:
    """Tell whether somebody in a party has a weapon for this."""
    return any(bool(weapon.range) != mode.melee for rank in party.ranks for _, weapon in rank.weapons)


def field_table(party: Party, system: System, situation: Situation) -> tuple[tuple[Cell, ...], ...]:
    """Give a party's attack on each profile of the field: a row for each Defense, a column for each Tough."""
    return tuple(
        tuple(
            _cell(party, plain_target(models, defense, tough, party.find), system, situation) for models, tough in FIELD
        )
        for defense in DEFENSES
    )


def matrix(
    attackers: Sequence[Party], targets: Sequence[Party], system: System, situations: Iterable[Situation]
) -> tuple[Cell, ...]:
    """Give every attack of one army on another, for those who have a weapon for it."""
    return tuple(
        _cell(attacker, target, system, situation)
        for situation in situations
        for attacker in attackers
        if fights(attacker, situation.mode)
        for target in targets
    )


def _cell(attacker: Party, target: Party, system: System, situation: Situation) -> Cell:
    return Cell(attacker, target, situation.mode, attack(attacker, target, system, situation))
