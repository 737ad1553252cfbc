"""Is it legal? Every registered check, run over a roster."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

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
from listbuilder.validation.editions import leave_open
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.registry import CHECKS

FAMILIES = (points, organisation, units, picks, upgrades, combined, command, heroes, formation, events, versions)


def validate(roster: Roster, event: Event | None = None, *, submitted: str | None = None) -> Report:
    """Judge a roster by its system, and by an event's rules where there is one."""
    inspection = Inspection(roster, event, submitted)
    found: list[Diagnostic] = []
    for registered in CHECKS:
        found.extend(registered.run(inspection))
    found = leave_open(found, roster, event)
    shared = _shared_ids(roster)
    return build_report([_without_edits(one, shared) for one in found] if shared else found)


def _shared_ids(roster: Roster) -> set[str]:
    """Give the ids that several entries have."""
    counts = Counter(entry.id for entry in roster.army.entries)
    return {name for name, count in counts.items() if count > 1}


def _without_edits(diagnostic: Diagnostic, shared: set[str]) -> Diagnostic:
    """Leave a fix in words only where its edits would not know which entry is meant."""
    fix = diagnostic.fix
    if fix is None or not any(getattr(edit, "entry", None) in shared for edit in fix.edits):
        return diagnostic
    return replace(diagnostic, fixes=(replace(fix, edits=()),))
