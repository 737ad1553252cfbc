"""Edits of army lists, as values: call one with a list to get the changed list.

An edit contains all it needs, so it can be shown, offered as a fix, tried and undone. Edits that depend on the unit
are built in `rules.upgrade_actions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Protocol

from listbuilder.diagnostics import Fix
from listbuilder.errors import EditError
from listbuilder.model import ArmyList, Entry, EntryId, Half, UnitRef, Upgrade
from listbuilder.rules.entry_ids import next_entry_id


class Edit(Protocol):
    """A change to a list."""

    @property
    def label(self) -> str:
        """The catalogue key of the edit, such as `edit.add`."""

    @property
    def subject(self) -> object:
        """What is changed, in words that the player knows."""

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the changed list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseEdit:
    """Base class of edits. The subject is for display only."""

    subject: object = field(default="", compare=False)


def find_index(army: ArmyList, entry_id: EntryId) -> int:
    """Return the index of an entry. Raise `EditError` if there is none."""
    for index, entry in enumerate(army.entries):
        if entry.id == entry_id:
            return index
    raise EditError(entry_id)


def insert_entry(army: ArmyList, index: int, entry: Entry) -> ArmyList:
    """Return the list with an entry inserted."""
    return replace(army, entries=(*army.entries[:index], entry, *army.entries[index:]))


def change_entry(army: ArmyList, entry_id: EntryId, change: Callable[[Entry], Entry]) -> ArmyList:
    """Return the list with an entry changed. Raise `EditError` if there is none."""
    index = find_index(army, entry_id)
    entries = list(army.entries)
    entries[index] = change(entries[index])
    return replace(army, entries=tuple(entries))


@dataclass(frozen=True, slots=True)
class SetDetails(BaseEdit):
    """Change fields of the list: name, player, points, force_org, event, notes, system, books."""

    label: ClassVar[str] = "edit.details"
    changes: tuple[tuple[str, Any], ...]

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list with the changed fields."""
        changes = dict(self.changes)
        known = {field.name for field in fields(ArmyList)} - {"entries"}
        if unknown := changes.keys() - known:
            raise EditError(", ".join(sorted(unknown)))
        return replace(army, **changes)


def set_details(subject: object = "", **changes: Any) -> SetDetails:
    """Build the edit that changes fields of the list."""
    return SetDetails(tuple(changes.items()), subject=subject)


@dataclass(frozen=True, slots=True)
class AddEntry(BaseEdit):
    """Add a unit at the end of the list, or after an entry."""

    label: ClassVar[str] = "edit.add"
    unit: UnitRef
    after: EntryId | None = None
    upgrades: tuple[Upgrade, ...] = ()

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list with the new entry."""
        entry = Entry(id=next_entry_id(army), unit=self.unit, upgrades=self.upgrades)
        index = len(army.entries) if self.after is None else find_index(army, self.after) + 1
        return insert_entry(army, index, entry)


@dataclass(frozen=True, slots=True)
class RemoveEntry(BaseEdit):
    """Remove an entry and detach its heroes."""

    label: ClassVar[str] = "edit.remove"
    entry: EntryId

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list without the entry."""
        index = find_index(army, self.entry)
        rest = army.entries[:index] + army.entries[index + 1 :]
        if all(entry.id != self.entry for entry in rest):  # ids are not always unique
            rest = tuple(replace(entry, joins=None) if entry.joins == self.entry else entry for entry in rest)
        return replace(army, entries=rest)


@dataclass(frozen=True, slots=True)
class DuplicateEntry(BaseEdit):
    """Insert a copy after an entry; the copy of an attached hero is detached."""

    label: ClassVar[str] = "edit.duplicate"
    entry: EntryId

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list with the copy."""
        index = find_index(army, self.entry)
        copy = replace(army.entries[index], id=next_entry_id(army), joins=None)
        return insert_entry(army, index + 1, copy)


@dataclass(frozen=True, slots=True)
class MoveEntry(BaseEdit):
    """Move an entry down by a number of rows, or up if it is negative."""

    label: ClassVar[str] = "edit.move"
    entry: EntryId
    by: int

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list in the new order."""
        index = find_index(army, self.entry)
        entries = list(army.entries)
        entry = entries.pop(index)
        entries.insert(max(0, min(len(entries), index + self.by)), entry)
        return replace(army, entries=tuple(entries))


