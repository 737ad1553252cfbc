"""Differences between two army lists, entry by entry or side by side in two columns.

Entries are paired if they are equal, then by id, by name, and by the upgrades they share.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass

from listbuilder.diff.books import Change, Difference
from listbuilder.diff.loadouts import DiffStatus, pair_by_keys
from listbuilder.i18n import format_value, translate
from listbuilder.model import ArmyList, Entry, EntryId, Roster, RosterEntry
from listbuilder.model.army_list import MAX_UPGRADE_COUNT
from listbuilder.rules.unit_labels import option_label


@dataclass(frozen=True, slots=True, eq=False)
class EntrySide:
    """An entry of one of two lists: its index, roster entry (None if its unit is unknown) and host name."""

    entry: Entry
    index: int
    roster_entry: RosterEntry | None
    host: str

    @property
    def title(self) -> object:
        """The player's name with the unit name, or the unit name."""
        unit: object = self.roster_entry.unit.name if self.roster_entry is not None else self.entry.unit
        return (self.entry.name, unit) if self.entry.name else unit

    @property
    def cost(self) -> int:
        """The cost, or 0 if the unit is unknown."""
        return self.roster_entry.cost if self.roster_entry is not None else 0

    def upgrades(self, half: int) -> tuple[str, ...]:
        """Return the upgrades of a half one by one, each by the shortest reference."""
        combined = self.entry.combined
        upgrades = self.entry.upgrades if half == 0 else combined.upgrades if combined is not None else ()
        references: list[str] = []
        for upgrade in upgrades:
            reference = upgrade.option
            if self.roster_entry is not None and len(options := self.roster_entry.unit.find_options(reference)) == 1:
                section, option = options[0]
                reference = self.roster_entry.unit.option_reference(section.id, option.id)
            references += [reference] * max(1, min(upgrade.count, MAX_UPGRADE_COUNT))
        return tuple(references)


def build_entry_sides(roster: Roster) -> list[EntrySide]:
    """Return the entries of a list for comparison."""
    names = {entry.id: entry.name or entry.unit for entry in roster.army.entries}
    names |= {entry.id: entry.title for entry in roster.entries}
    known = {id(entry.entry): entry for entry in roster.entries}
    return [
        EntrySide(entry, index, known.get(id(entry)), names.get(entry.joins, "") if entry.joins else "")
        for index, entry in enumerate(roster.army.entries)
    ]


def pair_entries(old: list[EntrySide], new: list[EntrySide]) -> list[tuple[EntrySide, EntrySide]]:
    """Return pairs of entries in the order of the old list, without those that have no partner."""
    keys: tuple[Callable[[EntrySide], Hashable], ...] = (
        lambda side: (side.entry.id, _content(side)),
        _content,
        lambda side: (side.entry.id, side.entry.unit),
        lambda side: (side.entry.unit, side.entry.name) if side.entry.name else None,
    )
    matches: list[tuple[EntrySide | None, EntrySide | None]] = [*pair_by_keys(old, new, keys)]
    pairs = [(left, right) for left, right in matches if left is not None and right is not None]
    # Pair what is left by unit, those that share the most upgrades first.
    candidates = [
        (left, right)
        for left in [left for left, right in matches if left is not None and right is None]
        for right in [right for left, right in matches if left is None and right is not None]
        if left.entry.unit == right.entry.unit
    ]
    candidates.sort(key=lambda pair: (-_similarity(*pair), pair[0].index, pair[1].index))
    used: set[int] = set()
    for left, right in candidates:
        if id(left) not in used and id(right) not in used:
            used |= {id(left), id(right)}
            pairs.append((left, right))
    return sorted(pairs, key=lambda pair: pair[0].index)


def _content(side: EntrySide) -> Hashable:
    entry = side.entry
    return entry.unit, entry.name, side.upgrades(0), side.upgrades(1), entry.combined is None, entry.xp, side.host


def _similarity(first: EntrySide, second: EntrySide) -> int:
    """Return the number of shared upgrades less the number of others."""
    before, after = Counter(first.upgrades(0) + first.upgrades(1)), Counter(second.upgrades(0) + second.upgrades(1))
    return 2 * (before & after).total() - before.total() - after.total()


def longest_increasing(numbers: list[int]) -> frozenset[int]:
    """Return the longest increasing subsequence of different numbers: the entries that did not move."""
    tails: list[int] = []
    positions: list[int] = []
    for number in numbers:
        position = bisect_left(tails, number)
        tails[position : position + 1] = [number]
        positions.append(position)
    run: list[int] = []
    next_position = len(tails) - 1
    for number, position in zip(reversed(numbers), reversed(positions), strict=True):
        if position == next_position:  # the last one at its position, on which the next one was built
            run.append(number)
            next_position -= 1
    return frozenset(run)


