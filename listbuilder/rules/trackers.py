"""Trackers for units on the table: wounds in the order of casualties, spell tokens, rounds and states.

Plain models are removed first and the toughest last. A Tough rating on the gear of one model counts for that model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from listbuilder.model import (
    EntryId,
    Loadout,
    NamedId,
    Roster,
    RosterEntry,
    System,
    Unit,
    group_by_type,
)
from listbuilder.rules.casting import caster_tokens
from listbuilder.rules.rule_ratings import sum_ratings


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
        left = max(0, self.max_wounds - max(0, wounds))
        models, rest = 0, left
        for track in reversed(self.wound_tracks):
            boxes = min(rest, track.boxes)
            models += -(-boxes // track.wounds)
            rest -= boxes
        return RemainingStrength(models, left, is_half_strength=0 < self.half_strength_at <= self.max_wounds - left)


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
