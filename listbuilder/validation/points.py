"""Points: the total, and the limit it is held against."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import EMPTY_LIST, Diagnostic
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.registry import check


@check("PTS001")
def too_many_points(inspection: Inspection) -> Iterator[Diagnostic]:
    """A list may not cost more than the agreed size of the game."""
    roster = inspection.roster
    limit = roster.size
    if limit is not None and roster.cost > limit:
        yield inspection.found("PTS001", points=roster.cost, limit=limit, over=roster.cost - limit)


@check("PTS002")
def no_limit(inspection: Inspection) -> Iterator[Diagnostic]:
    """A list without an agreed size is judged by the points it spends."""
    roster = inspection.roster
    if roster.size is None and roster.entries:
        yield inspection.found("PTS002", points=roster.cost)


@check(EMPTY_LIST)
def nothing_in_it(inspection: Inspection) -> Iterator[Diagnostic]:
    """A list without a unit is no army yet."""
    if not inspection.roster.army.entries:
        yield inspection.found(EMPTY_LIST)
