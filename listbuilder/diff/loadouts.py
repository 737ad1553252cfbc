"""What becomes of an entry's rules, weapons and items from one state to the next, line by line.

for line in loadout_lines(before, after): print(line.mark, line.shown.count, line.shown.thing)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from enum import Enum

from listbuilder.model import RosterEntry, Stack
from listbuilder.rules.roster import merged_items, merged_rules, merged_weapons


class Mark(Enum):
    """What became of a line."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class LoadoutLine:
    """A rule, a weapon or an item, as it was and as it is then."""

    before: Stack | None
    after: Stack | None

    @property
    def mark(self) -> Mark:
        """What became of it; more or fewer of it, another rating or another profile is a change."""
        if self.before is None:
            return Mark.ADDED
        if self.after is None:
            return Mark.REMOVED
        return Mark.SAME if self.before == self.after else Mark.CHANGED

    @property
    def shown(self) -> Stack:
        """It as it is then, or as it was last."""
        shown = self.before if self.after is None else self.after
        assert shown is not None
        return shown


def loadout_lines(before: RosterEntry | None, after: RosterEntry | None) -> tuple[LoadoutLine, ...]:
    """Hold an entry against itself: rules, then weapons, then items, in the old order with what is new behind it."""
    lines: list[LoadoutLine] = []
    for kind in (_rules, _weapons, _items):
        lines += _lines([] if before is None else kind(before), [] if after is None else kind(after))
    return tuple(lines)


def _rules(entry: RosterEntry) -> list[Stack]:
    return [Stack(1, rule) for rule in merged_rules(entry)]


def _weapons(entry: RosterEntry) -> list[Stack]:
    return [Stack(count, weapon) for weapon, count in merged_weapons(entry).items()]


def _items(entry: RosterEntry) -> list[Stack]:
    return [Stack(count, item) for item, count in merged_items(entry).items()]


def _lines(old: list[Stack], new: list[Stack]) -> Iterator[LoadoutLine]:
    """Pair what is the very same thing, then what has the same name; the rest came or went."""
    partners: dict[int, Stack] = {}
    left = list(new)
    keys: tuple[Callable[[Stack], Hashable], ...] = (lambda stack: stack.thing, _name)
    for key in keys:
        for stack in old:
            found = next((other for other in left if key(other) == key(stack)), None)
            if id(stack) not in partners and found is not None:
                partners[id(stack)] = found
                left.remove(found)
    yield from (LoadoutLine(stack, partners.get(id(stack))) for stack in old)
    yield from (LoadoutLine(None, stack) for stack in left)


def _name(stack: Stack) -> Hashable:
    return stack.thing.key
