"""Points: the total, and the limit it is held against."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic, Fix
from listbuilder.model import RosterEntry
from listbuilder.rules.edits import Remove, details
from listbuilder.validation.inspection import Inspection, repair
from listbuilder.validation.phrases import priced, titled
from listbuilder.validation.registry import check
from listbuilder.validation.savings import Saving, savings


@check("PTS001")
def too_many_points(inspection: Inspection) -> Iterator[Diagnostic]:
    """A list may not cost more than the agreed size of the game."""
    roster = inspection.roster
    limit = roster.army.points
    if limit is not None and roster.cost > limit:
        over = roster.cost - limit
        yield inspection.found(
            "PTS001", points=roster.cost, limit=limit, over=over, fix=_smallest(roster.entries, over)
        )


@check("PTS002")
def no_limit(inspection: Inspection) -> Iterator[Diagnostic]:
    """A list without an agreed size is judged by the points it spends."""
    roster = inspection.roster
    if roster.army.points is None and roster.entries and (inspection.event is None or inspection.event.points is None):
        yield inspection.found(
            "PTS002",
            points=roster.cost,
            fix=repair("set-points", details(subject=roster.army.name, points=roster.cost), points=roster.cost),
        )


@check("PTS003")
def nothing_in_it(inspection: Inspection) -> Iterator[Diagnostic]:
    """A list without a unit is no army yet."""
    if not inspection.roster.army.entries:
        yield inspection.found("PTS003")


def _smallest(entries: tuple[RosterEntry, ...], over: int) -> Fix:
    """Find the least that brings the list under its limit: one pick, one unit, or the fewest units."""
    enough = [saving for worked in entries for saving in savings(worked) if saving.points >= over]
    if enough:
        return _take_off(min(enough, key=lambda saving: saving.points))
    units = [worked for worked in entries if worked.cost >= over]
    if units:
        cheapest = min(units, key=lambda worked: worked.cost)
        return repair("remove", Remove(cheapest.id, subject=cheapest.title), unit=priced(cheapest))
    return _several(entries, over)


def _several(entries: tuple[RosterEntry, ...], over: int) -> Fix:
    """Take out the fewest units that are enough."""
    gone: list[RosterEntry] = []
    for worked in sorted(entries, key=lambda worked: worked.cost, reverse=True):
        if sum(other.cost for other in gone) < over:
            gone.append(worked)
    edits = [Remove(worked.id, subject=worked.title) for worked in gone]
    return repair("remove-all", *edits, units=tuple(priced(worked) for worked in gone))


def _take_off(saving: Saving) -> Fix:
    return repair("put-back", saving.edit, option=saving.edit.subject, unit=titled(saving.worked), saved=saving.points)
