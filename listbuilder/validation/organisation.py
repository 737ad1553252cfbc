"""Force organisation: heroes, copies, shares and units of a whole army."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from listbuilder.diagnostics import Diagnostic, Fix, Severity
from listbuilder.model import FactionId, Limit, Measure, Roster, RosterEntry, Stance
from listbuilder.rules.edits import Combine, Part, Remove, details
from listbuilder.rules.limits import Bound, ceiling, floor
from listbuilder.rules.measures import Tally, tallies
from listbuilder.validation.inspection import Inspection, repair
from listbuilder.validation.phrases import Counted, Reckoning, Word, priced, titled
from listbuilder.validation.registry import check
from listbuilder.validation.savings import savings

_CLASSIC = {"heroes": "ORG001", "copies": "ORG002", "share": "ORG003", "units": "ORG004"}
"""The limits that every edition knows have codes and sentences of their own."""


@check("ORG001", "ORG002", "ORG003", "ORG004", "ORG007", "ORG008")
def broken_limits(inspection: Inspection) -> Iterator[Diagnostic]:
    """An army keeps within the limits of its game and of its event, for the whole army and for each unit."""
    points = inspection.base.points
    for limit in inspection.limits.values():
        most, least = ceiling(limit, points), floor(limit, points)
        for tally in tallies(limit, inspection.roster, inspection.counting):
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
    return inspection.found(code, _on(tally), broken=limit, fix=_fix(inspection, code, tally, over), **params)


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


def _fix(inspection: Inspection, code: str, tally: Tally, over: int) -> Fix | None:
    """Find the smallest repair for one of the classic limits."""
    if code == "ORG001":
        return _removal(tally.entries, over)
    if code == "ORG002":
        return _combined(inspection, list(tally.entries), over) or _removal(tally.entries, over)
    if code == "ORG003":
        return _cheaper(tally.entries[0], tally.entries[1:], over)
    if code == "ORG004":
        apart = inspection.counting.joined_counts_as_unit
        return _removal(tally.entries, over) if apart else _clearance(inspection.roster, over)
    return None


def _removal(worse: Sequence[RosterEntry], over: int) -> Fix:
    """Take out the cheapest of those that are too many; the sentence names all that would do."""
    order = sorted(worse, key=lambda worked: worked.cost)
    edits = [Remove(worked.id, subject=worked.title) for worked in order[:over]]
    return repair("remove-of", *edits, n=over, units=tuple(priced(worked) for worked in order))


def _combined(inspection: Inspection, same: list[RosterEntry], over: int) -> Fix | None:
    """Two copies made one cost nothing and lose nothing, where the rules let them combine."""
    if over != 1 or not inspection.system.combining.allowed or same[0].unit.size == 1 or same[0].hero:
        return None
    single = [worked for worked in same if len(worked.halves) == 1]
    for first in single:
        for second in single:
            if first is not second and _all_models(first) == _all_models(second):
                edit = Combine(first.id, other=second.id, subject=first.title)
                return repair("combine", edit, unit=titled(first))
    return None


def _all_models(worked: RosterEntry) -> list[str]:
    return sorted(taken.pick.option for taken in worked.halves[0].taken if taken.section.affects_all)


def _cheaper(worked: RosterEntry, heroes: tuple[RosterEntry, ...], over: int) -> Fix:
    """Make a unit cheaper: by one pick, by a hero who leaves, else by taking the unit out."""
    picks = [saving for saving in savings(worked) if saving.points >= over]
    if picks:
        least = min(picks, key=lambda saving: saving.points)
        return repair("put-back", least.edit, option=least.edit.subject, unit=titled(worked), saved=least.points)
    leaving = [hero for hero in heroes if hero.cost >= over]
    if leaving:
        hero = min(leaving, key=lambda hero: hero.cost)
        return repair("part", Part(hero.id, subject=hero.title), unit=titled(hero))
    return repair("remove", Remove(worked.id, subject=worked.title), unit=priced(worked))


def _clearance(roster: Roster, over: int) -> Fix:
    """Take out the cheapest units, each with the heroes in it."""
    inside = roster.joined_ids
    groups = [(worked, *roster.joined.get(worked.id, ())) for worked in roster.entries if worked.id not in inside]
    groups.sort(key=lambda group: sum(worked.cost for worked in group))
    edits = [Remove(worked.id, subject=worked.title) for group in groups[:over] for worked in reversed(group)]
    return repair("remove-of", *edits, n=over, units=tuple(priced(group[0]) for group in groups))


@check("ORG005")
def mixed_factions(inspection: Inspection) -> Iterator[Diagnostic]:
    """An army takes its units from one faction, unless the game or the event says otherwise."""
    stance = inspection.system.mixing
    if inspection.event is not None and inspection.event.mixing is not None:
        stance = inspection.event.mixing
    if stance is Stance.ALLOW:
        return
    cost: dict[FactionId, int] = defaultdict(int)
    for worked in inspection.roster.entries:
        cost[worked.unit.faction] += worked.cost
    if len(cost) > 1:
        main = max(cost, key=lambda faction: cost[faction])
        names = tuple(inspection.roster.factions[faction].name for faction in sorted(cost))
        strangers = [worked for worked in inspection.roster.entries if worked.unit.faction != main]
        edits = [Remove(worked.id, subject=worked.title) for worked in strangers]
        yield inspection.found(
            "ORG005",
            factions=names,
            n=len(names),
            severity=Severity.ERROR if stance is Stance.FORBID else None,
            fix=repair("remove-all", *edits, units=tuple(priced(worked) for worked in strangers)),
        )


@check("ORG006")
def nothing_to_organise(inspection: Inspection) -> Iterator[Diagnostic]:
    """A game without force organisation has nothing to hold a list against."""
    army = inspection.roster.army
    if army.force_org and inspection.unorganised:
        fix = repair("force-org-off", details(subject=army.name, force_org=False))
        yield inspection.found("ORG006", system=inspection.system.title, fix=fix)
