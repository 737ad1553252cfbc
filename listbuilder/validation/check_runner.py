"""Run every registered check over a roster."""

from __future__ import annotations

from listbuilder.diagnostics import Diagnostic
from listbuilder.timeouts import check_time
from listbuilder.validation import checks as _checks  # noqa: F401  # importing them registers them
from listbuilder.validation.check_registry import CHECKS, CheckContext
from listbuilder.validation.missing_editions import downgrade_unverifiable


def run_checks(context: CheckContext) -> list[Diagnostic]:
    """Return the findings about a roster, in the order of the checks."""
    check_time()
    findings: list[Diagnostic] = []
    has_event, unproven = context.event is not None, context.unproven_entries
    for check in CHECKS:
        if (has_event or not check.needs_event) and (unproven or check.applies_to is None):
            findings += check.run(context)
    if unproven:
        context.remember_clean_entries(findings)
    return downgrade_unverifiable(findings, context.roster, context.event)
