"""An army book: its units, and their upgrade sections with options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from listbuilder.model.equipment import BaseSize, EquipmentCount, RuleRef
from listbuilder.model.ids import FactionId, OptionId, RuleId, SectionId, SystemId, UnitId, UnitRef, build_unit_ref
from listbuilder.model.special_rules import Rule, Spell
from listbuilder.model.text import Text


class Variant(Enum):
    """What an option does: add equipment, replace the section's targets, or improve one of them."""

    UPGRADE = "upgrade"
    REPLACE = "replace"
    ATTACHMENT = "attachment"


class Quantifier(Enum):
    """How the number of an amount is meant."""

    ALL = "all"
    ANY = "any"
    EXACTLY = "exactly"
    UP_TO = "up_to"


class Amount(NamedTuple):
    """How many: all, any, exactly n or up to n."""

    quantifier: Quantifier
    number: int = 0


@dataclass(frozen=True, slots=True)
class Target:
    """A weapon or item that a section replaces or improves; `2x Pistol` needs two of them."""

    name: str
    key: str
    count: int = 1
    label: Text | None = None
    """Its translated name, if there is one."""

    def to(self, language: str) -> str:
        """Return the name in a language."""
        return self.name if self.label is None else self.label.to(language)


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """One choice in a section, with its price for each unit."""

    id: OptionId
    gains: Sequence[EquipmentCount]
    price: int = 0
    prices: Mapping[UnitId, int] | None = None
    """Prices by unit if they differ; other units pay `price`."""
    label: Text | None = None
    """A name, if the gains do not describe the option."""
    foreign_ids: tuple[str, ...] = ()
    """Ids in other programs such as Army Forge, to match imported lists."""
    gain_names: Sequence[Text] = ()
    """The translated names of the gains; empty if there are only English names."""

    def cost_for(self, unit: UnitId) -> int:
        """Return the price of one upgrade for a unit. A price for all models covers all of them."""
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
    foreign_ids: tuple[str, ...] = ()
    per_model: bool = False
    """Whether each model may choose once for itself ("Any model may replace …")."""

    @property
    def affects_all(self) -> bool:
        """Whether an upgrade affects all models, so that both halves of a combined unit need it."""
        return self.affects is not None and self.affects.quantifier is Quantifier.ALL


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Unit:
    """A unit as the army book describes it, with the sections that can change it."""

    id: UnitId
    faction: FactionId
    name: Text
    size: int
    quality: int
    defense: int
    cost: int
    rules: tuple[RuleRef, ...] = ()
    equipment: tuple[EquipmentCount, ...] = ()
    """Weapons and items with their counts in the whole unit."""
    sections: tuple[Section, ...] = ()
    base: BaseSize | None = None
    group: str | None = None
    """The group of the system that it belongs to: heroes, core, cavalry …"""
    unique: bool = False
    """Whether it is a named character, which an army may include once."""
    narrative: bool = False
    fields: Mapping[str, int] = field(default_factory=dict)
    """Values of the system's additional unit fields (speed, wounds)."""
    foreign_ids: tuple[str, ...] = ()
    ref: UnitRef = field(init=False)
    rule_ids: frozenset[str] = field(init=False)
    _options_by_name: Mapping[str, tuple[tuple[Section, Option], ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ref", build_unit_ref(self.faction, self.id))
        object.__setattr__(self, "rule_ids", frozenset([rule.id for rule in self.rules]))
        options: dict[str, tuple[tuple[Section, Option], ...]] = {}
        for section in self.sections:
            for option in section.options:
                pair = ((section, option),)
                options[f"{section.id}/{option.id}"] = pair
                options[option.id] = options.get(option.id, ()) + pair
        object.__setattr__(self, "_options_by_name", options)

    def find_options(self, name: str) -> tuple[tuple[Section, Option], ...]:
        """Return the options that `option` or `section/option` can refer to, each with its section."""
        return self._options_by_name.get(name, ())

    def option_reference(self, section: SectionId, option: OptionId) -> str:
        """Return the shortest text that identifies an option of this unit in a list."""
        return option if len(self.find_options(option)) == 1 else f"{section}/{option}"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Faction:
    """An army book: its units, rules and spells, with the version and hash of its data."""

    id: FactionId
    name: Text
    version: str
    sha256: str
    systems: tuple[SystemId, ...]
    units: Mapping[UnitId, Unit]
    rules: Mapping[RuleId, Rule] = field(default_factory=dict)
    """The rules of the faction and of its collection; they take precedence over those of the system."""
    spells: Sequence[Spell] = ()
    collection: str | None = None
    source: Text | None = None
    """The book or document that the data come from, for the credits."""
    partial: bool = False
    """Whether it was built from a list file because the book is not installed; then its version is artificial."""
    foreign_ids: tuple[str, ...] = ()
    """Ids of the book in other programs such as Army Forge."""
    wording_hashes: Mapping[RuleId, tuple[str, ...]] = field(default_factory=dict)
    """Hashes of the sentences with which the book explains its rules."""
    unit_ids_by_foreign_id: Mapping[str, UnitId] = field(default_factory=dict)
    """Unit ids by foreign id. A lookup does not need to build the units."""
    unit_ids_by_name: Mapping[str, Sequence[UnitId]] = field(default_factory=dict)
    """Unit ids by normalised English name."""
    weapon_keys: frozenset[str] = frozenset()
    """Normalised names of all weapons that its units can have."""
    rule_keys: frozenset[str] = frozenset()
    """Normalised names of all rules that its units and their equipment can have."""
    equipment_names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Translated names of weapons and items, by language and English name."""

    @property
    def published_version(self) -> str:
        """The version of the book; empty for a partial faction."""
        return "" if self.partial else self.version

    def find_unit_by_foreign_id(self, foreign_key: str) -> Unit | None:
        """Return the unit with an id of another program, or None."""
        unit_id = self.unit_ids_by_foreign_id.get(foreign_key)
        return None if unit_id is None else self.units[unit_id]

    def find_units_by_name(self, key: str) -> list[Unit]:
        """Return the units with a normalised English name."""
        return [self.units[unit_id] for unit_id in self.unit_ids_by_name.get(key, ())]

    def equipment_name(self, name: str, language: str) -> str:
        """Return the name of a weapon or item in a language, or in English if it is not translated."""
        return self.equipment_names.get(language, {}).get(name, name)
