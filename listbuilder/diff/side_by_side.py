"""Two lists side by side: pairs of lines for two columns, with differences marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from listbuilder.diff.lists import EntrySide, OptionCount, build_entry_sides, compare_fields, pair_entries
from listbuilder.diff.loadouts import DiffStatus
from listbuilder.i18n import format_value, translate
from listbuilder.model import Roster


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
    for left, right in _pair_entries(build_entry_sides(old), build_entry_sides(new)):
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


def _pair_entries(old: list[EntrySide], new: list[EntrySide]) -> Iterator[tuple[EntrySide | None, EntrySide | None]]:
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
