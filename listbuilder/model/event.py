"""An event: what a tournament asks of a list beyond the rules of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from listbuilder.model.ids import EventId, FactionId, SystemId, UnitRef
from listbuilder.model.limit import Limit
from listbuilder.model.system import Stance
from listbuilder.model.text import Text

if TYPE_CHECKING:
    from datetime import datetime


class Shown(Enum):
    """What players see of each other's lists before the games."""

    OPEN = "open"
    CLOSED = "closed"
    COMMITTED = "committed"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeveralLists:
    """Several lists for each player: a core that is in all of them, and sideboards beside it."""

    number: int = 1
    core: int | None = None
    """The least points of units that are the same in every list."""
    one_faction: bool = True
    joins_kept: bool = False
    """Whether a hero of the core stands in the same unit in every list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Teams:
    """What a team must be."""

    size: int | None = None
    factions_once: bool = False
    """Whether no two players of a team may play the same faction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """Tournament points for the list itself: for being on time, off for each day late and for what was found."""

    on_time: int = 0
    each_day_late: int = 0
    codes: Mapping[str, int] = field(default_factory=dict)
    """Points for each finding of a code that a first submission had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A tournament pack; everything left out is as the system has it."""

    id: EventId
    name: Text
    systems: tuple[SystemId, ...] = ()
    """The systems played; empty means any."""
    points: int | None = None
    least_points: int | None = None
    force_org: bool | None = None
    collections: tuple[str, ...] = ()
    """The publishers and editions whose books are allowed; empty means any."""
    factions: tuple[FactionId, ...] = ()
    """The factions allowed; empty means any."""
    banned_factions: tuple[FactionId, ...] = ()
    versions: Mapping[FactionId, str] = field(default_factory=dict)
    """The data versions that count."""
    banned_units: tuple[UnitRef, ...] = ()
    unit_limits: Mapping[UnitRef, int] = field(default_factory=dict)
    limits: Mapping[str, Limit] = field(default_factory=dict)
    """Limits by their ids: of an id that the system has, instead of its own; others beside them."""
    mixing: Stance | None = None
    main_faction_percent: int | None = None
    """The least share of the points that the main faction must have."""
    narrative: bool = True
    """Whether units for narrative play may be taken."""
    named_characters: bool = True
    required: tuple[str, ...] = ()
    """Fields of the list that must be filled in: player, name, points …"""
    deadline: datetime | None = None
    lists: SeveralLists = SeveralLists()
    teams: Teams = Teams()
    scoring: Scoring = Scoring()
    shown: Shown = Shown.OPEN
