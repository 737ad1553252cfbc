"""Detecting the book of a share text: by name, by its units, or by assumption."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.diagnostics import Severity
from listbuilder.importers.army_forge.text.share_text import TextBooks, _fits_several_systems, detect_books
from listbuilder.importers.army_forge.text.text_parser import parse_share_text
from listbuilder.library import Library
from tests.importers.list_samples import FACTION


def book(name: str, *units: str, version: str = "1", system: str = "aof-3.5") -> str:
    lines = [
        f"  - {{id: u{number}, name: {unit}, size: 1, quality: 4, defense: 4, cost: 10}}"
        for number, unit in enumerate(units)
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
    for number, text in enumerate(texts):
        (folder / f"{number}.yaml").write_text(text, encoding="utf-8")
    opened = Library.open([folder], user=False)
    assert not opened.problems
    return opened


def detect_books_of(library: Library, header: str, *units: str) -> TextBooks:
    text = "\n".join([header, *(f"{unit} [1] Q4+ D4+ | 10pts" for unit in units)])
    return detect_books(parse_share_text(text), library)


def list_findings(books: TextBooks) -> list[tuple[str, str]]:
    return [(finding.code, str(finding.params.get("value", finding.params.get("what")))) for finding in books.findings]


def names(books: TextBooks) -> list[tuple[str, str, str | None]]:
    return [(faction.name.en, faction.version, version) for faction, version in books.versions]


def test_named_book_matches_case_insensitively(library: Library) -> None:
    books = detect_books_of(library, "++ Mine - fEN (v1) [AOF 10pts] ++", "Lion")
    assert (names(books), books.title, books.has_missing_book) == ([("Fen", "1", "1")], "Fen", False)
    assert [faction.id for faction in books.factions] == ["fen"]


@pytest.mark.parametrize(("stated", "version"), [("2", "2"), ("10", "10"), ("3", "10")])
def test_named_edition_or_newest_is_used(library: Library, stated: str, version: str) -> None:
    books = detect_books_of(library, f"++ Mine - Moon (v{stated}) [AOF 10pts] ++", "Owl")
    assert names(books) == [("Moon", version, stated)]


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
def test_book_is_detected_by_half_its_units(library: Library, units: tuple[str, ...], guessed: str) -> None:
    books = detect_books_of(library, "++ Mine [AOF 10pts] ++", *units)
    assert [faction.name.en for faction in books.factions] == ([guessed] if guessed else [])
    assert books.title == guessed
    assert books.has_missing_book is (not guessed)
    assert [value for code, value in list_findings(books) if code == "IMP005"][:1] == ([guessed] if guessed else [])
    assert [version for *_, version in names(books)] == ([None] if guessed else [])


def test_detected_book_uses_its_newest_edition(library: Library) -> None:
    assert names(detect_books_of(library, "++ Mine [AOF 10pts] ++", "Owl")) == [("Moon", "10", None)]


def test_missing_book_gets_a_similar_name(library: Library) -> None:
    books = detect_books_of(library, "++ Mine - Fen (v1), Mooon (v3) [AOF 10pts] ++", "Reeve")
    assert (books.title, books.has_missing_book, names(books)) == ("Mooon", True, [("Fen", "1", "1")])
    (finding,) = [finding for finding in books.findings if finding.code == "IMP002"]
    assert (finding.params["what"], finding.params["suggestion"]) == ("Mooon", "Moon")
    assert finding.severity is Severity.UNCHECKED
    far = detect_books_of(library, "++ Mine - Fen (v1), Xylophones (v3) [AOF 10pts] ++", "Reeve")
    assert [finding.params["suggestion"] for finding in far.findings if finding.code == "IMP002"] == [""]


def test_name_without_version_is_the_lists_own(library: Library) -> None:
    assert "IMP002" not in dict(list_findings(detect_books_of(library, "++ My Lads [AOF 10pts] ++", "Nobody")))
    near = detect_books_of(library, "++ Mooon [AOF 10pts] ++", "Nobody")
    assert ("IMP002", "Mooon") in list_findings(near)
    assert near.title == ""


def test_book_of_another_game_gives_its_name(library: Library) -> None:
    books = detect_books_of(library, "++ Fen [GF 10pts] ++", "Nobody")
    assert (books.title, books.has_missing_book, books.factions) == ("Fen", True, ())


def test_unnamed_game_is_assumed_and_reported(library: Library) -> None:
    books = detect_books_of(library, "++ Mine - Sun (v1) [10pts] ++", "Lion")
    assert books.system.id == "aof-3.2"
    assert list_findings(books) == [("IMP005", library.system(books.system.id).title)]
    named = detect_books_of(library, "++ Mine - Sun (v1) [AOF 10pts] ++", "Lion")
    assert (named.system.id, list_findings(named)) == ("aof-3.2", [])


def test_unknown_game_is_reported_and_replaced(library: Library) -> None:
    books = detect_books_of(library, "++ Mine - Fen (v1) [CHESS 10pts] ++", "Reeve")
    assert (books.system.id, list_findings(books)[0]) == ("aof-3.5", ("IMP002", "CHESS"))
    assert books.findings[0].severity is Severity.UNCHECKED


def test_books_of_two_editions_stay_ambiguous(tmp_path: Path) -> None:
    text = FACTION.replace("systems: [aof-3.5]", "systems: [aof-3.2, aof-3.5]")
    (tmp_path / "both.yaml").write_text(text, encoding="utf-8")
    library = Library.open([tmp_path], user=False)
    systems = [header for header in library.systems() if header.id in ("aof-3.2", "aof-3.5")]
    (header,) = library.factions_by_key("bkFenFolk0000001")
    assert _fits_several_systems([header], systems)
    assert not _fits_several_systems([header], systems[:1])
    assert not _fits_several_systems([], systems)


def test_no_book_is_detected_without_books(tmp_path: Path) -> None:
    (tmp_path / "sun.yaml").write_text(book("Sun", "Ray", system="aof-3.2"), encoding="utf-8")
    books = detect_books_of(Library.open([tmp_path], user=False), "++ Mine [GF 10pts] ++", "Ray")
    assert (books.factions, books.title) == ((), "")
