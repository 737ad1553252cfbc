"""Edits to several entries at once: those that were marked are moved, copied or removed as one step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from listbuilder.model import ArmyList, EntryId
from listbuilder.rules.edits.base import BaseEdit, place_of
from listbuilder.rules.edits.entries import Duplicate, Remove
from listbuilder.rules.edits.several import Several


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
