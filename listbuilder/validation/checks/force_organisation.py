"""Checks of a whole army: points, force organisation and limits, mixed factions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from listbuilder.diagnostics import EMPTY_LIST, Diagnostic, Severity
from listbuilder.model import Limit, Measure, Permission, Roster
from listbuilder.rules.limits import Bound, Tally, count_limit, limit_bounds
from listbuilder.validation.check_registry import CheckContext, check
from listbuilder.validation.message_arguments import CitedDecision, CountedAmount, LimitExplanation, Message, label_unit

_LIMIT_CODES = {"heroes": "ORG001", "copies": "ORG002", "share": "ORG003", "units": "ORG004"}
"""The limits that every edition has; all others share the code ORG007."""
_ATTACHED_SHARE_DECISION = 3
"""The decision that adds an attached hero's points to its host's when the share of a unit is checked."""


@check("ORG001", "ORG002", "ORG003", "ORG004", "ORG007", "ORG008")
def broken_limits(context: CheckContext) -> Iterator[Diagnostic]:
    """An army keeps the limits of its system and its event, for the whole army and for each unit."""
    points = context.limit_base.points
    for limit in context.limits.values():
        maximum, minimum = limit_bounds(limit, points)
        if minimum is None and (maximum is None or _is_surely_within(limit, maximum, context.roster)):
            continue
        for tally in count_limit(limit, context.roster, context.counting_rules):
            entry_id = tally.about.id if tally.about is not None else None
            if maximum is not None and tally.number > maximum.number:
                yield _above_maximum(context, limit, tally, maximum, entry_id)
            elif minimum is not None and tally.number < minimum.number:
                params = {"under": minimum.number - tally.number, **_limit_params(limit, tally)}
                params |= {**_bound_params(context, limit, minimum), "least": minimum.number}
                yield context.make_finding("ORG008", entry_id, broken_limit=limit, **params)


def _is_surely_within(limit: Limit, maximum: Bound, roster: Roster) -> bool:
    """Return whether even all entries together cannot exceed a maximum: the check takes 8 µs instead of 19."""
    entries = roster.entries
    match limit.measure:
        case Measure.HEROES:
            bound = sum([entry.is_hero for entry in entries])
        case Measure.COPIES:
            bound = len(entries) - len({entry.entry.unit for entry in entries}) + 1
        case Measure.SHARE:
            attached = sum([hero.cost for heroes in roster.attached_heroes.values() for hero in heroes])
            bound = max([entry.cost for entry in entries], default=0) + attached
        case Measure.UNITS:
            bound = len(entries)
        case _:
            return False
    return bound <= maximum.number


def _above_maximum(
    context: CheckContext, limit: Limit, tally: Tally, maximum: Bound, entry_id: str | None
) -> Diagnostic:
    code = _LIMIT_CODES.get(limit.id, "ORG007")
    params = {**_bound_params(context, limit, maximum), "over": tally.number - maximum.number}
    if code == "ORG003":
        unit = _unit_label(limit, tally)
        params |= {"unit": unit, "cost": tally.number, "cap": maximum.number, "percent": maximum.percent}
    elif code == "ORG007":
        params |= {**_limit_params(limit, tally), "most": maximum.number}
    else:
        params |= {"n": tally.number, "most": maximum.number}
        params |= {"unit": _unit_label(limit, tally)} if tally.about is not None else {}
    finding = context.make_finding(code, entry_id, broken_limit=limit, **params)
    by_decision = code == "ORG003" and tally.entries[0].cost <= maximum.number and not context.is_set_by_event(limit)
    return replace(finding, source=CitedDecision(_ATTACHED_SHARE_DECISION)) if by_decision else finding


def _bound_params(context: CheckContext, limit: Limit, bound: Bound) -> dict[str, Any]:
    """Return the parameters that explain how a bound was computed."""
    base = context.limit_base
    return {
        "game": base.points,
        "agreed": base.is_points_limit,
        "how": LimitExplanation(bound, base, set_by_event=context.is_set_by_event(limit)),
    }


def _limit_params(limit: Limit, tally: Tally) -> dict[str, Any]:
    """Return the parameters that name a limit and what was counted for it."""
    name = limit.name or Message(f"limit.name.{limit.id}")
    amount = CountedAmount(tally.number, limit.measure)
    return {"name": name, "unit": _unit_label(limit, tally), "n": tally.number, "amount": amount}


def _unit_label(limit: Limit, tally: Tally) -> object:
    """Return the name of the counted unit: the unit for copies, else one entry; empty for the whole army."""
    if tally.about is None:
        return ""
    return tally.about.unit.name if limit.measure is Measure.COPIES else label_unit(tally.about)


@check("ORG005")
def mixed_factions(context: CheckContext) -> Iterator[Diagnostic]:
    """An army takes its units from one faction, unless the system or the event says otherwise."""
    stance = context.system.mixing
    if context.event is not None and context.event.mixing is not None:
        stance = context.event.mixing
    if stance is Permission.ALLOW or len(context.roster.factions) == 1:
        return
    used = {entry.unit.faction for entry in context.roster.entries}
    if len(used) > 1:
        names = tuple(context.roster.factions[faction].name for faction in sorted(used))
        severity = Severity.ERROR if stance is Permission.FORBID else None
        yield context.make_finding("ORG005", factions=names, n=len(names), severity=severity)


@check("ORG006")
def force_organisation_without_limits(context: CheckContext) -> Iterator[Diagnostic]:
    """A list turns force organisation on only if the system or the event has limits for a whole army."""
    has_limits = context.system.force_organisation is not None or (context.event is not None and context.event.limits)
    if context.roster.army.force_org and not has_limits:
        yield context.make_finding("ORG006", system=context.system.title)


@check("PTS001")
def too_many_points(context: CheckContext) -> Iterator[Diagnostic]:
    """A list costs no more than its points limit."""
    roster, limit = context.roster, context.roster.points_limit
    if limit is not None and roster.cost > limit:
        yield context.make_finding("PTS001", points=roster.cost, limit=limit, over=roster.cost - limit)


@check("PTS002")
def no_points_limit(context: CheckContext) -> Iterator[Diagnostic]:
    """A list states its points limit; without one, limits are computed from the points it spends."""
    roster = context.roster
    if roster.points_limit is None and roster.entries:
        yield context.make_finding("PTS002", points=roster.cost)


@check(EMPTY_LIST)
def empty_list(context: CheckContext) -> Iterator[Diagnostic]:
    """A list has at least one unit."""
    if not context.roster.army.entries:
        yield context.make_finding(EMPTY_LIST)
