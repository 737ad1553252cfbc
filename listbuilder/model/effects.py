"""What a special rule or a system does to the dice of an attack, as data.

An effect has verbs (`ap: 4`, `hit: 1`), conditions (`when`, `against`, `on`) and a scope (`side`, `bearers`, `to`).
`X` is a placeholder for the rating of the rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from listbuilder.model.equipment import RuleRef
from listbuilder.model.ids import RuleId
from listbuilder.model.text import Text

RATING_PLACEHOLDER = "X"
"""Placeholder for the rating of the rule."""
DIE_FACES = 6


class Side(Enum):
    """Whether an effect changes attacks by its bearer or attacks against it."""

    ATTACK = "attack"
    TARGET = "target"


class Bearers(Enum):
    """Whether each model needs the rule for itself, or all models of the unit need it."""

    EACH = "each"
    ALL = "all"


class Scope(Enum):
    """The recipient of an effect: the model, its unit, or another unit that it is given to."""

    MODEL = "model"
    UNIT = "unit"
    OTHER = "another"


class Bias(Enum):
    """What an attack would do if the omitted part of a rule were counted: more, less, or unknown."""

    MORE = "more"
    LESS = "less"
    UNKNOWN = "unsure"


class NumberRange(NamedTuple):
    """A range of integers, both ends included."""

    minimum: int
    maximum: int

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.minimum <= number <= self.maximum


class TargetCondition(NamedTuple):
    """A condition on the Tough or Defense that most models of the target have."""

    stat: str
    range: NumberRange


class Trigger(NamedTuple):
    """The unmodified faces that trigger an effect, on a roll to hit or to block."""

    roll: str
    faces: NumberRange


class Markers(NamedTuple):
    """An effect that counts once for every `every` markers on the unit, up to `most` markers."""

    every: int = 1
    most: int = 1

    def multiplier(self, markers: int) -> int:
        """Return how often the effect counts with a number of markers."""
        return min(markers, self.most) // self.every


class Branch(NamedTuple):
    """One alternative of a choice or a die roll."""

    effects: tuple[Effect, ...]
    faces: NumberRange | None = None
    """The die faces that lead to it; None if the player chooses."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Effect:
    """One change that a rule makes to an attack."""

    verbs: Mapping[str, int | str] = field(default_factory=lambda: MappingProxyType({}))
    side: Side = Side.ATTACK
    bearers: Bearers = Bearers.EACH
    scope: Scope = Scope.MODEL
    when: tuple[frozenset[str], ...] = ()
    """Alternative sets of conditions, of which one must hold completely; empty means always."""
    against: tuple[TargetCondition, ...] = ()
    on: Trigger | None = None
    hits_from: str | None = None
    """The hits that it changes: `plain` ones or those with `blast`; None means all."""
    ignore: frozenset[str] = frozenset()
    grants: RuleRef | None = None
    """Another rule that applies as well."""
    rules: tuple[RuleRef, ...] = ()
    """The rules of the additional hits that it causes."""
    improves: RuleId | None = None
    """The rule that is replaced by `replacement`."""
    replacement: tuple[Effect, ...] = ()
    all_branches: bool = False
    """Whether all branches of the improved rule apply at once."""
    branches: tuple[Branch, ...] = ()
    order: str | None = None
    once: bool = False
    markers: Markers | None = None
    unmodelled_bias: Bias | None = None
    """How the result is biased if the rule has a part that effects cannot express."""
    has_placeholder: bool = field(init=False)
    """Whether it contains the placeholder X."""

    def __post_init__(self) -> None:
        ways = any(effect.has_placeholder for way in self.branches for effect in way.effects)
        granted = self.grants is not None and self.grants.rating == RATING_PLACEHOLDER
        object.__setattr__(self, "has_placeholder", ways or granted or RATING_PLACEHOLDER in self.verbs.values())

    def with_rating(self, rating: int | str | None) -> Effect:
        """Return the effect with X replaced by a rating.

        A replacement for another rule is left alone, because it uses the rating of that rule.
        """
        if not self.has_placeholder:
            return self
        number = parse_rating(rating)
        verbs = {verb: number if value == RATING_PLACEHOLDER else value for verb, value in self.verbs.items()}
        ways = tuple(Branch(apply_rating(way.effects, rating), way.faces) for way in self.branches)
        grants = self.grants
        if grants is not None and grants.rating == RATING_PLACEHOLDER:
            grants = replace(grants, rating=number)
        return replace(self, verbs=verbs, branches=ways, grants=grants)

    def expand_branches(self) -> tuple[Effect, ...]:
        """Return the effects of all branches if the player chooses one, each with these conditions; else itself."""
        if not self.branches or self.branches[0].faces is not None:
            return (self,)
        return tuple(
            replace(effect, when=self.when, against=self.against, bearers=self.bearers)
            for way in self.branches
            for effect in way.effects
        )

    def amount(self, verb: str) -> int:
        """Return the number of a verb, or 0."""
        value = self.verbs.get(verb, 0)
        return value if isinstance(value, int) else 0

    def applies_in(self, words: frozenset[str]) -> bool:
        """Return whether the effect applies in a situation."""
        return not self.when or any(conditions <= words for conditions in self.when)


