"""Special rules and spells: what they are called, what they need, what they do.

How far units go: the moves of a game, and what rules do to them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from listbuilder.i18n import format_ordinal
from listbuilder.model.effects import Effect
from listbuilder.model.equipment import RuleRef
from listbuilder.model.ids import RuleId
from listbuilder.model.text import EMPTY, Text


@dataclass(frozen=True, slots=True)
class Moves:
    """Distances of the three move actions, in the game's own measure."""

    advance: int
    rush: int
    charge: int

    def __add__(self, other: Moves) -> Moves:
        return Moves(self.advance + other.advance, self.rush + other.rush, self.charge + other.charge)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How far the units of a game go unless their rules say otherwise."""

    moves: Moves
    field: str | None = None
    """The unit's own number that takes the place of the Advance, with Rush and Charge in the same proportion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stride:
    """What a rule does to moves: so much further, or so far instead."""

    add: Moves | None = None
    instead: Moves | None = None


_RATING = re.compile(r"(?<!\w)X(?P<ordinal>th|-te[nr]?)?(?!\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A special rule's glossary entry, in our own words and right for its edition."""

    id: RuleId
    name: Text
    text: Text = EMPTY
    takes: str = "nothing"
    """What stands in its brackets: nothing, number or text."""
    stacks: str = "add"
    """What becomes of repeated ratings: they `add` up, as everywhere, or the `highest` or the `lowest` counts."""
    correction: Text | None = None
    """Why the text differs from the print, where the print is in error."""
    wordings: tuple[str, ...] = ()
    """Hashes of the official wordings that the text was written for."""
    mentions: tuple[RuleId, ...] = ()
    """The rules that the text leans on."""
    single: Text | None = None
    """The text for a rating of 1, where its words differ then: 1 hit, 2 hits."""
    stride: Stride | None = None
    """What it always does to the moves of its unit."""
    bestows: RuleId | None = None
    """The rule that it gives to all of its bearer's unit, heroes in it included: Fast for Fast Aura."""
    casts: str | None = None
    """What makes its bearer a caster: its own `rating`, or the number of `models` with it."""
    effects: tuple[Effect, ...] | None = None
    """What it does to the dice of an attack; None where nobody has looked at it."""

    def label(self, language: str, rating: int | str | None = None) -> str:
        """Give the name with its bracket, as a glossary heads it; X where no single rating is in use."""
        name = self.name.to(language)
        return name if self.takes == "nothing" else f"{name}({'X' if rating is None else rating})"

    def explain(self, language: str, rating: int | str | None = None) -> str:
        """Give the text, with the rating in the place of X where there is one."""
        text = self.text.to(language)
        kind = {"number": int, "text": str}.get(self.takes)
        if rating is None or kind is None or not isinstance(rating, kind):
            return text
        if rating == 1 and self.single is not None:
            text = self.single.to(language)
        return _RATING.sub(lambda match: _rated(match, language, rating), text)


def _rated(match: re.Match[str], language: str, rating: int | str) -> str:
    return format_ordinal(language, rating) if match["ordinal"] and isinstance(rating, int) else str(rating)


@dataclass(frozen=True, slots=True)
class Strike:
    """The hits of a spell: how many, with which rules, and whether they go at one model alone."""

    hits: int
    rules: tuple[RuleRef, ...] = ()
    alone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """A faction's spell: its name, the number in brackets, and what it does."""

    id: str
    name: Text
    cost: int
    text: Text = EMPTY
    wordings: tuple[str, ...] = ()
    """Hashes of what the book says about it."""
    mentions: tuple[RuleId, ...] = ()
    """The rules that the text leans on."""
    strike: Strike | None = None
    """The hits that it deals, where it deals any."""
    gift: tuple[Effect, ...] | None = None
    """What it lends to whoever it is cast at; None where it deals hits, or where its facts are not said."""
