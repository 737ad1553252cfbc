"""Measure what a fix changes, and order fixes from the smallest to the largest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from listbuilder.diagnostics import FixOutcome
from listbuilder.model import Entry, Roster, RosterEntry, UnitRef

FixRank: TypeAlias = tuple[int, ...]


def fix_outcome(before: Roster, after: Roster) -> FixOutcome:
    """Return what changed between two states of a list; its errors are counted when the fix is tried."""
    unchanged = {id(entry) for entry in before.army.entries} & {id(entry) for entry in after.army.entries}
    old = [entry for entry in before.army.entries if id(entry) not in unchanged]
    new = [entry for entry in after.army.entries if id(entry) not in unchanged]
    return FixOutcome(
        points_before=before.cost,
        points_after=after.cost,
        changed=tuple(dict.fromkeys(entry.id for entry in (*old, *new))),
        removed=tuple(_removed_ids(old, new)),
        halved=tuple(_halved_ids(old, new)),
        upgrades_removed=max(0, _count_upgrades(old) - _count_upgrades(new)),
    )


def _removed_ids(old: list[Entry], new: list[Entry]) -> Iterator[str]:
    """Yield the ids of removed entries; an entry that became half of a combined unit is not removed."""
    lost = _count_copies(old) - _count_copies(new)
    remaining = {entry.id for entry in new}
    for entry in old:
        if entry.id not in remaining and lost[entry.unit] > 0:
            lost[entry.unit] -= _count_halves(entry)
            yield entry.id


def _halved_ids(old: list[Entry], new: list[Entry]) -> Iterator[str]:
    """Yield the ids of entries that lost a half; a half that became its own entry is not lost."""
    lost = _count_copies(old) - _count_copies(new)
    single = {entry.id for entry in new if entry.combined is None}
    yield from (entry.id for entry in old if entry.combined is not None and entry.id in single and lost[entry.unit] > 0)


def _count_copies(entries: list[Entry]) -> Counter[UnitRef]:
    copies: Counter[UnitRef] = Counter()
    for entry in entries:
        copies[entry.unit] += _count_halves(entry)
    return copies


def _count_upgrades(entries: list[Entry]) -> int:
    halves = (half for entry in entries for half in (entry, entry.combined) if half is not None)
    return sum(max(1, upgrade.count) for half in halves for upgrade in half.upgrades)


def _count_halves(entry: Entry) -> int:
    return 1 if entry.combined is None else 2


def rank_fix(before: Roster, outcome: FixOutcome) -> FixRank:
    """Return the sort key of a fix: nothing lost first, then fewest points, entries and choices, latest entry first.

    A unit counts as one choice and so does each upgrade. A unit goes before several upgrades of a different unit, and
    a single upgrade before a unit. Among units, those without a name, upgrades or attached heroes go first.
    """
    positions: dict[str, int] = {entry.id: index for index, entry in enumerate(before.army.entries)}
    lost = {*outcome.removed, *outcome.halved}
    return (
        outcome.is_destructive,
        outcome.points_lost,
        len(outcome.changed),
        len(lost) + outcome.upgrades_removed,
        len(lost),
        sum(customisation_score(before, entry) for entry in before.entries if entry.id in lost),
        -min((positions[id_] for id_ in outcome.changed if id_ in positions), default=0),
    )


def customisation_score(roster: Roster, entry: RosterEntry) -> int:
    """Return how much a player has customised an entry: named it, attached heroes, taken upgrades."""
    named = bool(entry.entry.name) or entry.unit.unique
    attached = entry.entry.joins is not None or entry.id in roster.attached_heroes
    return named + attached + any(half.upgrades for half in entry.halves)


def removal_order(roster: Roster, groups: Iterable[tuple[RosterEntry, ...]]) -> list[tuple[RosterEntry, ...]]:
    """Return groups of entries in the order to remove them: cheapest, then least customised, then added last."""
    positions = {entry.id: index for index, entry in enumerate(roster.entries)}

    def removal_rank(group: tuple[RosterEntry, ...]) -> FixRank:
        cost, score = sum(entry.cost for entry in group), sum(customisation_score(roster, entry) for entry in group)
        return cost, score, -positions[group[0].id]

    return sorted(groups, key=removal_rank)
