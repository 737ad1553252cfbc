"""An event: what a tournament asks of a list beyond the rules of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from listbuilder.model.ids import EventId, FactionId, SystemId, UnitRef
from listbuilder.model.limit import Limit
from listbuilder.model.system import Stance
from listbuilder.model.text import Text
from listbuilder.values import dataclass

if TYPE_CHECKING:
    from datetime import datetime


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
