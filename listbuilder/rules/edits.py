"""Edits of army lists, as values: call one with a list to get the changed list. Undo and redo of edits.

An edit contains all it needs, so it can be shown, offered as a fix, tried and undone. Edits that depend on the unit
are built in `rules.upgrade_actions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Protocol

from listbuilder.diagnostics import Fix, FixEdit
from listbuilder.errors import EditError
from listbuilder.model import ArmyList, Entry, EntryId, Half, UnitRef, Upgrade
from listbuilder.model.ids import column_letters


class Edit(FixEdit, Protocol):
    """A change to a list."""

    @property
    def subject(self) -> object:
        """What is changed, in words that the player knows."""

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the changed list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseEdit:
    """Base class of edits. The subject is for display only."""

    subject: object = field(default="", compare=False)

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the changed list. Raise `EditError` if it does not have what is to be changed."""
        return self._apply(army)

    def _apply(self, army: ArmyList) -> ArmyList:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class EntryEdit(BaseEdit):
    """Base class of edits that change one entry."""

    entry: EntryId

    def _apply(self, army: ArmyList) -> ArmyList:
        return change_entry(army, self.entry, self._change)

    def _change(self, entry: Entry) -> Entry:
        raise NotImplementedError


def next_entry_id(army: ArmyList) -> EntryId:
    """Return an id that no entry has and no attached hero refers to."""
    used = {entry.id for entry in army.entries} | {entry.joins for entry in army.entries}
    number = len(army.entries)
    while (entry_id := EntryId(column_letters(number))) in used:
        number += 1
    return entry_id


def _find_index(army: ArmyList, entry_id: EntryId) -> int:
    """Return the index of an entry. Raise `EditError` if there is none."""
    for index, entry in enumerate(army.entries):
        if entry.id == entry_id:
            return index
    raise EditError(entry_id)


def _insert_entry(army: ArmyList, index: int, entry: Entry) -> ArmyList:
    return replace(army, entries=(*army.entries[:index], entry, *army.entries[index:]))


def change_entry(army: ArmyList, entry_id: EntryId, change: Callable[[Entry], Entry]) -> ArmyList:
    """Return the list with an entry changed. Raise `EditError` if there is none."""
    index = _find_index(army, entry_id)
    entries = list(army.entries)
    entries[index] = change(entries[index])
    return replace(army, entries=tuple(entries))


@dataclass(frozen=True, slots=True)
class SetDetails(BaseEdit):
    """Change fields of the list: name, player, points, force_org, event, notes, system, books."""

    label: ClassVar[str] = "edit.details"
    changes: tuple[tuple[str, Any], ...]

    def _apply(self, army: ArmyList) -> ArmyList:
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

    def _apply(self, army: ArmyList) -> ArmyList:
        entry = Entry(id=next_entry_id(army), unit=self.unit, upgrades=self.upgrades)
        index = len(army.entries) if self.after is None else _find_index(army, self.after) + 1
        return _insert_entry(army, index, entry)


@dataclass(frozen=True, slots=True)
class RemoveEntry(EntryEdit):
    """Remove an entry and detach its heroes."""

    label: ClassVar[str] = "edit.remove"

    def _apply(self, army: ArmyList) -> ArmyList:
        index = _find_index(army, self.entry)
        rest = army.entries[:index] + army.entries[index + 1 :]
        if all(entry.id != self.entry for entry in rest):  # ids are not always unique
            rest = tuple(replace(entry, joins=None) if entry.joins == self.entry else entry for entry in rest)
        return replace(army, entries=rest)


@dataclass(frozen=True, slots=True)
class DuplicateEntry(EntryEdit):
    """Insert a copy after an entry; the copy of an attached hero is detached."""

    label: ClassVar[str] = "edit.duplicate"

    def _apply(self, army: ArmyList) -> ArmyList:
        index = _find_index(army, self.entry)
        copy = replace(army.entries[index], id=next_entry_id(army), joins=None)
        return _insert_entry(army, index + 1, copy)


@dataclass(frozen=True, slots=True)
class ReplaceUnit(EntryEdit):
    """Replace the unit of an entry and keep its name, upgrades and host."""

    label: ClassVar[str] = "edit.exchange"
    unit: UnitRef

    def _change(self, entry: Entry) -> Entry:
        return replace(entry, unit=self.unit)


