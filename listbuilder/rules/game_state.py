"""A game in progress: what is ticked for each unit, round by round, and every tick can be taken back.

game = Game.begin(strips(roster))                    # round 1, casters have their first tokens
game = game.wound(strip, 2).activate(strip).mark(strip, "shaken").spend(strip, hero_id, 1)
game = game.next_round(strips(roster)).undo()
game.ticks(strip.entry).wounds, strip.after(game.ticks(strip.entry).wounds).half
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from listbuilder.model import EntryId
from listbuilder.rules.trackers import Strip

MOST_STEPS = 200
"""How many ticks can be taken back."""


@dataclass(frozen=True, slots=True)
class Ticks:
    """What is ticked for one unit."""

    wounds: int = 0
    activated: frozenset[int] = frozenset()
    """The rounds in which it was activated."""
    states: frozenset[str] = frozenset()
    """What has become of it, by the ids that the game gives its states."""
    tokens: Mapping[EntryId, int] = field(default_factory=dict)
    """The spell tokens of each caster in it."""


@dataclass(frozen=True, slots=True)
class PlayState:
    """The round, and the ticks of every unit that has any."""

    round: int = 1
    units: Mapping[EntryId, Ticks] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """A state of play and those before it, the latest last."""

    present: PlayState = PlayState()
    past: tuple[PlayState, ...] = ()

    @classmethod
    def begin(cls, strips: Iterable[Strip]) -> Game:
        """Begin a game: the first round, nothing ticked, and the casters' first tokens."""
        return cls(_gained(PlayState(), strips))

    def ticks(self, unit: EntryId) -> Ticks:
        """Give what is ticked for a unit."""
        return self.present.units.get(unit, Ticks())

    def wound(self, strip: Strip, by: int = 1) -> Game:
        """Tick wounds, or rub some out; never more than the unit has, never fewer than none."""
        ticks = self.ticks(strip.entry)
        return self._ticked(strip, replace(ticks, wounds=max(0, min(strip.wounds, ticks.wounds + by))))

    def activate(self, strip: Strip) -> Game:
        """Tick or rub out that a unit was activated in this round."""
        ticks = self.ticks(strip.entry)
        return self._ticked(strip, replace(ticks, activated=ticks.activated ^ {self.present.round}))

    def mark(self, strip: Strip, state: str) -> Game:
        """Tick or rub out a state; one that the game does not know is not ticked."""
        if state not in {known.id for known in strip.states}:
            return self
        ticks = self.ticks(strip.entry)
        return self._ticked(strip, replace(ticks, states=ticks.states ^ {state}))

    def spend(self, strip: Strip, caster: EntryId, tokens: int = 1) -> Game:
        """Take tokens from a caster, or give it some (less than none); no fewer than none, no more than it may hold."""
        most = next((one.most for one in strip.tokens if one.entry == caster), 0)
        ticks = self.ticks(strip.entry)
        left = max(0, min(most, ticks.tokens.get(caster, 0) - tokens))
        return self._ticked(strip, replace(ticks, tokens={**ticks.tokens, caster: left})) if most else self

    def next_round(self, strips: Iterable[Strip]) -> Game:
        """Begin the next round, in which casters get their tokens; after the last there is none."""
        strips = tuple(strips)
        if self.present.round >= max((strip.rounds for strip in strips), default=1):
            return self
        return self._record(_gained(replace(self.present, round=self.present.round + 1), strips))

    def clear(self, strips: Iterable[Strip]) -> Game:
        """Begin again; like everything else it can be taken back."""
        return self._record(Game.begin(strips).present)

    def undo(self) -> Game:
        """Take the last tick back, if there is one."""
        return Game(self.past[-1], self.past[:-1]) if self.past else self

    def fitted(self, strips: Iterable[Strip]) -> Game:
        """Keep what the units of a list can bear: for who wants his ticks back although the list has changed."""
        known = {strip.entry: strip for strip in strips}
        rounds = next((strip.rounds for strip in known.values()), 1)  # all units play the same game
        states = (self.present, *self.past)
        present, *past = (_fitted(state, known, rounds) for state in states)
        return Game(present, tuple(past))

    def _ticked(self, strip: Strip, ticks: Ticks) -> Game:
        if ticks == self.ticks(strip.entry):
            return self
        return self._record(replace(self.present, units={**self.present.units, strip.entry: ticks}))

    def _record(self, state: PlayState) -> Game:
        """Note a new state; one that changes nothing leaves no trace."""
        return self if state == self.present else Game(state, (*self.past, self.present)[-MOST_STEPS:])


def _gained(state: PlayState, strips: Iterable[Strip]) -> PlayState:
    """Give every caster the tokens of a new round; what it has is kept, up to the most that it may hold."""
    units = dict(state.units)
    for strip in strips:
        ticks = units.get(strip.entry, Ticks())
        tokens = {one.entry: min(one.most, ticks.tokens.get(one.entry, 0) + one.gained) for one in strip.tokens}
        if tokens:
            units[strip.entry] = replace(ticks, tokens=tokens)
    return replace(state, units=units)


def _fitted(state: PlayState, known: Mapping[EntryId, Strip], rounds: int) -> PlayState:
    units = {name: _borne(ticks, known[name]) for name, ticks in state.units.items() if name in known}
    return PlayState(max(1, min(rounds, state.round)), units)


def _borne(ticks: Ticks, strip: Strip) -> Ticks:
    return Ticks(
        wounds=max(0, min(strip.wounds, ticks.wounds)),
        activated=ticks.activated & set(range(1, strip.rounds + 1)),
        states=ticks.states & {state.id for state in strip.states},
        tokens={one.entry: max(0, min(one.most, ticks.tokens.get(one.entry, 0))) for one in strip.tokens},
    )
