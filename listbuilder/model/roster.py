"""An army list computed from the army books: loadouts, entries and the whole roster.

An upgrade that cannot be applied becomes an `UpgradeError`, which checks turn into findings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from listbuilder.model.army_list import ArmyList, Entry, Upgrade
from listbuilder.model.equipment import BaseSize, Item, RuleRef, Weapon
from listbuilder.model.event import Event
from listbuilder.model.faction import Faction, Option, Section, Target, Unit
from listbuilder.model.ids import EntryId, FactionId, RuleId
from listbuilder.model.system import System


@dataclass(frozen=True, slots=True)
class UnknownUpgrade:
    """No section of the unit offers the option."""

    upgrade: Upgrade


@dataclass(frozen=True, slots=True)
class AmbiguousUpgrade:
    """Several sections offer an option with this name."""

    upgrade: Upgrade


@dataclass(frozen=True, slots=True)
class InvalidUpgradeCount:
    """The count is below 1 or too high for any option."""

    upgrade: Upgrade
    section: Section
    option: Option


@dataclass(frozen=True, slots=True)
class MissingUpgradeTarget:
    """The unit does not have, or no longer has, what the upgrade replaces or improves."""

    upgrade: Upgrade
    section: Section
    option: Option
    target: Target
    """The missing target."""
    missing_count: int
    """How often the upgrade found no target."""
    index: int
    """The index of the upgrade among the upgrades of the half; an equal one may have a different index."""
    applied_before: int
    """How many upgrades were applied before it."""


UpgradeError: TypeAlias = UnknownUpgrade | AmbiguousUpgrade | InvalidUpgradeCount | MissingUpgradeTarget


@dataclass(frozen=True, slots=True)
class WeaponCount:
    """A weapon with its count; rules from upgrades are already on it."""

    count: int
    weapon: Weapon


@dataclass(frozen=True, slots=True)
class ItemCount:
    """An item with its count."""

    count: int
    item: Item


@dataclass(frozen=True)
class AppliedUpgrade:
    """An upgrade with its section, option and cost."""

    upgrade: Upgrade
    section: Section
    option: Option
    count: int
    cost: int

    @cached_property
    def granted_rule_ids(self) -> tuple[RuleId, ...]:
        """The rules that the option gives to the unit, with repetitions."""
        return tuple([rule.id for gain in self.option.gains for rule in gain.equipment.granted_rules])


@dataclass(frozen=True)
class LoadoutContents:
    """The weapons, items and rules of one copy of a unit, after all upgrades."""

    weapons: tuple[WeaponCount, ...]
    items: tuple[ItemCount, ...]
    rules: tuple[RuleRef, ...]
    """Rules of the unit and its items, with repeated ratings merged."""
    base: BaseSize | None = None

    @cached_property
    def rule_ids(self) -> frozenset[str]:
        """The ids of the rules."""
        return frozenset([rule.id for rule in self.rules])

    @cached_property
    def ratings(self) -> Mapping[str | None, int]:
        """The numeric ratings by rule id; the first rule with an id counts."""
        return {rule.id: rule.rating if isinstance(rule.rating, int) else 0 for rule in reversed(self.rules)}


class LazyContents:
    """Cache for the contents of a loadout, which are computed when they are first needed.

    Most verdicts only need costs and upgrade errors. Computing all contents takes a sixth more time for new lists.
    """

    def __init__(self, build: Callable[[], LoadoutContents]) -> None:
        self._build = build

    @cached_property
    def value(self) -> LoadoutContents:
        """The contents."""
        return self._build()


@dataclass(frozen=True, slots=True, eq=False)
class Loadout:
    """What one copy of a unit amounts to: models, points, applied upgrades, weapons, items and rules."""

    models: int
    cost: int
    upgrades: tuple[AppliedUpgrade, ...]
    errors: tuple[UpgradeError, ...]
    lazy_contents: LazyContents = field(repr=False)

    @property
    def contents(self) -> LoadoutContents:
        """Weapons, items and rules after all upgrades."""
        return self.lazy_contents.value

    @property
    def weapons(self) -> tuple[WeaponCount, ...]:
        """The weapons, with rules from upgrades."""
        return self.contents.weapons

    @property
    def items(self) -> tuple[ItemCount, ...]:
        """The items."""
        return self.contents.items

    @property
    def rules(self) -> tuple[RuleRef, ...]:
        """Rules of the unit and its items, with repeated ratings merged."""
        return self.contents.rules

    @property
    def base(self) -> BaseSize | None:
        """The base size of the models."""
        return self.contents.base

    @property
    def rule_ids(self) -> frozenset[str]:
        """The ids of the rules."""
        return self.contents.rule_ids

    def rating(self, rule: str | None) -> int:
        """Return the rating of a rule, or 0 if the rule or a number is missing."""
        return self.contents.ratings.get(rule, 0)

    def has_rule(self, rule: str | None) -> bool:
        """Return whether the unit has a rule."""
        return rule in self.rule_ids

    def with_rules(self, rules: tuple[RuleRef, ...]) -> Loadout:
        """Return the loadout with different rules."""
        kit = replace(self.contents, rules=rules)
        return replace(self, lazy_contents=LazyContents(lambda: kit))


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """An entry with its unit, one loadout for each half, and its cost."""

    entry: Entry
    unit: Unit
    halves: tuple[Loadout, ...]
    cost: int
    models: int
    is_hero: bool
    """Whether it has the hero rule of the system after all upgrades."""
    is_unique: bool = False
    """Whether it is a named character, by its army book or by a rule."""
    copy_number: int = 0
    """Its number among entries of the same name, from 1; 0 if the name is used once."""

    @property
    def id(self) -> EntryId:
        """The id of the entry."""
        return self.entry.id

    @property
    def title(self) -> str:
        """The player's name for the entry, or the name of the unit."""
        return self.entry.name or self.unit.name.en


@dataclass(frozen=True, slots=True)
class Roster:
    """An army list with all costs and loadouts, computed from the installed army books."""

    army: ArmyList
    system: System
    factions: Mapping[FactionId, Faction]
    """The installed factions by id; a check reports missing ones."""
    entries: tuple[RosterEntry, ...]
    unresolved: tuple[Entry, ...]
    """Entries whose unit is unknown; a check reports them."""
    cost: int
    models: int
    activations: int
    """The number of units on the table; an attached hero does not count."""
    attached_heroes: Mapping[EntryId, tuple[RosterEntry, ...]] = field(default_factory=dict)
    """The attached heroes by the id of their host."""
    event: Event | None = None
    """The event that the list is built for."""

    @property
    def points_limit(self) -> int | None:
        """The points limit of the event, or else of the list; None if neither has one."""
        return self.army.points if self.event is None or self.event.points is None else self.event.points

    @property
    def uses_force_organisation(self) -> bool:
        """Whether force organisation applies, by the event or else by the list."""
        return self.army.force_org if self.event is None or self.event.force_org is None else self.event.force_org

    @property
    def attached_ids(self) -> frozenset[EntryId]:
        """The ids of all attached heroes."""
        return frozenset([hero.entry.id for heroes in self.attached_heroes.values() for hero in heroes])

    def find_entry(self, entry_id: str) -> RosterEntry | None:
        """Return the entry with an id, or None."""
        return next((entry for entry in self.entries if entry.id == entry_id), None)
