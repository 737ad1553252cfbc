"""What is ticked at the table for one unit: wounds in the order they fall, tokens, rounds and states.

strip = strip_of(roster, entry_id)               # the unit with the heroes in it; they fall last
[band.runs for band in strip.bands]              # boxes in fives: [(5, 4), (3,)] for nine men and a team of Tough(3)
strip.half, strip.after(6).models                # the sixth box is half strength; what is left then

What an entry can take: its models in the order in which they fall, and the wounds of each.

A rating that every model has counts for all of them, one that came with a single model's gear for that one alone. The
plain models fall first, the toughest last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from listbuilder.model import EntryId, Loadout, Named, Roster, RosterEntry, RuleRef, System, Tracking, Unit, kinds_of
from listbuilder.rules.casting import caster_tokens


@dataclass(frozen=True, slots=True)
class ModelGroup:
    """So many models that take so many wounds each."""

    models: int
    wounds: int


def model_groups(worked: RosterEntry, system: System) -> tuple[ModelGroup, ...]:
    """Give the models of an entry, both halves together, the first to fall first."""
    counts: Counter[int] = Counter()
    for half in worked.halves:
        counts.update(_models(worked.unit, half, system.roles.tough))
    return tuple(ModelGroup(models, wounds) for wounds, models in sorted(counts.items()))


def total_wounds(worked: RosterEntry, system: System) -> int:
    """Give the wounds that it takes to destroy an entry."""
    return sum(group.models * group.wounds for group in model_groups(worked, system))


def _models(unit: Unit, half: Loadout, tough: str | None) -> list[int]:
    """Give the wounds of each model of one copy."""
    own = sum(_tough(rule, tough) for rule in unit.rules)
    models = [own] * half.models
    for count, rating in _gear(half, tough):
        for place in range(half.models):
            models[place] += rating * _share(count, half.models, place)
    return [max(1, wounds) for wounds in models]


def _share(count: int, models: int, place: int) -> int:
    """Tell how many of a stack of gear one model has: they are dealt out from the last model on."""
    whole, rest = divmod(count, models)
    return whole + (1 if place >= models - rest else 0)


def _gear(half: Loadout, tough: str | None) -> Iterator[tuple[int, int]]:
    """Give what brings wounds beyond the unit's own: how many models have it, and how much it is."""
    for gear in half.items:
        rating = sum(_tough(rule, tough) for rule in gear.item.borne)
        if rating:
            yield gear.count, rating
    for taken in half.taken:
        rating = sum(_tough(rule, tough) for rule in kinds_of(taken.option.gains).rules)
        if rating:
            yield (half.models if taken.section.affects_all else 1) * taken.count, rating


def _tough(rule: RuleRef, tough: str | None) -> int:
    return rule.rating if rule.id == tough and isinstance(rule.rating, int) else 0


_RUN = 5


class BandKind(Enum):
    """Whose wounds a band is."""

    PLAIN = "plain"
    """Models that fall to one wound each: a box is a model."""
    TOUGH = "tough"
    HERO = "hero"
    MARKERS = "markers"
    """The last model of a unit, which carries markers and rolls against them."""


@dataclass(frozen=True, slots=True)
class Band:
    """Models that fall one after the other and take as much each."""

    entry: EntryId
    kind: BandKind
    models: int
    wounds: int
    """The boxes of one model."""

    @property
    def boxes(self) -> int:
        """The boxes of all of them."""
        return self.models * self.wounds

    @property
    def runs(self) -> tuple[int, ...]:
        """The boxes cut into runs that can be counted at a glance: each tough model by itself, others in fives."""
        return _fives(self.models) if self.wounds == 1 else _fives(self.wounds) * self.models


@dataclass(frozen=True, slots=True)
class Tokens:
    """The spell tokens of a caster: how many it gets each round, and how many it may hold."""

    entry: EntryId
    gained: int
    most: int


@dataclass(frozen=True, slots=True)
class Strength:
    """What is left of a unit after so many wounds."""

    models: int
    wounds: int
    half: bool
    """Whether it is down to half strength."""

    @property
    def destroyed(self) -> bool:
        """Whether nothing is left."""
        return self.wounds == 0


