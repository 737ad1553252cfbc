"""Is it legal? Every registered check, run over a roster."""

from __future__ import annotations

from listbuilder.diagnostics import Diagnostic, Report, build_report
from listbuilder.model import Event, Roster
from listbuilder.validation import (  # importing a family registers its checks
    combined,
    command,
    events,
    formation,
    heroes,
    organisation,
    picks,
    points,
    units,
    upgrades,
    versions,
)
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.registry import CHECKS

FAMILIES = (points, organisation, units, picks, upgrades, combined, command, heroes, formation, events, versions)


def validate(roster: Roster, event: Event | None = None, *, submitted: str | None = None) -> Report:
    """Judge a roster by its system, and by an event's rules where there is one."""
    inspection = Inspection(roster, event, submitted)
    found: list[Diagnostic] = []
    for registered in CHECKS:
        found.extend(registered.run(inspection))
    return build_report(found)
