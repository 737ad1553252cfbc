"""A game in progress: trackers for wounds, spell tokens, rounds and states of units, and their state with undo.

Plain models are removed first and the toughest last. A Tough rating on the gear of one model counts for that model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from listbuilder.model import EntryId, Loadout, NamedId, Roster, RosterEntry, System, Unit, group_by_type
from listbuilder.rules.casting import caster_tokens
from listbuilder.rules.rule_ratings import sum_ratings

MAX_UNDO_STEPS = 200


@dataclass(frozen=True, slots=True)
class WoundGroup:
    """A number of models with the same wounds each."""

    models: int
    wounds: int


def wound_groups(entry: RosterEntry, system: System) -> tuple[WoundGroup, ...]:
    """Return the models of both halves grouped by wounds, in the order of casualties."""
    counts: Counter[int] = Counter()
    for half in entry.halves:
        counts.update(_model_wounds(entry.unit, half, system.roles.tough))
    return tuple(WoundGroup(models, wounds) for wounds, models in sorted(counts.items()))


def total_wounds(entry: RosterEntry, system: System) -> int:
    """Return the wounds that destroy an entry."""
    return sum(group.models * group.wounds for group in wound_groups(entry, system))


def _model_wounds(unit: Unit, half: Loadout, tough: str | None) -> list[int]:
    """Return the wounds of each model of one copy. Gear is dealt out from the last model on."""
    wounds = [sum_ratings(unit.rules, tough)] * half.models
    gear = [(owned.count, owned.item.granted_rules) for owned in half.items]
    for upgrade in half.upgrades:
        models = half.models if upgrade.section.affects_all else 1
        gear.append((models * upgrade.count, group_by_type(upgrade.option.gains).rules))
    for count, rules in gear:
        rating = sum_ratings(rules, tough)
        each, rest = divmod(count, half.models)
        for index in range(half.models):
            wounds[index] += rating * (each + (index >= half.models - rest))
    return [max(1, number) for number in wounds]


class WoundTrackKind(Enum):
    """The kind of models in a wound track."""

    PLAIN = "plain"
    """Models with one wound each: a box is a model."""
    TOUGH = "tough"
    HERO = "hero"
    MARKERS = "markers"
    """The last model of a unit, which collects markers and rolls against them."""


@dataclass(frozen=True, slots=True)
class WoundTrack:
    """The boxes for models with the same wounds."""

    entry: EntryId
    kind: WoundTrackKind
    models: int
    wounds: int
    """The boxes of each model."""

    @property
    def boxes(self) -> int:
        """The boxes of all models."""
        return self.models * self.wounds

    @property
    def box_groups(self) -> tuple[int, ...]:
        """The boxes in groups that are easy to count: by model if it is tough, else in fives."""
        return _split_boxes(self.models) if self.wounds == 1 else _split_boxes(self.wounds) * self.models


@dataclass(frozen=True, slots=True)
class TokenPool:
    """The spell tokens of a caster: how many it gets each round, and its maximum."""

    entry: EntryId
    per_round: int
    maximum: int


@dataclass(frozen=True, slots=True)
class RemainingStrength:
    """What is left of a unit after some wounds."""

    models: int
    wounds: int
    is_half_strength: bool
    """Whether it is at half strength or below."""

    @property
    def is_destroyed(self) -> bool:
        """Whether nothing is left."""
        return self.wounds == 0


@dataclass(frozen=True, slots=True)
class UnitTracker:
    """The tracker of one unit on the table, with its attached heroes."""

    entry: EntryId
    wound_tracks: tuple[WoundTrack, ...]
    """In the order of casualties: plain models, tough models, attached heroes."""
    half_strength_at: int
    """The number of ticked boxes at half strength; 0 if the game does not use it."""
    tokens: tuple[TokenPool, ...]
    rounds: int
    states: tuple[NamedId, ...]
    """The states that the game defines."""

    @property
    def max_wounds(self) -> int:
        """The number of boxes."""
        return sum(track.boxes for track in self.wound_tracks)

    def strength_after(self, wounds: int) -> RemainingStrength:
        """Return what is left after some wounds."""
        wounds_left = max(0, self.max_wounds - max(0, wounds))
        models, rest = 0, wounds_left
        for track in reversed(self.wound_tracks):
            boxes = min(rest, track.boxes)
            models += -(-boxes // track.wounds)
            rest -= boxes
        return RemainingStrength(
            models, wounds_left, is_half_strength=0 < self.half_strength_at <= self.max_wounds - wounds_left
        )


def build_trackers(roster: Roster) -> tuple[UnitTracker, ...]:
    """Return the trackers of all units on the table, in the order of the list."""
    attached = roster.attached_ids
    return tuple(_build_tracker(entry, roster) for entry in roster.entries if entry.id not in attached)


def _build_tracker(host: RosterEntry, roster: Roster) -> UnitTracker:
    system, entries = roster.system, (host, *roster.attached_heroes.get(host.id, ()))
    tracking = system.tracking
    tracks = [track for entry in entries for track in _wound_tracks(entry, system)]
    last = tracks[-1]
    if last.wounds == 1:
        markers = tracking.wound_markers
    else:
        markers = 0 if tracking.tough_markers is None else last.wounds + tracking.tough_markers
    if markers:  # the game rolls against the markers of the last model
        remaining = (replace(last, models=last.models - 1),) if last.models > 1 else ()
        tracks[-1:] = (*remaining, WoundTrack(last.entry, WoundTrackKind.MARKERS, 1, markers))
    half_strength_at = 0
    if tracking.uses_half_strength:  # half of the models are left, or half of the wounds of a single model
        wounds = [track.wounds for track in tracks for _ in range(track.models)]
        half_strength_at = -(-wounds[0] // 2) if len(wounds) == 1 else sum(wounds[: -(-len(wounds) // 2)])
    tokens = tuple(
        TokenPool(entry.id, gained, tracking.max_spell_tokens)
        for entry in entries
        if (gained := caster_tokens(entry, system, roster.factions[entry.unit.faction]))
    )
    return UnitTracker(host.id, tuple(tracks), half_strength_at, tokens, tracking.rounds, tracking.states)


def _wound_tracks(entry: RosterEntry, system: System) -> Iterator[WoundTrack]:
    for group in wound_groups(entry, system):
        kind = (
            WoundTrackKind.HERO if entry.is_hero else WoundTrackKind.TOUGH if group.wounds > 1 else WoundTrackKind.PLAIN
        )
        yield WoundTrack(entry.id, kind, group.models, group.wounds)


def _split_boxes(count: int) -> tuple[int, ...]:
    """Split a number into fives; a single box is added to the last five."""
    full, rest = divmod(count, 5)
    if full and rest == 1:
        return (*(5,) * (full - 1), 6)
    return (*(5,) * full, *((rest,) if rest else ()))


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
        tokens_left = _clamp(unit_state.tokens.get(caster, 0) - tokens, maximum)
        return self._replace_unit(tracker, replace(unit_state, tokens={**unit_state.tokens, caster: tokens_left}))

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
