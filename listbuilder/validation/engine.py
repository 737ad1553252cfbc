"""Validate a roster: run the checks and attach fixes to the findings."""

from __future__ import annotations

from listbuilder.diagnostics import Report
from listbuilder.model import Roster
from listbuilder.validation.check_registry import CheckContext
from listbuilder.validation.checks import run_checks


def validate(roster: Roster, *, submitted: str | None = None, supplied: frozenset[str] = frozenset()) -> Report:
    """Return the findings about a roster by the rules of its system, and of its event if it has one.

    Fixes are computed when they are read, so a verdict alone does not wait for them.
    """
    context = CheckContext(roster, submitted, supplied)
    findings = run_checks(context)
    if not findings:
        return Report()
    from listbuilder.validation.fixes.search import LazyFixes  # noqa: PLC0415  # most lists are legal

    return LazyFixes(context, findings).report()