@dataclass(frozen=True, slots=True)
class ReplaceUnit(BaseEdit):
    """Replace the unit of an entry and keep its name, upgrades and host."""

    label: ClassVar[str] = "edit.exchange"
    entry: EntryId
    unit: UnitRef

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list with the new unit."""
        return change_entry(army, self.entry, lambda entry: replace(entry, unit=self.unit))


@dataclass(frozen=True, slots=True)
class RenameEntry(BaseEdit):
    """Set the player's name for an entry, or remove it if the text is empty."""

    label: ClassVar[str] = "edit.rename"
    entry: EntryId
    name: str

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list with the name."""
        return change_entry(army, self.entry, lambda entry: replace(entry, name=self.name.strip() or None))


@dataclass(frozen=True, slots=True)
class SetNotes(BaseEdit):
    """Set the notes on an entry, or remove them if the text is empty."""

    label: ClassVar[str] = "edit.note"
    entry: EntryId
    notes: str

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list with the notes."""
        return change_entry(army, self.entry, lambda entry: replace(entry, notes=self.notes.strip() or None))


@dataclass(frozen=True, slots=True)
class SetExperience(BaseEdit):
    """Set the campaign experience and traits of an entry."""

    label: ClassVar[str] = "edit.experience"
    entry: EntryId
    xp: int
    traits: tuple[str, ...] = ()

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list with the experience."""
        return change_entry(army, self.entry, lambda entry: replace(entry, xp=self.xp, traits=self.traits))


@dataclass(frozen=True, slots=True)
class AssignNewId(BaseEdit):
    """Assign a new id to the entry at an index, because two have the same."""

    label: ClassVar[str] = "edit.reidentify"
    index: int

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list with the new id."""
        if not 0 <= self.index < len(army.entries):
            raise EditError(str(self.index))
        entries = list(army.entries)
        entries[self.index] = replace(entries[self.index], id=next_entry_id(army))
        return replace(army, entries=tuple(entries))


@dataclass(frozen=True, slots=True)
class CombineEntry(BaseEdit):
    """Combine an entry with a new second half that has `upgrades`.

    With `other`, that entry (a second copy of the unit) becomes the second half, and its heroes stay attached.
    """

    label: ClassVar[str] = "edit.combine"
    entry: EntryId
    upgrades: tuple[Upgrade, ...] = ()
    other: EntryId | None = None

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list with the combined unit."""
        upgrades = self.upgrades
        if self.other is not None:
            upgrades = army.entries[find_index(army, self.other)].upgrades
            rest = tuple(entry for entry in army.entries if entry.id != self.other)
            army = replace(army, entries=tuple(_move_to_host(entry, self.other, self.entry) for entry in rest))
        return change_entry(army, self.entry, lambda entry: replace(entry, combined=Half(upgrades)))


@dataclass(frozen=True, slots=True)
class SplitEntry(BaseEdit):
    """Split a combined unit into two entries. With `drop_second_half`, the second half is removed."""

    label: ClassVar[str] = "edit.split"
    entry: EntryId
    drop_second_half: bool = False

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list with the split unit."""
        index = find_index(army, self.entry)
        whole = army.entries[index]
        if whole.combined is None:
            raise EditError(self.entry)
        second = Entry(id=next_entry_id(army), unit=whole.unit, upgrades=whole.combined.upgrades)
        army = army.replace_entry(replace(whole, combined=None))
        return army if self.drop_second_half else insert_entry(army, index + 1, second)


@dataclass(frozen=True, slots=True)
class AttachHero(BaseEdit):
    """Attach a hero to a unit."""

    label: ClassVar[str] = "edit.join"
    entry: EntryId
    host: EntryId

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list with the hero attached."""
        find_index(army, self.host)  # raises if there is no such entry
        return change_entry(army, self.entry, lambda entry: replace(entry, joins=self.host))


@dataclass(frozen=True, slots=True)
class DetachHero(BaseEdit):
    """Detach a hero."""

    label: ClassVar[str] = "edit.part"
    entry: EntryId

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list with the hero detached."""
        return change_entry(army, self.entry, lambda entry: replace(entry, joins=None))


def _move_to_host(entry: Entry, old: EntryId, new: EntryId) -> Entry:
    if entry.joins != old:
        return entry
    return replace(entry, joins=None if entry.id == new else new)


@dataclass(frozen=True, slots=True)
class CompositeEdit(BaseEdit):
    """Several edits that are one step."""

    edits: tuple[Callable[[ArmyList], ArmyList], ...]
    label: str

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list after all edits."""
        return apply_edits(army, self.edits)


@dataclass(frozen=True, slots=True)
class MoveEntries(BaseEdit):
    """Move entries down by a number of rows, or up if it is negative.

    Attached heroes move with their hosts. Neighbours move together and stay at the end of the list.
    """

    label: ClassVar[str] = "edit.move"
    entries: tuple[EntryId, ...]
    by: int

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list in the new order."""
        for entry_id in self.entries:
            find_index(army, entry_id)  # raises if there is no such entry
        hosts = {entry.id for entry in army.entries if entry.joins is None}
        slots = [index for index, entry in enumerate(army.entries) if entry.joins not in hosts]
        order = [army.entries[slot] for slot in slots]
        step = -1 if self.by < 0 else 1
        for _ in range(abs(self.by)):
            for index in range(len(order))[::-step]:
                other = index + step
                movable = order[index].id in self.entries and 0 <= other < len(order)
                if movable and order[other].id not in self.entries:
                    order[index], order[other] = order[other], order[index]
        entries = list(army.entries)
        for slot, entry in zip(slots, order, strict=True):
            entries[slot] = entry
        return replace(army, entries=tuple(entries))


