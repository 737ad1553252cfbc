"""Many attacks side by side: a unit against a table of targets, an army against an army, and damage by distance."""

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
    """One attack of a table."""

    attacker: Party
    target: Party
    mode: Mode
    odds: Odds

    @property
    def per_hundred(self) -> float | None:
        """The mean wounds for each 100 points of the attacker; None if it costs nothing."""
        return self.odds.mean_wounds * 100 / self.attacker.cost if self.attacker.cost else None

    @property
    def share(self) -> float:
        """The share of the target that is lost on average."""
        return self.odds.lost


@dataclass(frozen=True, slots=True)
class OddsRow:
    """The attacks of one unit on several targets."""

    attacker: Party
    cells: tuple[Cell, ...]

    @property
    def done(self) -> float:
        """The mean share of a target that is lost, for each 100 points if the attacker costs any."""
        share = sum(cell.share for cell in self.cells) / len(self.cells)
        return share * 100 / self.attacker.cost if self.attacker.cost else share


def ranked(cells: Iterable[Cell]) -> tuple[OddsRow, ...]:
    """Return attacks grouped by attacker, the most efficient attacker first."""
    by_attacker: dict[Party, list[Cell]] = {}
    for cell in cells:
        by_attacker.setdefault(cell.attacker, []).append(cell)
    rows = [OddsRow(attacker, tuple(attacks)) for attacker, attacks in by_attacker.items()]
    return tuple(sorted(rows, key=lambda row: -row.done))


def fights(combatant: Party, mode: Mode) -> bool:
    """Return whether a model of a combatant has a weapon for this kind of attack."""
    return any(bool(weapon.range) != mode.melee for group in combatant.ranks for _, weapon in group.weapons)


def field_table(combatant: Party, system: System, situation: Situation) -> tuple[tuple[Cell, ...], ...]:
    """Return the attacks on a table of plain targets: a row for each Defense, a column for each Tough."""
    rows = [[plain_target(models, defense, tough, combatant.find) for models, tough in FIELD] for defense in DEFENSES]
    return tuple(tuple(build_cell(combatant, target, system, situation) for target in row) for row in rows)


def matrix(
    attackers: Sequence[Party], targets: Sequence[Party], system: System, situations: Iterable[Situation]
) -> tuple[Cell, ...]:
    """Return every attack of one army on another, for the units that have a weapon for it."""
    return tuple(
        build_cell(attacker, target, system, situation)
        for situation in situations
        for attacker in attackers
        if fights(attacker, situation.mode)
        for target in targets
    )


def build_cell(attacker: Party, target: Party, system: System, situation: Situation) -> Cell:
    """Compute one attack of a table."""
    return Cell(attacker, target, situation.mode, attack(attacker, target, system, situation))


CROWD = 20
"""The number of models in the target of each unit: enough that hardly any wound is lost."""


@dataclass(frozen=True, slots=True)
class Reached:
    """The mean wounds of a whole army at one distance; at 0 all units charge."""

    distance: int
    wounds: tuple[float, ...]
    """For each Defense from 2+ to 6+."""
    notes: frozenset[Caveat]

    @property
    def sign(self) -> str:
        """The sign in front of the numbers if something is left out."""
        return SIGNS[lean_of(self.notes)]


def distances(combatants: Iterable[Party]) -> tuple[int, ...]:
    """Return 0 for melee, then the ranges of all weapons."""
    ranges = {weapon.range for combatant in combatants for group in combatant.ranks for _, weapon in group.weapons}
    return (0, *sorted(ranges - {0}))


def army_reach(combatants: Sequence[Party], system: System) -> Iterator[Reached | None]:
    """Yield the damage of an army at each distance, and None after each unit so that the caller may pause."""
    for distance in distances(combatants):
        wounds = [0.0] * len(DEFENSES)
        caveats: set[Caveat] = set()
        situation = Situation(mode=Mode.SHOOT if distance else Mode.CHARGE, far=not 0 < distance <= FAR)
        for combatant in combatants:
            in_range = _with_weapons_in_range(combatant, distance)
            if fights(in_range, situation.mode):
                for index, defense in enumerate(DEFENSES):
                    odds = attack(in_range, plain_target(CROWD, defense, 1, combatant.find), system, situation)
                    wounds[index] += odds.mean_wounds
                    caveats |= odds.notes
            yield None
        yield Reached(distance, tuple(wounds), frozenset(caveats))


def _with_weapons_in_range(combatant: Party, distance: int) -> Party:
    if not distance:
        return combatant
    groups = tuple(
        replace(group, weapons=tuple(held for held in group.weapons if held[1].range >= distance))
        for group in combatant.ranks
    )
    return replace(combatant, ranks=groups)
