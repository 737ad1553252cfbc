"""A system: a rule set and its edition with its limits, as far as army lists and printed sheets need it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from listbuilder.model.effects import CombatRules
from listbuilder.model.ids import FactionId, RuleId, SystemId, UnitRef
from listbuilder.model.special_rules import MovementRules, Rule
from listbuilder.model.text import Text, join_texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A chapter of the quick reference, with its sentences in the order of play."""

    id: str
    title: Text
    sentences: tuple[Text, ...] = ()
    mentioned_rules: tuple[RuleId, ...] = ()
    """The rules that the sentences refer to."""


class Permission(Enum):
    """Whether a system allows something."""

    ALLOW = "allow"
    WARN = "warn"
    FORBID = "forbid"


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


class EntryFilter(NamedTuple):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceOrganisation:
    """The limits on a whole army, and how attached heroes count."""

    optional: bool = True
    limits: Mapping[str, Limit] = field(default_factory=dict)
    """Limits by id. An event can replace them by id."""
    joined_counts_as_unit: bool = False
    joined_shares_with_host: bool = True


class CombiningRules(NamedTuple):
    """Whether two copies of a unit may be combined."""

    allowed: bool = False
    single_models: Permission = Permission.FORBID


class JoiningRules(NamedTuple):
    """Whether heroes may join units, and which."""

    allowed: bool = False
    max_tough: int | None = None
    multi_model: bool = False
    heroes_per_unit: int | None = None


class CommandGroup(NamedTuple):
    """The upgrades that a unit, combined or not, may have only `each` times."""

    rules: frozenset[RuleId] = frozenset()
    max_each: int = 1


class FormationRow(NamedTuple):
    """A row width and the unit sizes that use it."""

    width: int
    sizes: tuple[int, ...]


class Formation(NamedTuple):
    """How regiments rank up."""

    rows: tuple[FormationRow, ...] = ()
    allows_single_models: bool = True

    def allowed_sizes(self) -> tuple[int, ...]:
        """Return all unit sizes that fit the formation."""
        ranked = {size for row in self.rows for size in row.sizes}
        return tuple(sorted(ranked | ({1} if self.allows_single_models else set())))


class UnitField(NamedTuple):
    """An additional unit statistic (Way of Wood: speed and wounds)."""

    id: str
    name: Text
    short: Text
    default: int | None = None


@dataclass(frozen=True, slots=True)
class NamedId:
    """An id with a name, for a unit group or a state."""

    id: str
    name: Text


class TrackingRules(NamedTuple):
    """What players track during a game."""

    rounds: int = 4
    states: tuple[NamedId, ...] = ()
    max_spell_tokens: int = 0
    """The maximum for each caster; 0 if the game has no tokens."""
    wound_markers: int = 0
    """The wound markers that the last model of a unit can have, if the game rolls against them."""
    tough_markers: int | None = None
    """The wound markers above its Tough that a last model can have; None if it does not roll against them."""
    uses_half_strength: bool = True
    """Whether a unit tests morale at half strength."""


class RuleRoles(NamedTuple):
    """The rules that checks and sheets need to identify; None if the system has no such rule."""

    hero: RuleId | None = None
    tough: RuleId | None = None
    caster: RuleId | None = None
    unique: RuleId | None = None
    armour_piercing: RuleId | None = None


class ExperienceCost(NamedTuple):
    """The price of campaign experience: `cost` points for each full `every`."""

    every: int
    cost: int
    hero_cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """The document with the rules of a system, and its section for each topic."""

    document: Text
    sections: Mapping[str, Text] = field(default_factory=dict)

    def for_topic(self, topic: str) -> Text:
        """Return the document, with the section for a topic if it is known."""
        section = self.sections.get(topic)
        return self.document if section is None else join_texts(", ", self.document, section)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class System:
    """A rule set and its edition."""

    id: SystemId
    name: Text
    edition: str
    abbreviation: str
    sha256: str
    citation: Citation
    suggested_points: tuple[int, ...] = ()
    roles: RuleRoles = field(default_factory=RuleRoles)
    force_organisation: ForceOrganisation | None = None
    combining: CombiningRules = field(default_factory=CombiningRules)
    joining: JoiningRules = field(default_factory=JoiningRules)
    mixing: Permission = Permission.WARN
    command_group: CommandGroup = field(default_factory=CommandGroup)
    formation: Formation | None = None
    unit_fields: tuple[UnitField, ...] = ()
    weapon_columns: tuple[str, ...] = ("range", "attacks", "armour_piercing", "rules")
    card_fields: tuple[str, ...] = ()
    """The fields of a unit card in order, if the rulebook has one: models, cost, skills, stats."""
    default_layout: str = "roster"
    """The default print layout."""
    distance_mark: str = '"'
    """The mark after a distance."""
    base_shape: str = "round"
    movement: MovementRules | None = None
    """How far units move; None if the rules do not say."""
    wounds_field: str | None = None
    """The unit field with the wounds, if the system has one."""
    tracking: TrackingRules = field(default_factory=TrackingRules)
    combat: CombatRules = field(default_factory=CombatRules)
    experience: ExperienceCost | None = None
    unit_groups: tuple[NamedId, ...] = ()
    rules: Mapping[RuleId, Rule] = field(default_factory=dict)
    reference: Mapping[str, Chapter] = field(default_factory=dict)
    """The quick reference by chapter id."""
    foreign_ids: tuple[str, ...] = ()
    """Ids of this system in other programs such as Army Forge."""
    book_systems: tuple[str, ...] = ()
    """Ids of the systems whose army books this system uses."""

    def rule_name(self, rule: RuleId) -> Text:
        """Return the name of a rule, or its id if the glossary lacks it."""
        known = self.rules.get(rule)
        return known.name if known is not None else Text(rule)

    @property
    def default_force_org(self) -> bool:
        """Whether new lists use force organisation."""
        return self.force_organisation is not None

    @property
    def speed_field(self) -> UnitField | None:
        """The unit field with the Advance distance, if the system has one."""
        field_id = self.movement.speed_field if self.movement is not None else None
        return next((field for field in self.unit_fields if field.id == field_id), None)

    @property
    def title(self) -> str:
        """Name and edition."""
        return f"{self.name} {self.edition}".strip()
