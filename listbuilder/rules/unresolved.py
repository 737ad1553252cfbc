"""Names where no book is at hand: those that the list itself has, else plainly that it is unknown, with the id."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from listbuilder.i18n import translate
from listbuilder.model import ArmyList, Book, Entry, FactionId, Pick, Roster, split_ref
from listbuilder.textutil.fuzzy import closest


@dataclass(frozen=True, slots=True)
class UnknownUnit:
    """A unit that no data has, as a sentence names it."""

    id: str
    called: str | None = None

    def to(self, language: str) -> str:
        """Write it in a language: its name, or `unknown unit (ZLsGVby)`."""
        return self.called or translate(language, "unknown.unit", id=self.id or "?")

    def __str__(self) -> str:
        return self.to("en")


@dataclass(frozen=True, slots=True)
class UnknownBook:
    """A book that is not at hand, as a sentence names it."""

    id: str
    name: str | None = None
    version: str = ""

    def __str__(self) -> str:
        return f"{self.name or self.id} {self.version}".rstrip()

    def title(self, language: str) -> str:
        """Write it where nothing else says that it is a book: name and version, or `unknown book (7oi8zeiq)`."""
        return str(self) if self.name else translate(language, "unknown.book", id=self)


def unknown_unit(entry: Entry) -> UnknownUnit:
    """Name the unit of an entry that could not be worked out; the player's own name for it says most."""
    return UnknownUnit(split_ref(entry.unit)[1] or entry.id, entry.name or entry.called)


def unknown_book(army: ArmyList, wanted: FactionId) -> UnknownBook:
    """Name a book that a list uses and that is not at hand."""
    pin = army.books.get(wanted, Book(""))
    return UnknownBook(wanted, pin.name, pin.version)


def missing_books(roster: Roster) -> tuple[UnknownBook, ...]:
    """Name the books that entries are of and that are not at hand, in the order of the list."""
    named = dict.fromkeys(split_ref(entry.unit)[0] for entry in roster.unresolved)
    return tuple(unknown_book(roster.army, name) for name in named if name and name not in roster.factions)


def meant_faction(army: ArmyList, wanted: FactionId, known: Iterable[FactionId]) -> FactionId | None:
    """Give the faction that a missing one is written nearly like; one that is pinned was named by a program."""
    if not wanted or wanted in army.books:
        return None
    near = closest(wanted, known)
    return FactionId(near) if near is not None else None


def unknown_title(entry: Entry, language: str) -> str:
    """Head an entry whose unit is not known."""
    return entry.name or entry.called or translate(language, "unknown.title")


def unknown_remark(entry: Entry, roster: Roster, language: str) -> str:
    """Say in small print what an entry would be: its unit, its book, and the unit's id where it has no name."""
    faction, unit = split_ref(entry.unit)
    known = roster.factions.get(faction)
    book = known.name.to(language) if known is not None else unknown_book(roster.army, faction).title(language)
    missing = translate(language, "sheet.unknown")
    parts = (
        entry.called if entry.name else "",
        book if faction else "",
        missing if entry.called else f"{missing} ({unit})",
    )
    return ", ".join(part for part in parts if part)


def unknown_pick(pick: Pick, language: str) -> str:
    """Name a pick of a unit that is not known: as the file does; two ids are no name."""
    return translate(language, "unknown.upgrade", id=pick.option) if "/" in pick.option else pick.option
