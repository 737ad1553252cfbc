"""Differences between two versions of an entry: its rules, weapons and items, line by line."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from enum import Enum

from listbuilder.model import EquipmentCount, RosterEntry
from listbuilder.rules.roster_builder import count_items, count_weapons, merge_half_rules


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
    for equipment in (_rules, _weapons, _items):
        lines += _pair_lines([] if before is None else equipment(before), [] if after is None else equipment(after))
    return tuple(lines)


def _rules(entry: RosterEntry) -> list[EquipmentCount]:
    return [EquipmentCount(1, rule) for rule in merge_half_rules(entry)]


def _weapons(entry: RosterEntry) -> list[EquipmentCount]:
    return [EquipmentCount(count, weapon) for weapon, count in count_weapons(entry).items()]


def _items(entry: RosterEntry) -> list[EquipmentCount]:
    return [EquipmentCount(count, item) for item, count in count_items(entry).items()]


def _pair_lines(old: list[EquipmentCount], new: list[EquipmentCount]) -> Iterator[LoadoutLine]:
    """Pair equal equipment, then equipment of the same name; the rest was removed or added."""
    partners: dict[int, EquipmentCount] = {}
    left = list(new)
    keys: tuple[Callable[[EquipmentCount], Hashable], ...] = (
        lambda stack: stack.equipment,
        lambda stack: stack.equipment.key,
    )
    for key in keys:
        for stack in old:
            partner = next((other for other in left if key(other) == key(stack)), None)
            if id(stack) not in partners and partner is not None:
                partners[id(stack)] = partner
                left.remove(partner)
    yield from (LoadoutLine(stack, partners.get(id(stack))) for stack in old)
    yield from (LoadoutLine(None, stack) for stack in left)
