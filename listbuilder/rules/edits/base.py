"""What edits are made of: the protocol, and changes to one entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from listbuilder.errors import EditError
from listbuilder.model import ArmyList, Entry, EntryId


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
