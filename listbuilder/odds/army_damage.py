"""What a whole army may expect to do: by how far away its targets are, and by how well they are armoured.

Many attacks side by side: one unit against the whole field of profiles, or one army against another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from listbuilder.model import System
from listbuilder.odds.active_effects import Caveat
from listbuilder.odds.attack import attack
from listbuilder.odds.combatant import DEFENSES, FIELD, Party, plain_target
from listbuilder.odds.result import SIGNS, Odds, lean_of
from listbuilder.odds.situation import FAR, Mode, Situation


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


CROWD = 20
"""The targets of these sums are so many models, one for each unit: enough that hardly any wound is lost."""


@dataclass(frozen=True, slots=True)
class Reached:
    """What all units together may expect to wound at one distance; at 0 all of them charge."""

    distance: int
    wounds: tuple[float, ...]
    """For each Defense from 2+ to 6+."""
    notes: frozenset[Caveat]

    @property
    def sign(self) -> str:
        """What stands before the numbers where something is left out."""
        return SIGNS[lean_of(self.notes)]


def distances(parties: Iterable[Party]) -> tuple[int, ...]:
    """Give the distances at which fewer weapons reach, and 0 for melee."""
    ranges = {weapon.range for party in parties for rank in party.ranks for _, weapon in rank.weapons}
    return (0, *sorted(ranges - {0}))


def army_reach(parties: Sequence[Party], system: System) -> Iterator[Reached | None]:
    """Work the sums out step by step: None for each unit on the way, then what one distance comes to."""
    for distance in distances(parties):
        wounds = [0.0] * len(DEFENSES)
        notes: set[Caveat] = set()
        situation = Situation(mode=Mode.SHOOT if distance else Mode.CHARGE, far=not 0 < distance <= FAR)
        for party in parties:
            armed = _armed(party, distance)
            if fights(armed, situation.mode):
                for place, defense in enumerate(DEFENSES):
                    odds = attack(armed, plain_target(CROWD, defense, 1, party.find), system, situation)
                    wounds[place] += odds.mean_wounds
                    notes |= odds.notes
            yield None
        yield Reached(distance, tuple(wounds), frozenset(notes))


def _armed(party: Party, distance: int) -> Party:
    """Give a party with nothing but the weapons that reach so far."""
    if not distance:
        return party
    ranks = tuple(
        replace(rank, weapons=tuple(held for held in rank.weapons if held[1].range >= distance)) for rank in party.ranks
    )
    return replace(party, ranks=ranks)
