"""Upgrades: packages of sections, sections of options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from listbuilder.model.equipment import Stack
from listbuilder.model.ids import OptionId, SectionId, UnitId
from listbuilder.model.text import Text


class Variant(Enum):
    """What taking an option does: put something on, swap it for the section's targets, or hang it onto one of them."""

    UPGRADE = "upgrade"
    REPLACE = "replace"
    ATTACHMENT = "attachment"


class Extent(Enum):
    """How far an amount reaches."""

    ALL = "all"
    ANY = "any"
    EXACTLY = "exactly"
    UP_TO = "up_to"


@dataclass(frozen=True, slots=True)
class Amount:
    """How many: all, any, exactly n, up to n."""

    reach: Extent
    number: int = 0


@dataclass(frozen=True, slots=True)
class Target:
    """A weapon or item that a section swaps or improves; `2x Pistol` needs two of them."""

    name: str
    key: str
    count: int = 1
    words: Text | None = None
    """Its name in the languages there are, where it has one in another."""

    def to(self, language: str) -> str:
        """Name it in a language."""
        return self.name if self.words is None else self.words.to(language)


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """One thing that can be taken from a section, with its price for each unit."""

    id: OptionId
    gains: Sequence[Stack]
    price: int = 0
    prices: Mapping[UnitId, int] | None = None
    """Prices by unit where they differ; a unit that is missing pays `price`."""
    label: Text | None = None
    """Only where the parts do not say it."""
    keys: tuple[str, ...] = ()
    """Foreign ids of the same option (Army Forge's), for matching imported lists."""
    names: Sequence[Text] = ()
    """What it gains, each by its names in the languages there are; empty where all have English ones only."""

    def cost_for(self, unit: UnitId) -> int:
        """Give what one pick costs a unit; a price for all models already covers all of them."""
        return self.price if self.prices is None else self.prices.get(unit, self.price)


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """A group of options under one heading, such as "Replace all Hand Weapons"."""

    id: SectionId
    variant: Variant
    options: tuple[Option, ...]
    affects: Amount | None = None
    select: Amount | None = None
    targets: tuple[Target, ...] = ()
    label: Text | None = None
    keys: tuple[str, ...] = ()
    model: bool = False
    """Whether each model may choose for itself ("Any model may replace …"), once each."""

    @property
    def affects_all(self) -> bool:
        """Whether a pick touches all models, so that both halves of a combined unit must have it."""
        return self.affects is not None and self.affects.reach is Extent.ALL

    def option(self, wanted: OptionId) -> Option | None:
        """Find an option by its id."""
        return next((option for option in self.options if option.id == wanted), None)
