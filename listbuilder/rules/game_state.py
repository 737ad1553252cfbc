"""A game in progress: wounds, activations, states and spell tokens of each unit, with undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from listbuilder.model import EntryId
from listbuilder.rules.trackers import Strip

MOST_STEPS = 200


@dataclass(frozen=True, slots=True)
class Ticks:
    """The state of one unit."""

    wounds: int = 0
    activated: frozenset[int] = frozenset()
    """The rounds in which it was activated."""
    states: frozenset[str] = frozenset()
    """The ids of its states, as the system defines them."""
    tokens: Mapping[EntryId, int] = field(default_factory=dict)
    """The spell tokens of each caster in it."""


@dataclass(frozen=True, slots=True)
class PlayState:
    """The round, and the state of each unit that has one."""

    round: int = 1
    units: Mapping[EntryId, Ticks] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """The present state of a game and earlier ones, the latest last."""

    present: PlayState = PlayState()
    past: tuple[PlayState, ...] = ()

    @classmethod
    def begin(cls, strips: Iterable[Strip]) -> Game:
        """Start a game in round 1 with the first tokens of all casters."""
        return cls(_add_tokens(PlayState(), strips))

    def ticks(self, unit: EntryId) -> Ticks:
        """Return the state of a unit."""
        return self.present.units.get(unit, Ticks())

    def wound(self, strip: Strip, by: int = 1) -> Game:
        """Add wounds, or remove them if `by` is negative."""
        ticks = self.ticks(strip.entry)
        return self._replace_unit(strip, replace(ticks, wounds=_clamp(ticks.wounds + by, strip.wounds)))

    def activate(self, strip: Strip) -> Game:
        """Toggle whether a unit was activated in this round."""
        ticks = self.ticks(strip.entry)
        return self._replace_unit(strip, replace(ticks, activated=ticks.activated ^ {self.present.round}))

    def mark(self, strip: Strip, state: str) -> Game:
        """Toggle a state of a unit; an unknown state is ignored."""
        if state not in {known.id for known in strip.states}:
            return self
        ticks = self.ticks(strip.entry)
        return self._replace_unit(strip, replace(ticks, states=ticks.states ^ {state}))

    def spend(self, strip: Strip, caster: EntryId, tokens: int = 1) -> Game:
        """Take tokens from a caster, or give tokens if the number is negative."""
        maximum = next((pool.most for pool in strip.tokens if pool.entry == caster), 0)
        if not maximum:
            return self
        ticks = self.ticks(strip.entry)
        left = _clamp(ticks.tokens.get(caster, 0) - tokens, maximum)
        return self._replace_unit(strip, replace(ticks, tokens={**ticks.tokens, caster: left}))

    def next_round(self, strips: Iterable[Strip]) -> Game:
        """Start the next round, in which casters get tokens; the last round stays."""
        strips = tuple(strips)
        if self.present.round >= max((strip.rounds for strip in strips), default=1):
            return self
        return self._record(_add_tokens(replace(self.present, round=self.present.round + 1), strips))

    def clear(self, strips: Iterable[Strip]) -> Game:
        """Start again; undo returns to the present state."""
        return self._record(Game.begin(strips).present)

    def undo(self) -> Game:
        """Undo the last change, if there is one."""
        return Game(self.past[-1], self.past[:-1]) if self.past else self

    def fitted(self, strips: Iterable[Strip]) -> Game:
        """Return the game with everything dropped that the units of a changed list cannot have."""
        known = {strip.entry: strip for strip in strips}
        rounds = next((strip.rounds for strip in known.values()), 1)  # the same for all units
        present, *past = (_fit_state(state, known, rounds) for state in (self.present, *self.past))
        return Game(present, tuple(past))

    def _replace_unit(self, strip: Strip, ticks: Ticks) -> Game:
        if ticks == self.ticks(strip.entry):
            return self
        return self._record(replace(self.present, units={**self.present.units, strip.entry: ticks}))

    def _record(self, state: PlayState) -> Game:
        return self if state == self.present else Game(state, (*self.past, self.present)[-MOST_STEPS:])


def _clamp(number: int, maximum: int) -> int:
    return max(0, min(maximum, number))


def _add_tokens(state: PlayState, strips: Iterable[Strip]) -> PlayState:
    """Give each caster the tokens of a new round, up to its maximum."""
    units = dict(state.units)
    for strip in strips:
        ticks = units.get(strip.entry, Ticks())
        tokens = {pool.entry: min(pool.most, ticks.tokens.get(pool.entry, 0) + pool.gained) for pool in strip.tokens}
        if tokens:
            units[strip.entry] = replace(ticks, tokens=tokens)
    return replace(state, units=units)


def _fit_state(state: PlayState, known: Mapping[EntryId, Strip], rounds: int) -> PlayState:
    units = {name: _fit_unit(ticks, known[name]) for name, ticks in state.units.items() if name in known}
    return PlayState(max(1, min(rounds, state.round)), units)


def _fit_unit(ticks: Ticks, strip: Strip) -> Ticks:
    return Ticks(
        wounds=_clamp(ticks.wounds, strip.wounds),
        activated=ticks.activated & set(range(1, strip.rounds + 1)),
        states=ticks.states & {state.id for state in strip.states},
        tokens={pool.entry: _clamp(ticks.tokens.get(pool.entry, 0), pool.most) for pool in strip.tokens},
    )
