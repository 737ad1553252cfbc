"""Is it legal? Every registered check, run over a roster, and fixes for what is found."""

from __future__ import annotations

from listbuilder.diagnostics import Report
from listbuilder.model import Roster
from listbuilder.validation.checking import run_checks
from listbuilder.validation.inspection import Inspection


def validate(roster: Roster, *, submitted: str | None = None, supplied: frozenset[str] = frozenset()) -> Report:
    """Judge a roster by its system, and by its event's rules where it has one.

    Fixes are tried when somebody reads them: a verdict alone does not pay for them.
    """
    inspection = Inspection(roster, submitted, supplied)
    found = run_checks(inspection)
    if not found:
        return Report()
    from listbuilder.validation.turns import Turns  # noqa: PLC0415  # start-up is measured, and most lists are legal

    return Turns(inspection, found).report()