def remove_entries(entries: tuple[EntryId, ...], subject: object = "") -> CompositeEdit:
    """Build the edit that removes entries."""
    return CompositeEdit(tuple(RemoveEntry(entry) for entry in entries), RemoveEntry.label, subject=subject)


def duplicate_entries(entries: tuple[EntryId, ...], subject: object = "") -> CompositeEdit:
    """Build the edit that inserts a copy after each entry."""
    return CompositeEdit(tuple(DuplicateEntry(entry) for entry in entries), DuplicateEntry.label, subject=subject)


@dataclass(frozen=True, slots=True)
class AddUpgrade(BaseEdit):
    """Add an upgrade to one or both halves, after removing those in `instead_of`."""

    label: ClassVar[str] = "edit.take"
    entry: EntryId
    option: str
    halves: tuple[int, ...] = (0,)
    instead_of: tuple[str, ...] = ()

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list with the upgrade."""

        def change(upgrades: tuple[Upgrade, ...]) -> tuple[Upgrade, ...]:
            return append_upgrade(
                tuple(upgrade for upgrade in upgrades if upgrade.option not in self.instead_of), self.option
            )

        return _change_upgrades(army, self.entry, self.halves, change)


@dataclass(frozen=True, slots=True)
class RemoveUpgrade(BaseEdit):
    """Remove an upgrade once from one or both halves; `remove_all` removes it completely."""

    label: ClassVar[str] = "edit.put-back"
    entry: EntryId
    option: str
    halves: tuple[int, ...] = (0,)
    remove_all: bool = False

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list without the upgrade."""
        return _change_upgrades(
            army,
            self.entry,
            self.halves,
            lambda upgrades: drop_upgrade(upgrades, self.option, drop_all=self.remove_all),
        )


@dataclass(frozen=True, slots=True)
class SetUpgrades(BaseEdit):
    """Replace all upgrades of one half."""

    label: ClassVar[str] = "edit.set-picks"
    entry: EntryId
    upgrades: tuple[Upgrade, ...]
    half: int = 0

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the list with the upgrades."""
        return _change_upgrades(army, self.entry, (self.half,), lambda _: self.upgrades)


def append_upgrade(upgrades: tuple[Upgrade, ...], option: str) -> tuple[Upgrade, ...]:
    """Return upgrades with an option added; it raises the count of the last upgrade if that is the same option."""
    if upgrades and upgrades[-1].option == option:
        return (*upgrades[:-1], Upgrade(option, upgrades[-1].count + 1))
    return (*upgrades, Upgrade(option))


def drop_upgrade(upgrades: tuple[Upgrade, ...], option: str, *, drop_all: bool = False) -> tuple[Upgrade, ...]:
    """Return upgrades with an option removed, once or completely. Raise `EditError` if it is not there."""
    if drop_all:
        return tuple(upgrade for upgrade in upgrades if upgrade.option != option)
    for index in reversed(range(len(upgrades))):
        upgrade = upgrades[index]
        if upgrade.option == option:
            left = (Upgrade(option, upgrade.count - 1),) if upgrade.count > 1 else ()
            return upgrades[:index] + left + upgrades[index + 1 :]
    raise EditError(option)


def _change_upgrades(
    army: ArmyList,
    entry_id: EntryId,
    halves: tuple[int, ...],
    change: Callable[[tuple[Upgrade, ...]], tuple[Upgrade, ...]],
) -> ArmyList:
    def change_halves(entry: Entry) -> Entry:
        for half in halves:
            if half == 0:
                entry = replace(entry, upgrades=change(entry.upgrades))
            elif half == 1 and entry.combined is not None:
                entry = replace(entry, combined=replace(entry.combined, upgrades=change(entry.combined.upgrades)))
            else:
                raise EditError(entry_id)
        return entry

    return change_entry(army, entry_id, change_halves)


def apply_edits(army: ArmyList, edits: Iterable[Callable[[ArmyList], ArmyList]]) -> ArmyList:
    """Return the list after several edits."""
    for edit in edits:
        army = edit(army)
    return army


def apply_fix(army: ArmyList, fix: Fix) -> ArmyList:
    """Return the list after a fix."""
    return apply_edits(army, (edit for edit in fix.edits if callable(edit)))
