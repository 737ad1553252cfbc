"""A game in progress: wounds, activations, states and spell tokens of each unit, with undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from listbuilder.model import EntryId
from listbuilder.rules.trackers import UnitTracker

MAX_UNDO_STEPS = 200


@dataclass(frozen=True, slots=True)
class UnitState:
    """The state of one unit."""

    wounds: int = 0
    activated: frozenset[int] = frozenset()
    """The rounds in which it was activated."""
    states: frozenset[str] = frozenset()
    """The ids of its states, as the system defines them."""
    tokens: Mapping[EntryId, int] = field(default_factory=dict)
    """The spell tokens of each caster in it."""


@dataclass(frozen=True, slots=True)
class GameState:
    """The round, and the state of each unit that has one."""

    round: int = 1
    units: Mapping[EntryId, UnitState] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """The present state of a game and earlier ones, the latest last."""

    present: GameState = GameState()
    past: tuple[GameState, ...] = ()

    @classmethod
    def start(cls, trackers: Iterable[UnitTracker]) -> Game:
        """Start a game in round 1 with the first tokens of all casters."""
        return cls(_add_tokens(GameState(), trackers))

    def unit_state(self, unit: EntryId) -> UnitState:
        """Return the state of a unit."""
        return self.present.units.get(unit, UnitState())

    def add_wounds(self, tracker: UnitTracker, by: int = 1) -> Game:
        """Add wounds, or remove them if `by` is negative."""
        unit_state = self.unit_state(tracker.entry)
        return self._replace_unit(
            tracker, replace(unit_state, wounds=_clamp(unit_state.wounds + by, tracker.max_wounds))
        )

    def toggle_activated(self, tracker: UnitTracker) -> Game:
        """Toggle whether a unit was activated in this round."""
        unit_state = self.unit_state(tracker.entry)
        return self._replace_unit(tracker, replace(unit_state, activated=unit_state.activated ^ {self.present.round}))

    def toggle_state(self, tracker: UnitTracker, state: str) -> Game:
        """Toggle a state of a unit; an unknown state is ignored."""
        if state not in {known.id for known in tracker.states}:
            return self
        unit_state = self.unit_state(tracker.entry)
        return self._replace_unit(tracker, replace(unit_state, states=unit_state.states ^ {state}))

    def spend_tokens(self, tracker: UnitTracker, caster: EntryId, tokens: int = 1) -> Game:
        """Take tokens from a caster, or give tokens if the number is negative."""
        maximum = next((pool.maximum for pool in tracker.tokens if pool.entry == caster), 0)
        if not maximum:
            return self
        unit_state = self.unit_state(tracker.entry)
        left = _clamp(unit_state.tokens.get(caster, 0) - tokens, maximum)
        return self._replace_unit(tracker, replace(unit_state, tokens={**unit_state.tokens, caster: left}))

    def next_round(self, trackers: Iterable[UnitTracker]) -> Game:
        """Start the next round, in which casters get tokens; the last round stays."""
        trackers = tuple(trackers)
        if self.present.round >= max((tracker.rounds for tracker in trackers), default=1):
            return self
        return self._record(_add_tokens(replace(self.present, round=self.present.round + 1), trackers))

    def restart(self, trackers: Iterable[UnitTracker]) -> Game:
        """Start again; undo returns to the present state."""
        return self._record(Game.start(trackers).present)

    def undo(self) -> Game:
        """Undo the last change, if there is one."""
        return Game(self.past[-1], self.past[:-1]) if self.past else self

    def fit_to(self, trackers: Iterable[UnitTracker]) -> Game:
        """Return the game with everything dropped that the units of a changed list cannot have."""
        known = {tracker.entry: tracker for tracker in trackers}
        rounds = next((tracker.rounds for tracker in known.values()), 1)  # the same for all units
        present, *past = (
            GameState(
                max(1, min(rounds, state.round)),
                {name: _fit_unit(unit, known[name]) for name, unit in state.units.items() if name in known},
            )
            for state in (self.present, *self.past)
        )
        return Game(present, tuple(past))

    def _replace_unit(self, tracker: UnitTracker, unit_state: UnitState) -> Game:
        if unit_state == self.unit_state(tracker.entry):
            return self
        return self._record(replace(self.present, units={**self.present.units, tracker.entry: unit_state}))

    def _record(self, state: GameState) -> Game:
        return self if state == self.present else Game(state, (*self.past, self.present)[-MAX_UNDO_STEPS:])


def _clamp(number: int, maximum: int) -> int:
    return max(0, min(maximum, number))


def _add_tokens(state: GameState, trackers: Iterable[UnitTracker]) -> GameState:
    """Add the tokens of a new round to each caster, up to its maximum."""
    units = dict(state.units)
    for tracker in trackers:
        unit_state = units.get(tracker.entry, UnitState())
        tokens = {
            pool.entry: min(pool.maximum, unit_state.tokens.get(pool.entry, 0) + pool.per_round)
            for pool in tracker.tokens
        }
        if tokens:
            units[tracker.entry] = replace(unit_state, tokens=tokens)
    return replace(state, units=units)


def _fit_unit(unit_state: UnitState, tracker: UnitTracker) -> UnitState:
    return UnitState(
        wounds=_clamp(unit_state.wounds, tracker.max_wounds),
        activated=unit_state.activated & set(range(1, tracker.rounds + 1)),
        states=unit_state.states & {state.id for state in tracker.states},
        tokens={pool.entry: _clamp(unit_state.tokens.get(pool.entry, 0), pool.maximum) for pool in tracker.tokens},
    )
