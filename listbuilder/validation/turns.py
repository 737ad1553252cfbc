"""The fixes of a report, in turn: they share a budget, and still nobody can see in which order they were read.

A finding's first fix is worked out after the first fixes of the findings before it, and its further ones after all of
theirs, whichever of them somebody asks for. So the same list gets the same fixes in every face.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import RLock

from listbuilder.diagnostics import Diagnostic, Fix, Fixes, Report, build_report
from listbuilder.validation.budget import Budget
from listbuilder.validation.inspection import Inspection


class Turns:
    """Whose turn it is; threads wait for each other."""

    def __init__(self, inspection: Inspection, found: list[Diagnostic]) -> None:
        self._inspection = inspection
        self._found = found
        self._budget = Budget()
        self._begun = 0
        self._finished = 0
        lock = RLock()
        ranked = build_report(found)
        self._fixes = [Fixes(self._work_out(place, finding), lock) for place, finding in enumerate(ranked)]
        self.report = Report(
            tuple(replace(one, fixes=fixes) for one, fixes in zip(ranked, self._fixes, strict=True)),
        )
        """The findings, worst first; their fixes are tried when somebody reads them."""

    def _work_out(self, place: int, finding: Diagnostic) -> Iterator[Fix]:
        from listbuilder.validation.remedies import find_fixes  # noqa: PLC0415  # start-up is measured; most are legal

        while self._begun < place:
            self._begun += 1
            bool(self._fixes[self._begun - 1])
        found = find_fixes(self._inspection, self._found, finding, self._budget)
        first = next(found, None)
        if first is None:
            return
        yield first
        while self._finished < place:
            self._finished += 1
            len(self._fixes[self._finished - 1])
        yield from found
