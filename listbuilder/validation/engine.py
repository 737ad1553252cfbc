"""Validate a roster: run the checks and offer fixes for what they find."""

from __future__ import annotations

from listbuilder.diagnostics import Report
from listbuilder.model import Roster
from listbuilder.validation.check_context import Inspection
from listbuilder.validation.check_runner import run_checks
from listbuilder.validation.fixes.lazy_fixes import Turns


def validate(roster: Roster, *, submitted: str | None = None, supplied: frozenset[str] = frozenset()) -> Report:
    """Judge a roster by its system, and by its event's rules where it has one.

    Fixes are tried when somebody reads them: a verdict alone does not pay for them.
    """
    inspection = Inspection(roster, submitted, supplied)
    found = run_checks(inspection)
    if not found:
        return Report()
    return Turns(inspection, found).report()
