"""Is it legal? Every registered check, run over a roster, and fixes for what is found."""

from __future__ import annotations

from listbuilder.diagnostics import Report
from listbuilder.model import Event, Roster
from listbuilder.validation.checking import run_checks
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.turns import Turns


def validate(roster: Roster, event: Event | None = None, *, submitted: str | None = None) -> Report:
    """Judge a roster by its system, and by an event's rules where there is one.

    Fixes are tried when somebody reads them: a verdict alone does not pay for them.
    """
    inspection = Inspection(roster, event, submitted)
    found = run_checks(inspection)
    return Turns(inspection, found).report if found else Report()
