"""What speaks against an edit: it is tried out, and judged by the same checks as the list.

So an offer and a verdict can never disagree. Only the entry that changes is worked out anew, which keeps a trial cheap
enough to repeat it for every option on every key press.
"""

from __future__ import annotations

from collections.abc import Callable

from listbuilder.diagnostics import Diagnostic, Report
from listbuilder.model import ArmyList, Roster
from listbuilder.rules.roster import rework
from listbuilder.validation.checking import run_checks
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.weighing import new_faults


def obstacle(roster: Roster, report: Report, edit: Callable[[ArmyList], ArmyList]) -> Diagnostic | None:
    """Try an edit and give the first thing wrong that it would bring or make worse; None where there is none."""
    tried = rework(roster, edit(roster.army))
    return next(new_faults(report, run_checks(Inspection(tried))), None)
