"""What is written where no book knows a unit: the list's own names first, else plainly that it is unknown."""

from __future__ import annotations

import pytest

from listbuilder.library import Library
from listbuilder.model import ArmyList, Book, Entry, EntryId, FactionId, Pick, UnitRef
from listbuilder.rules.labels import UnknownBook, UnknownUnit, unknown_pick, unknown_remark, unknown_title, unknown_unit

LIBRARY = Library.open(user=False)


def entry(unit: str, name: str | None = None, called: str | None = None) -> Entry:
    return Entry(id=EntryId("a"), unit=UnitRef(unit), name=name, called=called)


def remark(found: Entry, language: str = "en", **books: Book) -> str:
    pins = {FactionId(name): book for name, book in books.items()}
    beside = Entry(id=EntryId("b"), unit=UnitRef("human-empire/infantrymen"))
    army = ArmyList(name="x", system=LIBRARY.system("aof-3.5").id, entries=(found, beside), books=pins)
    return unknown_remark(found, LIBRARY.roster(army), language)


@pytest.mark.parametrize(
    ("name", "called", "title", "unit"),
    [
        (None, None, "Unbekannte Einheit", "unbekannte Einheit (spears)"),
        (None, "Spears", "Spears", "Spears"),
        ("Old Guard", "Spears", "Old Guard", "Old Guard"),
        ("Old Guard", None, "Old Guard", "Old Guard"),
    ],
)
def test_the_players_name_comes_before_the_files_and_the_files_before_none(
    name: str | None, called: str | None, title: str, unit: str
) -> None:
    found = entry("elsewhere/spears", name, called)
    assert unknown_title(found, "de") == title
    assert unknown_unit(found).to("de") == unit


def test_a_unit_without_any_id_is_named_by_its_entry_and_nothing_by_a_question_mark() -> None:
    assert str(unknown_unit(entry("elsewhere/"))) == "unknown unit (a)"
    assert str(UnknownUnit("")) == "unknown unit (?)"


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (entry("elsewhere/spears"), "unknown book (elsewhere), not in the data (spears)"),
        (entry("elsewhere/spears", called="Spears"), "unknown book (elsewhere), not in the data"),
        (entry("elsewhere/spears", "Old Guard", "Spears"), "Spears, unknown book (elsewhere), not in the data"),
        (entry("elsewhere/spears", "Old Guard"), "unknown book (elsewhere), not in the data (spears)"),
        (entry("human-empire/nobody"), "Human Empire, not in the data (nobody)"),
        (entry("spears"), "not in the data (spears)"),
    ],
)
def test_the_small_print_says_what_the_heading_does_not(found: Entry, expected: str) -> None:
    assert remark(found) == expected


def test_a_book_that_the_list_names_is_called_so_with_its_version() -> None:
    named = remark(entry("elsewhere/x"), elsewhere=Book("2.1", name="Far Elves"))
    assert named == "Far Elves 2.1, not in the data (x)"
    nameless = remark(entry("elsewhere/x"), "de", elsewhere=Book("2.1"))
    assert nameless == "unbekanntes Buch (elsewhere 2.1), nicht in den Daten (x)"
    assert (str(UnknownBook("x")), str(UnknownBook("x", "Far Elves"))) == ("x", "Far Elves")


def test_a_pick_is_written_as_the_file_does_unless_that_is_two_ids() -> None:
    assert unknown_pick(Pick("Great Axe"), "en") == "Great Axe"
    assert unknown_pick(Pick("x7/k9"), "en") == "unknown upgrade (x7/k9)"
