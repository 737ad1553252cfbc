"""Two lists compared: what changed from one to the other, unit by unit, in facts that any face can put into words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from listbuilder.model import ArmyList, EntryId, Roster
from listbuilder.rules.change import Became, Change
from listbuilder.rules.labels import option_label
from listbuilder.rules.list_matching import ListSide, longest_run, match_entries, sides

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
