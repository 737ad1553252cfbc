"""A list of several books is compared with each of them."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.library import Library
from listbuilder.listfiles.book_versions import pin_book_versions
from listbuilder.model import ArmyList, BookPin, Entry, EntryId, FactionId, SystemId, UnitRef
from listbuilder.validation.engine import validate

LIBRARY = Library.open(user=False)


def test_one_differing_book_is_reported() -> None:
    dwarves = next(iter(LIBRARY.faction("dwarves", "aof-3.5").units))
    units = ("human-empire/champion", f"dwarves/{dwarves}")
    entries = tuple(Entry(id=EntryId(f"e{index}"), unit=UnitRef(unit)) for index, unit in enumerate(units))
    army = pin_book_versions(ArmyList(name="x", system=SystemId("aof-3.5"), entries=entries), LIBRARY)
    assert not [finding for finding in validate(LIBRARY.roster(army)) if finding.code[:3] == "VER"]
    for name in ("human-empire", "dwarves"):
        pinned = army.books[FactionId(name)]
        other = replace(army, books={**army.books, FactionId(name): BookPin(pinned.version, "0" * 64)})
        codes = [finding.code for finding in validate(LIBRARY.roster(other)) if finding.code[:3] == "VER"]
        assert codes == ["VER002"], name
        unpinned = replace(army, books={book: pin for book, pin in army.books.items() if book != name})
        codes = [finding.code for finding in validate(LIBRARY.roster(unpinned)) if finding.code[:3] == "VER"]
        assert codes == ["VER003"], name


def test_unused_installed_book_is_ignored() -> None:
    entry = Entry(id=EntryId("a"), unit=UnitRef("human-empire/champion"))
    army = pin_book_versions(ArmyList(name="x", system=SystemId("aof-3.5"), entries=(entry,)), LIBRARY)
    other = replace(army, books={**army.books, FactionId("dwarves"): BookPin("0.1")})
    for pinned in (army, other):
        roster = LIBRARY.roster(pinned, more=("dwarves",))
        assert FactionId("dwarves") in roster.factions
        assert not [finding for finding in validate(roster) if finding.code[:3] == "VER"]
