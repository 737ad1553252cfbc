"""Edits that bring entries together or apart: combine and split, join and part."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from listbuilder.errors import EditError
from listbuilder.model import ArmyList, Entry, EntryId, Half, Pick
from listbuilder.rules.edits.base import BaseEdit, change_entry, insert, place_of
from listbuilder.rules.entry_ids import next_id


@dataclass(frozen=True, slots=True)
class Combine(BaseEdit):
    """Make two copies of an entry one; the second half starts with `upgrades`.

    With `other`, that entry (a second copy of the unit) becomes the second half, and its heroes follow it; where one
    of the two had joined the other, they now are one.
    """

    label: ClassVar[str] = "edit.combine"
    entry: EntryId
    upgrades: tuple[Pick, ...] = ()
    other: EntryId | None = None

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the combined entry."""
        upgrades = self.upgrades
        if self.other is not None:
            upgrades = army.entries[place_of(army, self.other)].upgrades
            rest = tuple(entry for entry in army.entries if entry.id != self.other)
            army = replace(army, entries=tuple(_rejoined(entry, self.other, self.entry) for entry in rest))
        return change_entry(army, self.entry, lambda entry: replace(entry, combined=Half(upgrades)))


@dataclass(frozen=True, slots=True)
class Split(BaseEdit):
    """Take a combined entry apart into two entries, each with its own picks; with `drop`, the second half goes."""

    label: ClassVar[str] = "edit.split"
    entry: EntryId
    drop: bool = False

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with two entries for one."""
        place = place_of(army, self.entry)
        whole = army.entries[place]
        if whole.combined is None:
            raise EditError(self.entry)
        second = Entry(id=next_id(army), unit=whole.unit, upgrades=whole.combined.upgrades)
        army = army.replace_entry(replace(whole, combined=None))
        return army if self.drop else insert(army, place + 1, second)


@dataclass(frozen=True, slots=True)
class Join(BaseEdit):
    """Let a hero join a unit."""

    label: ClassVar[str] = "edit.join"
    entry: EntryId
    host: EntryId

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the hero in the unit."""
        place_of(army, self.host)
        return change_entry(army, self.entry, lambda entry: replace(entry, joins=self.host))


@dataclass(frozen=True, slots=True)
class Leave(BaseEdit):
    """Let a hero leave the unit that it joined."""

    label: ClassVar[str] = "edit.part"
    entry: EntryId

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the hero alone."""
        return change_entry(army, self.entry, lambda entry: replace(entry, joins=None))


def _rejoined(entry: Entry, old: EntryId, new: EntryId) -> Entry:
    if entry.joins != old:
        return entry
    return replace(entry, joins=None if entry.id == new else new)