def apply_rating(effects: Iterable[Effect], rating: int | str | None) -> tuple[Effect, ...]:
    """Return effects with X replaced by a rating."""
    return tuple(effect.with_rating(rating) for effect in effects)


def parse_rating(rating: int | str | None) -> int:
    """Return a rating such as 3, `3` or `+1` as a number; 0 if it is not one."""
    if isinstance(rating, str) and rating.removeprefix("+").isdecimal():
        return int(rating)
    return rating if isinstance(rating, int) else 0


def referenced_rules(effects: Iterable[Effect]) -> tuple[RuleRef, ...]:
    """Return all rules that effects refer to, including those in branches and replacements."""
    rules: list[RuleRef] = []
    for effect in effects:
        rules += [*effect.rules, *((effect.grants,) if effect.grants is not None else ())]
        rules += referenced_rules(effect.replacement)
        for way in effect.branches:
            rules += referenced_rules(way.effects)
    return tuple(rules)


class WoundRoll(NamedTuple):
    """The roll that takes out the last model of a unit: one die plus its wound markers must reach `out`."""

    out: int
    tough: int = 0
    """Added to `out` for each point of Tough after the first."""

    def required_total(self, tough: int) -> int:
        """Return the total of die and markers that takes a model out."""
        return self.out + self.tough * (tough - 1)

    def certain_markers(self, tough: int) -> int:
        """Return the number of markers with which any roll takes a model out."""
        return max(tough, self.required_total(tough) - 1)

    def chance(self, markers: int, tough: int, bonus: int = 0) -> float:
        """Return the chance that a model is taken out; 0 while it has fewer markers than Tough."""
        if markers < tough:
            return 0.0
        return min(DIE_FACES, max(0, DIE_FACES + 1 - (self.required_total(tough) - markers - bonus))) / DIE_FACES


class TypicalTarget(NamedTuple):
    """A typical target in a game."""

    name: Text
    models: int
    defense: int
    tough: int = 1
    rules: tuple[RuleRef, ...] = ()


class CombatRules(NamedTuple):
    """How a system resolves attacks: general effects, casting, wounds and morale."""

    effects: tuple[Effect, ...] = ()
    """Effects that apply to every attack, such as cover."""
    min_cast_roll: int | None = None
    """The lowest roll that casts a spell; None if the game has no such roll."""
    wound_roll: WoundRoll | None = None
    """None if a model is removed with its last wound."""
    has_morale: bool = True
    """Whether the loser of a melee takes a morale test."""
    unmodelled_note: Text | None = None
    """A note on what happens to wounds that effects cannot express."""
    unmodelled_melee_note: Text | None = None
    """A note on what decides a melee besides wounds, fear and morale."""
    melee_rows: int | None = None
    """How many rows of a formation strike in melee; None if all models do."""
    typical_targets: tuple[TypicalTarget, ...] = ()
    """The targets that the damage of an army is measured against."""
