"""Labels for units of books that are not installed: the list's own names first, else that they are unknown."""

from __future__ import annotations

import pytest

from listbuilder.library import Library
from listbuilder.model import ArmyList, BookPin, Entry, EntryId, FactionId, UnitRef, Upgrade
from listbuilder.rules.unit_labels import (
    MissingBook,
    UnresolvedUnit,
    unresolved_label,
    unresolved_title,
    unresolved_unit,
    unresolved_upgrade_label,
)
from tests.sentences import sentence

LIBRARY = Library.open(user=False)
ELSEWHERE, MISSING = sentence("unknown.book", id="elsewhere"), sentence("sheet.unknown")


def entry(unit: str, name: str | None = None, called: str | None = None) -> Entry:
    return Entry(id=EntryId("a"), unit=UnitRef(unit), name=name, called=called)


def remark(list_entry: Entry, language: str = "en", **books: BookPin) -> str:
    pins = {FactionId(name): book for name, book in books.items()}
    beside = Entry(id=EntryId("b"), unit=UnitRef("human-empire/infantrymen"))
    army = ArmyList(name="x", system=LIBRARY.system("aof-3.5").id, entries=(list_entry, beside), books=pins)
    return unresolved_label(list_entry, LIBRARY.roster(army), language)


@pytest.mark.parametrize(
    ("name", "called", "title", "unit"),
    [
        (None, None, sentence("unknown.title", "de"), sentence("unknown.unit", "de", id="spears")),
        (None, "Spears", "Spears", "Spears"),
        ("Old Guard", "Spears", "Old Guard", "Old Guard"),
        ("Old Guard", None, "Old Guard", "Old Guard"),
    ],
)
def test_unknown_unit_name_precedence(name: str | None, called: str | None, title: str, unit: str) -> None:
    list_entry = entry("elsewhere/spears", name, called)
    assert unresolved_title(list_entry, "de") == title
    assert unresolved_unit(list_entry).to("de") == unit


def test_unknown_unit_without_id() -> None:
    assert str(unresolved_unit(entry("elsewhere/"))) == sentence("unknown.unit", id="a")
    assert str(UnresolvedUnit("")) == sentence("unknown.unit", id="?")


@pytest.mark.parametrize(
    ("list_entry", "expected"),
    [
        (entry("elsewhere/spears"), f"{ELSEWHERE}, {MISSING} (spears)"),
        (entry("elsewhere/spears", called="Spears"), f"{ELSEWHERE}, {MISSING}"),
        (entry("elsewhere/spears", "Old Guard", "Spears"), f"Spears, {ELSEWHERE}, {MISSING}"),
        (entry("elsewhere/spears", "Old Guard"), f"{ELSEWHERE}, {MISSING} (spears)"),
        (entry("human-empire/nobody"), f"Human Empire, {MISSING} (nobody)"),
        (entry("spears"), f"{MISSING} (spears)"),
    ],
)
def test_subtitle_complements_the_heading(list_entry: Entry, expected: str) -> None:
    assert remark(list_entry) == expected


def test_missing_book_is_named_with_version() -> None:
    named = remark(entry("elsewhere/x"), elsewhere=BookPin("2.1", name="Far Elves"))
    assert named == f"Far Elves 2.1, {MISSING} (x)"
    nameless = remark(entry("elsewhere/x"), "de", elsewhere=BookPin("2.1"))
    assert nameless == f"{sentence('unknown.book', 'de', id='elsewhere 2.1')}, {sentence('sheet.unknown', 'de')} (x)"
    assert (str(MissingBook("x")), str(MissingBook("x", "Far Elves"))) == ("x", "Far Elves")


def test_unknown_picks_show_readable_text() -> None:
    assert unresolved_upgrade_label(Upgrade("Great Axe"), "en") == "Great Axe"
    assert unresolved_upgrade_label(Upgrade("x7/k9"), "en") == sentence("unknown.upgrade", id="x7/k9")