@dataclass(frozen=True, slots=True)
class Strip:
    """The tracking strip of one unit on the table."""

    entry: EntryId
    bands: tuple[Band, ...]
    """In the order in which they fall: plain models, the tough ones, the heroes in the unit."""
    half: int
    """When so many boxes are ticked the unit is down to half strength; 0 where the game asks for no such thing."""
    tokens: tuple[Tokens, ...]
    rounds: int
    states: tuple[Named, ...]
    """What may become of it, in the game's own words."""

    @property
    def wounds(self) -> int:
        """All boxes of the strip."""
        return sum(band.boxes for band in self.bands)

    def after(self, wounds: int) -> Strength:
        """Tell what is left after so many wounds; more than it has destroy it."""
        left = max(0, self.wounds - max(0, wounds))
        standing, rest = 0, left
        for band in reversed(self.bands):
            taken = min(rest, band.boxes)
            standing += -(-taken // band.wounds)
            rest -= taken
        return Strength(standing, left, half=0 < self.half <= self.wounds - left)


def strips(roster: Roster) -> tuple[Strip, ...]:
    """Give the strips of all units on the table, in the order of the list."""
    inside = roster.joined_ids
    return tuple(_strip(worked, roster) for worked in roster.entries if worked.id not in inside)


def strip_of(roster: Roster, entry: EntryId) -> Strip | None:
    """Give the strip of one unit; None for a hero in another unit, and for what the data do not know."""
    worked = roster.find(entry)
    return None if worked is None or entry in roster.joined_ids else _strip(worked, roster)


def _strip(worked: RosterEntry, roster: Roster) -> Strip:
    system, company = roster.system, (worked, *roster.joined.get(worked.id, ()))
    bands = tuple(_marked([band for one in company for band in _bands(one, system)], system))
    return Strip(
        entry=worked.id,
        bands=bands,
        half=_half(bands) if system.tracking.half_strength else 0,
        tokens=tuple(tokens for one in company for tokens in _tokens(one, roster)),
        rounds=system.tracking.rounds,
        states=system.tracking.states,
    )


def _bands(worked: RosterEntry, system: System) -> Iterator[Band]:
    for group in model_groups(worked, system):
        tough = BandKind.TOUGH if group.wounds > 1 else BandKind.PLAIN
        yield Band(worked.id, BandKind.HERO if worked.hero else tough, group.models, group.wounds)


def _marked(bands: list[Band], system: System) -> Iterator[Band]:
    """Let the last model gather markers, where the game rolls against them."""
    *others, last = bands
    yield from others
    markers = _markers(last.wounds, system.tracking)
    if not markers:
        yield last
        return
    if last.models > 1:
        yield replace(last, models=last.models - 1)
    yield Band(last.entry, BandKind.MARKERS, 1, markers)


def _markers(wounds: int, tracking: Tracking) -> int:
    """Tell how many markers the last model can carry; 0 where it falls to its last wound without a roll."""
    if wounds == 1:
        return tracking.wound_markers
    return 0 if tracking.tough_markers is None else wounds + tracking.tough_markers


def _half(bands: tuple[Band, ...]) -> int:
    """Tell which box brings a unit down to half of its models, or a single model to half of its wounds."""
    wounds = [band.wounds for band in bands for _ in range(band.models)]
    return -(-wounds[0] // 2) if len(wounds) == 1 else sum(wounds[: -(-len(wounds) // 2)])


def _tokens(worked: RosterEntry, roster: Roster) -> Iterator[Tokens]:
    gained = caster_tokens(worked, roster.system, roster.factions[worked.unit.faction])
    if gained:
        yield Tokens(worked.id, gained, roster.system.tracking.spell_tokens)


def _fives(count: int) -> tuple[int, ...]:
    """Cut a number into fives; one over is not worth a run of its own."""
    full, over = divmod(count, _RUN)
    if full and over == 1:
        return (*(_RUN,) * (full - 1), _RUN + 1)
    return (*(_RUN,) * full, *((over,) if over else ()))
