"""Checks of an event's own requirements, beyond the rules of the system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.model import Event, Faction, FactionId
from listbuilder.validation.check_registry import CheckContext, check
from listbuilder.validation.message_arguments import Message, label_unit


@check("EVT001", "EVT002", "EVT009", "EVT013", needs_event=True)
def event_system_and_size(context: CheckContext) -> Iterator[Diagnostic]:
    """A list uses the event's system, points limit and force organisation, and spends the minimum points."""
    event, army, supplied = context.required_event, context.roster.army, context.supplied
    if event.systems and army.system not in event.systems:
        yield context.make_finding("EVT001", system=context.system.title, systems=event.systems, event=event.name)
    if event.points is not None and army.points not in (None, event.points) and "points" not in supplied:
        yield context.make_finding("EVT002", points=army.points, wanted=event.points, event=event.name)
    if event.min_points is not None and context.roster.cost < event.min_points:
        yield context.make_finding(
            "EVT009",
            points=context.roster.cost,
            least=event.min_points,
            event=event.name,
            under=event.min_points - context.roster.cost,
        )
    if event.force_org and not army.force_org and "force_org" not in supplied:
        yield context.make_finding("EVT013", event=event.name)


@check("EVT003", "EVT007", "EVT010", "EVT015", needs_event=True)
def event_factions(context: CheckContext) -> Iterator[Diagnostic]:
    """A list uses collections, factions and book versions that the event allows, and enough of one main faction."""
    event, roster = context.required_event, context.roster
    cost: Counter[FactionId] = Counter()
    for entry in roster.entries:
        faction = entry.unit.faction
        cost[faction] += entry.cost
        collection = roster.factions[faction].collection if event.collections else None
        if event.collections and collection not in event.collections:
            yield context.make_finding(
                "EVT015",
                entry.id,
                unit=label_unit(entry),
                collection=collection or "",
                admitted=tuple(event.collections),
                event=event.name,
            )
        if (event.factions and faction not in event.factions) or faction in event.banned_factions:
            yield context.make_finding(
                "EVT003",
                entry.id,
                unit=label_unit(entry),
                faction=roster.factions[faction].name,
                event=event.name,
            )
    for faction_id in sorted(event.versions.keys() & cost):
        yield from _wrong_version(context, event, roster.factions[faction_id])
    if event.min_main_faction_percent is not None and cost:
        main = max(cost, key=cost.__getitem__)
        points = cost[main]
        if points * 100 < event.min_main_faction_percent * roster.cost:
            yield context.make_finding(
                "EVT010",
                faction=roster.factions[main].name,
                points=points,
                total=roster.cost,
                percent=event.min_main_faction_percent,
                event=event.name,
            )


def _wrong_version(context: CheckContext, event: Event, faction: Faction) -> Iterator[Diagnostic]:
    """Yield an error if the list pins a different version, or unchecked if the event's version is not installed."""
    wanted, pinned = event.versions[faction.id], context.roster.army.pinned_version(faction.id)
    pins_other = pinned not in (None, wanted)
    if pins_other or faction.version != wanted:
        yield context.make_finding(
            "EVT007",
            faction=faction.name,
            pinned=pinned if pins_other else "",
            version=faction.version,
            wanted=wanted,
            event=event.name,
            severity=None if pins_other else Severity.UNCHECKED,
        )


@check("EVT004", "EVT005", "EVT011", "EVT012", needs_event=True)
def event_units(context: CheckContext) -> Iterator[Diagnostic]:
    """A list has no unit that the event bans, and no more copies of a limited unit than it allows."""
    event = context.required_event
    copies: Counter[str] = Counter()
    banned, limits = frozenset(event.banned_units), event.unit_limits
    for entry in context.roster.entries:
        unit = entry.entry.unit
        if unit in banned:
            yield context.make_finding("EVT004", entry.id, unit=label_unit(entry), event=event.name)
        elif unit in limits:
            copies[unit] += 1
            if copies[unit] > limits[unit]:
                name, maximum = entry.unit.name, limits[unit]
                yield context.make_finding(
                    "EVT005", entry.id, unit=name, n=copies[unit], most=maximum, event=event.name
                )
        if entry.unit.narrative and not event.allows_narrative_units:
            yield context.make_finding("EVT011", entry.id, unit=label_unit(entry), event=event.name)
        if entry.is_unique and not event.allows_named_characters:
            yield context.make_finding("EVT012", entry.id, unit=label_unit(entry), event=event.name)


@check("EVT006", "EVT008", needs_event=True)
def required_fields_and_deadline(context: CheckContext) -> Iterator[Diagnostic]:
    """A list fills in the fields that the event requires, and is submitted before the deadline."""
    event = context.required_event
    for field in event.required_fields:
        if field not in context.supplied and not getattr(context.roster.army, field, None):
            yield context.make_finding("EVT006", field=Message(f"field.{field}"), event=event.name)
    if event.deadline is not None and context.submitted is not None:
        deadline, submitted = event.deadline, datetime.fromisoformat(context.submitted)
        submitted = submitted.replace(tzinfo=submitted.tzinfo or deadline.tzinfo)
        if submitted > deadline:
            late = (submitted - deadline).total_seconds()
            yield context.make_finding(
                "EVT008",
                submitted=submitted.astimezone(deadline.tzinfo).isoformat(timespec="minutes"),
                deadline=deadline.isoformat(timespec="minutes"),
                minutes=int(late // 60),
                seconds=int(late) or 1,
                event=event.name,
            )
