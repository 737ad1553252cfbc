"""Force organisation: heroes, copies, shares and units of a whole army.

Points: the total, and the limit it is held against.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from listbuilder.diagnostics import EMPTY_LIST, Diagnostic, Severity
from listbuilder.model import Limit, Measure, Stance
from listbuilder.rules.limits import Bound, Tally, bounds, surely_within, tallies
from listbuilder.validation.message_arguments import CitedDecision, Counted, Reckoning, Word, titled
from listbuilder.validation.registry import Inspection, check

_CLASSIC = {"heroes": "ORG001", "copies": "ORG002", "share": "ORG003", "units": "ORG004"}
"""The limits that every edition knows have codes and sentences of their own."""
_WITH_HOST = 3
"""The decision that counts a joined hero's points with its host's: a unit over its share by them rests on it."""


@check("ORG001", "ORG002", "ORG003", "ORG004", "ORG007", "ORG008")
def broken_limits(inspection: Inspection) -> Iterator[Diagnostic]:
    """An army keeps within the limits of its game and of its event, for the whole army and for each unit."""
    roster, points = inspection.roster, inspection.base.points
    for limit in inspection.limits.values():
        most, least = bounds(limit, points)
        if least is None and (most is None or surely_within(limit, roster, most.number)):
            continue
        for tally in tallies(limit, roster, inspection.counting):
            if most is not None and tally.number > most.number:
                yield _too_many(inspection, limit, tally, most)
            elif least is not None and tally.number < least.number:
                yield _too_few(inspection, limit, tally, least)


def _too_many(inspection: Inspection, limit: Limit, tally: Tally, most: Bound) -> Diagnostic:
    code = _CLASSIC.get(limit.id, "ORG007")
    over = tally.number - most.number
    params = {**_reckoned(inspection, limit, most), "over": over}
    if code == "ORG003":
        params |= {"unit": _unit(limit, tally), "cost": tally.number, "cap": most.number, "percent": most.percent}
    elif code == "ORG007":
        params |= {**_named(limit, tally), "most": most.number}
    else:
        params |= {"n": tally.number, "most": most.number}
        params |= {"unit": _unit(limit, tally)} if tally.about is not None else {}
    found = inspection.found(code, _on(tally), broken=limit, **params)
    by_decision = code == "ORG003" and tally.entries[0].cost <= most.number and not inspection.sets(limit)
    return replace(found, source=CitedDecision(_WITH_HOST)) if by_decision else found


def _too_few(inspection: Inspection, limit: Limit, tally: Tally, least: Bound) -> Diagnostic:
    params = {**_named(limit, tally), **_reckoned(inspection, limit, least), "least": least.number}
    return inspection.found("ORG008", _on(tally), broken=limit, under=least.number - tally.number, **params)


def _reckoned(inspection: Inspection, limit: Limit, bound: Bound) -> dict[str, Any]:
    """Say how a limit was worked out."""
    base = inspection.base
    how = Reckoning(bound, base, event=inspection.sets(limit))
    return {"game": base.points, "agreed": base.agreed, "how": how}


def _named(limit: Limit, tally: Tally) -> dict[str, Any]:
    """Say which limit it is, and what was counted for it."""
    name = limit.name or Word(f"limit.name.{limit.id}")
    return {"name": name, "unit": _unit(limit, tally), "n": tally.number, "amount": Counted(tally.number, limit.counts)}


def _unit(limit: Limit, tally: Tally) -> object:
    """Name the unit that was counted: a kind of unit for copies, else one entry; empty for the whole army."""
    if tally.about is None:
        return ""
    return tally.about.unit.name if limit.counts is Measure.COPIES else titled(tally.about)


def _on(tally: Tally) -> str | None:
    return tally.about.id if tally.about is not None else None


@check("ORG005")
def mixed_factions(inspection: Inspection) -> Iterator[Diagnostic]:
    """An army takes its units from one faction, unless the game or the event says otherwise."""
    stance = inspection.system.mixing
    if inspection.event is not None and inspection.event.mixing is not None:
        stance = inspection.event.mixing
    if stance is Stance.ALLOW or len(inspection.roster.factions) == 1:
        return
    used = {worked.unit.faction for worked in inspection.roster.entries}
    if len(used) > 1:
        names = tuple(inspection.roster.factions[faction].name for faction in sorted(used))
        yield inspection.found(
            "ORG005",
            factions=names,
            n=len(names),
            severity=Severity.ERROR if stance is Stance.FORBID else None,
        )


@check("ORG006")
def nothing_to_organise(inspection: Inspection) -> Iterator[Diagnostic]:
    """A game without force organisation has nothing to hold a list against."""
    army = inspection.roster.army
    if army.force_org and inspection.unorganised:
        yield inspection.found("ORG006", system=inspection.system.title)


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
