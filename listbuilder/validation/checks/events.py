"""Checks of an event's own requirements, beyond the rules of the system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.model import FactionId
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
        cost, least = context.roster.cost, event.min_points
        yield context.make_finding("EVT009", points=cost, least=least, event=event.name, under=least - cost)
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
        book, admitted = roster.factions[faction], event.collections
        if admitted and book.collection not in admitted:
            unit, collection = label_unit(entry), book.collection or ""
            yield context.make_finding(
                "EVT015", entry.id, unit=unit, collection=collection, admitted=admitted, event=event.name
            )
        if (event.factions and faction not in event.factions) or faction in event.banned_factions:
            yield context.make_finding("EVT003", entry.id, unit=label_unit(entry), faction=book.name, event=event.name)
    for faction_id in sorted(event.versions.keys() & cost):
        book, required_version = roster.factions[faction_id], event.versions[faction_id]
        pinned = roster.army.pinned_version(faction_id)
        pins_other = pinned not in (None, required_version)
        if pins_other or book.version != required_version:
            yield context.make_finding(
                "EVT007",
                faction=book.name,
                pinned=pinned if pins_other else "",
                version=book.version,
                wanted=required_version,
                event=event.name,
                severity=None if pins_other else Severity.UNCHECKED,  # the event's version is not installed
            )
    if event.min_main_faction_percent is not None and cost:
        main, points = cost.most_common(1)[0]
        if points * 100 < event.min_main_faction_percent * roster.cost:
            name, percent = roster.factions[main].name, event.min_main_faction_percent
            yield context.make_finding(
                "EVT010", faction=name, points=points, total=roster.cost, percent=percent, event=event.name
            )


@check("EVT004", "EVT005", "EVT011", "EVT012", needs_event=True)
def event_units(context: CheckContext) -> Iterator[Diagnostic]:
    """A list has no unit that the event bans, and no more copies of a limited unit than it allows."""
    event = context.required_event
    copies: Counter[str] = Counter()
    for entry in context.roster.entries:
        unit, most = entry.entry.unit, event.unit_limits.get(entry.entry.unit)
        copies[unit] += 1
        if unit in event.banned_units:
            yield context.make_finding("EVT004", entry.id, unit=label_unit(entry), event=event.name)
        elif most is not None and copies[unit] > most:
            name, n = entry.unit.name, copies[unit]
            yield context.make_finding("EVT005", entry.id, unit=name, n=n, most=most, event=event.name)
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
