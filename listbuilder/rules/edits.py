"""Everything that can be done to a list, as values: apply one to a list and get a new list.

An edit carries all it needs, so it can be shown (`label` and `subject`), offered as a fix, tried out, and undone by
going back. Where an edit depends on the data (which section excludes which), the functions in `rules.picking` build it.

What edits are made of: the protocol, and changes to one entry.

Edits to the head of a list.

Edits to entries: add, remove, duplicate, move, rename, note.

Edits that bring entries together or apart: combine and split, join and part.

Several edits that are one step.

Edits to several entries at once: those that were marked are moved, copied or removed as one step.

Edits to the picks of an entry, in one half or in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Protocol

from listbuilder.diagnostics import Fix
from listbuilder.errors import EditError
from listbuilder.model import ArmyList, Entry, EntryId, Half, Pick, UnitRef
from listbuilder.rules.entry_ids import next_id


class Edit(Protocol):
    """A change to a list."""

    @property
    def label(self) -> str:
        """The catalogue key that names the change, such as `edit.add`."""

    @property
    def subject(self) -> object:
        """What is changed, in words the player knows."""

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list after the change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseEdit:
    """What every edit has: words for what it changes; they are no part of its identity."""

    subject: object = field(default="", compare=False)


def place_of(army: ArmyList, wanted: EntryId) -> int:
    """Find where an entry stands."""
    for place, entry in enumerate(army.entries):
        if entry.id == wanted:
            return place
    raise EditError(wanted)


def insert(army: ArmyList, place: int, entry: Entry) -> ArmyList:
    """Put an entry in at a place."""
    return replace(army, entries=(*army.entries[:place], entry, *army.entries[place:]))


def change_entry(army: ArmyList, wanted: EntryId, change: Callable[[Entry], Entry]) -> ArmyList:
    """Exchange an entry for a changed one."""
    place = place_of(army, wanted)
    entries = list(army.entries)
    entries[place] = change(entries[place])
    return replace(army, entries=tuple(entries))


@dataclass(frozen=True, slots=True)
class Details(BaseEdit):
    """Change what stands at the head of the list: name, player, points, force_org, event, notes, system, books."""

    label: ClassVar[str] = "edit.details"
    changes: tuple[tuple[str, Any], ...]

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the new details."""
        changes = dict(self.changes)
        known = {field.name for field in fields(ArmyList)} - {"entries"}
        if unknown := changes.keys() - known:
            raise EditError(", ".join(sorted(unknown)))
        return replace(army, **changes)


def details(subject: object = "", **changes: Any) -> Details:
    """Build the edit that changes the head of the list."""
    return Details(tuple(changes.items()), subject=subject)


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


@dataclass(frozen=True, slots=True)
class Several(BaseEdit):
    """Carry out some edits, one after the other, under one name."""

    edits: tuple[Callable[[ArmyList], ArmyList], ...]
    label: str

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list after all of them."""
        for edit in self.edits:
            army = edit(army)
        return army


@dataclass(frozen=True, slots=True)
class Shift(BaseEdit):
    """Move entries past what stands above (-1) or below (1) them; heroes in other units stay with their hosts.

    Entries that stand together move together; at the end of the list they stay where they are.
    """

    label: ClassVar[str] = "edit.move"
    entries: tuple[EntryId, ...]
    by: int

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list in its new order."""
        for wanted in self.entries:
            place_of(army, wanted)
        hosts = {entry.id for entry in army.entries if entry.joins is None}
        tops = [place for place, entry in enumerate(army.entries) if entry.joins not in hosts]
        order = [army.entries[place] for place in tops]
        step = -1 if self.by < 0 else 1
        for _ in range(abs(self.by)):
            for place in range(len(order))[::-step]:
                other = place + step
                movable = order[place].id in self.entries and 0 <= other < len(order)
                if movable and order[other].id not in self.entries:
                    order[place], order[other] = order[other], order[place]
        entries = list(army.entries)
        for place, entry in zip(tops, order, strict=True):
            entries[place] = entry
        return replace(army, entries=tuple(entries))


