"""The choices of a player: an army list with its entries and upgrades, and the limits on its size.

Everything that can be computed from army books is left out; see `model.roster`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from listbuilder.model.ids import EntryId, FactionId, SystemId, UnitRef


class Upgrade(NamedTuple):
    """An option that was taken `count` times: `option`, or `section/option` if two sections of the unit have it."""

    option: str
    count: int = 1  # type: ignore[assignment]  # hides tuple.count, which is not used


@dataclass(frozen=True, slots=True)
class Half:
    """The second copy in a combined unit, with its own upgrades."""

    upgrades: tuple[Upgrade, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One unit in a list."""

    id: EntryId
    unit: UnitRef
    name: str | None = None
    upgrades: tuple[Upgrade, ...] = ()
    combined: Half | None = None
    joins: EntryId | None = None
    """The entry that this hero is attached to."""
    notes: str | None = None
    xp: int = 0
    traits: tuple[str, ...] = ()
    called: str | None = None
    """The unit's name in the imported file, for units whose book is not installed."""
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)
    """Unknown keys of the list file, kept so that saving loses nothing."""


@dataclass(frozen=True, slots=True)
class BookPin:
    """The version of an army book that a list was built with."""

    version: str
    """Empty if unknown."""
    sha256: str | None = None
    points: int | None = None
    """The points of the book's units when the list was saved, to compare with a new version."""
    name: str | None = None
    """The book's name, in case it is not installed."""
    prices: Mapping[str, int] = field(default_factory=dict)
    """The prices of the units (`reeve`) and options (`reeve/eel`) in the list when it was saved."""
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyList:
    """A player's list. Immutable: every edit returns a new list."""

    name: str
    system: SystemId
    player: str | None = None
    points: int | None = None
    """The points limit, or None."""
    force_org: bool = False
    event: str | None = None
    notes: str | None = None
    books: Mapping[FactionId, BookPin] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)

    def find_entry(self, entry_id: str) -> Entry | None:
        """Return the entry with an id, or None."""
        return next((entry for entry in self.entries if entry.id == entry_id), None)

    def pinned_version(self, faction: FactionId) -> str | None:
        """Return the version of a book that the list is pinned to, or None."""
        pin = self.books.get(faction)
        return None if pin is None else pin.version or None

    def replace_entry(self, entry: Entry) -> ArmyList:
        """Return the list with the entry of the same id replaced."""
        return replace(self, entries=tuple(entry if old.id == entry.id else old for old in self.entries))


# Far more than any game needs, and few enough to validate quickly.
MAX_ENTRIES = 500
MAX_UPGRADES = 2_000
MAX_UPGRADES_PER_ENTRY = 200
"""Upgrades of one entry, both halves together."""
MAX_UPGRADE_COUNT = 999
"""A higher count of one upgrade is reported and not applied."""
MAX_NAME_LENGTH, MAX_ENTRY_NOTES_LENGTH, MAX_LIST_NOTES_LENGTH = 200, 4_000, 20_000
"""Maximum length of a name, of the notes on a unit and of the notes on a list; the list schema repeats them."""
