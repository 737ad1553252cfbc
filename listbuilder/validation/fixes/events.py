"""Fixes for an event's own requirements."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Fix
from listbuilder.rules.edits import set_details
from listbuilder.validation.fixes.combined import combine_fixes
from listbuilder.validation.fixes.fix_registry import FixRequest, fixes_for, make_fix
from listbuilder.validation.fixes.points_reduction import reduce_points_fixes, remove_entry_fix, set_points_fix


@fixes_for("EVT002")
def set_event_points(request: FixRequest) -> Iterator[Fix]:
    """Set the event's points limit."""
    yield set_points_fix(request, request.int_param("wanted"))


@fixes_for("EVT003", "EVT004", "EVT011", "EVT012", "EVT015", "UNT003")
def remove_forbidden_unit(request: FixRequest) -> Iterator[Fix]:
    """Remove the unit."""
    yield remove_entry_fix(request.entry)


@fixes_for("EVT005")
def reduce_limited_copies(request: FixRequest) -> Iterator[Fix]:
    """Combine two copies, or remove one."""
    copies = request.copies()
    yield from combine_fixes(request.context, copies)
    yield from map(remove_entry_fix, copies)


@fixes_for("EVT010")
def reduce_other_factions(request: FixRequest) -> Iterator[Fix]:
    """Remove so much of the other factions that the main faction's share is large enough."""
    main, percent = request.finding.params.get("faction"), request.int_param("percent")
    total = request.int_param("points") * 100 // percent
    names = {faction.id: faction.name for faction in request.roster.factions.values()}
    others = [entry for entry in request.roster.entries if names[entry.unit.faction] != main]
    yield from reduce_points_fixes(request.roster, others, request.roster.cost - total)


@fixes_for("EVT013")
def turn_on_force_organisation(request: FixRequest) -> Iterator[Fix]:
    """Turn force organisation on."""
    yield make_fix("force-org-on", set_details(subject=request.army.name, force_org=True))
