"""Events: what an organiser asks of a list beyond the rules of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.model import Event, Faction, FactionId
from listbuilder.validation.message_arguments import Word, titled
from listbuilder.validation.registry import Inspection, check


@check("EVT001", "EVT002", "EVT009", "EVT013", of_events=True)
def another_game(inspection: Inspection) -> Iterator[Diagnostic]:
    """A list is made for the event's system, and judged by its size and force organisation whatever it says itself."""
    event, army, unsaid = inspection.judged_by, inspection.roster.army, inspection.supplied
    if event.systems and army.system not in event.systems:
        yield inspection.found("EVT001", system=inspection.system.title, systems=event.systems, event=event.name)
    if event.points is not None and army.points not in (None, event.points) and "points" not in unsaid:
        yield inspection.found("EVT002", points=army.points, wanted=event.points, event=event.name)
    if event.least_points is not None and inspection.roster.cost < event.least_points:
        yield inspection.found(
            "EVT009",
            points=inspection.roster.cost,
            least=event.least_points,
            event=event.name,
            under=event.least_points - inspection.roster.cost,
        )
    if event.force_org and not army.force_org and "force_org" not in unsaid:
        yield inspection.found("EVT013", event=event.name)


@check("EVT003", "EVT007", "EVT010", "EVT015", of_events=True)
def other_factions(inspection: Inspection) -> Iterator[Diagnostic]:
    """A list uses the collections, factions and data versions that the event admits, and one faction mainly."""
    event, roster = inspection.judged_by, inspection.roster
    cost: Counter[FactionId] = Counter()
    for worked in roster.entries:
        faction = worked.unit.faction
        cost[faction] += worked.cost
        collection = roster.factions[faction].collection if event.collections else None
        if event.collections and collection not in event.collections:
            yield inspection.found(
                "EVT015",
                worked.id,
                unit=titled(worked),
                collection=collection or "",
                admitted=tuple(event.collections),
                event=event.name,
            )
        if (event.factions and faction not in event.factions) or faction in event.banned_factions:
            yield inspection.found(
                "EVT003",
                worked.id,
                unit=titled(worked),
                faction=roster.factions[faction].name,
                event=event.name,
            )
    for faction_id in sorted(event.versions.keys() & cost):
        yield from _other_version(inspection, event, roster.factions[faction_id])
    if event.main_faction_percent is not None and cost:
        main = max(cost, key=cost.__getitem__)
        points = cost[main]
        if points * 100 < event.main_faction_percent * roster.cost:
            yield inspection.found(
                "EVT010",
                faction=roster.factions[main].name,
                points=points,
                total=roster.cost,
                percent=event.main_faction_percent,
                event=event.name,
            )


def _other_version(inspection: Inspection, event: Event, faction: Faction) -> Iterator[Diagnostic]:
    """A list that says so is built with another edition; one that could be the event's stays open without that one."""
    wanted, pinned = event.versions[faction.id], inspection.roster.army.edition(faction.id)
    other = pinned not in (None, wanted)
    if other or faction.version != wanted:
        yield inspection.found(
            "EVT007",
            faction=faction.name,
            pinned=pinned if other else "",
            version=faction.version,
            wanted=wanted,
            event=event.name,
            severity=None if other else Severity.UNCHECKED,
        )


@check("EVT004", "EVT005", "EVT011", "EVT012", of_events=True)
def units_not_admitted(inspection: Inspection) -> Iterator[Diagnostic]:
    """A list has no unit that the event bans, and no more of a limited one than it allows."""
    event = inspection.judged_by
    seen: Counter[str] = Counter()
    banned, limits = frozenset(event.banned_units), event.unit_limits
    for worked in inspection.roster.entries:
        unit = worked.entry.unit
        if unit in banned:
            yield inspection.found("EVT004", worked.id, unit=titled(worked), event=event.name)
        elif unit in limits:
            seen[unit] += 1
            if seen[unit] > limits[unit]:
                name, most = worked.unit.name, limits[unit]
                yield inspection.found("EVT005", worked.id, unit=name, n=seen[unit], most=most, event=event.name)
        if worked.unit.narrative and not event.narrative:
            yield inspection.found("EVT011", worked.id, unit=titled(worked), event=event.name)
        if worked.unique and not event.named_characters:
            yield inspection.found("EVT012", worked.id, unit=titled(worked), event=event.name)


@check("EVT006", "EVT008", of_events=True)
def missing_or_late(inspection: Inspection) -> Iterator[Diagnostic]:
    """A list has the fields filled in that the event asks for, and comes before the deadline."""
    event = inspection.judged_by
    for wanted in event.required:
        if wanted not in inspection.supplied and not getattr(inspection.roster.army, wanted, None):
            yield inspection.found("EVT006", field=Word(f"field.{wanted}"), event=event.name)
    if event.deadline is not None and inspection.submitted is not None:
        deadline, submitted = event.deadline, datetime.fromisoformat(inspection.submitted)
        submitted = submitted.replace(tzinfo=submitted.tzinfo or deadline.tzinfo)
        if submitted > deadline:
            late = (submitted - deadline).total_seconds()
            yield inspection.found(
                "EVT008",
                submitted=submitted.astimezone(deadline.tzinfo).isoformat(timespec="minutes"),
                deadline=deadline.isoformat(timespec="minutes"),
                minutes=int(late // 60),
                seconds=int(late) or 1,
                event=event.name,
            )
