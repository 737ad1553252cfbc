"""Build an event from its data file."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from listbuilder.library.build_system import build_limits
from listbuilder.model import (
    Event,
    EventId,
    FactionId,
    ListSetRules,
    ListVisibility,
    Permission,
    Scoring,
    SystemId,
    TeamRules,
    UnitRef,
    build_text,
)


def build_event(raw: Mapping[str, Any]) -> Event:
    """Build an event from its checked file."""
    mixing, deadline = raw.get("mixing"), raw.get("deadline")
    return Event(
        id=EventId(raw["id"]),
        name=build_text(raw["name"]),
        systems=tuple(SystemId(system) for system in raw.get("systems", ())),
        points=raw.get("points"),
        min_points=raw.get("least_points"),
        force_org=raw.get("force_org"),
        collections=tuple(raw.get("collections", ())),
        factions=tuple(FactionId(faction) for faction in raw.get("factions", ())),
        banned_factions=tuple(FactionId(faction) for faction in raw.get("banned_factions", ())),
        versions={FactionId(faction): version for faction, version in raw.get("versions", {}).items()},
        banned_units=tuple(UnitRef(unit) for unit in raw.get("banned_units", ())),
        unit_limits={UnitRef(unit): maximum for unit, maximum in raw.get("unit_limits", {}).items()},
        limits=build_limits(raw.get("limits", {})),
        mixing=None if mixing is None else Permission(mixing),
        min_main_faction_percent=raw.get("main_faction_percent"),
        allows_narrative_units=raw.get("narrative", True),
        allows_named_characters=raw.get("named_characters", True),
        required_fields=tuple(raw.get("required", ())),
        deadline=None if deadline is None else parse_deadline(deadline),
        list_set=ListSetRules(**raw.get("lists", {})),
        teams=TeamRules(**raw.get("teams", {})),
        scoring=Scoring(**raw.get("scoring", {})),
        visibility=ListVisibility(raw.get("shown", ListVisibility.OPEN.value)),
    )


def parse_deadline(text: str) -> datetime:
    """Parse an ISO date and time; without a time zone, UTC is assumed."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
