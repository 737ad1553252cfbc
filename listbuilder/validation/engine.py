"""Validate a roster: run the checks and offer fixes for what they find.

The fixes of a report, in turn: they share a budget, and still nobody can see in which order they were read.

A finding's first fix is worked out after the first fixes of the findings before it, and its further ones after all of
theirs, whichever of them somebody asks for. So the same list gets the same fixes in every face.

Fixes know those before them and nobody knows those after them: a report that nobody holds is gone at once, and
thousands of lists leave no rubbish to look for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import RLock
from typing import NamedTuple

from listbuilder.diagnostics import Diagnostic, Fix, Fixes, Report, build_report
from listbuilder.model import Roster
from listbuilder.validation.check_runner import run_checks
from listbuilder.validation.fixes.search import Budget
from listbuilder.validation.registry import Inspection


class Turns:
    """Whose turn it is; threads wait for each other."""

    def __init__(self, inspection: Inspection, found: list[Diagnostic]) -> None:
        self._inspection = inspection
        self._found = found
        self._budget = Budget()
        self._begun = 0
        self._finished = 0

    def report(self) -> Report:
        """Give the findings, worst first; their fixes are tried when somebody reads them."""
        lock = RLock()
        ranked = build_report(self._found)
        last: _Link | None = None
        findings: list[Diagnostic] = []
        for place, finding in enumerate(ranked):
            last = _Link(place, Fixes(self._work_out(finding, last), lock), last)
            findings.append(replace(finding, fixes=last.fixes))
        return Report(tuple(findings))

    def _work_out(self, finding: Diagnostic, before: _Link | None) -> Iterator[Fix | None]:
        from listbuilder.validation.fixes import find_fixes  # noqa: PLC0415  # start-up is measured; most are legal

        for link in _since(self._begun, before):
            yield from link.fixes.first_steps()
            self._begun = max(self._begun, link.place + 1)  # whoever asks during a pause lets them go first as well
        found = find_fixes(self._inspection, self._found, finding, self._budget)
        for first in found:
            yield first
            if first is not None:
                break
        else:
            return
        for link in _since(self._finished, before):
            self._finished += 1
            len(link.fixes)
        yield from found


class _Link(NamedTuple):
    """The fixes of a finding, and those of all before it."""

    place: int
    fixes: Fixes
    before: _Link | None


def _since(done: int, last: _Link | None) -> list[_Link]:
    """Give those from a place on, in order."""
    found = []
    while last is not None and last.place >= done:
        found.append(last)
        last = last.before
    return found[::-1]


def validate(roster: Roster, *, submitted: str | None = None, supplied: frozenset[str] = frozenset()) -> Report:
    """Judge a roster by its system, and by its event's rules where it has one.

    Fixes are tried when somebody reads them: a verdict alone does not pay for them.
    """
    inspection = Inspection(roster, submitted, supplied)
    found = run_checks(inspection)
    if not found:
        return Report()
    return Turns(inspection, found).report()
