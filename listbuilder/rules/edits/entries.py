"""Edits to entries: add, remove, duplicate, move, rename, note."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from listbuilder.errors import EditError
from listbuilder.model import ArmyList, Entry, EntryId, Pick, UnitRef
from listbuilder.rules.edits.base import BaseEdit, change_entry, insert, place_of
from listbuilder.rules.entry_ids import next_id


@dataclass(frozen=True, slots=True)
class Add(BaseEdit):
    """Put a unit at the end of the list, or behind an entry."""

    label: ClassVar[str] = "edit.add"
    unit: UnitRef
    after: EntryId | None = None
    upgrades: tuple[Pick, ...] = ()

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with one entry more."""
        entry = Entry(id=next_id(army), unit=self.unit, upgrades=self.upgrades)
        place = len(army.entries) if self.after is None else place_of(army, self.after) + 1
        return insert(army, place, entry)


@dataclass(frozen=True, slots=True)
class Remove(BaseEdit):
    """Take an entry out; heroes who had joined it stay in the list and stand alone."""

    label: ClassVar[str] = "edit.remove"
    entry: EntryId

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list without the entry."""
        place = place_of(army, self.entry)
        rest = army.entries[:place] + army.entries[place + 1 :]
        if any(entry.id == self.entry for entry in rest):
            return replace(army, entries=rest)
        return replace(army, entries=tuple(_parted(entry, self.entry) for entry in rest))


@dataclass(frozen=True, slots=True)
class Duplicate(BaseEdit):
    """Put a copy behind an entry; the copy of a joined hero stands alone."""

    label: ClassVar[str] = "edit.duplicate"
    entry: EntryId

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the copy."""
        place = place_of(army, self.entry)
        copy = replace(army.entries[place], id=next_id(army), joins=None)
        return insert(army, place + 1, copy)


@dataclass(frozen=True, slots=True)
class Move(BaseEdit):
    """Move an entry up (negative) or down by so many places, as far as the list goes."""

    label: ClassVar[str] = "edit.move"
    entry: EntryId
    by: int

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list in its new order."""
        place = place_of(army, self.entry)
        rest = list(army.entries)
        entry = rest.pop(place)
        rest.insert(max(0, min(len(rest), place + self.by)), entry)
        return replace(army, entries=tuple(rest))


@dataclass(frozen=True, slots=True)
class Exchange(BaseEdit):
    """Make an entry another unit; its name, its picks and whom it joins stay."""

    label: ClassVar[str] = "edit.exchange"
    entry: EntryId
    unit: UnitRef

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the other unit."""
        return change_entry(army, self.entry, lambda entry: replace(entry, unit=self.unit))


@dataclass(frozen=True, slots=True)
class Rename(BaseEdit):
    """Give an entry the player's own name; an empty one takes it away."""

    label: ClassVar[str] = "edit.rename"
    entry: EntryId
    name: str

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the name."""
        return change_entry(army, self.entry, lambda entry: replace(entry, name=self.name.strip() or None))


@dataclass(frozen=True, slots=True)
class Note(BaseEdit):
    """Write a note on an entry; an empty one takes it away."""

    label: ClassVar[str] = "edit.note"
    entry: EntryId
    notes: str

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the note."""
        return change_entry(army, self.entry, lambda entry: replace(entry, notes=self.notes.strip() or None))


@dataclass(frozen=True, slots=True)
class Experience(BaseEdit):
    """Set what an entry has learnt in a campaign."""

    label: ClassVar[str] = "edit.experience"
    entry: EntryId
    xp: int
    traits: tuple[str, ...] = ()

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the experience."""
        return change_entry(army, self.entry, lambda entry: replace(entry, xp=self.xp, traits=self.traits))


@dataclass(frozen=True, slots=True)
class Reidentify(BaseEdit):
    """Give the entry at a place a fresh id, where two have the same."""

    label: ClassVar[str] = "edit.reidentify"
    place: int

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the new id."""
        if not 0 <= self.place < len(army.entries):
            raise EditError(str(self.place))
        entries = list(army.entries)
        entries[self.place] = replace(entries[self.place], id=next_id(army))
        return replace(army, entries=tuple(entries))


def _parted(entry: Entry, host: EntryId) -> Entry:
    return replace(entry, joins=None) if entry.joins == host else entry
