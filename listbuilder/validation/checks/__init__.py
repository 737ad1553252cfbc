"""The checks, one module per topic. Importing a module registers its checks; findings come in that order."""

from listbuilder.crash_guard import check_time
from listbuilder.diagnostics import Diagnostic
from listbuilder.validation.check_registry import CHECKS, CheckContext

# isort: off
from listbuilder.validation.checks import combined, events, heroes, force_organisation, units, upgrades  # noqa: F401
from listbuilder.validation.checks.versions import downgrade_unverifiable
# isort: on


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
