"""The books of a share text: the one that is named, the one that its units tell, and what is assumed."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.diagnostics import Severity
from listbuilder.importers.army_forge.text.book_detection import TextBooks, _serve_more, find_text_books
from listbuilder.importers.army_forge.text.parser import parse_share_text
from listbuilder.library import Library
from tests.importers.list_samples import FACTION


def book(name: str, *units: str, version: str = "1", system: str = "aof-3.5") -> str:
    lines = [
        f"  - {{id: u{place}, name: {unit}, size: 1, quality: 4, defense: 4, cost: 10}}"
        for place, unit in enumerate(units)
    ]
    head = ["format: 1", f"id: {name.lower()}", f"systems: [{system}]", f'version: "{version}"', f"name: {name}"]
    return "\n".join([*head, "units:", *lines, ""])


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("books")
    texts = [
        book("Fen", "Reeve", "Heron", "Eel", "Frog"),
        book("Moon", "Guard", "Heron", "Owl", "Cat", version="2"),
        book("Moon", "Guard", "Heron", "Owl", "Cat", version="10"),
        book("Sun", "Ray", "Lion", system="aof-3.2"),
    ]
    for place, text in enumerate(texts):
        (folder / f"{place}.yaml").write_text(text, encoding="utf-8")
    found = Library.open([folder], user=False)
    assert not found.problems
    return found


def found(library: Library, header: str, *units: str) -> TextBooks:
    text = "\n".join([header, *(f"{unit} [1] Q4+ D4+ | 10pts" for unit in units)])
    return find_text_books(parse_share_text(text), library)


def told(books: TextBooks) -> list[tuple[str, str]]:
    return [(each.code, str(each.params.get("value", each.params.get("what")))) for each in books.findings]


def names(books: TextBooks) -> list[tuple[str, str, str | None]]:
    return [(faction.name.en, faction.version, version) for faction, version in books.versions]


def test_a_book_that_is_named_is_taken_whatever_the_case(library: Library) -> None:
    books = found(library, "++ Mine - fEN (v1) [AOF 10pts] ++", "Lion")
    assert (names(books), books.title, books.missing) == ([("Fen", "1", "1")], "Fen", False)
    assert [faction.id for faction in books.factions] == ["fen"]


@pytest.mark.parametrize(("stated", "taken"), [("2", "2"), ("10", "10"), ("3", "10")])
def test_the_edition_that_is_named_is_taken_else_the_newest(library: Library, stated: str, taken: str) -> None:
    books = found(library, f"++ Mine - Moon (v{stated}) [AOF 10pts] ++", "Owl")
    assert names(books) == [("Moon", taken, stated)]


@pytest.mark.parametrize(
    ("units", "guessed"),
    [
        (("Reeve",), "Fen"),
        (("Owl",), "Moon"),
        (("Reeve", "Nobody"), "Fen"),
        (("Reeve", "Nobody", "Nothing"), ""),
        (("Reeve", "Eel", "Nobody", "Nothing"), "Fen"),
        (("Reeve", "Eel", "Nobody", "Nothing", "Never"), ""),
        (("Reeve", "Heron", "Owl", "Cat"), "Moon"),
        (("Reeve", "Eel", "Heron", "Cat"), "Fen"),
        (("REEVE", "reeve", "Nobody"), "Fen"),
        (("Nobody",), ""),
        ((), ""),
    ],
    ids=str,
)
def test_a_book_is_told_by_half_of_the_units(library: Library, units: tuple[str, ...], guessed: str) -> None:
    books = found(library, "++ Mine [AOF 10pts] ++", *units)
    assert [faction.name.en for faction in books.factions] == ([guessed] if guessed else [])
    assert books.title == guessed
    assert books.missing is (not guessed)
    assert [value for code, value in told(books) if code == "IMP005"][:1] == ([guessed] if guessed else [])
    assert [version for *_, version in names(books)] == ([None] if guessed else [])


def test_of_the_editions_of_a_book_that_is_told_by_its_units_the_newest_is_taken(library: Library) -> None:
    assert names(found(library, "++ Mine [AOF 10pts] ++", "Owl")) == [("Moon", "10", None)]


def test_a_book_that_is_not_at_hand_is_told_with_one_of_a_name_near_it(library: Library) -> None:
    books = found(library, "++ Mine - Fen (v1), Mooon (v3) [AOF 10pts] ++", "Reeve")
    assert (books.title, books.missing, names(books)) == ("Mooon", True, [("Fen", "1", "1")])
    (finding,) = [each for each in books.findings if each.code == "IMP002"]
    assert (finding.params["what"], finding.params["suggestion"]) == ("Mooon", "Moon")
    assert finding.severity is Severity.UNCHECKED
    far = found(library, "++ Mine - Fen (v1), Xylophones (v3) [AOF 10pts] ++", "Reeve")
    assert [each.params["suggestion"] for each in far.findings if each.code == "IMP002"] == [""]


def test_a_name_without_a_version_is_the_list_s_own_unless_a_book_s_is_near(library: Library) -> None:
    assert "IMP002" not in dict(told(found(library, "++ My Lads [AOF 10pts] ++", "Nobody")))
    near = found(library, "++ Mooon [AOF 10pts] ++", "Nobody")
    assert ("IMP002", "Mooon") in told(near)
    assert near.title == ""


def test_a_book_of_another_game_is_not_at_hand_but_gives_its_name(library: Library) -> None:
    books = found(library, "++ Fen [GF 10pts] ++", "Nobody")
    assert (books.title, books.missing, books.factions) == ("Fen", True, ())


def test_a_game_that_is_not_named_is_assumed_and_told(library: Library) -> None:
    books = found(library, "++ Mine - Sun (v1) [10pts] ++", "Lion")
    assert books.system.id == "aof-3.2"
    assert told(books) == [("IMP005", library.system(books.system.id).title)]
    named = found(library, "++ Mine - Sun (v1) [AOF 10pts] ++", "Lion")
    assert (named.system.id, told(named)) == ("aof-3.2", [])


def test_a_game_that_nobody_knows_is_told_and_one_is_taken(library: Library) -> None:
    books = found(library, "++ Mine - Fen (v1) [CHESS 10pts] ++", "Reeve")
    assert (books.system.id, told(books)[0]) == ("aof-3.5", ("IMP002", "CHESS"))
    assert books.findings[0].severity is Severity.UNCHECKED


def test_books_of_two_editions_of_a_game_leave_open_which_is_meant(tmp_path: Path) -> None:
    text = FACTION.replace("systems: [aof-3.5]", "systems: [aof-3.2, aof-3.5]")
    (tmp_path / "both.yaml").write_text(text, encoding="utf-8")
    library = Library.open([tmp_path], user=False)
    systems = [header for header in library.systems() if header.id in ("aof-3.2", "aof-3.5")]
    (header,) = library.factions_by_key("bkFenFolk0000001")
    assert _serve_more([header], systems)
    assert not _serve_more([header], systems[:1])
    assert not _serve_more([], systems)


def test_without_any_book_none_is_told_by_the_units(tmp_path: Path) -> None:
    (tmp_path / "sun.yaml").write_text(book("Sun", "Ray", system="aof-3.2"), encoding="utf-8")
    books = found(Library.open([tmp_path], user=False), "++ Mine [GF 10pts] ++", "Ray")
    assert (books.factions, books.title) == ((), "")