_FIELDS = ("name", "player", "system", "points", "force_org", "event", "notes")
_ORDER_ONLY = frozenset({"moved", "order"})
"""Changes of order, which are shown but do not make lists differ."""


@dataclass(frozen=True, slots=True)
class OptionCount:
    """An option with its count, as a message argument; an unknown option has its name in the list."""

    side: EntrySide
    option: str
    count: int

    def to(self, language: str) -> str:
        """Return the label with its count."""
        options = self.side.roster_entry.unit.find_options(self.option) if self.side.roster_entry is not None else ()
        label = option_label(options[0][1], language) if len(options) == 1 else self.option
        return label if self.count == 1 else f"{self.count}x {label}"


class EntryDiff(Difference[EntrySide]):
    """The changes of one entry."""

    __slots__ = ()

    @property
    def differs(self) -> bool:
        """Whether more than the order changed."""
        return self.status != "changed" or any(change.kind not in _ORDER_ONLY for change in self.changes)


@dataclass(frozen=True, slots=True)
class FieldDiff:
    """A changed field of the list."""

    field: str
    old: object
    new: object


@dataclass(frozen=True, slots=True)
class ListDiff:
    """All differences between two lists."""

    old: Roster
    new: Roster
    fields: tuple[FieldDiff, ...]
    entries: tuple[EntryDiff, ...]

    @property
    def differs(self) -> bool:
        """Whether the lists differ in more than the order of entries."""
        return bool(self.fields) or any(entry.differs for entry in self.entries)


def compare_lists(old: Roster, new: Roster) -> ListDiff:
    """Compare two lists."""
    before, after = build_entry_sides(old), build_entry_sides(new)
    pairs = pair_entries(before, after)
    hosts = {first.entry.id: second.entry.id for first, second in pairs}
    indexes = [second.index for _, second in pairs]
    moved = frozenset(indexes) - longest_increasing(indexes)
    entries = [EntryDiff(first, second, tuple(_changes(first, second, hosts, moved))) for first, second in pairs]
    paired_ids = {id(side) for pair in pairs for side in pair}
    entries = [entry for entry in entries if entry.changes]
    entries += [EntryDiff(side, None) for side in before if id(side) not in paired_ids]
    entries += [EntryDiff(None, side) for side in after if id(side) not in paired_ids]
    entries.sort(key=lambda entry: entry.latest.index)
    return ListDiff(old, new, tuple(compare_fields(old.army, new.army)), tuple(entries))


def compare_fields(old: ArmyList, new: ArmyList) -> Iterator[FieldDiff]:
    """Yield the fields of the lists that differ."""
    for name in _FIELDS:
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            yield FieldDiff(name, before, after)
    versions = [{book: pin.version for book, pin in army.books.items()} for army in (old, new)]
    both = versions[0].keys() & versions[1].keys()
    if any(versions[0][book] != versions[1][book] for book in both):
        texts = [tuple(f"{book} {pins[book]}" for book in sorted(both)) for pins in versions]
        yield FieldDiff("books", *texts)


def _changes(
    old: EntrySide, new: EntrySide, hosts: Mapping[EntryId, EntryId], moved: frozenset[int]
) -> Iterator[Change]:
    before, after = old.entry, new.entry
    if before.name != after.name:
        kind = "named" if not before.name else "renamed" if after.name else "unnamed"
        yield Change(kind, {"old": before.name, "new": after.name})
    recombined = (before.combined is None) != (after.combined is None)
    if recombined:
        yield Change("split" if after.combined is None else "combined")
    upgrades = [*_upgrade_changes(old, new)]
    yield from upgrades
    yield from _host_changes(old, new, hosts)
    if before.xp != after.xp:
        yield Change("xp", {"old": before.xp, "new": after.xp})
    if before.traits != after.traits:
        yield Change("traits", {"old": before.traits, "new": after.traits})
    if before.notes != after.notes:
        yield Change("notes")
    if old.cost != new.cost and not upgrades and not recombined and before.xp == after.xp:
        yield Change("price", {"old": old.cost, "new": new.cost})
    if new.index in moved:
        yield Change("moved", {"old": old.index + 1, "new": new.index + 1})


def _upgrade_changes(old: EntrySide, new: EntrySide) -> Iterator[Change]:
    for half, suffix in ((0, ""), (1, ".half")):
        if old.upgrades(half) == new.upgrades(half):
            continue
        before, after = Counter(old.upgrades(half)), Counter(new.upgrades(half))
        for option, count in (before - after).items():
            yield Change(f"dropped{suffix}", {"option": OptionCount(old, option, count)})
        for option, count in (after - before).items():
            yield Change(f"took{suffix}", {"option": OptionCount(new, option, count)})
        if before == after:
            yield Change("order")


