"""Run every registered check over a roster."""

from __future__ import annotations

from functools import cache

from listbuilder.diagnostics import Diagnostic
from listbuilder.timeouts import check_time
from listbuilder.validation import checks as _checks  # noqa: F401  # importing them registers them
from listbuilder.validation.missing_editions import leave_open
from listbuilder.validation.registry import CHECKS, Check, Inspection


@cache
def _asked(*, doubtful: bool, event: bool) -> tuple[Check, ...]:
    """Choose the checks that have something to look at, in their order."""
    chosen = (one for one in CHECKS if (doubtful or one.only is None) and (event or not one.of_events))
    return tuple(registered.run for registered in chosen)


def run_checks(inspection: Inspection) -> list[Diagnostic]:
    """Give what is found about a roster, in the order of the checks."""
    found: list[Diagnostic] = []
    doubtful = inspection.doubtful
    check_time()
    for run in _asked(doubtful=bool(doubtful), event=inspection.event is not None):
        found += run(inspection)
    if doubtful:
        inspection.remember(found)
    return leave_open(found, inspection.roster, inspection.event)
