"""Special rules, spells and moves, as glossaries and army books describe them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from listbuilder.i18n import format_ordinal
from listbuilder.model.effects import Effect
from listbuilder.model.equipment import RuleRef
from listbuilder.model.ids import RuleId
from listbuilder.model.text import EMPTY_TEXT, Text


@dataclass(frozen=True, slots=True)
class Moves:
    """Distances of the three move actions, in the unit of length of the game."""

    advance: int
    rush: int
    charge: int

    def __add__(self, other: Moves) -> Moves:
        return Moves(self.advance + other.advance, self.rush + other.rush, self.charge + other.charge)


class MovementRules(NamedTuple):
    """How far units move in a system."""

    moves: Moves
    speed_field: str | None = None
    """The unit field that replaces the Advance distance; Rush and Charge are scaled in proportion."""


class MoveChange(NamedTuple):
    """A change to moves: an addition, or new distances."""

    add: Moves | None = None
    replacement: Moves | None = None


_PLACEHOLDER = re.compile(r"(?<!\w)X(?P<ordinal>th|-te[nr]?)?(?!\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """The glossary entry of a special rule, in our own words."""

    id: RuleId
    name: Text
    text: Text = EMPTY_TEXT
    rating_kind: str = "nothing"
    """What its brackets contain: nothing, number or text."""
    stacking: str = "add"
    """How repeated ratings are merged: `add`, `highest` or `lowest`."""
    correction: Text | None = None
    """Why the text differs from a rulebook that is in error."""
    wording_hashes: tuple[str, ...] = ()
    """Hashes of the official wordings that the text was written for."""
    mentioned_rules: tuple[RuleId, ...] = ()
    """The rules that the text refers to."""
    text_for_one: Text | None = None
    """The text for a rating of 1 if it differs: 1 hit, 2 hits."""
    move_change: MoveChange | None = None
    """The permanent change to the moves of its unit."""
    granted_to_unit: RuleId | None = None
    """The rule that it gives to the whole unit, attached heroes included: Fast for Fast Aura."""
    caster_level_source: str | None = None
    """What sets the caster level: the `rating` or the number of `models`; None if it is not a caster rule."""
    effects: tuple[Effect, ...] | None = None
    """Its effects on attacks; None if they are not described yet."""

    def label(self, language: str, rating: int | str | None = None) -> str:
        """Return the name with its rating, or with X if no rating is given."""
        name = self.name.to(language)
        return name if self.rating_kind == "nothing" else f"{name}({'X' if rating is None else rating})"

    def explain(self, language: str, rating: int | str | None = None) -> str:
        """Return the text, with X replaced by a rating if one is given."""
        text = self.text.to(language)
        kind = {"number": int, "text": str}.get(self.rating_kind)
        if rating is None or kind is None or not isinstance(rating, kind):
            return text
        if rating == 1 and self.text_for_one is not None:
            text = self.text_for_one.to(language)
        return _PLACEHOLDER.sub(lambda match: _format_rating(match, language, rating), text)


def _format_rating(match: re.Match[str], language: str, rating: int | str) -> str:
    return format_ordinal(language, rating) if match["ordinal"] and isinstance(rating, int) else str(rating)


class SpellAttack(NamedTuple):
    """The hits of a spell, their rules, and whether they target a single model."""

    hits: int
    rules: tuple[RuleRef, ...] = ()
    single_model: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """A spell of a faction."""

    id: str
    name: Text
    cost: int
    text: Text = EMPTY_TEXT
    wording_hashes: tuple[str, ...] = ()
    """Hashes of the official wordings."""
    mentioned_rules: tuple[RuleId, ...] = ()
    """The rules that the text refers to."""
    attack: SpellAttack | None = None
    """The hits that it deals, if any."""
    effects: tuple[Effect, ...] | None = None
    """Its effects on the target; None if it deals hits, or if they are not described yet."""
