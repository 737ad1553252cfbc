"""A limit: what is counted, of what, and how much of it an army must or may have. Systems and events use one form."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from listbuilder.model.ids import FactionId, RuleId, UnitRef
from listbuilder.model.text import Text


class Measure(Enum):
    """What a limit counts; how each is counted stands in `rules.measures`."""

    HEROES = "heroes"
    COPIES = "copies"
    SHARE = "share"
    UNITS = "units"
    MODELS = "models"
    PICKS = "picks"
    POINTS = "points"

    __hash__ = object.__hash__  # there is one of each; by its name, as enums have it, is a call for every limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The entries that a limit is about; everything said must be true of an entry, nothing said means all."""

    rule: RuleId | None = None
    over: int | None = None
    """The rule's number must be more than this."""
    group: str | None = None
    units: frozenset[UnitRef] = frozenset()
    faction: FactionId | None = None
    option: str | None = None
    """An option that was taken; picks and points are then those of the option alone."""
    section: str | None = None
    """A section that something was taken from; picks and points are then those of the section alone."""
    unique: bool | None = None
    hero: bool | None = None

    @property
    def of_picks(self) -> bool:
        """Whether it chooses among what was taken, not only among units."""
        return self.option is not None or self.section is not None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Limit:
    """How much is allowed (the smallest of what is said) and how much is asked for (the largest)."""

    id: str
    counts: Measure
    of: Selection | None = None
    each_unit: bool = False
    """Whether it holds for each unit with the heroes in it, not for the army as a whole."""
    base: int | None = None
    per: int | None = None
    """`base` + 1 for each full `per` points of the game."""
    percent: int | None = None
    most: int | None = None
    least: int | None = None
    least_percent: int | None = None
    name: Text | None = None
