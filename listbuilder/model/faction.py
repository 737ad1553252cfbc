"""A faction: an army book as a value.

Upgrades: packages of sections, sections of options.

A unit as the army book offers it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from listbuilder.model.equipment import BaseSize, RuleRef, Stack
from listbuilder.model.ids import FactionId, OptionId, RuleId, SectionId, SystemId, UnitId, UnitRef, unit_ref
from listbuilder.model.special_rules import Rule, Spell
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


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Unit:
    """A template: what a player gets for the cost, and which sections may change it."""

    id: UnitId
    faction: FactionId
    name: Text
    size: int
    quality: int
    defense: int
    cost: int
    rules: tuple[RuleRef, ...] = ()
    equipment: tuple[Stack, ...] = ()
    """Weapons and items with their counts for the whole unit."""
    sections: tuple[Section, ...] = ()
    base: BaseSize | None = None
    group: str | None = None
    """Where lists file it: heroes, core, cavalry … as the system names them."""
    unique: bool = False
    """A named character: one per army."""
    narrative: bool = False
    fields: Mapping[str, int] = field(default_factory=dict)
    """Values of the system's extra unit fields (speed, wounds)."""
    keys: tuple[str, ...] = ()
    ref: UnitRef = field(init=False)
    rule_ids: frozenset[str] = field(init=False)
    _choices: Mapping[str, tuple[tuple[Section, Option], ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ref", unit_ref(self.faction, self.id))
        object.__setattr__(self, "rule_ids", frozenset([rule.id for rule in self.rules]))
        found: dict[str, tuple[tuple[Section, Option], ...]] = {}
        for section in self.sections:
            for option in section.options:
                name, choice = option.id, ((section, option),)
                found[f"{section.id}/{name}"] = choice
                found[name] = found[name] + choice if name in found else choice
        object.__setattr__(self, "_choices", found)

    def find(self, wanted: str) -> tuple[tuple[Section, Option], ...]:
        """Find what a pick may mean: `option`, or `section/option` where one name stands in two sections."""
        return self._choices.get(wanted, ())

    def reference(self, section: SectionId, option: OptionId) -> str:
        """Give the shortest text by which a list can name this option of this unit."""
        return option if len(self.find(option)) == 1 else f"{section}/{option}"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Faction:
    """An army book: its units, its own rules and spells, and exactly which data it was read from."""

    id: FactionId
    name: Text
    version: str
    sha256: str
    systems: tuple[SystemId, ...]
    units: Mapping[UnitId, Unit]
    rules: Mapping[RuleId, Rule] = field(default_factory=dict)
    """The faction's own rules, and those its collection gives; a system's glossary comes after."""
    spells: Sequence[Spell] = ()
    collection: str | None = None
    source: Text | None = None
    """Where the facts come from (a book, a document), for the credits."""
    partial: bool = False
    """Built from a list file because no book was at hand; its version is only a mark of ours."""
    keys: tuple[str, ...] = ()
    """Foreign ids of the book (Army Forge's)."""
    wordings: Mapping[RuleId, tuple[str, ...]] = field(default_factory=dict)
    """How the book words its rules: hashes of its sentences."""
    unit_keys: Mapping[str, UnitId] = field(default_factory=dict)
    """Units by the foreign ids that they have, so that none is built only to be looked at."""
    unit_names: Mapping[str, Sequence[UnitId]] = field(default_factory=dict)
    """Units by their English names, in the form under which names are compared (`target_key`)."""
    weapon_keys: frozenset[str] = frozenset()
    """The weapons that its units may have, in the same form."""
    rule_keys: frozenset[str] = frozenset()
    """The rules that its units and their gear may have, in the same form."""
    terms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What weapons and items are called in other languages: by language and English name."""

    @property
    def edition(self) -> str:
        """The version of the book, as far as it is one."""
        return "" if self.partial else self.version

    def unit_by_key(self, foreign_key: str) -> Unit | None:
        """Find a unit by another program's id."""
        found = self.unit_keys.get(foreign_key)
        return None if found is None else self.units[found]

    def units_named(self, key: str) -> list[Unit]:
        """Find units by an English name in the form under which names are compared."""
        return [self.units[found] for found in self.unit_names.get(key, ())]

    def term(self, name: str, language: str) -> str:
        """Give the name of a weapon or an item in a language, in English where there is no other."""
        return self.terms.get(language, {}).get(name, name)