@dataclass(frozen=True, slots=True)
class RenameEntry(EntryEdit):
    """Set the player's name for an entry, or remove it if the text is empty."""

    label: ClassVar[str] = "edit.rename"
    name: str

    def _change(self, entry: Entry) -> Entry:
        return replace(entry, name=self.name.strip() or None)


@dataclass(frozen=True, slots=True)
class SetNotes(EntryEdit):
    """Set the notes on an entry, or remove them if the text is empty."""

    label: ClassVar[str] = "edit.note"
    notes: str

    def _change(self, entry: Entry) -> Entry:
        return replace(entry, notes=self.notes.strip() or None)


@dataclass(frozen=True, slots=True)
class SetExperience(EntryEdit):
    """Set the campaign experience and traits of an entry."""

    label: ClassVar[str] = "edit.experience"
    xp: int
    traits: tuple[str, ...] = ()

    def _change(self, entry: Entry) -> Entry:
        return replace(entry, xp=self.xp, traits=self.traits)


@dataclass(frozen=True, slots=True)
class AssignNewId(BaseEdit):
    """Assign a new id to the entry at an index, because two have the same."""

    label: ClassVar[str] = "edit.reidentify"
    index: int

    def _apply(self, army: ArmyList) -> ArmyList:
        if not 0 <= self.index < len(army.entries):
            raise EditError(str(self.index))
        entries = list(army.entries)
        entries[self.index] = replace(entries[self.index], id=next_entry_id(army))
        return replace(army, entries=tuple(entries))


@dataclass(frozen=True, slots=True)
class CombineEntry(EntryEdit):
    """Combine an entry with a new second half that has `upgrades`.

    With `other`, that entry (a second copy of the unit) becomes the second half, and its heroes stay attached.
    """

    label: ClassVar[str] = "edit.combine"
    upgrades: tuple[Upgrade, ...] = ()
    other: EntryId | None = None

    def _apply(self, army: ArmyList) -> ArmyList:
        upgrades = self.upgrades
        if self.other is not None:
            upgrades = army.entries[_find_index(army, self.other)].upgrades
            entries = tuple(
                replace(entry, joins=None if entry.id == self.entry else self.entry)
                if entry.joins == self.other
                else entry
                for entry in army.entries
                if entry.id != self.other
            )
            army = replace(army, entries=entries)
        return change_entry(army, self.entry, lambda entry: replace(entry, combined=Half(upgrades)))


@dataclass(frozen=True, slots=True)
class SplitEntry(EntryEdit):
    """Split a combined unit into two entries. With `drop_second_half`, the second half is removed."""

    label: ClassVar[str] = "edit.split"
    drop_second_half: bool = False

    def _apply(self, army: ArmyList) -> ArmyList:
        index = _find_index(army, self.entry)
        whole = army.entries[index]
        if whole.combined is None:
            raise EditError(self.entry)
        second = Entry(id=next_entry_id(army), unit=whole.unit, upgrades=whole.combined.upgrades)
        army = army.replace_entry(replace(whole, combined=None))
        return army if self.drop_second_half else _insert_entry(army, index + 1, second)


@dataclass(frozen=True, slots=True)
class AttachHero(EntryEdit):
    """Attach a hero to a unit."""

    label: ClassVar[str] = "edit.join"
    host: EntryId

    def _apply(self, army: ArmyList) -> ArmyList:
        _find_index(army, self.host)  # raises if there is no such entry
        return change_entry(army, self.entry, lambda entry: replace(entry, joins=self.host))


@dataclass(frozen=True, slots=True)
class DetachHero(EntryEdit):
    """Detach a hero."""

    label: ClassVar[str] = "edit.part"

    def _change(self, entry: Entry) -> Entry:
        return replace(entry, joins=None)


@dataclass(frozen=True, slots=True)
class CompositeEdit(BaseEdit):
    """Several edits that are one step."""

    edits: tuple[Callable[[ArmyList], ArmyList], ...]
    label: str

    def _apply(self, army: ArmyList) -> ArmyList:
        return apply_edits(army, self.edits)


