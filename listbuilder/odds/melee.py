"""The odds of a whole melee: the charge, the blows struck back, the winner and the loser's morale.

All outcomes are followed; the state of a melee is the number of wounds that each side has taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from listbuilder.model import System
from listbuilder.model.effects import DIE_FACES, Bearers, Bias, Effect, Scope, Side
from listbuilder.odds.active_effects import Caveat, RuleReader, TargetTraits, read_combatant_rules
from listbuilder.odds.attack import attack_odds
from listbuilder.odds.combatant import Combatant
from listbuilder.odds.defense import read_target_traits
from listbuilder.odds.dice import Chances, chance_at_least
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import AttackMode, Situation
from listbuilder.odds.volleys import StrikeOrder, read_volleys

_StateChances: TypeAlias = Mapping[tuple[int, int], float]
"""The chances of the wounds that the charger and the defender have taken."""


@dataclass(frozen=True, slots=True)
class MoraleProfile:
    """The morale of a combatant in a melee."""

    fear: int
    """Wounds that count as caused when the winner is decided."""
    pass_chance: float
    """The chance to pass a morale test."""
    caveats: frozenset[Caveat]


@lru_cache(maxsize=8192)
def read_morale(combatant: Combatant, situation: Situation) -> MoraleProfile:
    """Return the fear that a combatant causes and the chance that it passes a morale test."""
    reader = RuleReader(combatant.find_rule, situation, TargetTraits(), ())
    group_rules, everywhere = read_combatant_rules(combatant, reader)
    borrowed_ids = frozenset(ref.id for ref in combatant.borrowed_rules)
    fear = 0
    unit_effects: dict[tuple[str, int], Effect] = {}
    for group, rules in zip(combatant.groups, group_rules, strict=True):
        for active in reader.active_rules(rules, everywhere, borrowed=borrowed_ids):
            for index, effect in enumerate(active.effects):
                if effect.scope is Scope.MODEL:
                    fear += group.models * effect.amount("fear")
                if effect.scope is not Scope.MODEL or effect.bearers is Bearers.ALL or active.rule in everywhere:
                    unit_effects[active.rule, index] = effect
    fear += sum(effect.amount("fear") for effect in unit_effects.values() if effect.scope is not Scope.MODEL)
    effects = list(unit_effects.values())
    bonus = sum(effect.amount("morale") for effect in effects)
    chance = chance_at_least(min(DIE_FACES, max(2, min(group.quality for group in combatant.groups) - bonus)))
    if second_rolls := [effect.amount("steady") for effect in effects if "steady" in effect.verbs]:
        chance += (1 - chance) * chance_at_least(min(second_rolls))
    return MoraleProfile(fear, chance, reader.caveats_for(Side.ATTACK))


@dataclass(frozen=True, slots=True, kw_only=True)
class SideOutcome:
    """The outcome of a melee for one side."""

    wounds: Chances
    """The chances of wounds it takes; the last one means that it is destroyed."""
    mean_wounds: float
    """The mean wounds it takes."""
    wins: float
    destroyed: float
    shaken: float
    routs: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MeleeOdds:
    """The odds of a whole melee."""

    charger: SideOutcome
    defender: SideOutcome
    draw: float
    notes: frozenset[Caveat]

    @property
    def without(self) -> tuple[str, ...]:
        """The rules that are left out."""
        return tuple(sorted({caveat.label for caveat in self.notes if caveat.bias is not None}))


def melee_odds(charger: Combatant, defender: Combatant, system: System, situation: Situation) -> MeleeOdds:
    """Return the odds of a melee, over all outcomes."""
    charging = replace(situation, mode=AttackMode.CHARGE, exchange=True)
    striking = replace(situation, mode=AttackMode.STRIKE_BACK, exchange=True, fatigued=False)
    fight = _Fight(charger, defender, system)
    states: _StateChances = {(0, 0): 1.0}
    for turn in StrikeOrder:
        for side_situation, back in ((charging, False), (striking, True)):
            if turn is StrikeOrder.REST or fight.has_volleys(turn, side_situation, back=back):
                states = fight.strike(states, side_situation, turn, back=back)
    if all(weapon.range for group in defender.groups for _, weapon in group.weapons):
        best = min(group.quality for group in defender.groups)
        fight.caveats.add(Caveat(f"{defender.name} (Q {best}+)", "unarmed"))
    return fight.summarise(states, charging, striking)


class _Fight:
    """Two combatants and the odds computed for them so far; side 0 is the charger, side 1 the defender."""

    def __init__(self, charger: Combatant, defender: Combatant, system: System) -> None:
        self.combatants = charger, defender
        self.system = system
        self.caveats: set[Caveat] = set()
        self._remaining = tuple(_remaining_by_wounds(combatant, system) for combatant in self.combatants)
        self._mean_wounds = [0.0, 0.0]
        self._odds_cache: dict[object, Odds] = {}

    def has_volleys(self, turn: StrikeOrder, situation: Situation, *, back: bool) -> bool:
        """Return whether one side has a volley that strikes at this point of the melee."""
        striker, target = self.combatants[back], self.combatants[not back]
        attackers = read_volleys(striker, situation, read_target_traits(target, situation))
        return any(volley.strike_order is turn for volley in attackers.volleys)

    def strike(self, states: _StateChances, situation: Situation, turn: StrikeOrder, *, back: bool) -> _StateChances:
        """Return the states of the melee after one side has struck."""
        then: dict[tuple[int, int], float] = defaultdict(float)
        for state, chance in states.items():
            own, other = (state[1], state[0]) if back else state
            odds = self._odds(own, other, situation, turn, back=back)
            self._mean_wounds[not back] += chance * odds.mean_wounds if odds is not None else 0.0
            for wounds, more in enumerate(odds.standing if odds is not None else (1.0,)):
                if more:
                    after = (other + wounds, own) if back else (own, other + wounds)
                    then[after] += chance * more
        return then

    def _odds(self, own: int, other: int, situation: Situation, turn: StrikeOrder, *, back: bool) -> Odds | None:
        striker, target = self._remaining[back][own], self._remaining[not back][other]
        if striker is None or target is None:
            return None
        key = (striker.models, other, situation.mode, turn)
        if key not in self._odds_cache:
            odds = self._odds_cache[key] = attack_odds(striker, target, self.system, situation, order=turn)
            self.caveats |= odds.notes
            # a picked model that is not the next one breaks the order of removal, and own wounds are not followed
            out_of_order = target.capacities[-1] > target.capacities[0]
            self.caveats |= {
                Caveat(volley.name, bias=Bias.UNKNOWN)
                for volley in odds.volleys
                if (volley.picks_model and out_of_order) or volley.own_wounds
            }
        return self._odds_cache[key]

    def summarise(self, states: _StateChances, charging: Situation, striking: Situation) -> MeleeOdds:
        """Return the odds after both sides have struck: the winner, and the loser's morale."""
        tally: dict[str, list[float]] = {name: [0.0, 0.0] for name in ("wins", "destroyed", "shaken", "routs")}
        wounds = [[0.0] * len(remaining) for remaining in self._remaining]
        draw = 0.0
        for state, chance in states.items():
            remaining = [self._remaining[side][state[side]] for side in (0, 1)]
            morale = [self._morale(remaining[0], charging), self._morale(remaining[1], striking)]
            for side in (0, 1):
                wounds[side][state[side]] += chance
                tally["destroyed"][side] += chance if remaining[side] is None else 0.0
            winner = _winner(state, morale)
            if winner is None:
                draw += chance
                continue
            tally["wins"][winner] += chance
            loser = 1 - winner
            loser_morale = morale[loser]
            if loser_morale is not None and self.system.combat.has_morale:
                result = "routs" if self._is_halved(loser, state[loser]) else "shaken"
                tally[result][loser] += chance * (1 - loser_morale.pass_chance)
        outcomes = [
            SideOutcome(
                wounds=tuple(wounds[side]),
                mean_wounds=self._mean_wounds[side],
                **{name: sides[side] for name, sides in tally.items()},
            )
            for side in (0, 1)
        ]
        return MeleeOdds(charger=outcomes[0], defender=outcomes[1], draw=draw, notes=frozenset(self.caveats))

    def _morale(self, combatant: Combatant | None, situation: Situation) -> MoraleProfile | None:
        if combatant is None:
            return None
        morale = read_morale(combatant, situation)
        self.caveats |= morale.caveats
        return morale

    def _is_halved(self, side: int, state: int) -> bool:
        """Return whether at most half of a side is left: of its models, or of the wounds of a single model."""
        combatant, remaining = self.combatants[side], self._remaining[side][state]
        assert remaining is not None
        if combatant.models == 1:
            return 2 * (len(self._remaining[side]) - 1 - state) <= combatant.groups[0].wounds
        return 2 * remaining.models <= combatant.models


def _remaining_by_wounds(combatant: Combatant, system: System) -> list[Combatant | None]:
    """Return what is left of a combatant for each number of wounds; None if it is destroyed."""
    remaining: list[Combatant | None] = []
    for lost, capacity in enumerate(combatant.capacities_in(system)):
        already = combatant.wounds_taken if lost == 0 else 0
        remaining += [
            combatant.after_losses(lost, already + hurt) if lost or hurt else combatant for hurt in range(capacity)
        ]
    return [*remaining, None]


def _winner(state: tuple[int, int], morale: list[MoraleProfile | None]) -> int | None:
    """Return the side that caused more wounds, counting fear; None for a draw."""
    if morale[0] is None or morale[1] is None:
        return None if morale[0] is morale[1] else (1 if morale[0] is None else 0)
    caused = state[1] + morale[0].fear, state[0] + morale[1].fear
    return None if caused[0] == caused[1] else int(caused[1] > caused[0])
