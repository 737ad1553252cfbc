"""Two lists compared: what changed from one to the other, unit by unit, in facts that any face can put into words.

Entries of two lists matched: first those that are the same, then by id, by name, by what they have in common.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass

from listbuilder.diff.books import Became, Change
from listbuilder.model import ArmyList, Entry, EntryId, Pick, Roster, RosterEntry
from listbuilder.rules.labels import option_label


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


_FIELDS = ("name", "player", "system", "points", "force_org", "event", "notes")
_SILENT = frozenset({"moved", "order"})
"""Changes that leave the list what it was: they are told, but two lists do not differ by them."""


@dataclass(frozen=True, slots=True)
class OptionCount:
    """So many of an option, in words of any language; an option that no data has by the name in the list."""

    side: ListSide
    option: str
    count: int

    def to(self, language: str) -> str:
        """Give the words."""
        found = self.side.worked.unit.find(self.option) if self.side.worked is not None else ()
        label = option_label(found[0][1], language) if len(found) == 1 else self.option
        return label if self.count == 1 else f"{self.count}x {label}"


class EntryDiff(Became[ListSide]):
    """What became of one entry."""

    __slots__ = ()

    @property
    def differs(self) -> bool:
        """Whether it is more than a matter of order."""
        return self.status != "changed" or any(change.kind not in _SILENT for change in self.changes)


@dataclass(frozen=True, slots=True)
class FieldDiff:
    """A field of the list itself that changed."""

    field: str
    old: object
    new: object


@dataclass(frozen=True, slots=True)
class ListDiff:
    """Everything that changed between two lists."""

    old: Roster
    new: Roster
    fields: tuple[FieldDiff, ...]
    entries: tuple[EntryDiff, ...]

    @property
    def differs(self) -> bool:
        """Whether the lists are not the same; the order of entries alone is no difference."""
        return bool(self.fields) or any(entry.differs for entry in self.entries)


def compare_lists(old: Roster, new: Roster) -> ListDiff:
    """Compare two lists; entries are matched although they moved, were renamed or have other ids."""
    before, after = sides(old), sides(new)
    pairs = match_entries(before, after)
    hosts = {first.entry.id: second.entry.id for first, second in pairs}
    moved = _moved(pairs)
    entries = [EntryDiff(first, second, tuple(_changes(first, second, hosts, moved))) for first, second in pairs]
    kept = {id(side) for pair in pairs for side in pair}
    entries = [entry for entry in entries if entry.changes]
    entries += [EntryDiff(side, None) for side in before if id(side) not in kept]
    entries += [EntryDiff(None, side) for side in after if id(side) not in kept]
    entries.sort(key=lambda entry: entry.latest.place)
    return ListDiff(old, new, tuple(list_fields(old.army, new.army)), tuple(entries))


def list_fields(old: ArmyList, new: ArmyList) -> Iterator[FieldDiff]:
    """Give the fields of the lists themselves that differ."""
    for name in _FIELDS:
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            yield FieldDiff(name, before, after)
    versions = [{book: pin.version for book, pin in army.books.items()} for army in (old, new)]
    both = versions[0].keys() & versions[1].keys()
    if any(versions[0][book] != versions[1][book] for book in both):
        written = [tuple(f"{book} {pins[book]}" for book in sorted(both)) for pins in versions]
        yield FieldDiff("books", *written)


def _moved(pairs: list[tuple[ListSide, ListSide]]) -> frozenset[int]:
    """Give the new places of entries that stand elsewhere, as few as explain the new order."""
    places = [second.place for _, second in pairs]
    staying = longest_run(places)
    return frozenset(place for place in places if place not in staying)


def _changes(old: ListSide, new: ListSide, hosts: Mapping[EntryId, EntryId], moved: frozenset[int]) -> Iterator[Change]:
    yield from _names(old, new)
    if (old.entry.combined is None) != (new.entry.combined is None):
        yield Change("split" if new.entry.combined is None else "combined")
    picks = [*_picks(old, new)]
    yield from picks
    yield from _joins(old, new, hosts)
    if old.entry.xp != new.entry.xp:
        yield Change("xp", {"old": old.entry.xp, "new": new.entry.xp})
    if old.entry.traits != new.entry.traits:
        yield Change("traits", {"old": old.entry.traits, "new": new.entry.traits})
    if old.entry.notes != new.entry.notes:
        yield Change("notes")
    same = not picks and (old.entry.combined is None) == (new.entry.combined is None) and old.entry.xp == new.entry.xp
    if same and old.cost != new.cost:
        yield Change("price", {"old": old.cost, "new": new.cost})
    if new.place in moved:
        yield Change("moved", {"old": old.place + 1, "new": new.place + 1})


def _names(old: ListSide, new: ListSide) -> Iterator[Change]:
    before, after = old.entry.name, new.entry.name
    if before != after:
        kind = "named" if not before else "renamed" if after else "unnamed"
        yield Change(kind, {"old": before, "new": after})


def _picks(old: ListSide, new: ListSide) -> Iterator[Change]:
    for half, suffix in ((0, ""), (1, ".half")):
        before, after = old.picks(half), new.picks(half)
        if before == after:
            continue
        counts = Counter(before), Counter(after)
        for option, count in (counts[0] - counts[1]).items():
            yield Change(f"dropped{suffix}", {"option": OptionCount(old, option, count)})
        for option, count in (counts[1] - counts[0]).items():
            yield Change(f"took{suffix}", {"option": OptionCount(new, option, count)})
        if counts[0] == counts[1]:
            yield Change("order")


def _joins(old: ListSide, new: ListSide, hosts: Mapping[EntryId, EntryId]) -> Iterator[Change]:
    before, after = old.entry.joins, new.entry.joins
    if before is not None and before in hosts:
        stays = hosts[before] == after
    else:
        stays = (before, old.host) == (after, new.host)
    if stays:
        return
    if before is not None:
        yield Change("left", {"host": old.host})
    if after is not None:
        yield Change("joined", {"host": new.host})
