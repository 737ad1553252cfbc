"""Command groups: officers who are too many."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Fix
from listbuilder.validation.command import commands
from listbuilder.validation.remedies.registry import Case, remedy
from listbuilder.validation.remedies.savings import last_resorts
from listbuilder.validation.remedies.upgrades import fewer_picks, single_picks


@remedy("CMD001")
def fewer_officers(case: Case) -> Iterator[Fix]:
    """Give up as many as there are too many, in either half."""
    worked, system, name = case.worked, case.inspection.system, case.finding.params.get("rule")
    if worked is None:
        return
    officers = [
        single
        for half in range(len(worked.halves))
        for single in single_picks(worked, half)
        if any(system.rule_name(rule) == name for rule in commands(system, single.taken))
    ]
    yield from fewer_picks(worked, officers, case.number("over"))
    yield from last_resorts(worked)