def _host_changes(old: EntrySide, new: EntrySide, hosts: Mapping[EntryId, EntryId]) -> Iterator[Change]:
    before, after = old.entry.joins, new.entry.joins
    if before is not None and before in hosts:
        if hosts[before] == after:
            return
    elif (before, old.host) == (after, new.host):
        return
    if before is not None:
        yield Change("left", {"host": old.host})
    if after is not None:
        yield Change("joined", {"host": new.host})


@dataclass(frozen=True, slots=True)
class ColumnLine:
    """A line in one column."""

    text: str
    points: int | None = None
    depth: int = 0
    """The indentation: 1 for an attached hero, and one more for upgrades."""
    entry: str | None = None
    """The id of its entry."""


@dataclass(frozen=True, slots=True)
class LinePair:
    """The left and the right line of a row."""

    left: ColumnLine | None
    right: ColumnLine | None

    @property
    def status(self) -> DiffStatus:
        """How the line changed from left to right."""
        if self.left is None:
            return DiffStatus.ADDED
        if self.right is None:
            return DiffStatus.REMOVED
        same = (self.left.text, self.left.points) == (self.right.text, self.right.points)
        return DiffStatus.SAME if same else DiffStatus.CHANGED


def compare_side_by_side(old: Roster, new: Roster, language: str) -> tuple[LinePair, ...]:
    """Return the rows for two lists: changed fields, then all entries with their upgrades."""
    rows = [LinePair(ColumnLine(old.army.name, old.cost), ColumnLine(new.army.name, new.cost))]
    for field in compare_fields(old.army, new.army):
        if field.field != "name":
            name = translate(language, f"diff.field.{field.field}")
            texts = (f"{name}: {_format_value(value, language)}" for value in (field.old, field.new))
            rows.append(LinePair(*map(ColumnLine, texts)))
    for left, right in _arrange_pairs(build_entry_sides(old), build_entry_sides(new)):
        rows.append(LinePair(_title_line(left, language), _title_line(right, language)))
        before, after = _count_upgrades(left), _count_upgrades(right)
        rows += (
            LinePair(_upgrade_line(left, key, before[key], language), _upgrade_line(right, key, after[key], language))
            for key in dict.fromkeys((*before, *after))
        )
    return tuple(rows)


def _format_value(value: object, language: str) -> str:
    if isinstance(value, bool):
        return translate(language, "diff.yes" if value else "diff.no")
    return format_value(language, value) if value is not None else translate(language, "diff.none")


def _arrange_pairs(old: list[EntrySide], new: list[EntrySide]) -> Iterator[tuple[EntrySide | None, EntrySide | None]]:
    """Yield pairs of entries in the order of the new list. Removed entries follow their old predecessor."""
    pairs = pair_entries(old, new)
    left_of = {id(right): left for left, right in pairs}
    right_of = {id(left): right for left, right in pairs}
    removed: dict[int | None, list[EntrySide]] = {}
    predecessor: int | None = None
    for side in _in_display_order(old):
        if id(side) in right_of:
            predecessor = id(right_of[id(side)])
        else:
            removed.setdefault(predecessor, []).append(side)
    yield from ((side, None) for side in removed.get(None, ()))
    for side in _in_display_order(new):
        yield left_of.get(id(side)), side
        yield from ((left, None) for left in removed.get(id(side), ()))


def _in_display_order(sides: list[EntrySide]) -> Iterator[EntrySide]:
    """Yield entries in the order of the list, attached heroes after their hosts."""
    hosts = {side.entry.id for side in sides if side.entry.joins is None}
    for side in sides:
        if side.entry.joins not in hosts:
            yield side
            if side.entry.joins is None:
                yield from (hero for hero in sides if hero.entry.joins == side.entry.id)


def _title_line(side: EntrySide | None, language: str) -> ColumnLine | None:
    if side is None:
        return None
    models = side.roster_entry.models if side.roster_entry is not None else 0
    size = f" ×{models}" if models > 1 else ""
    return ColumnLine(f"{format_value(language, side.title)}{size}", side.cost, int(bool(side.host)), side.entry.id)


def _count_upgrades(side: EntrySide | None) -> Counter[tuple[int, str]]:
    """Count the upgrades of both halves, by half and reference."""
    return Counter((half, name) for half in (0, 1) for name in (() if side is None else side.upgrades(half)))


def _upgrade_line(side: EntrySide | None, key: tuple[int, str], count: int, language: str) -> ColumnLine | None:
    if side is None or not count:
        return None
    half, name = key
    text = OptionCount(side, name, count).to(language)
    if half:
        text = f"{text} ({translate(language, 'half.2')})"
    return ColumnLine(text, None, 1 + int(bool(side.host)), side.entry.id)
