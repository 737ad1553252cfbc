"""What a fix comes to, and which of two is smaller."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from listbuilder.diagnostics import Outcome
from listbuilder.model import Entry, Roster, RosterEntry, UnitRef

Rank: TypeAlias = tuple[int, ...]


def weigh_up(before: Roster, after: Roster) -> Outcome:
    """Tell what lies between two states of a list; errors are counted when it is tried."""
    kept = {id(entry) for entry in before.army.entries} & {id(entry) for entry in after.army.entries}
    old = [entry for entry in before.army.entries if id(entry) not in kept]
    new = [entry for entry in after.army.entries if id(entry) not in kept]
    return Outcome(
        before=before.cost,
        after=after.cost,
        touched=tuple(dict.fromkeys(entry.id for entry in (*old, *new))),
        removed=tuple(_removed(old, new)),
        halved=tuple(_halved(old, new)),
        picks=max(0, _picks(old) - _picks(new)),
    )


def _removed(old: list[Entry], new: list[Entry]) -> Iterator[str]:
    """Give the ids of the entries that are gone; what became half of another is still there."""
    lost = _copies(old) - _copies(new)
    there = {entry.id for entry in new}
    for entry in old:
        if entry.id not in there and lost[entry.unit] > 0:
            lost[entry.unit] -= _halves(entry)
            yield entry.id


def _halved(old: list[Entry], new: list[Entry]) -> Iterator[str]:
    """Give the ids of the entries that lost a half; one that stands alone now is still there."""
    lost = _copies(old) - _copies(new)
    alone = {entry.id for entry in new if entry.combined is None}
    yield from (entry.id for entry in old if entry.combined is not None and entry.id in alone and lost[entry.unit] > 0)


def _copies(entries: list[Entry]) -> Counter[UnitRef]:
    copies: Counter[UnitRef] = Counter()
    for entry in entries:
        copies[entry.unit] += _halves(entry)
    return copies


def _picks(entries: list[Entry]) -> int:
    halves = (half for entry in entries for half in (entry, entry.combined) if half is not None)
    return sum(max(1, pick.count) for half in halves for pick in half.upgrades)


def _halves(entry: Entry) -> int:
    return 1 if entry.combined is None else 2


def rank(before: Roster, outcome: Outcome) -> Rank:
    """Order fixes: nothing lost before something, fewest points, fewest entries, fewest choices, the last first.

    A unit is a choice, and so is each of its picks: a plain one goes before several picks of another, a single pick
    before a unit. Among units, whole or half, it is rather one that nobody has named, upgraded or joined.
    """
    places: dict[str, int] = {entry.id: place for place, entry in enumerate(before.army.entries)}
    lost = {*outcome.removed, *outcome.halved}
    gone = [worked for worked in before.entries if worked.id in lost]
    return (
        outcome.destructive,
        outcome.lost,
        len(outcome.touched),
        len(lost) + outcome.picks,
        len(lost),
        sum(care(before, worked) for worked in gone),
        -min((places[name] for name in outcome.touched if name in places), default=0),
    )


def care(roster: Roster, worked: RosterEntry) -> int:
    """Tell how much a player has done for an entry: named it, joined it, upgraded it."""
    entry = worked.entry
    named = bool(entry.name) or worked.unit.unique
    joined = entry.joins is not None or worked.id in roster.joined
    return named + joined + any(half.taken for half in worked.halves)


def least_missed(roster: Roster, groups: Iterable[tuple[RosterEntry, ...]]) -> list[tuple[RosterEntry, ...]]:
    """Order what could go: the cheapest first, of those what nobody has cared for, and of those what was added last."""
    places = {worked.id: place for place, worked in enumerate(roster.entries)}

    def missed(group: tuple[RosterEntry, ...]) -> Rank:
        cost, cared = sum(worked.cost for worked in group), sum(care(roster, worked) for worked in group)
        return cost, cared, -places[group[0].id]

    return sorted(groups, key=missed)
