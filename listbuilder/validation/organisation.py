"""Force organisation: heroes, copies, shares and units of a whole army."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from listbuilder.diagnostics import Diagnostic, Fix, Severity
from listbuilder.model import FactionId, Limit, Roster, RosterEntry, Stance
from listbuilder.rules.edits import Combine, Part, Remove, details
from listbuilder.rules.limits import allowed, exceeds_share, share_cap
from listbuilder.validation.inspection import Inspection, repair
from listbuilder.validation.phrases import Reckoning, priced, titled
from listbuilder.validation.registry import check
from listbuilder.validation.savings import savings


def _sum(inspection: Inspection, limit: Limit) -> dict[str, Any]:
    """Say how a limit was worked out."""
    base = inspection.base
    return {"game": base.points, "agreed": base.agreed, "how": Reckoning(limit, base)}


def _removal(worse: Sequence[RosterEntry], over: int) -> Fix:
    """Take out the cheapest of those that are too many; the sentence names all that would do."""
    order = sorted(worse, key=lambda worked: worked.cost)
    edits = [Remove(worked.id, subject=worked.title) for worked in order[:over]]
    return repair("remove-of", *edits, n=over, units=tuple(priced(worked) for worked in order))


@check("ORG001")
def too_many_heroes(inspection: Inspection) -> Iterator[Diagnostic]:
    """An army may bring one hero per so many points of the game."""
    limit = inspection.limit("heroes")
    most = allowed(limit, inspection.base.points) if limit is not None else None
    if limit is None or most is None:
        return
    heroes = [worked for worked in inspection.roster.entries if worked.hero]
    if len(heroes) > most:
        over = len(heroes) - most
        yield inspection.found(
            "ORG001",
            counted="heroes",
            n=len(heroes),
            most=most,
            over=over,
            **_sum(inspection, limit),
            fix=_removal(heroes, over),
        )


@check("ORG002")
def too_many_copies(inspection: Inspection) -> Iterator[Diagnostic]:
    """An army may bring only so many copies of one unit; a combined unit is one copy."""
    limit = inspection.limit("copies")
    most = allowed(limit, inspection.base.points) if limit is not None else None
    if limit is None or most is None:
        return
    copies: dict[str, list[RosterEntry]] = defaultdict(list)
    for worked in inspection.roster.entries:
        copies[worked.entry.unit].append(worked)
    for same in copies.values():
        if len(same) > most:
            over = len(same) - most
            yield inspection.found(
                "ORG002",
                same[-1].id,
                counted="copies",
                unit=same[0].unit.name,
                n=len(same),
                most=most,
                over=over,
                **_sum(inspection, limit),
                fix=_combined(inspection, same, over) or _removal(same, over),
            )


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


@check("ORG003")
def too_costly_units(inspection: Inspection) -> Iterator[Diagnostic]:
    """No unit, with its second half and the heroes in it, may be worth more than a share of the game."""
    limit = inspection.limit("share")
    if limit is None or limit.percent is None:
        return
    roster, points = inspection.roster, inspection.base.points
    rules = inspection.organisation
    shared = rules is None or rules.joined_shares_with_host
    inside = {hero.id for heroes in roster.joined.values() for hero in heroes} if shared else set()
    for worked in roster.entries:
        if worked.id in inside:
            continue
        heroes = roster.joined.get(worked.id, ()) if shared else ()
        cost = worked.cost + sum(hero.cost for hero in heroes)
        if exceeds_share(cost, limit.percent, points):
            cap = share_cap(limit.percent, points)
            yield inspection.found(
                "ORG003",
                worked.id,
                counted="share",
                unit=titled(worked),
                cost=cost,
                cap=cap,
                over=cost - cap,
                percent=limit.percent,
                game=points,
                agreed=inspection.base.agreed,
                fix=_cheaper(worked, heroes, cost - cap),
            )


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


@check("ORG004")
def too_many_units(inspection: Inspection) -> Iterator[Diagnostic]:
    """An army may have one unit per so many points of the game; a hero in a unit is part of it."""
    limit = inspection.limit("units")
    most = allowed(limit, inspection.base.points) if limit is not None else None
    if limit is None or most is None:
        return
    roster = inspection.roster
    rules = inspection.organisation
    apart = rules is not None and rules.joined_counts_as_unit
    units = len(roster.entries) if apart else roster.activations
    if units > most:
        over = units - most
        yield inspection.found(
            "ORG004",
            counted="units",
            n=units,
            most=most,
            over=over,
            **_sum(inspection, limit),
            fix=_removal(roster.entries, over) if apart else _clearance(roster, over),
        )


def _clearance(roster: Roster, over: int) -> Fix:
    """Take out the cheapest units, each with the heroes in it."""
    inside = {hero.id for heroes in roster.joined.values() for hero in heroes}
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
