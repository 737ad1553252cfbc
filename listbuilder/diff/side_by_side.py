"""Two lists side by side: pairs of lines for two columns, with differences marked."""

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
    def mark(self) -> Mark:
        """How the line changed from left to right."""
        if self.left is None:
            return Mark.ADDED
        if self.right is None:
            return Mark.REMOVED
        same = (self.left.text, self.left.points) == (self.right.text, self.right.points)
        return Mark.SAME if same else Mark.CHANGED


def two_columns(old: Roster, new: Roster, language: str) -> tuple[LinePair, ...]:
    """Return the rows for two lists: changed fields, then all entries with their upgrades."""
    head = LinePair(ColumnLine(old.army.name, old.cost), ColumnLine(new.army.name, new.cost))
    rows = [head, *_field_rows(old.army, new.army, language)]
    for left, right in _pair_entries(sides(old), sides(new)):
        rows += _entry_rows(left, right, language)
    return tuple(rows)


def _field_rows(old: ArmyList, new: ArmyList, language: str) -> Iterator[LinePair]:
    for field in list_fields(old, new):
        if field.field != "name":
            name = translate(language, f"diff.field.{field.field}")
            left, right = (f"{name}: {_format_value(value, language)}" for value in (field.old, field.new))
            yield LinePair(ColumnLine(left), ColumnLine(right))


def _format_value(value: object, language: str) -> str:
    if isinstance(value, bool):
        return translate(language, "diff.yes" if value else "diff.no")
    return show_value(language, value) if value is not None else translate(language, "diff.none")


def _pair_entries(old: list[ListSide], new: list[ListSide]) -> Iterator[tuple[ListSide | None, ListSide | None]]:
    """Yield pairs of entries in the order of the new list. Removed entries follow their old predecessor."""
    pairs = match_entries(old, new)
    left_of = {id(right): left for left, right in pairs}
    right_of = {id(left): right for left, right in pairs}
    removed: dict[int | None, list[ListSide]] = {}
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


def _in_display_order(sides: list[ListSide]) -> Iterator[ListSide]:
    """Yield entries in the order of the list, attached heroes after their hosts."""
    hosts = {side.entry.id for side in sides if side.entry.joins is None}
    for side in sides:
        if side.entry.joins not in hosts:
            yield side
            if side.entry.joins is None:
                yield from (hero for hero in sides if hero.entry.joins == side.entry.id)


def _entry_rows(left: ListSide | None, right: ListSide | None, language: str) -> Iterator[LinePair]:
    yield LinePair(_title_line(left, language), _title_line(right, language))
    old, new = _count_upgrades(left), _count_upgrades(right)
    for key in dict.fromkeys((*old, *new)):
        yield LinePair(_upgrade_line(left, key, old[key], language), _upgrade_line(right, key, new[key], language))


def _title_line(side: ListSide | None, language: str) -> ColumnLine | None:
    if side is None:
        return None
    models = side.worked.models if side.worked is not None else 0
    size = f" ×{models}" if models > 1 else ""
    return ColumnLine(f"{show_value(language, side.title)}{size}", side.cost, int(bool(side.host)), side.entry.id)


def _count_upgrades(side: ListSide | None) -> Counter[tuple[int, str]]:
    """Count the upgrades of both halves, by half and reference."""
    return Counter((half, name) for half in (0, 1) for name in (() if side is None else side.picks(half)))


def _upgrade_line(side: ListSide | None, key: tuple[int, str], count: int, language: str) -> ColumnLine | None:
    if side is None or not count:
        return None
    half, name = key
    text = OptionCount(side, name, count).to(language)
    if half:
        text = f"{text} ({translate(language, 'half.2')})"
    return ColumnLine(text, None, 1 + int(bool(side.host)), side.entry.id)
