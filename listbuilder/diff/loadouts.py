"""Differences between two versions of an entry, line by line, and how comparisons find pairs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from listbuilder.model import EquipmentCount, RosterEntry
from listbuilder.rules.roster_builder import count_items, count_weapons, merge_half_rules

_T = TypeVar("_T")


class DiffStatus(Enum):
    """How a line changed."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class LoadoutLine:
    """A rule, weapon or item before and after."""

    before: EquipmentCount | None
    after: EquipmentCount | None

    @property
    def status(self) -> DiffStatus:
        """How it changed; a different count, rating or profile is a change."""
        if self.before is None:
            return DiffStatus.ADDED
        if self.after is None:
            return DiffStatus.REMOVED
        return DiffStatus.SAME if self.before == self.after else DiffStatus.CHANGED

    @property
    def latest(self) -> EquipmentCount:
        """The new version, or the old one if it was removed."""
        shown = self.before if self.after is None else self.after
        assert shown is not None
        return shown


def compare_loadouts(before: RosterEntry | None, after: RosterEntry | None) -> tuple[LoadoutLine, ...]:
    """Compare two versions of an entry: rules, weapons, then items, in the old order with new ones last."""
    lines: list[LoadoutLine] = []
    for old, new in zip(_equipment(before), _equipment(after), strict=True):
        keys: tuple[Callable[[EquipmentCount], Hashable], ...] = (
            lambda stack: stack.equipment,
            lambda stack: stack.equipment.key,
        )
        lines += [LoadoutLine(old_line, new_line) for new_line, old_line in pair_by_keys(new, old, keys)]
    return tuple(lines)


def _equipment(entry: RosterEntry | None) -> tuple[list[EquipmentCount], ...]:
    """Return the rules, weapons and items of an entry."""
    if entry is None:
        return [], [], []
    return (
        [EquipmentCount(1, rule) for rule in merge_half_rules(entry)],
        [EquipmentCount(count, weapon) for weapon, count in count_weapons(entry).items()],
        [EquipmentCount(count, item) for item, count in count_items(entry).items()],
    )


def pair_by_keys(
    old: Sequence[_T], new: Sequence[_T], keys: Iterable[Callable[[_T], Hashable]]
) -> Iterator[tuple[_T | None, _T | None]]:
    """Yield pairs that share a key, in the new order; removed objects come last.

    One key is tried after the other. A key of None matches nothing.
    """
    partners: dict[int, int] = {}
    used: set[int] = set()
    for key in keys:
        waiting: dict[Hashable, list[int]] = {}
        for index, value in enumerate(old):
            if index not in used and (match_key := key(value)) is not None:
                waiting.setdefault(match_key, []).append(index)
        for index, value in enumerate(new):
            if index not in partners and (candidates := waiting.get(key(value))):
                partners[index] = candidates.pop(0)
                used.add(partners[index])
    for index, value in enumerate(new):
        yield (old[partners[index]] if index in partners else None, value)
    for index, value in enumerate(old):
        if index not in used:
            yield (value, None)
