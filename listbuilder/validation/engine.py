"""Is it legal? Every registered check, run over a roster, and fixes for what is found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from listbuilder.diagnostics import Diagnostic, Fix, Fixes, Report, build_report
from listbuilder.model import Event, Roster
from listbuilder.validation.budget import Budget
from listbuilder.validation.checking import run_checks
from listbuilder.validation.inspection import Inspection


def validate(roster: Roster, event: Event | None = None, *, submitted: str | None = None) -> Report:
    """Judge a roster by its system, and by an event's rules where there is one.

    Fixes are tried when somebody reads them: a verdict alone does not pay for them.
    """
    inspection = Inspection(roster, event, submitted)
    found = run_checks(inspection)
    budget = Budget()
    return build_report([replace(one, fixes=Fixes(_fixes(inspection, found, one, budget))) for one in found])


def _fixes(inspection: Inspection, found: list[Diagnostic], finding: Diagnostic, budget: Budget) -> Iterator[Fix]:
    from listbuilder.validation.remedies import find_fixes  # noqa: PLC0415  # start-up is measured; most lists are legal

    yield from find_fixes(inspection, found, finding, budget)
