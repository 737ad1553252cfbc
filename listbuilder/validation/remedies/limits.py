"""Limits that a system or an event sets on anything: less of what they count."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from listbuilder.diagnostics import Fix
from listbuilder.model import Limit, Measure
from listbuilder.rules.limits import Tally, ceiling, is_chosen, tallies
from listbuilder.validation.remedies.grouping import combine
from listbuilder.validation.remedies.registry import Case, remedy
from listbuilder.validation.remedies.savings import halved, lighter, without_all
from listbuilder.validation.remedies.shedding import shed
from listbuilder.validation.remedies.upgrades import fewer_picks, single_picks

_MOST_TOGETHER = 3


@remedy("ORG007")
def less_of_it(case: Case) -> Iterator[Fix]:
    """Give up picks, halves or units that are counted, as many as there are too many."""
    for limit, tally in _broken(case):
        if limit.counts in (Measure.POINTS, Measure.SHARE):
            yield from shed(case.roster, tally.entries, case.number("over"))
        elif limit.counts is Measure.PICKS:
            yield from _fewer_picks(case, limit, tally)
        else:
            yield from combine(case.inspection, tally.entries)
            for worked in tally.entries:
                yield from halved(worked)
                yield from lighter(worked)
        for together in range(1, _MOST_TOGETHER + 1):
            yield from map(without_all, combinations(tally.entries, together))


def _broken(case: Case) -> Iterator[tuple[Limit, Tally]]:
    """Find the limit that a finding is about, and count again."""
    inspection = case.inspection
    for limit in inspection.limits.values():
        most = ceiling(limit, inspection.base.points)
        for tally in tallies(limit, inspection.roster, inspection.counting):
            on = tally.about.id if tally.about is not None else None
            if most is not None and tally.number - most.number == case.number("over") and on == case.finding.on:
                yield limit, tally


def _fewer_picks(case: Case, limit: Limit, tally: Tally) -> Iterator[Fix]:
    wanted = limit.of
    for worked in tally.entries:
        singles = [
            single
            for half in range(len(worked.halves))
            for single in single_picks(worked, half)
            if wanted is None or is_chosen(single.taken, wanted)
        ]
        yield from fewer_picks(worked, singles, min(len(singles), case.number("over")))
