"""Fixes for limits of a system or an event: fewer heroes, copies, units, upgrades or points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from listbuilder.diagnostics import Fix
from listbuilder.model import Limit, Measure, Roster, RosterEntry
from listbuilder.rules.edits import details
from listbuilder.rules.limits import Tally, ceiling, is_chosen, tallies
from listbuilder.validation.fixes.combined import combine, join, lone_heroes, pair_up, stand_alone
from listbuilder.validation.fixes.points_reduction import apart, halved, lighter, shed, usual_games, without_all
from listbuilder.validation.fixes.ranking import least_missed
from listbuilder.validation.fixes.registry import Case, remedy, repair
from listbuilder.validation.fixes.upgrades import fewer_picks, single_picks

_MAX_SETS = 40
_MAX_REMOVALS = 200
"""How many groups all proposed sets remove together: every removal takes time to try."""
_EXTRA_CANDIDATES = 3
"""How many groups beyond the cheapest ones are considered; others would only cost more."""
_MAX_REMOVED_TOGETHER = 3


def remove_groups_fixes(roster: Roster, groups: Sequence[tuple[RosterEntry, ...]], over: int) -> Iterator[Fix]:
    """Propose to remove `over` groups of entries, the least missed first."""
    order = least_missed(roster, groups)
    candidates = order[: over + _EXTRA_CANDIDATES] if over > 1 else order
    for chosen in islice(combinations(candidates, over), min(_MAX_SETS, max(1, _MAX_REMOVALS // over))):
        yield without_all(tuple(entry for group in chosen for entry in reversed(group)))


def larger_game_fixes(request: Case) -> list[Fix]:
    """Propose the usual points limits for a list that has none, since limits would be computed from them."""
    return usual_games(request) if request.roster.size is None else []


@remedy("ORG001")
def reduce_heroes(request: Case) -> Iterator[Fix]:
    """Remove heroes, or the upgrades that made units heroes."""
    heroes = [entry for entry in request.roster.entries if entry.hero]
    role = request.inspection.system.roles.hero
    yield from larger_game_fixes(request)
    for entry in heroes:
        if role not in entry.unit.rule_ids:
            yield from lighter(entry)
    yield from remove_groups_fixes(request.roster, [(entry,) for entry in heroes], request.number("over"))


@remedy("ORG002")
def reduce_copies(request: Case) -> Iterator[Fix]:
    """Combine copies, or remove some."""
    entry = request.worked
    if entry is None:
        return
    copies = [other for other in request.roster.entries if other.entry.unit == entry.entry.unit]
    yield from larger_game_fixes(request)
    yield from pair_up(request.inspection, copies, request.number("over"))
    yield from combine(request.inspection, copies)
    yield from remove_groups_fixes(request.roster, [(other,) for other in copies], request.number("over"))


@remedy("ORG003")
def reduce_unit_cost(request: Case) -> Iterator[Fix]:
    """Split a unit, detach its heroes or attach them elsewhere, or remove what makes it too expensive."""
    entry = request.worked
    if entry is None:
        return
    heroes = request.roster.joined.get(entry.id, ())
    yield from larger_game_fixes(request)
    yield from apart(entry)
    yield from (stand_alone(hero) for hero in heroes)
    yield from join(request.inspection, heroes)
    need = request.number("over")
    if request.roster.size is None:  # the share is computed from the points spent, so it shrinks with them
        need = -(-need * 100 // (100 - request.number("percent")))
    yield from shed(request.roster, (entry, *heroes), need)


@remedy("ORG004")
def reduce_units(request: Case) -> Iterator[Fix]:
    """Attach heroes, combine copies, or remove units together with their heroes."""
    roster = request.roster
    yield from larger_game_fixes(request)
    yield from join(request.inspection, lone_heroes(request.inspection))
    yield from combine(request.inspection, roster.entries)
    over = request.number("over")
    rules = request.inspection.organisation
    if rules is not None and rules.joined_counts_as_unit:
        yield from remove_groups_fixes(roster, [(entry,) for entry in roster.entries], over)
        return
    attached = roster.joined_ids
    hosts = [entry for entry in roster.entries if entry.id not in attached]
    yield from remove_groups_fixes(roster, [(host, *roster.joined.get(host.id, ())) for host in hosts], over)


@remedy("ORG005")
def keep_one_faction(request: Case) -> Iterator[Fix]:
    """Remove all units except those of one faction."""
    entries = request.roster.entries
    for kept in sorted({entry.unit.faction for entry in entries}):
        yield without_all(tuple(entry for entry in entries if entry.unit.faction != kept))


@remedy("ORG006")
def turn_off_force_organisation(request: Case) -> Iterator[Fix]:
    """Turn force organisation off."""
    yield repair("force-org-off", details(subject=request.army.name, force_org=False))


@remedy("ORG007")
def reduce_counted(request: Case) -> Iterator[Fix]:
    """Remove as many of the counted upgrades, halves or units as there are too many."""
    for limit, tally in _broken_limits(request):
        if limit.counts in (Measure.POINTS, Measure.SHARE):
            yield from shed(request.roster, tally.entries, request.number("over"))
        elif limit.counts is Measure.PICKS:
            yield from _reduce_upgrades(request, limit, tally)
        else:
            yield from combine(request.inspection, tally.entries)
            for entry in tally.entries:
                yield from halved(entry)
                yield from lighter(entry)
        for number in range(1, _MAX_REMOVED_TOGETHER + 1):
            yield from map(without_all, combinations(tally.entries, number))


def _broken_limits(request: Case) -> Iterator[tuple[Limit, Tally]]:
    """Yield the limits that a finding may be about, counted again."""
    context = request.inspection
    for limit in context.limits.values():
        maximum = ceiling(limit, context.base.points)
        for tally in tallies(limit, context.roster, context.counting):
            on = tally.about.id if tally.about is not None else None
            over = tally.number - maximum.number if maximum is not None else None
            if over == request.number("over") and on == request.finding.on:
                yield limit, tally


def _reduce_upgrades(request: Case, limit: Limit, tally: Tally) -> Iterator[Fix]:
    wanted = limit.of
    for entry in tally.entries:
        singles = [
            single
            for half in range(len(entry.halves))
            for single in single_picks(entry, half)
            if wanted is None or is_chosen(single.taken, wanted)
        ]
        yield from fewer_picks(entry, singles, min(len(singles), request.number("over")))
