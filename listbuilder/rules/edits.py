"""Everything that can be done to a list, as values: apply one to a list and get a new list.

An edit carries all it needs, so it can be shown (`label` and `subject`), offered as a fix, tried out, and undone by
going back. Where an edit depends on the data (which section excludes which), the functions in `rules.picking` build it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Protocol

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
class _Subject:
    """What every edit has: words for what it changes; they are no part of its identity."""

    subject: object = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Add(_Subject):
    """Put a unit at the end of the list, or behind an entry."""

    label: ClassVar[str] = "edit.add"
    unit: UnitRef
    after: EntryId | None = None
    upgrades: tuple[Pick, ...] = ()

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with one entry more."""
        entry = Entry(id=next_id(army), unit=self.unit, upgrades=self.upgrades)
        place = len(army.entries) if self.after is None else _place(army, self.after) + 1
        return _insert(army, place, entry)


@dataclass(frozen=True, slots=True)
class Remove(_Subject):
    """Take an entry out; heroes who had joined it stay in the list and stand alone."""

    label: ClassVar[str] = "edit.remove"
    entry: EntryId

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list without the entry."""
        place = _place(army, self.entry)
        rest = army.entries[:place] + army.entries[place + 1 :]
        if any(entry.id == self.entry for entry in rest):
            return replace(army, entries=rest)
        return replace(army, entries=tuple(_parted(entry, self.entry) for entry in rest))


@dataclass(frozen=True, slots=True)
class Duplicate(_Subject):
    """Put a copy behind an entry; the copy of a joined hero stands alone."""

    label: ClassVar[str] = "edit.duplicate"
    entry: EntryId

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the copy."""
        place = _place(army, self.entry)
        copy = replace(army.entries[place], id=next_id(army), joins=None)
        return _insert(army, place + 1, copy)


@dataclass(frozen=True, slots=True)
class Move(_Subject):
    """Move an entry up (negative) or down by so many places, as far as the list goes."""

    label: ClassVar[str] = "edit.move"
    entry: EntryId
    by: int

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list in its new order."""
        place = _place(army, self.entry)
        rest = list(army.entries)
        entry = rest.pop(place)
        rest.insert(max(0, min(len(rest), place + self.by)), entry)
        return replace(army, entries=tuple(rest))


@dataclass(frozen=True, slots=True)
class Rename(_Subject):
    """Give an entry the player's own name; an empty one takes it away."""

    label: ClassVar[str] = "edit.rename"
    entry: EntryId
    name: str

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the name."""
        return _change(army, self.entry, lambda entry: replace(entry, name=self.name.strip() or None))


@dataclass(frozen=True, slots=True)
class Note(_Subject):
    """Write a note on an entry; an empty one takes it away."""

    label: ClassVar[str] = "edit.note"
    entry: EntryId
    notes: str

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the note."""
        return _change(army, self.entry, lambda entry: replace(entry, notes=self.notes.strip() or None))


@dataclass(frozen=True, slots=True)
class Take(_Subject):
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
class PutBack(_Subject):
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
class SetPicks(_Subject):
    """Exchange all picks of one half."""

    label: ClassVar[str] = "edit.set-picks"
    entry: EntryId
    picks: tuple[Pick, ...]
    half: int = 0

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the picks."""
        return _change_halves(army, self.entry, (self.half,), lambda _: self.picks)


@dataclass(frozen=True, slots=True)
class Combine(_Subject):
    """Make two copies of an entry one; the second half starts with `upgrades`.

    With `other`, that entry (a second copy of the unit) becomes the second half, and its heroes follow it.
    """

    label: ClassVar[str] = "edit.combine"
    entry: EntryId
    upgrades: tuple[Pick, ...] = ()
    other: EntryId | None = None

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the combined entry."""
        upgrades = self.upgrades
        if self.other is not None:
            upgrades = army.entries[_place(army, self.other)].upgrades
            rest = tuple(entry for entry in army.entries if entry.id != self.other)
            army = replace(army, entries=tuple(_rejoined(entry, self.other, self.entry) for entry in rest))
        return _change(army, self.entry, lambda entry: replace(entry, combined=Half(upgrades)))


