"""Two lists side by side: pairs of lines for two columns, those that differ marked.

for pair in two_columns(old_roster, new_roster, "en"):
show(pair.left, pair.right, pair.mark)           # a side that has no such line is None; a line has text and points
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from listbuilder.diff.lists import ListSide, OptionCount, list_fields, match_entries, sides
from listbuilder.diff.loadouts import Mark
from listbuilder.i18n import show_value, translate
from listbuilder.model import ArmyList, Roster


@dataclass(frozen=True, slots=True)
class ColumnLine:
    """A line of one column."""

    text: str
    points: int | None = None
    depth: int = 0
    """How far it stands in: 1 for a hero in a unit, and one more for what an entry has taken."""
    entry: str | None = None
    """The entry that it belongs to."""


@dataclass(frozen=True, slots=True)
class LinePair:
    """What stands left and right in one row."""

    left: ColumnLine | None
    right: ColumnLine | None

    @property
    def mark(self) -> Mark:
        """What became of the line from left to right."""
        if self.left is None:
            return Mark.ADDED
        if self.right is None:
            return Mark.REMOVED
        same = (self.left.text, self.left.points) == (self.right.text, self.right.points)
        return Mark.SAME if same else Mark.CHANGED


def two_columns(old: Roster, new: Roster, language: str) -> tuple[LinePair, ...]:
    """Set two lists side by side: their heads as far as they differ, then all entries with all they have taken."""
    head = LinePair(ColumnLine(old.army.name, old.cost), ColumnLine(new.army.name, new.cost))
    rows = [head, *_fields(old.army, new.army, language)]
    for left, right in _paired(sides(old), sides(new)):
        rows += _entry(left, right, language)
    return tuple(rows)


def _fields(old: ArmyList, new: ArmyList, language: str) -> Iterator[LinePair]:
    for field in list_fields(old, new):
        if field.field != "name":
            name = translate(language, f"diff.field.{field.field}")
            left, right = (f"{name}: {_value(value, language)}" for value in (field.old, field.new))
            yield LinePair(ColumnLine(left), ColumnLine(right))


def _value(value: object, language: str) -> str:
    if isinstance(value, bool):
        return translate(language, "diff.yes" if value else "diff.no")
    return show_value(language, value) if value is not None else translate(language, "diff.none")


def _paired(old: list[ListSide], new: list[ListSide]) -> Iterator[tuple[ListSide | None, ListSide | None]]:
    """Give the entries in the order of the new list, heroes behind their hosts; what is gone stands where it stood."""
    partners = match_entries(old, new)
    left_of = {id(right): left for left, right in partners}
    kept = {id(left): right for left, right in partners}
    gone: dict[int | None, list[ListSide]] = {}
    anchor: int | None = None
    for side in _walk(old):
        if id(side) in kept:
            anchor = id(kept[id(side)])
        else:
            gone.setdefault(anchor, []).append(side)
    yield from ((side, None) for side in gone.get(None, ()))
    for side in _walk(new):
        yield left_of.get(id(side)), side
        yield from ((lost, None) for lost in gone.get(id(side), ()))


def _walk(found: list[ListSide]) -> Iterator[ListSide]:
    """Give entries as they are shown: in the order of the list, heroes behind the unit they are in."""
    hosts = {side.entry.id for side in found if side.entry.joins is None}
    for side in found:
        if side.entry.joins not in hosts:
            yield side
            if side.entry.joins is None:
                yield from (hero for hero in found if hero.entry.joins == side.entry.id)


def _entry(left: ListSide | None, right: ListSide | None, language: str) -> Iterator[LinePair]:
    yield LinePair(_head(left, language), _head(right, language))
    old, new = _picks(left), _picks(right)
    for key in dict.fromkeys((*old, *new)):
        yield LinePair(_pick(left, key, old[key], language), _pick(right, key, new[key], language))


def _head(side: ListSide | None, language: str) -> ColumnLine | None:
    if side is None:
        return None
    models = side.worked.models if side.worked is not None else 0
    size = f" ×{models}" if models > 1 else ""
    return ColumnLine(f"{show_value(language, side.title)}{size}", side.cost, int(bool(side.host)), side.entry.id)


def _picks(side: ListSide | None) -> Counter[tuple[int, str]]:
    """Count the picks of each half, in the order in which they were taken."""
    return Counter((half, name) for half in (0, 1) for name in (() if side is None else side.picks(half)))


def _pick(side: ListSide | None, key: tuple[int, str], count: int, language: str) -> ColumnLine | None:
    if side is None or not count:
        return None
    half, name = key
    text = OptionCount(side, name, count).to(language)
    if half:
        text = f"{text} ({translate(language, 'half.2')})"
    return ColumnLine(text, None, 1 + int(bool(side.host)), side.entry.id)
