"""Many attacks side by side: a unit against usual targets, an army against an army, and damage by distance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from listbuilder.model import System
from listbuilder.odds.active_effects import Caveat
from listbuilder.odds.attack import attack_odds
from listbuilder.odds.breakdown import break_down_attack
from listbuilder.odds.combatant import DEFENSES, TABLE_TARGETS, Combatant, RuleLookup, plain_target
from listbuilder.odds.result import BIAS_SIGNS, Odds, combined_bias
from listbuilder.odds.situation import FAR_INCHES, AttackMode, Situation


@dataclass(frozen=True, slots=True)
class AttackCell:
    """One attack of a table."""

    attacker: Combatant
    target: Combatant
    mode: AttackMode
    odds: Odds

    @property
    def wounds_per_100_points(self) -> float | None:
        """The mean wounds for each 100 points of the attacker; None if it costs nothing."""
        return self.odds.mean_wounds * 100 / self.attacker.cost if self.attacker.cost else None


@dataclass(frozen=True, slots=True)
class OddsRow:
    """The attacks of one unit on several targets."""

    attacker: Combatant
    cells: tuple[AttackCell, ...]

    @property
    def efficiency(self) -> float:
        """The mean share of a target that is lost, for each 100 points if the attacker costs any."""
        share = sum(cell.odds.lost for cell in self.cells) / len(self.cells)
        return share * 100 / self.attacker.cost if self.attacker.cost else share


def rank_by_efficiency(cells: Iterable[AttackCell]) -> tuple[OddsRow, ...]:
    """Return attacks grouped by attacker, the most efficient attacker first."""
    by_attacker: dict[Combatant, list[AttackCell]] = {}
    for cell in cells:
        by_attacker.setdefault(cell.attacker, []).append(cell)
    rows = [OddsRow(attacker, tuple(attacks)) for attacker, attacks in by_attacker.items()]
    return tuple(sorted(rows, key=lambda row: -row.efficiency))


def has_weapon_for(combatant: Combatant, mode: AttackMode) -> bool:
    """Return whether a model of a combatant has a weapon for this kind of attack."""
    return any(bool(weapon.range) != mode.is_melee for group in combatant.groups for _, weapon in group.weapons)


def target_table(combatant: Combatant, system: System, situation: Situation) -> tuple[tuple[AttackCell, ...], ...]:
    """Return the attacks on a table of plain targets: a row for each Defense, a column for each Tough."""
    rows = [
        [plain_target(models, defense, tough, combatant.find_rule) for models, tough in TABLE_TARGETS]
        for defense in DEFENSES
    ]
    return tuple(tuple(build_cell(combatant, target, system, situation) for target in row) for row in rows)


def attack_matrix(
    attackers: Sequence[Combatant], targets: Sequence[Combatant], system: System, situations: Iterable[Situation]
) -> tuple[AttackCell, ...]:
    """Return every attack of one army on another, for the units that have a weapon for it."""
    return tuple(
        build_cell(attacker, target, system, situation)
        for situation in situations
        for attacker in attackers
        if has_weapon_for(attacker, situation.mode)
        for target in targets
    )


def build_cell(attacker: Combatant, target: Combatant, system: System, situation: Situation) -> AttackCell:
    """Compute one attack of a table."""
    return AttackCell(attacker, target, situation.mode, attack_odds(attacker, target, system, situation))


TARGET_MODELS = 20
"""The number of models in the target of each unit: enough that hardly any wound is lost."""


@dataclass(frozen=True, slots=True)
class DistanceDamage:
    """The mean wounds of a whole army at one distance; at 0 all units charge."""

    distance: int
    wounds: tuple[float, ...]
    """For each Defense from 2+ to 6+."""
    caveats: frozenset[Caveat]

    @property
    def sign(self) -> str:
        """The sign in front of the numbers if something is left out."""
        return BIAS_SIGNS[combined_bias(self.caveats)]


def weapon_distances(combatants: Iterable[Combatant]) -> tuple[int, ...]:
    """Return 0 for melee, then the ranges of all weapons."""
    ranges = {weapon.range for combatant in combatants for group in combatant.groups for _, weapon in group.weapons}
    return (0, *sorted(ranges - {0}))


def damage_by_distance(combatants: Sequence[Combatant], system: System) -> Iterator[DistanceDamage | None]:
    """Yield the damage of an army at each distance, and None after each unit so that the caller may pause."""
    for distance in weapon_distances(combatants):
        wounds = [0.0] * len(DEFENSES)
        caveats: set[Caveat] = set()
        mode = AttackMode.SHOOT if distance else AttackMode.CHARGE
        situation = Situation(mode=mode, far=not 0 < distance <= FAR_INCHES)
        for combatant in combatants:
            groups = tuple(
                replace(group, weapons=tuple(held for held in group.weapons if held[1].range >= distance))
                for group in combatant.groups
            )
            in_range = replace(combatant, groups=groups) if distance else combatant
            if has_weapon_for(in_range, situation.mode):
                for index, defense in enumerate(DEFENSES):
                    target = plain_target(TARGET_MODELS, defense, 1, combatant.find_rule)
                    odds = attack_odds(in_range, target, system, situation)
                    wounds[index] += odds.mean_wounds
                    caveats |= odds.notes
            yield None
        yield DistanceDamage(distance, tuple(wounds), frozenset(caveats))


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
        replace(
            plain_target(target.models, target.defense, target.tough, find, target.rules), name=target.name.to(language)
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
