"""Fixes for an event's own requirements."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Fix
from listbuilder.rules.edits import details
from listbuilder.validation.fixes.combined import combine
from listbuilder.validation.fixes.points_reduction import agree_on, shed, without
from listbuilder.validation.fixes.registry import Case, remedy, repair


@remedy("EVT002")
def set_event_points(request: Case) -> Iterator[Fix]:
    """Set the event's points limit."""
    yield agree_on(request, request.number("wanted"))


@remedy("EVT003", "EVT004", "EVT011", "EVT012", "EVT015")
def remove_forbidden_unit(request: Case) -> Iterator[Fix]:
    """Remove the unit."""
    if request.worked is not None:
        yield without(request.worked)


@remedy("EVT005")
def reduce_limited_copies(request: Case) -> Iterator[Fix]:
    """Combine two copies, or remove one."""
    if request.worked is not None:
        copies = [entry for entry in request.roster.entries if entry.entry.unit == request.worked.entry.unit]
        yield from combine(request.inspection, copies)
        yield from map(without, copies)


@remedy("EVT010")
def reduce_other_factions(request: Case) -> Iterator[Fix]:
    """Remove so much of the other factions that the main faction's share is large enough."""
    main, percent = request.finding.params.get("faction"), request.number("percent")
    total = request.number("points") * 100 // percent
    names = {faction.id: faction.name for faction in request.roster.factions.values()}
    others = [entry for entry in request.roster.entries if names[entry.unit.faction] != main]
    yield from shed(request.roster, others, request.roster.cost - total)


@remedy("EVT013")
def turn_on_force_organisation(request: Case) -> Iterator[Fix]:
    """Turn force organisation on."""
    yield repair("force-org-on", details(subject=request.army.name, force_org=True))
