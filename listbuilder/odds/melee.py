"""A whole melee: the charge, the blows struck back by whoever is left, who has won, and whose morale breaks.

All outcomes are followed: the state of a melee is how many wounds each side has taken.

What decides a melee besides wounds: fear, and the morale of whoever has lost.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from listbuilder.model import System
from listbuilder.model.effects import FACES, Bearers, Effect, Lean, Reach, Side
from listbuilder.odds.active_effects import Caveat, Reader, Traits, notes_of, party_rules
from listbuilder.odds.attack import attack
from listbuilder.odds.casualties import fallen
from listbuilder.odds.combatant import Party
from listbuilder.odds.defense import read_traits
from listbuilder.odds.dice import Chances, chance_of
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import Mode, Situation
from listbuilder.odds.volleys import Turn, read_attackers


@dataclass(frozen=True, slots=True)
class Nerve:
    """How a party stands in a lost melee, and what it adds to a won one."""

    fear: int
    """Wounds that count as caused without being."""
    passes: float
    """The chance to pass a morale test."""
    notes: frozenset[Caveat]


@lru_cache(maxsize=8192)
def read_nerve(party: Party, situation: Situation) -> Nerve:
    """Give the fear that a party causes and the chance that its own morale holds."""
    reader = Reader(party.find, situation, Traits(), ())
    ranks, everywhere = party_rules(party, reader)
    given = frozenset(ref.id for ref in party.given)
    fear = 0
    shared: dict[tuple[str, int], Effect] = {}
    for rank, rules in zip(party.ranks, ranks, strict=True):
        for source in reader.sources(rules, everywhere, given=given):
            for place, effect in enumerate(source.effects):
                if effect.to is Reach.MODEL:
                    fear += rank.models * effect.amount("fear")
                if _is_shared(effect, whole=source.rule in everywhere):
                    shared[source.rule, place] = effect
    fear += sum(effect.amount("fear") for effect in shared.values() if effect.to is not Reach.MODEL)
    return Nerve(fear, _passes(party, list(shared.values())), notes_of(reader, Side.ATTACK))


def _is_shared(effect: Effect, *, whole: bool) -> bool:
    """Tell whether an effect is one of the whole unit: given to all of it, or of a rule that all of it has."""
    return effect.to is not Reach.MODEL or effect.bearers is Bearers.ALL or whole


def _passes(party: Party, effects: list[Effect]) -> float:
    """Give the chance of a Quality test by whoever in the unit is best at it; a second roll may save a failed one."""
    bonus = sum(effect.amount("morale") for effect in effects)
    need = min(FACES, max(2, min(rank.quality for rank in party.ranks) - bonus))
    chance = chance_of(need)
    steady = [effect.amount("steady") for effect in effects if "steady" in effect.verbs]
    return chance + (1 - chance) * chance_of(min(steady)) if steady else chance


Standing: TypeAlias = Mapping[tuple[int, int], float]
"""The chances of the wounds that the chargers and the defenders have taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What becomes of one side of a melee."""

    wounds: Chances
    """The chances of wounds that it takes; the last of them says that nobody is left."""
    mean_wounds: float
    """The wounds that it may expect to take."""
    wins: float
    destroyed: float
    shaken: float
    routs: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Melee:
    """The odds of a whole melee."""

    charger: Fate
    defender: Fate
    draw: float
    notes: frozenset[Caveat]

    @property
    def without(self) -> tuple[str, ...]:
        """The rules whose part is left out."""
        return tuple(sorted({note.label for note in self.notes if note.lean is not None}))


def exchange(charger: Party, defender: Party, system: System, situation: Situation) -> Melee:
    """Fight a melee to its end, over all outcomes."""
    charging = replace(situation, mode=Mode.CHARGE, exchange=True)
    striking = replace(situation, mode=Mode.STRIKE_BACK, exchange=True, fatigued=False)
    fight = _Fight(charger, defender, system)
    standing: Standing = {(0, 0): 1.0}
    for turn in Turn:
        for situation_now, back in ((charging, False), (striking, True)):
            if turn is Turn.REST or fight.has(turn, situation_now, back=back):
                standing = fight.strike(standing, situation_now, turn, back=back)
    if _unarmed(defender):
        best = min(rank.quality for rank in defender.ranks)
        fight.notes.add(Caveat(f"{defender.name} (Q {best}+)", "unarmed"))
    return fight.ended(standing, charging, striking)


def _unarmed(party: Party) -> bool:
    """Tell whether nobody has anything to strike back with, as in a mere profile."""
    return all(weapon.range for rank in party.ranks for _, weapon in rank.weapons)


class _Fight:
    """Two parties and what has been worked out about them."""

    def __init__(self, charger: Party, defender: Party, system: System) -> None:
        self.parties = charger, defender
        self.system = system
        self.notes: set[Caveat] = set()
        self._left = tuple(_states(party, system) for party in self.parties)
        self._taken = [0.0, 0.0]
        self._kept: dict[object, Odds] = {}

    def has(self, turn: Turn, situation: Situation, *, back: bool) -> bool:
        """Tell whether one side has anything that strikes before or after everybody else."""
        striker, target = self.parties[back], self.parties[not back]
        found = read_attackers(striker, situation, read_traits(target, situation))
        return any(volley.turn is turn for volley in found.volleys)

    def strike(self, standing: Standing, situation: Situation, turn: Turn, *, back: bool) -> Standing:
        """Let one side strike, in every state that the melee can be in."""
        then: dict[tuple[int, int], float] = defaultdict(float)
        for state, chance in standing.items():
            own, other = (state[1], state[0]) if back else state
            odds = self._odds(own, other, situation, turn, back=back)
            self._taken[not back] += chance * odds.mean_wounds if odds is not None else 0.0
            for add, more in enumerate(odds.standing if odds is not None else (1.0,)):
                if more:
                    after = (other + add, own) if back else (own, other + add)
                    then[after] += chance * more
        return then

    def _odds(self, own: int, other: int, situation: Situation, turn: Turn, *, back: bool) -> Odds | None:
        striker, target = self._left[back][own], self._left[not back][other]
        if striker is None or target is None:
            return None
        key = (striker.models, other, situation.mode, turn)
        if key not in self._kept:
            odds = self._kept[key] = attack(striker, target, self.system, situation, turn=turn)
            self.notes |= odds.notes
            self.notes |= {
                Caveat(volley.name, lean=Lean.UNSURE) for volley in odds.volleys if _unruly(volley.picks, target)
            }
            self.notes |= {Caveat(volley.name, lean=Lean.UNSURE) for volley in odds.volleys if volley.own_wounds}
        return self._kept[key]

    def ended(self, standing: Standing, charging: Situation, striking: Situation) -> Melee:
        """Count who has won, and roll for the morale of who has not."""
        tally: dict[str, list[float]] = {name: [0.0, 0.0] for name in ("wins", "destroyed", "shaken", "routs")}
        wounds = [[0.0] * len(left) for left in self._left]
        draw = 0.0
        for state, chance in standing.items():
            parties = [self._left[side][state[side]] for side in (0, 1)]
            nerves = [self._nerve(party, one) for party, one in zip(parties, (charging, striking), strict=True)]
            for side in (0, 1):
                wounds[side][state[side]] += chance
                tally["destroyed"][side] += chance if parties[side] is None else 0.0
            winner = _winner(state, nerves)
            if winner is None:
                draw += chance
                continue
            tally["wins"][winner] += chance
            loser = 1 - winner
            nerve = nerves[loser]
            if nerve is not None and self.system.combat.morale:
                breaks = "routs" if self._halved(loser, state[loser]) else "shaken"
                tally[breaks][loser] += chance * (1 - nerve.passes)
        fates = [
            Fate(
                wounds=tuple(wounds[side]),
                mean_wounds=self._taken[side],
                **{name: sides[side] for name, sides in tally.items()},
            )
            for side in (0, 1)
        ]
        return Melee(charger=fates[0], defender=fates[1], draw=draw, notes=frozenset(self.notes))

    def _nerve(self, party: Party | None, situation: Situation) -> Nerve | None:
        if party is None:
            return None
        nerve = read_nerve(party, situation)
        self.notes |= nerve.notes
        return nerve

    def _halved(self, side: int, state: int) -> bool:
        """Tell whether half of a side or less is left: of its models, or of the wounds of a single one."""
        party, left = self.parties[side], self._left[side][state]
        assert left is not None
        if party.models == 1:
            return 2 * (len(self._left[side]) - 1 - state) <= party.ranks[0].wounds
        return 2 * left.models <= party.models


def _unruly(picks: bool, target: Party) -> bool:
    """Tell whether a picked model falls out of turn, which the order of wounds does not follow."""
    return picks and target.capacities[-1] > target.capacities[0]


def _states(party: Party, system: System) -> list[Party | None]:
    """Give what is left of a party for each number of wounds that it has taken."""
    capacities = party.capacities_in(system)
    found: list[Party | None] = []
    taken = 0
    for place, capacity in enumerate(capacities):
        already = party.hurt if place == 0 else 0
        found += [party.without_first(place, already + hurt) if place or hurt else party for hurt in range(capacity)]
        taken += capacity
    assert len(fallen(capacities)) == taken + 1
    return [*found, None]


def _winner(state: tuple[int, int], nerves: list[Nerve | None]) -> int | None:
    """Tell who has caused more, fear counted in: 0 the chargers, 1 the defenders, None a draw."""
    if nerves[0] is None or nerves[1] is None:
        return None if nerves[0] is nerves[1] else (1 if nerves[0] is None else 0)
    caused = state[1] + nerves[0].fear, state[0] + nerves[1].fear
    return None if caused[0] == caused[1] else int(caused[1] > caused[0])
