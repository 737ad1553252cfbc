"""What a fix comes to, and which of two is smaller."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from listbuilder.diagnostics import Outcome
from listbuilder.model import ArmyList, Entry, Roster, RosterEntry, UnitRef

Rank: TypeAlias = tuple[int, ...]


def changed_ids(before: ArmyList, after: ArmyList) -> tuple[str, ...]:
    """Give the ids of the entries that differ between two states of a list, gone and new ones too."""
    kept = {id(entry) for entry in before.entries} & {id(entry) for entry in after.entries}
    changed = (entry.id for entry in (*before.entries, *after.entries) if id(entry) not in kept)
    return tuple(dict.fromkeys(changed))


def removed_ids(before: ArmyList, after: ArmyList) -> tuple[str, ...]:
    """Give the ids of the entries that are gone; what became half of another is still there."""
    lost = _copies(before) - _copies(after)
    there = {entry.id for entry in after.entries}
    removed = []
    for entry in before.entries:
        if entry.id not in there and lost[entry.unit] > 0:
            lost[entry.unit] -= _halves(entry)
            removed.append(entry.id)
    return tuple(removed)


def _copies(army: ArmyList) -> Counter[UnitRef]:
    copies: Counter[UnitRef] = Counter()
    for entry in army.entries:
        copies[entry.unit] += _halves(entry)
    return copies


def _picks(army: ArmyList) -> int:
    halves = (half for entry in army.entries for half in (entry, entry.combined) if half is not None)
    return sum(max(1, pick.count) for half in halves for pick in half.upgrades)


def _halves(entry: Entry) -> int:
    return 1 if entry.combined is None else 2


def weigh_up(before: Roster, after: Roster) -> Outcome:
    """Tell what lies between two states of a list; errors are counted when it is tried."""
    return Outcome(
        before=before.cost,
        after=after.cost,
        touched=changed_ids(before.army, after.army),
        removed=removed_ids(before.army, after.army),
        picks=max(0, _picks(before.army) - _picks(after.army)),
    )


def rank(before: Roster, outcome: Outcome) -> Rank:
    """Order fixes: nothing lost before something, fewest points, fewest entries, a pick before a unit, the last first.

    Among units it is rather one that nobody has named, upgraded or joined.
    """
    places: dict[str, int] = {entry.id: place for place, entry in enumerate(before.army.entries)}
    gone = [worked for worked in before.entries if worked.id in outcome.removed]
    return (
        outcome.destructive,
        outcome.lost,
        len(outcome.touched),
        len(outcome.removed),
        sum(care(before, worked) for worked in gone),
        -min((places[name] for name in outcome.touched if name in places), default=0),
    )


def care(roster: Roster, worked: RosterEntry) -> int:
    """Tell how much a player has done for an entry: named it, joined it, upgraded it."""
    entry = worked.entry
    named = bool(entry.name) or worked.unit.unique
    joined = entry.joins is not None or worked.id in roster.joined
    return named + joined + any(half.taken for half in worked.halves)