@dataclass(frozen=True, slots=True)
class MoveEntries(BaseEdit):
    """Move entries down by a number of rows, or up if it is negative.

    Attached heroes move with their hosts. Neighbours move together and stay at the end of the list.
    """

    label: ClassVar[str] = "edit.move"
    entries: tuple[EntryId, ...]
    by: int

    def _apply(self, army: ArmyList) -> ArmyList:
        for entry_id in self.entries:
            _find_index(army, entry_id)  # raises if there is no such entry
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
class AddUpgrade(EntryEdit):
    """Add an upgrade to one or both halves, after removing those in `instead_of`."""

    label: ClassVar[str] = "edit.take"
    option: str
    halves: tuple[int, ...] = (0,)
    instead_of: tuple[str, ...] = ()

    def _change(self, entry: Entry) -> Entry:
        return _change_upgrades(entry, self.halves, self._add)

    def _add(self, upgrades: tuple[Upgrade, ...]) -> tuple[Upgrade, ...]:
        remaining = tuple(upgrade for upgrade in upgrades if upgrade.option not in self.instead_of)
        if remaining and remaining[-1].option == self.option:
            return (*remaining[:-1], Upgrade(self.option, remaining[-1].count + 1))
        return (*remaining, Upgrade(self.option))


@dataclass(frozen=True, slots=True)
class RemoveUpgrade(EntryEdit):
    """Remove an upgrade once from one or both halves; `remove_all` removes it completely."""

    label: ClassVar[str] = "edit.put-back"
    option: str
    halves: tuple[int, ...] = (0,)
    remove_all: bool = False

    def _change(self, entry: Entry) -> Entry:
        return _change_upgrades(entry, self.halves, self._remove)

    def _remove(self, upgrades: tuple[Upgrade, ...]) -> tuple[Upgrade, ...]:
        if self.remove_all:
            return tuple(upgrade for upgrade in upgrades if upgrade.option != self.option)
        for index in reversed(range(len(upgrades))):
            upgrade = upgrades[index]
            if upgrade.option == self.option:
                remaining = (Upgrade(self.option, upgrade.count - 1),) if upgrade.count > 1 else ()
                return upgrades[:index] + remaining + upgrades[index + 1 :]
        raise EditError(self.option)


@dataclass(frozen=True, slots=True)
class SetUpgrades(EntryEdit):
    """Replace all upgrades of one half."""

    label: ClassVar[str] = "edit.set-picks"
    upgrades: tuple[Upgrade, ...]
    half: int = 0

    def _change(self, entry: Entry) -> Entry:
        return _change_upgrades(entry, (self.half,), lambda _: self.upgrades)


def _change_upgrades(
    entry: Entry, halves: tuple[int, ...], change: Callable[[tuple[Upgrade, ...]], tuple[Upgrade, ...]]
) -> Entry:
    for half in halves:
        if half == 0:
            entry = replace(entry, upgrades=change(entry.upgrades))
        elif half == 1 and entry.combined is not None:
            entry = replace(entry, combined=replace(entry.combined, upgrades=change(entry.combined.upgrades)))
        else:
            raise EditError(entry.id)
    return entry


def apply_edits(army: ArmyList, edits: Iterable[Callable[[ArmyList], ArmyList]]) -> ArmyList:
    """Return the list after several edits."""
    for edit in edits:
        army = edit(army)
    return army


def apply_fix(army: ArmyList, fix: Fix) -> ArmyList:
    """Return the list after a fix."""
    return apply_edits(army, (edit for edit in fix.edits if callable(edit)))


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """An edit with the list to return to."""

    label: str
    subject: object
    army: ArmyList


@dataclass(frozen=True, slots=True)
class History:
    """The present list, the edits that led to it, and the edits that were undone."""

    present: ArmyList
    past: tuple[HistoryStep, ...] = ()
    future: tuple[HistoryStep, ...] = ()

    def apply(self, edit: Edit) -> History:
        """Apply an edit. An edit without effect is not recorded."""
        return self.record(edit(self.present), edit.label, edit.subject)

    def record(self, army: ArmyList, label: str, subject: object = "") -> History:
        """Record a new list under a label and forget undone edits."""
        if army == self.present:
            return self
        return History(army, (*self.past, HistoryStep(label, subject, self.present)))

    def undo(self) -> History:
        """Undo the last edit, if there is one."""
        if not self.past:
            return self
        last = self.past[-1]
        return History(last.army, self.past[:-1], (*self.future, replace(last, army=self.present)))

    def redo(self) -> History:
        """Redo the edit that was undone last, if there is one."""
        if not self.future:
            return self
        last = self.future[-1]
        return History(last.army, (*self.past, replace(last, army=self.present)), self.future[:-1])

    @property
    def next_undo(self) -> HistoryStep | None:
        """The edit that undo would undo."""
        return self.past[-1] if self.past else None

    @property
    def next_redo(self) -> HistoryStep | None:
        """The edit that redo would apply."""
        return self.future[-1] if self.future else None
