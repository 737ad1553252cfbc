"""An ArmyList worked out in full.

Picks that could not be applied: one class for each reason. Checks turn them into findings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from listbuilder.model.army_list import ArmyList, Entry, Pick
from listbuilder.model.equipment import BaseSize, Item, RuleRef, Weapon
from listbuilder.model.event import Event
from listbuilder.model.faction import Faction, Option, Section, Target, Unit
from listbuilder.model.ids import EntryId, FactionId, RuleId
from listbuilder.model.system import System


@dataclass(frozen=True, slots=True)
class UnknownPick:
    """No section of the unit offers the option."""

    pick: Pick


@dataclass(frozen=True, slots=True)
class AmbiguousPick:
    """Several sections have an option of that name."""

    pick: Pick


@dataclass(frozen=True, slots=True)
class BadCount:
    """No option can be taken that often."""

    pick: Pick
    section: Section
    option: Option


@dataclass(frozen=True, slots=True)
class MissingTarget:
    """What the pick swaps or improves is not there, or no longer."""

    pick: Pick
    section: Section
    option: Option
    target: Target
    """What is missing."""
    short: int
    """How many of the picks found none."""
    place: int
    """Where the pick stands among the unit's picks; an equal one may stand elsewhere."""
    behind: int
    """How many picks were taken before it."""


Trouble: TypeAlias = UnknownPick | AmbiguousPick | BadCount | MissingTarget


@dataclass(frozen=True, slots=True)
class Carried:
    """So many of one weapon, with what upgrades put onto it already on it."""

    count: int
    weapon: Weapon


@dataclass(frozen=True, slots=True)
class Gear:
    """So many of one item."""

    count: int
    item: Item


@dataclass(frozen=True, slots=True)
class Taken:
    """A pick that could be worked out: the section and option it names, and what it cost."""

    pick: Pick
    section: Section
    option: Option
    count: int
    cost: int

    @property
    def brings(self) -> tuple[RuleId, ...]:
        """The rules that it may bring, each as often as it stands in the option."""
        return tuple([rule.id for stack in self.option.gains for rule in stack.thing.borne])


@dataclass(frozen=True, slots=True)
class Kit:
    """What one copy of a unit carries and can do."""

    weapons: tuple[Carried, ...]
    items: tuple[Gear, ...]
    rules: tuple[RuleRef, ...]
    """Rules of the unit and its items, repeated ratings already combined."""
    base: BaseSize | None = None


@dataclass(frozen=True, eq=False)
class Loadout:
    """What one copy of a unit amounts to: models, points, weapons, items, rules.

    A verdict asks for what was taken and what is wrong with it, so what it all comes to is laid out for who looks.
    """

    models: int
    cost: int
    taken: tuple[Taken, ...]
    troubles: tuple[Trouble, ...]
    lay_out: Callable[[], Kit] = field(repr=False)
    brought: frozenset[RuleId] = frozenset()
    """The rules that what it has and its picks may bring, beside those it was born with."""
    crowded: bool = False
    """Whether anything but single picks of different sections was taken."""
    doubled: bool = False
    """Whether picks may bring a rule that it has already: from another pick, from an item or from birth."""

    @cached_property
    def kit(self) -> Kit:
        """What it carries and can do."""
        return self.lay_out()

    @property
    def weapons(self) -> tuple[Carried, ...]:
        """Its weapons, with what upgrades put onto them."""
        return self.kit.weapons

    @property
    def items(self) -> tuple[Gear, ...]:
        """Its items."""
        return self.kit.items

    @property
    def rules(self) -> tuple[RuleRef, ...]:
        """Rules of the unit and its items, repeated ratings already combined."""
        return self.kit.rules

    @property
    def base(self) -> BaseSize | None:
        """The base that its models stand on."""
        return self.kit.base

    @cached_property
    def rule_ids(self) -> frozenset[str]:
        """The ids of its rules."""
        return frozenset([rule.id for rule in self.kit.rules])

    def rating(self, rule: str | None) -> int:
        """Give a rule's number, 0 where the rule or the number is missing."""
        return self._ratings.get(rule, 0)

    @cached_property
    def _ratings(self) -> Mapping[str | None, int]:
        """The numbers of its rules; of two of one id the first counts."""
        return {rule.id: rule.rating if isinstance(rule.rating, int) else 0 for rule in reversed(self.kit.rules)}

    def has(self, rule: str | None) -> bool:
        """Tell whether the unit has a rule."""
        return rule in self.rule_ids

    def bearing(self, rules: tuple[RuleRef, ...]) -> Loadout:
        """Give the same with other rules."""
        kit = replace(self.kit, rules=rules)
        return replace(self, lay_out=lambda: kit)


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """An entry worked out: its unit, one loadout per half, and its cost."""

    entry: Entry
    unit: Unit
    halves: tuple[Loadout, ...]
    cost: int
    models: int
    hero: bool
    """Whether it has the game's hero rule after all picks, born with it or bought."""
    unique: bool = False
    """Whether it is a named character, by its book or by the game's rule."""
    number: int = 0
    """Which of those that are called alike it is, from 1; 0 where it is the only one."""

    @property
    def id(self) -> EntryId:
        """The entry's id."""
        return self.entry.id

    @property
    def title(self) -> str:
        """The player's own name for it, or the unit's."""
        return self.entry.name or self.unit.name.en


@dataclass(frozen=True, slots=True)
class Roster:
    """A list worked out against the data: what it costs and what stands on the table."""

    army: ArmyList
    system: System
    factions: Mapping[FactionId, Faction]
    """The factions that could be loaded, by id; missing ones are reported by a check."""
    entries: tuple[RosterEntry, ...]
    unresolved: tuple[Entry, ...]
    """Entries whose unit no loaded faction has; they are kept and reported, never dropped."""
    cost: int
    models: int
    activations: int
    """Units on the table: a hero in a unit, and both halves of a combined one, are one."""
    joined: Mapping[EntryId, tuple[RosterEntry, ...]] = field(default_factory=dict)
    """The heroes in each host, by the host's id."""
    event: Event | None = None
    """The event that the list is worked out for."""

    @property
    def size(self) -> int | None:
        """The agreed size of the game: the event's where it has one, else the list's own; None where none is agreed."""
        return self.army.points if self.event is None or self.event.points is None else self.event.points

    @property
    def organised(self) -> bool:
        """Whether force organisation is asked for: by the event where it says anything, else by the list."""
        return self.army.force_org if self.event is None or self.event.force_org is None else self.event.force_org

    @property
    def joined_ids(self) -> frozenset[EntryId]:
        """The ids of the heroes that stand in another unit."""
        return frozenset([hero.entry.id for heroes in self.joined.values() for hero in heroes])

    def find(self, wanted: str) -> RosterEntry | None:
        """Find a worked-out entry by its id."""
        return next((worked for worked in self.entries if worked.entry.id == wanted), None)
