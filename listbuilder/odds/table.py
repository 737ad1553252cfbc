"""Many attacks side by side: one unit against the whole field of profiles, or one army against another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from listbuilder.model import System
from listbuilder.odds.attack import attack
from listbuilder.odds.party import Party
from listbuilder.odds.profiles import DEFENSES, FIELD, plain_target
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import Mode, Situation


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
        """The part of the target that is lost on average."""
        return self.odds.lost


@dataclass(frozen=True, slots=True)
class OddsRow:
    """What one unit does to each of several targets."""

    attacker: Party
    cells: tuple[Cell, ...]

    @property
    def done(self) -> float:
        """What part of a target is lost on average, for each hundred points of an attacker that costs any."""
        share = sum(cell.share for cell in self.cells) / len(self.cells)
        return share * 100 / self.attacker.cost if self.attacker.cost else share


def ranked(cells: Iterable[Cell]) -> tuple[OddsRow, ...]:
    """Put attacks together by attacker, first whoever gets most done for its points."""
    by_attacker: dict[Party, list[Cell]] = {}
    for cell in cells:
        by_attacker.setdefault(cell.attacker, []).append(cell)
    found = [OddsRow(attacker, tuple(its)) for attacker, its in by_attacker.items()]
    return tuple(sorted(found, key=lambda deeds: -deeds.done))


def fights(party: Party, mode: Mode) -> bool:
    """Tell whether somebody in a party has a weapon for this."""
    return any(bool(weapon.range) != mode.melee for rank in party.ranks for _, weapon in rank.weapons)


def field_table(party: Party, system: System, situation: Situation) -> tuple[tuple[Cell, ...], ...]:
    """Give a party's attack on each profile of the field: a row for each Defense, a column for each Tough."""
    targets = [[plain_target(models, defense, tough, party.find) for models, tough in FIELD] for defense in DEFENSES]
    return tuple(tuple(build_cell(party, target, system, situation) for target in row) for row in targets)


def matrix(
    attackers: Sequence[Party], targets: Sequence[Party], system: System, situations: Iterable[Situation]
) -> tuple[Cell, ...]:
    """Give every attack of one army on another, for those who have a weapon for it."""
    return tuple(
        build_cell(attacker, target, system, situation)
        for situation in situations
        for attacker in attackers
        if fights(attacker, situation.mode)
        for target in targets
    )


def build_cell(attacker: Party, target: Party, system: System, situation: Situation) -> Cell:
    """Work one attack out."""
    return Cell(attacker, target, situation.mode, attack(attacker, target, system, situation))
