"""Lazy fixes that share one work budget, with the same result in whatever order they are read.

The first fix of a finding is computed after the first fixes of all earlier findings, its other fixes after all of
theirs. A link only knows the links in front of it, so a dropped report leaves no reference cycles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import RLock
from typing import NamedTuple

from listbuilder.diagnostics import Diagnostic, Fix, FixSequence, Report, build_report
from listbuilder.validation.check_registry import CheckContext
from listbuilder.validation.fixes import find_fixes
from listbuilder.validation.fixes.search import ReportBudget


class LazyFixes:
    """Computes the fixes of all findings in a fixed order; threads wait for each other."""

    def __init__(self, context: CheckContext, findings: list[Diagnostic]) -> None:
        self._context = context
        self._findings = findings
        self._budget = ReportBudget()
        self._started = 0
        self._finished = 0

    def report(self) -> Report:
        """Return the findings, most severe first, with fixes that are computed when they are read."""
        lock = RLock()
        link: _Link | None = None
        findings: list[Diagnostic] = []
        for position, finding in enumerate(build_report(self._findings)):
            link = _Link(position, FixSequence(self._compute(finding, link), lock), link)
            findings.append(replace(finding, fixes=link.fixes))
        return Report(tuple(findings))

    def _compute(self, finding: Diagnostic, previous: _Link | None) -> Iterator[Fix | None]:
        for link in _links_from(self._started, previous):
            yield from link.fixes.compute_first()
            self._started = max(self._started, link.position + 1)  # a reader during a pause may have gone further
        fixes = find_fixes(self._context, self._findings, finding, self._budget)
        for fix in fixes:
            yield fix
            if fix is not None:
                break
        else:
            return
        for link in _links_from(self._finished, previous):
            self._finished += 1
            len(link.fixes)  # computes all of them
        yield from fixes


class _Link(NamedTuple):
    """The fixes of a finding, and the link of the finding in front of it."""

    position: int
    fixes: FixSequence
    previous: _Link | None


def _links_from(start: int, last: _Link | None) -> list[_Link]:
    """Return the links from a position on, in order."""
    links = []
    while last is not None and last.position >= start:
        links.append(last)
        last = last.previous
    return links[::-1]
