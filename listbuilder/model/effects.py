"""What a rule does to the dice of an attack, as data says it: a small vocabulary, and no rule by name.

An effect has verbs (`ap: 4`, `hit: 1`, `hits: 1`) and says when they count (`when`, `against`, `on`) and for whom
(`side`, `bearers`, `to`). `X` stands for the number in the rule's brackets.

What a game itself does to the dice: cover, casting, what becomes of wounds, and the targets that are usual in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType

from listbuilder.model.equipment import RuleRef
from listbuilder.model.ids import RuleId
from listbuilder.model.text import Text

RATING = "X"
"""What stands for the number in the rule's brackets."""
FACES = 6


class Side(Enum):
    """Whose attack an effect is about: its bearer's, or one at its bearer."""

    ATTACK = "attack"
    TARGET = "target"


class Bearers(Enum):
    """Who must have the rule: each model counts for itself, or the whole unit must have it."""

    EACH = "each"
    ALL = "all"


class Reach(Enum):
    """Who gains by it: the model with the rule, its whole unit, or whoever it is given to."""

    MODEL = "model"
    UNIT = "unit"
    ANOTHER = "another"


class Lean(Enum):
    """What an attack would do if what is left out were counted: more, less, or nobody knows."""

    MORE = "more"
    LESS = "less"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Span:
    """From least to most, both of them in it."""

    least: int
    most: int

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.least <= number <= self.most


@dataclass(frozen=True, slots=True)
class Trait:
    """A test of the target's most common Tough or Defense."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Trigger:
    """What a die must show: an unmodified roll to hit, or one to block."""

    roll: str
    faces: Span


@dataclass(frozen=True, slots=True)
class Markers:
    """For every so many markers on the unit, and so many markers at most."""

    every: int = 1
    most: int = 1

    def times(self, number: int) -> int:
        """Tell how often an effect counts with so many markers."""
        return min(number, self.most) // self.every


@dataclass(frozen=True, slots=True)
class Way:
    """One of several ways that a choice or a die can go."""

    effects: tuple[Effect, ...]
    faces: Span | None = None
    """The faces of the die that lead here; None where the player chooses."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Effect:
    """One thing that a rule does to an attack."""

    verbs: Mapping[str, int | str] = field(default_factory=lambda: MappingProxyType({}))
    side: Side = Side.ATTACK
    bearers: Bearers = Bearers.EACH
    to: Reach = Reach.MODEL
    when: tuple[frozenset[str], ...] = ()
    """Any of these must hold, and of each all words; nothing means always."""
    against: tuple[Trait, ...] = ()
    on: Trigger | None = None
    hits_from: str | None = None
    """Which hits it is about: `plain` ones or those with `blast`; None means all."""
    ignore: frozenset[str] = frozenset()
    grants: RuleRef | None = None
    """Another rule that counts as well."""
    rules: tuple[RuleRef, ...] = ()
    """What hits of dice of its own have."""
    improves: RuleId | None = None
    """The rule in whose place `instead` stands."""
    instead: tuple[Effect, ...] = ()
    every_way: bool = False
    """Whether all ways of the improved rule's choice hold together."""
    ways: tuple[Way, ...] = ()
    order: str | None = None
    once: bool = False
    markers: Markers | None = None
    without: Lean | None = None
    """It has a part that these words cannot say: which way the result leans without it."""
    open_number: bool = field(init=False)
    """Whether X stands anywhere in it."""

    def __post_init__(self) -> None:
        ways = any(effect.open_number for way in self.ways for effect in way.effects)
        granted = self.grants is not None and self.grants.rating == RATING
        object.__setattr__(self, "open_number", ways or granted or RATING in self.verbs.values())

    def rated(self, rating: int | str | None) -> Effect:
        """Put the number of the rule in the place of X; what stands instead of another rule waits for that one's."""
        if not self.open_number:
            return self
        number = as_number(rating)
        verbs = {verb: number if value == RATING else value for verb, value in self.verbs.items()}
        ways = tuple(Way(rated_all(way.effects, rating), way.faces) for way in self.ways)
        grants = self.grants
        if grants is not None and grants.rating == RATING:
            grants = replace(grants, rating=number)
        return replace(self, verbs=verbs, ways=ways, grants=grants)

    def together(self) -> tuple[Effect, ...]:
        """Give its ways as if all of them were chosen, each counting when it does; itself where nobody chooses."""
        if not self.ways or self.ways[0].faces is not None:
            return (self,)
        chosen = [effect for way in self.ways for effect in way.effects]
        return tuple(replace(effect, when=self.when, against=self.against, bearers=self.bearers) for effect in chosen)

    def amount(self, verb: str) -> int:
        """Give the number of a verb, 0 where the effect has none."""
        value = self.verbs.get(verb, 0)
        return value if isinstance(value, int) else 0

    def holds(self, words: frozenset[str]) -> bool:
        """Tell whether it counts in a situation."""
        return not self.when or any(every <= words for every in self.when)


def rated_all(effects: Iterable[Effect], rating: int | str | None) -> tuple[Effect, ...]:
    """Put the number of a rule into all of its effects."""
    return tuple(effect.rated(rating) for effect in effects)


def as_number(rating: int | str | None) -> int:
    """Read a rating as a number: `3` and `+1` are; 0 where it is none."""
    if isinstance(rating, str) and rating.removeprefix("+").isdecimal():
        return int(rating)
    return rating if isinstance(rating, int) else 0


def rules_named(effects: Iterable[Effect]) -> tuple[RuleRef, ...]:
    """Give the rules that effects lean on, wherever they stand in them."""
    found: list[RuleRef] = []
    for effect in effects:
        found += [*effect.rules, *((effect.grants,) if effect.grants is not None else ())]
        found += rules_named(effect.instead)
        for way in effect.ways:
            found += rules_named(way.effects)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class WoundRoll:
    """How the last model of a unit falls where it gathers markers: one die and its markers must reach `out`."""

    out: int
    tough: int = 0
    """What each point of Tough beyond the first adds to that."""

    def needed(self, tough: int) -> int:
        """Give what die and markers must reach to take a model out."""
        return self.out + self.tough * (tough - 1)

    def certain(self, tough: int) -> int:
        """Give the markers with which any die takes a model out."""
        return max(tough, self.needed(tough) - 1)

    def chance(self, markers: int, tough: int, more: int = 0) -> float:
        """Give the chance that a model with so many markers is taken out; before its last point of Tough it is not."""
        if markers < tough:
            return 0.0
        return min(FACES, max(0, FACES + 1 - (self.needed(tough) - markers - more))) / FACES


@dataclass(frozen=True, slots=True)
class UsualTarget:
    """A target that is usual in a game."""

    name: Text
    models: int
    defense: int
    tough: int = 1
    rules: tuple[RuleRef, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Combat:
    """What the game itself does to the dice."""

    effects: tuple[Effect, ...] = ()
    """What counts in every attack: cover, as the game has it."""
    cast: int | None = None
    """What a spell must roll, or more; None where the game has no such roll."""
    wound_roll: WoundRoll | None = None
    """None where a model falls of its last wound."""
    morale: bool = True
    """Whether who loses a melee takes a morale test."""
    without: Text | None = None
    """What the game does with wounds that effects cannot say."""
    melee_without: Text | None = None
    """What decides a whole melee besides wounds, fear and morale."""
    rows: int | None = None
    """How many rows of a formation strike in melee; None where all models do."""
    field: tuple[UsualTarget, ...] = ()
    """The targets that an army is measured by."""
