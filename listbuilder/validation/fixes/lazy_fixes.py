"""Lazy fixes that share one work budget, with the same result in whatever order they are read.

The first fix of a finding is computed after the first fixes of the findings in front of it, and its other fixes after
all of theirs. So every front end shows the same fixes. A link only knows the links in front of it: a report that is
dropped leaves no reference cycles for the garbage collector.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import RLock
from typing import NamedTuple

from listbuilder.diagnostics import Diagnostic, Fix, Fixes, Report, build_report
from listbuilder.validation.fixes import find_fixes
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