def removing(entries: tuple[EntryId, ...], subject: object = "") -> Several:
    """Build the edit that takes entries out."""
    return Several(tuple(Remove(entry) for entry in entries), Remove.label, subject=subject)


def duplicating(entries: tuple[EntryId, ...], subject: object = "") -> Several:
    """Build the edit that puts a copy behind each of some entries."""
    return Several(tuple(Duplicate(entry) for entry in entries), Duplicate.label, subject=subject)


@dataclass(frozen=True, slots=True)
class Take(BaseEdit):
    """Take an option, in one half or in several; options named in `instead_of` are taken off first."""

    label: ClassVar[str] = "edit.take"
    entry: EntryId
    option: str
    halves: tuple[int, ...] = (0,)
    instead_of: tuple[str, ...] = ()

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the pick."""

        def picked(picks: tuple[Pick, ...]) -> tuple[Pick, ...]:
            return add_pick(tuple(pick for pick in picks if pick.option not in self.instead_of), self.option)

        return _change_halves(army, self.entry, self.halves, picked)


@dataclass(frozen=True, slots=True)
class PutBack(BaseEdit):
    """Take one pick of an option off again, in one half or in several; `every` takes off all of them."""

    label: ClassVar[str] = "edit.put-back"
    entry: EntryId
    option: str
    halves: tuple[int, ...] = (0,)
    every: bool = False

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list without the pick."""
        return _change_halves(
            army, self.entry, self.halves, lambda picks: drop_pick(picks, self.option, every=self.every)
        )


@dataclass(frozen=True, slots=True)
class SetPicks(BaseEdit):
    """Exchange all picks of one half."""

    label: ClassVar[str] = "edit.set-picks"
    entry: EntryId
    picks: tuple[Pick, ...]
    half: int = 0

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the picks."""
        return _change_halves(army, self.entry, (self.half,), lambda _: self.picks)


def add_pick(picks: tuple[Pick, ...], option: str) -> tuple[Pick, ...]:
    """Add one pick; a second of the same kind right behind the first is counted, not written again."""
    if picks and picks[-1].option == option:
        return (*picks[:-1], Pick(option, picks[-1].count + 1))
    return (*picks, Pick(option))


def drop_pick(picks: tuple[Pick, ...], option: str, *, every: bool = False) -> tuple[Pick, ...]:
    """Take off the last pick of an option, or every one."""
    if every:
        return tuple(pick for pick in picks if pick.option != option)
    for place in reversed(range(len(picks))):
        pick = picks[place]
        if pick.option == option:
            left = (Pick(option, pick.count - 1),) if pick.count > 1 else ()
            return picks[:place] + left + picks[place + 1 :]
    raise EditError(option)


def _change_halves(
    army: ArmyList, wanted: EntryId, halves: tuple[int, ...], change: Callable[[tuple[Pick, ...]], tuple[Pick, ...]]
) -> ArmyList:
    def changed(entry: Entry) -> Entry:
        for half in halves:
            if half == 0:
                entry = replace(entry, upgrades=change(entry.upgrades))
            elif half == 1 and entry.combined is not None:
                entry = replace(entry, combined=replace(entry.combined, upgrades=change(entry.combined.upgrades)))
            else:
                raise EditError(wanted)
        return entry

    return change_entry(army, wanted, changed)


__all__ = [
    "Add",
    "Combine",
    "Details",
    "Duplicate",
    "Edit",
    "Exchange",
    "Experience",
    "Join",
    "Leave",
    "Move",
    "Note",
    "PutBack",
    "Reidentify",
    "Remove",
    "Rename",
    "SetPicks",
    "Several",
    "Shift",
    "Split",
    "Take",
    "add_pick",
    "apply_edits",
    "apply_fix",
    "details",
    "drop_pick",
    "duplicating",
    "removing",
]


def apply_edits(army: ArmyList, edits: Iterable[Callable[[ArmyList], ArmyList]]) -> ArmyList:
    """Apply several edits, one after the other."""
    for edit in edits:
        army = edit(army)
    return army


def apply_fix(army: ArmyList, fix: Fix) -> ArmyList:
    """Carry out a fix."""
    return apply_edits(army, (edit for edit in fix.edits if callable(edit)))
