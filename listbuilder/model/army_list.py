"""What the player chose: ids and counts, names and notes, and nothing that can be worked out.

How long a list may be: far more than any table holds, and few enough to be judged in a moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from listbuilder.model.ids import EntryId, FactionId, SystemId, UnitRef


class Pick(NamedTuple):
    """One option taken, `count` times: `option`, or `section/option` where the unit has two of that name."""

    option: str
    count: int = 1  # type: ignore[assignment]  # the method of this name that tuples have is for nobody here


@dataclass(frozen=True, slots=True)
class Half:
    """The second copy in a combined entry, with picks of its own."""

    upgrades: tuple[Pick, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One unit in a list."""

    id: EntryId
    unit: UnitRef
    name: str | None = None
    upgrades: tuple[Pick, ...] = ()
    combined: Half | None = None
    joins: EntryId | None = None
    notes: str | None = None
    xp: int = 0
    traits: tuple[str, ...] = ()
    called: str | None = None
    """What the file that it came from calls its unit, where no book is at hand to tell."""
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)
    """Keys of the file that mean nothing to us; kept so that saving loses nothing."""


@dataclass(frozen=True, slots=True)
class Book:
    """The version of a faction's data that a list was built with."""

    version: str
    """Empty where nobody knows it."""
    sha256: str | None = None
    points: int | None = None
    """What the book's units cost together when the list was saved, so that a new edition can be compared."""
    name: str | None = None
    """What the book is called, where it is not at hand to tell."""
    prices: Mapping[str, int] = field(default_factory=dict)
    """What its units (`reeve`) and options (`reeve/eel`) that the list takes cost when it was saved."""
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyList:
    """A player's list; immutable, every edit makes a new one."""

    name: str
    system: SystemId
    player: str | None = None
    points: int | None = None
    """The agreed size of the game; None means that no limit was agreed."""
    force_org: bool = False
    event: str | None = None
    notes: str | None = None
    books: Mapping[FactionId, Book] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)

    def entry(self, wanted: str) -> Entry | None:
        """Find an entry by its id."""
        return next((entry for entry in self.entries if entry.id == wanted), None)

    def edition(self, faction: FactionId) -> str | None:
        """Give the version of a book that the list is pinned to; None where it names none."""
        pin = self.books.get(faction)
        return None if pin is None else pin.version or None

    def replace_entry(self, entry: Entry) -> ArmyList:
        """Give the list with one entry exchanged for its new version."""
        return replace(self, entries=tuple(entry if old.id == entry.id else old for old in self.entries))


MOST_ENTRIES = 500
MOST_PICKS = 2_000
MOST_PICKS_OF_ONE = 200
"""Picks of one entry with both its halves; what may be picked next depends on each of them."""
LARGEST_COUNT = 999
"""More of one option than any game allows; beyond it a count is called bad and not applied."""
LONGEST_NAME, LONGEST_NOTE, LONGEST_NOTES = 200, 4_000, 20_000
"""How many letters a name, a note on a unit and the notes on a list have at most; the schema of lists says the same."""
