"""Fixes for limits of a system or an event: fewer heroes, copies, units, upgrades or points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from listbuilder.diagnostics import Fix
from listbuilder.model import Limit, Measure, Roster, RosterEntry
from listbuilder.rules.edits import set_details
from listbuilder.rules.limits import Tally, count_limit, matches_upgrade, max_bound
from listbuilder.validation.fixes.combined import (
    attach_fixes,
    combine_fixes,
    combine_pairs_fixes,
    detach_fix,
    unattached_heroes,
)
from listbuilder.validation.fixes.fix_registry import FixRequest, fixes_for, make_fix
from listbuilder.validation.fixes.points_reduction import (
    reduce_points_fixes,
    removal_order,
    remove_entries_fix,
    remove_half_fixes,
    remove_one_upgrade_fixes,
    split_fixes,
    usual_size_fixes,
)
from listbuilder.validation.fixes.upgrades import remove_upgrades_fixes, single_upgrades

_MAX_SETS = 40
_MAX_REMOVALS = 200
"""How many groups all proposed sets remove together: every removal takes time to try."""
_EXTRA_CANDIDATES = 3
"""How many groups beyond the cheapest ones are considered; others would only cost more."""
_MAX_REMOVED_TOGETHER = 3


def remove_groups_fixes(roster: Roster, groups: Sequence[tuple[RosterEntry, ...]], over: int) -> Iterator[Fix]:
    """Propose to remove `over` groups of entries, the least missed first."""
    order = removal_order(roster, groups)
    candidates = order[: over + _EXTRA_CANDIDATES] if over > 1 else order
    for chosen in islice(combinations(candidates, over), min(_MAX_SETS, max(1, _MAX_REMOVALS // over))):
        yield remove_entries_fix(tuple(entry for group in chosen for entry in reversed(group)))


def larger_game_fixes(request: FixRequest) -> list[Fix]:
    """Propose the usual points limits for a list that has none, since limits would be computed from them."""
    return usual_size_fixes(request) if request.roster.points_limit is None else []


@fixes_for("ORG001")
def reduce_heroes(request: FixRequest) -> Iterator[Fix]:
    """Remove heroes, or the upgrades that made units heroes."""
    heroes = [entry for entry in request.roster.entries if entry.is_hero]
    role = request.context.system.roles.hero
    yield from larger_game_fixes(request)
    for entry in heroes:
        if role not in entry.unit.rule_ids:
            yield from remove_one_upgrade_fixes(entry)
    yield from remove_groups_fixes(request.roster, [(entry,) for entry in heroes], request.int_param("over"))


@fixes_for("ORG002")
def reduce_copies(request: FixRequest) -> Iterator[Fix]:
    """Combine copies, or remove some."""
    copies = request.copies()
    yield from larger_game_fixes(request)
    yield from combine_pairs_fixes(request.context, copies, request.int_param("over"))
    yield from combine_fixes(request.context, copies)
    yield from remove_groups_fixes(request.roster, [(other,) for other in copies], request.int_param("over"))


@fixes_for("ORG003")
def reduce_unit_cost(request: FixRequest) -> Iterator[Fix]:
    """Split a unit, detach its heroes or attach them elsewhere, or remove what makes it too expensive."""
    entry = request.entry
    heroes = request.roster.attached_heroes.get(entry.id, ())
    yield from larger_game_fixes(request)
    yield from split_fixes(entry)
    yield from (detach_fix(hero) for hero in heroes)
    yield from attach_fixes(request.context, heroes)
    need = request.int_param("over")
    if request.roster.points_limit is None:  # the share is computed from the points spent, so it shrinks with them
        need = -(-need * 100 // (100 - request.int_param("percent")))
    yield from reduce_points_fixes(request.roster, (entry, *heroes), need)


@fixes_for("ORG004")
def reduce_units(request: FixRequest) -> Iterator[Fix]:
    """Attach heroes, combine copies, or remove units together with their heroes."""
    roster = request.roster
    yield from larger_game_fixes(request)
    yield from attach_fixes(request.context, unattached_heroes(request.context))
    yield from combine_fixes(request.context, roster.entries)
    rules = request.context.force_organisation
    together = rules is None or not rules.joined_counts_as_unit
    heroes, attached = (roster.attached_heroes, roster.attached_ids) if together else ({}, frozenset())
    groups = [(entry, *heroes.get(entry.id, ())) for entry in roster.entries if entry.id not in attached]
    yield from remove_groups_fixes(roster, groups, request.int_param("over"))


@fixes_for("ORG005")
def keep_one_faction(request: FixRequest) -> Iterator[Fix]:
    """Remove all units except those of one faction."""
    entries = request.roster.entries
    for faction_id in sorted({entry.unit.faction for entry in entries}):
        yield remove_entries_fix(tuple(entry for entry in entries if entry.unit.faction != faction_id))


@fixes_for("ORG006")
def turn_off_force_organisation(request: FixRequest) -> Iterator[Fix]:
    """Turn force organisation off."""
    yield make_fix("force-org-off", set_details(subject=request.army.name, force_org=False))


@fixes_for("ORG007")
def reduce_counted(request: FixRequest) -> Iterator[Fix]:
    """Remove as many of the counted upgrades, halves or units as there are too many."""
    for limit, tally in _broken_limits(request):
        if limit.measure in (Measure.POINTS, Measure.SHARE):
            yield from reduce_points_fixes(request.roster, tally.entries, request.int_param("over"))
        elif limit.measure is Measure.UPGRADES:
            for entry in tally.entries:
                singles = [
                    single
                    for single in single_upgrades(entry)
                    if limit.applies_to is None or matches_upgrade(single.upgrade, limit.applies_to)
                ]
                yield from remove_upgrades_fixes(entry, singles, min(len(singles), request.int_param("over")))
        else:
            yield from combine_fixes(request.context, tally.entries)
            for entry in tally.entries:
                yield from remove_half_fixes(entry)
                yield from remove_one_upgrade_fixes(entry)
        for number in range(1, _MAX_REMOVED_TOGETHER + 1):
            yield from map(remove_entries_fix, combinations(tally.entries, number))


def _broken_limits(request: FixRequest) -> Iterator[tuple[Limit, Tally]]:
    """Yield the limits that a finding may be about, counted again."""
    context = request.context
    for limit in context.limits.values():
        maximum = max_bound(limit, context.limit_base.points)
        for tally in count_limit(limit, context.roster, context.counting_rules):
            on = tally.about.id if tally.about is not None else None
            over = tally.number - maximum.number if maximum is not None else None
            if over == request.int_param("over") and on == request.finding.on:
                yield limit, tally
