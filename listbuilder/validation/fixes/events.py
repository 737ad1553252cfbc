"""Events: what an organiser asks for, as far as a change of the list can give it."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Fix
from listbuilder.rules.edits import details
from listbuilder.validation.fixes.combined import combine
from listbuilder.validation.fixes.points_reduction import agree_on, shed, without
from listbuilder.validation.fixes.registry import Case, remedy, repair


@remedy("EVT002")
def the_size_it_plays(case: Case) -> Iterator[Fix]:
    """Agree on the event's size of game."""
    yield agree_on(case, case.number("wanted"))


@remedy("EVT003", "EVT004", "EVT011", "EVT012", "EVT015")
def only_whom_it_admits(case: Case) -> Iterator[Fix]:
    """Take the unit out."""
    if case.worked is not None:
        yield without(case.worked)


@remedy("EVT005")
def only_as_many_as_it_admits(case: Case) -> Iterator[Fix]:
    """Combine two copies, or take one out."""
    if case.worked is not None:
        same = [worked for worked in case.roster.entries if worked.entry.unit == case.worked.entry.unit]
        yield from combine(case.inspection, same)
        yield from map(without, same)


@remedy("EVT010")
def a_main_faction(case: Case) -> Iterator[Fix]:
    """Give up as much of the other factions as makes the main one large enough."""
    main, percent = case.finding.params.get("faction"), case.number("percent")
    total = case.number("points") * 100 // percent
    names = {faction.id: faction.name for faction in case.roster.factions.values()}
    others = [worked for worked in case.roster.entries if names[worked.unit.faction] != main]
    yield from shed(case.roster, others, case.roster.cost - total)


@remedy("EVT013")
def organised(case: Case) -> Iterator[Fix]:
    """Switch force organisation on."""
    yield repair("force-org-on", details(subject=case.army.name, force_org=True))
