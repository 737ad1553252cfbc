"""A system: a rule set and edition, as far as lists are concerned. Everything here is data.

The quick reference of a game: how it is played, in short sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from listbuilder.model.effects import Combat
from listbuilder.model.ids import RuleId, SystemId
from listbuilder.model.limit import Limit
from listbuilder.model.special_rules import Pace, Rule
from listbuilder.model.text import Text, join_texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A part of the quick reference: what it is about, and its sentences in the order of play."""

    id: str
    title: Text
    points: tuple[Text, ...] = ()
    mentions: tuple[RuleId, ...] = ()
    """The rules that its sentences lean on."""


class Stance(Enum):
    """What a rule set thinks of a thing."""

    ALLOW = "allow"
    WARN = "warn"
    FORBID = "forbid"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceOrganisation:
    """The caps on a whole army, and how joined heroes count in them."""

    optional: bool = True
    limits: Mapping[str, Limit] = field(default_factory=dict)
    """By their ids; an event's limit of the same id stands instead."""
    joined_counts_as_unit: bool = False
    joined_shares_with_host: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Combining:
    """Whether two copies of a unit may become one."""

    allowed: bool = False
    single_models: Stance = Stance.FORBID


@dataclass(frozen=True, slots=True, kw_only=True)
class Joining:
    """Whether a hero may be part of another unit, and of which."""

    allowed: bool = False
    max_tough: int | None = None
    multi_model: bool = False
    heroes_per_unit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandGroup:
    """The upgrades of which a unit, combined or not, may have only so many each."""

    rules: frozenset[RuleId] = frozenset()
    each: int = 1


@dataclass(frozen=True, slots=True)
class FormationRow:
    """A row width, and the unit sizes that use it."""

    width: int
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Formation:
    """How regiments rank up."""

    rows: tuple[FormationRow, ...] = ()
    singles: bool = True

    def sizes(self) -> tuple[int, ...]:
        """Give every size that has a place in the formation."""
        ranked = {size for row in self.rows for size in row.sizes}
        return tuple(sorted(ranked | ({1} if self.singles else set())))


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitField:
    """A statistic beyond quality and defense (Way of Wood: speed and wounds)."""

    id: str
    name: Text
    short: Text
    default: int | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """An id with a name: a group of units, a state to tick on paper."""

    id: str
    name: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Tracking:
    """What players tick off during a game."""

    rounds: int = 4
    states: tuple[Named, ...] = ()
    spell_tokens: int = 0
    """The most that a caster can hold; 0 where the game has none."""
    wound_markers: int = 0
    """How many wounds the last model of a unit can carry, where the game rolls against its markers."""
    tough_markers: int | None = None
    """How many wounds beyond its Tough the last model of a unit can carry, where it too rolls against its markers."""
    half_strength: bool = True
    """Whether a unit tests its nerve when it is down to half."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """Which rules play the parts that checks and sheets ask about; a part may be missing."""

    hero: RuleId | None = None
    tough: RuleId | None = None
    caster: RuleId | None = None
    unique: RuleId | None = None
    armour_piercing: RuleId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperienceCost:
    """What campaign experience costs: `cost` points for each full `every`."""

    every: int
    cost: int
    hero_cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Where the rules of this system stand: the document, and the section for each topic."""

    document: Text
    sections: Mapping[str, Text] = field(default_factory=dict)

    def of(self, topic: str) -> Text:
        """Name the place of a topic as precisely as the data knows it."""
        section = self.sections.get(topic)
        return self.document if section is None else join_texts(", ", self.document, section)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class System:
    """A rule set and edition."""

    id: SystemId
    name: Text
    edition: str
    short: str
    sha256: str
    citation: Citation
    suggested_points: tuple[int, ...] = ()
    roles: Roles = Roles()
    force_organisation: ForceOrganisation | None = None
    combining: Combining = Combining()
    joining: Joining = Joining()
    mixing: Stance = Stance.WARN
    command_group: CommandGroup = CommandGroup()
    formation: Formation | None = None
    fields: tuple[UnitField, ...] = ()
    weapon_columns: tuple[str, ...] = ("range", "attacks", "armour_piercing", "rules")
    card: tuple[str, ...] = ()
    """The labelled fields of a unit's card in order, where the rulebook draws one: models, cost, skills, stats."""
    layout: str = "roster"
    """How its lists are printed unless the player says otherwise."""
    measure: str = '"'
    """The mark behind a distance."""
    base: str = "round"
    pace: Pace | None = None
    """How far units go; None where the game states it nowhere."""
    wounds_field: str | None = None
    """The unit's own number that tells its wounds, where the game has one."""
    tracking: Tracking = Tracking()
    combat: Combat = field(default_factory=Combat)
    experience: ExperienceCost | None = None
    groups: tuple[Named, ...] = ()
    rules: Mapping[RuleId, Rule] = field(default_factory=dict)
    reference: Mapping[str, Chapter] = field(default_factory=dict)
    """How the game is played, chapter by chapter."""
    keys: tuple[str, ...] = ()
    """Ids of this game in other programs (Army Forge's number)."""
    books: tuple[str, ...] = ()
    """Ids of the games whose books hold this game's units and prices."""

    def rule_name(self, rule: RuleId) -> Text:
        """Give a rule's name as the glossary has it, or its id where the glossary lacks it."""
        known = self.rules.get(rule)
        return known.name if known is not None else Text(rule)

    @property
    def default_force_org(self) -> bool:
        """Whether a list that does not say it is built with force organisation: where the game has it."""
        return self.force_organisation is not None

    @property
    def speed(self) -> UnitField | None:
        """The unit's own number that tells how far it goes, where the game has one."""
        wanted = self.pace.field if self.pace is not None else None
        return next((field for field in self.fields if field.id == wanted), None)

    @property
    def title(self) -> str:
        """The name people use: name and edition."""
        return f"{self.name} {self.edition}".strip()
