"""Entries of two lists matched: first those that are the same, then by id, by name, by what they have in common."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from listbuilder.model import Entry, Pick, Roster, RosterEntry


@dataclass(frozen=True, slots=True, eq=False)
class ListSide:
    """An entry of one of two lists: its place, what it amounts to (where the data know its unit), its host's name."""

    entry: Entry
    place: int
    worked: RosterEntry | None
    host: str

    @property
    def title(self) -> object:
        """The player's name for it with the unit's behind, or the unit's."""
        unit: object = self.worked.unit.name if self.worked is not None else self.entry.unit
        return (self.entry.name, unit) if self.entry.name else unit

    @property
    def cost(self) -> int:
        """What it costs; nothing where the data do not know it."""
        return self.worked.cost if self.worked is not None else 0

    def picks(self, half: int) -> tuple[str, ...]:
        """Give the picks of a half one by one, each by the shortest name the unit has for it."""
        upgrades = self.entry.upgrades if half == 0 else ()
        if half and self.entry.combined is not None:
            upgrades = self.entry.combined.upgrades
        return tuple(name for pick in upgrades for name in [self._name(pick)] * max(1, min(pick.count, 999)))

    def _name(self, pick: Pick) -> str:
        found = self.worked.unit.find(pick.option) if self.worked is not None else ()
        if self.worked is None or len(found) != 1:
            return pick.option
        section, option = found[0]
        return self.worked.unit.reference(section.id, option.id)


def sides(roster: Roster) -> list[ListSide]:
    """Give the entries of a list, worked out where that is possible."""
    names = {entry.id: entry.name or entry.unit for entry in roster.army.entries}
    worked = {id(found.entry): found for found in roster.entries}
    names |= {found.id: found.title for found in roster.entries}
    return [
        ListSide(entry, place, worked.get(id(entry)), names.get(entry.joins, "") if entry.joins else "")
        for place, entry in enumerate(roster.army.entries)
    ]


def match_entries(old: list[ListSide], new: list[ListSide]) -> list[tuple[ListSide, ListSide]]:
    """Pair entries up, in the order of the old list; an entry without a partner is in no pair."""
    pairs: list[tuple[ListSide, ListSide]] = []
    keys: tuple[Callable[[ListSide], Hashable], ...] = (
        lambda side: (side.entry.id, _content(side)),
        _content,
        lambda side: (side.entry.id, side.entry.unit),
        lambda side: (side.entry.unit, side.entry.name) if side.entry.name else side,
    )
    for key in keys:
        old, new = _pair_by(key, old, new, pairs)
    _pair_similar(old, new, pairs)
    return sorted(pairs, key=lambda pair: pair[0].place)


def _content(side: ListSide) -> Hashable:
    entry = side.entry
    return entry.unit, entry.name, side.picks(0), side.picks(1), entry.combined is None, entry.xp, side.host


def _pair_by(
    key: Callable[[ListSide], Hashable],
    old: list[ListSide],
    new: list[ListSide],
    pairs: list[tuple[ListSide, ListSide]],
) -> tuple[list[ListSide], list[ListSide]]:
    """Pair entries with the same key, in order; give what is left of both lists."""
    waiting: dict[Hashable, list[ListSide]] = {}
    for side in new:
        waiting.setdefault(key(side), []).append(side)
    left: list[ListSide] = []
    for side in old:
        found = waiting.get(key(side))
        if found:
            pairs.append((side, found.pop(0)))
        else:
            left.append(side)
    rest = {id(side) for found in waiting.values() for side in found}
    return left, [side for side in new if id(side) in rest]


def _pair_similar(old: list[ListSide], new: list[ListSide], pairs: list[tuple[ListSide, ListSide]]) -> None:
    """Pair copies of one unit, those with the most picks in common first."""
    rows = [(_likeness(first, second), first, second) for first in old for second in new if _same_unit(first, second)]
    rows.sort(key=lambda row: (-row[0], row[1].place, row[2].place))
    used: set[int] = set()
    for _, first, second in rows:
        if id(first) not in used and id(second) not in used:
            used |= {id(first), id(second)}
            pairs.append((first, second))


def _same_unit(first: ListSide, second: ListSide) -> bool:
    return first.entry.unit == second.entry.unit


def _likeness(first: ListSide, second: ListSide) -> int:
    """Count what two entries have in common, less what they have not."""
    before, after = Counter(first.picks(0) + first.picks(1)), Counter(second.picks(0) + second.picks(1))
    common = sum((before & after).values())
    return 2 * common - sum(before.values()) - sum(after.values())


def longest_run(places: list[int]) -> frozenset[int]:
    """Give the longest rising run in a row of different numbers: those that did not move."""
    tails: list[int] = []
    rows: list[int] = []
    for place in places:
        at = bisect_left(tails, place)
        tails[at : at + 1] = [place]
        rows.append(at)
    kept: list[int] = []
    wanted = len(tails) - 1
    for place, row in zip(reversed(places), reversed(rows), strict=True):
        if row == wanted:  # the last that was put there before: the next of the run was put on top of it
            kept.append(place)
            wanted -= 1
    return frozenset(kept)
