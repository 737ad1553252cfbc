"""A limit of a system or event: what is counted, in which entries, and how much is allowed or required."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from listbuilder.model.ids import FactionId, RuleId, UnitRef
from listbuilder.model.text import Text


class Measure(Enum):
    """What a limit counts; `rules.limits` counts it."""

    HEROES = "heroes"
    COPIES = "copies"
    SHARE = "share"
    UNITS = "units"
    MODELS = "models"
    UPGRADES = "picks"
    POINTS = "points"

    __hash__ = object.__hash__  # quicker than the hash of enums, and every verdict needs it


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFilter:
    """The entries that a limit counts. An entry must match every field that is set."""

    rule: RuleId | None = None
    min_rating_exclusive: int | None = None
    """The rating of `rule` must be higher than this."""
    group: str | None = None
    units: frozenset[UnitRef] = frozenset()
    faction: FactionId | None = None
    option: str | None = None
    """The entry must have this option. Only its upgrades and points are counted then."""
    section: str | None = None
    """The entry must have an option of this section. Only their upgrades and points are counted then."""
    unique: bool | None = None
    hero: bool | None = None

    @property
    def selects_upgrades(self) -> bool:
        """Whether it selects upgrades and not only units."""
        return self.option is not None or self.section is not None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Limit:
    """How much is allowed (the lowest of all maximums) and required (the highest of all minimums)."""

    id: str
    measure: Measure
    applies_to: EntryFilter | None = None
    per_unit: bool = False
    """Whether it applies to each unit with its attached heroes instead of to the whole army."""
    base: int | None = None
    per: int | None = None
    """The maximum is `base` + 1 for each full `per` points of the game."""
    percent: int | None = None
    most: int | None = None
    least: int | None = None
    least_percent: int | None = None
    name: Text | None = None