@dataclass(frozen=True, slots=True)
class Split(_Subject):
    """Take a combined entry apart into two entries, each with its own picks; with `drop`, the second half goes."""

    label: ClassVar[str] = "edit.split"
    entry: EntryId
    drop: bool = False

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with two entries for one."""
        place = _place(army, self.entry)
        whole = army.entries[place]
        if whole.combined is None:
            raise EditError(self.entry)
        second = Entry(id=next_id(army), unit=whole.unit, upgrades=whole.combined.upgrades)
        army = army.replace_entry(replace(whole, combined=None))
        return army if self.drop else _insert(army, place + 1, second)


@dataclass(frozen=True, slots=True)
class Join(_Subject):
    """Let a hero join a unit."""

    label: ClassVar[str] = "edit.join"
    entry: EntryId
    host: EntryId

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the hero in the unit."""
        _place(army, self.host)
        return _change(army, self.entry, lambda entry: replace(entry, joins=self.host))


@dataclass(frozen=True, slots=True)
class Part(_Subject):
    """Let a hero leave the unit that it joined."""

    label: ClassVar[str] = "edit.part"
    entry: EntryId

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the hero alone."""
        return _change(army, self.entry, lambda entry: replace(entry, joins=None))


@dataclass(frozen=True, slots=True)
class Reidentify(_Subject):
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


@dataclass(frozen=True, slots=True)
class Details(_Subject):
    """Change what stands at the head of the list: name, player, points, force_org, event, notes, system, books."""

    label: ClassVar[str] = "edit.details"
    changes: tuple[tuple[str, Any], ...]

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the new details."""
        changes = dict(self.changes)
        known = {item.name for item in fields(ArmyList)} - {"entries"}
        if unknown := changes.keys() - known:
            raise EditError(", ".join(sorted(unknown)))
        return replace(army, **changes)


@dataclass(frozen=True, slots=True)
class Experience(_Subject):
    """Set what an entry has learnt in a campaign."""

    label: ClassVar[str] = "edit.experience"
    entry: EntryId
    xp: int
    traits: tuple[str, ...] = ()

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the experience."""
        return _change(army, self.entry, lambda entry: replace(entry, xp=self.xp, traits=self.traits))


def details(subject: object = "", **changes: Any) -> Details:
    """Build the edit that changes the head of the list."""
    return Details(tuple(changes.items()), subject=subject)


def apply_edits(army: ArmyList, edits: Iterable[Callable[[ArmyList], ArmyList]]) -> ArmyList:
    """Apply several edits, one after the other."""
    for edit in edits:
        army = edit(army)
    return army


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


def _place(army: ArmyList, wanted: EntryId) -> int:
    for place, entry in enumerate(army.entries):
        if entry.id == wanted:
            return place
    raise EditError(wanted)


def _insert(army: ArmyList, place: int, entry: Entry) -> ArmyList:
    return replace(army, entries=(*army.entries[:place], entry, *army.entries[place:]))


def _change(army: ArmyList, wanted: EntryId, change: Callable[[Entry], Entry]) -> ArmyList:
    place = _place(army, wanted)
    entries = list(army.entries)
    entries[place] = change(entries[place])
    return replace(army, entries=tuple(entries))


def _change_halves(
    army: ArmyList, wanted: EntryId, halves: tuple[int, ...], change: Callable[[tuple[Pick, ...]], tuple[Pick, ...]]
) -> ArmyList:
    def changed(entry: Entry) -> Entry:
        for half in halves:
            if half == 0:
                entry = replace(entry, upgrades=change(entry.upgrades))
            elif half == 1 and entry.combined is not None:
                entry = replace(entry, combined=Half(change(entry.combined.upgrades)))
            else:
                raise EditError(wanted)
        return entry

    return _change(army, wanted, changed)


def _parted(entry: Entry, host: EntryId) -> Entry:
    return replace(entry, joins=None) if entry.joins == host else entry


def _rejoined(entry: Entry, old: EntryId, new: EntryId) -> Entry:
    return replace(entry, joins=new) if entry.joins == old else entry
