"""The rules of a tournament: what an event requires of a list beyond the rules of the system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.model.ids import EventId, FactionId, SystemId, UnitRef
from listbuilder.model.system import Limit, Permission
from listbuilder.model.text import Text

if TYPE_CHECKING:
    from datetime import datetime


class ListVisibility(Enum):
    """What players see of each other's lists before the event."""

    OPEN = "open"
    CLOSED = "closed"
    COMMITTED = "committed"


class ListSetRules(NamedTuple):
    """Rules for several lists per player that share a core of units."""

    number: int = 1
    core: int | None = None
    """The minimum points of units that are the same in every list."""
    one_faction: bool = True
    joins_kept: bool = False
    """Whether a hero of the core must be attached to the same unit in every list."""


class TeamRules(NamedTuple):
    """Rules for teams."""

    size: int | None = None
    factions_once: bool = False
    """Whether no two players of a team may play the same faction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """Tournament points for the list: for being on time, and off for days late and findings."""

    on_time: int = 0
    each_day_late: int = 0
    codes: Mapping[str, int] = field(default_factory=dict)
    """Points for each finding with a code in the first submission."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A tournament pack. Fields that are not set follow the system."""

    id: EventId
    name: Text
    systems: tuple[SystemId, ...] = ()
    """The allowed systems; empty means any."""
    points: int | None = None
    min_points: int | None = None
    force_org: bool | None = None
    collections: tuple[str, ...] = ()
    """The allowed book collections; empty means any."""
    factions: tuple[FactionId, ...] = ()
    """The allowed factions; empty means any."""
    banned_factions: tuple[FactionId, ...] = ()
    versions: Mapping[FactionId, str] = field(default_factory=dict)
    """The required book versions."""
    banned_units: tuple[UnitRef, ...] = ()
    unit_limits: Mapping[UnitRef, int] = field(default_factory=dict)
    limits: Mapping[str, Limit] = field(default_factory=dict)
    """Limits by id. A limit replaces the one of the system with the same id."""
    mixing: Permission | None = None
    min_main_faction_percent: int | None = None
    """The minimum share of the points that the main faction must have."""
    allows_narrative_units: bool = True
    """Whether units for narrative play are allowed."""
    allows_named_characters: bool = True
    required_fields: tuple[str, ...] = ()
    """Fields of the list that must not be empty: player, name, points …"""
    deadline: datetime | None = None
    list_set: ListSetRules = field(default_factory=ListSetRules)
    teams: TeamRules = field(default_factory=TeamRules)
    scoring: Scoring = Scoring()
    visibility: ListVisibility = ListVisibility.OPEN
