"""Findings about changed books: by name if the old book is installed, by id if not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.i18n import format_value
from listbuilder.library import Library
from listbuilder.listfiles.book_versions import (
    compare_with_pinned_books,
    find_book_change_notes,
    migrate_list,
    pin_book_versions,
)
from listbuilder.listfiles.files import parse_list
from listbuilder.model import ArmyList, BookPin, FactionId, Upgrade
from tests.listfiles.test_book_versions import BOOK, LIST, NEWER, open_library
from tests.sentences import sentence

FEN = FactionId("fen-folk")


@pytest.fixture
def pinned(tmp_path: Path) -> ArmyList:
    (tmp_path / "then").mkdir()
    return pin_book_versions(parse_list(LIST).army, open_library(tmp_path / "then", BOOK))


def find_single(findings: object, code: str) -> Diagnostic:
    (finding,) = [finding for finding in findings if finding.code == code]  # type: ignore[attr-defined]  # a report or a tuple
    assert isinstance(finding, Diagnostic)
    return finding


def test_missing_units_keep_the_old_books_name(pinned: ArmyList, tmp_path: Path) -> None:
    _, report = migrate_list(pinned, open_library(tmp_path, BOOK, NEWER))
    assert format_value("en", find_single(report.report, "VER004").params["unit"]) == "Great Heron"
    assert "Eel Charm" in format_value("en", find_single(report.report, "VER005").params["option"])


def test_missing_units_without_book_show_ids(pinned: ArmyList, tmp_path: Path) -> None:
    report = compare_with_pinned_books(pinned, open_library(tmp_path, NEWER)).report
    unit, option = find_single(report, "VER004"), find_single(report, "VER005")
    assert format_value("en", unit.params["unit"]) == sentence("unknown.unit", id="heron")
    assert (unit.severity, unit.params["version"]) == (find_single(report, "VER005").severity, "1.1")
    assert option.params["option"] == "charm"


def test_custom_name_precedes_the_books_name(pinned: ArmyList, tmp_path: Path) -> None:
    named = pinned.replace_entry(replace(pinned.entries[1], name="Old Beak"))
    _, report = migrate_list(named, open_library(tmp_path, BOOK, NEWER))
    assert "Old Beak" in format_value("en", find_single(report.report, "VER004").params["unit"])


def test_missing_book_leaves_units_unchecked(pinned: ArmyList) -> None:
    report = compare_with_pinned_books(pinned, Library.open(user=False))
    assert {finding.severity for finding in report.report} == {Severity.UNCHECKED}
    assert report.changed_books == (FEN,)
    never = replace(pinned, books={FEN: BookPin("1.0")})
    assert compare_with_pinned_books(never, Library.open(user=False)).changed_books == (), (
        "a pin without a hash was never installed"
    )


def test_newly_illegal_excludes_old_problems(pinned: ArmyList, tmp_path: Path) -> None:
    wrong = pinned.replace_entry(
        replace(pinned.entries[0], upgrades=(Upgrade("eel"), Upgrade("charm"), Upgrade("nonsense")))
    )
    both = open_library(tmp_path, BOOK, NEWER)
    _, report = migrate_list(wrong, both)
    assert {(finding.code, finding.on) for finding in report.new_errors} == {("UNT001", "b")}, (
        "entry a was illegal before"
    )
    _, sound = migrate_list(pinned, both)
    assert {(finding.code, finding.on) for finding in sound.new_errors} == {("UNT001", "b"), ("UPG001", "a")}
    assert all(finding.severity is Severity.ERROR for finding in sound.new_errors)


def test_price_changes_are_notes(pinned: ArmyList, tmp_path: Path) -> None:
    library = open_library(tmp_path, NEWER)
    book_change_notes = find_book_change_notes(library.roster(pinned), library)
    assert {book_change_note.code for book_change_note in book_change_notes} == {"VER010", "VER006"}
    (tmp_path / "same").mkdir()
    same = open_library(tmp_path / "same", BOOK)
    assert find_book_change_notes(same.roster(pinned), same) == ()


def test_unchanged_prices_are_not_reported(pinned: ArmyList, tmp_path: Path) -> None:
    other = BOOK.replace('version: "1.0"', 'version: "1.1"').replace("cost: 150", "cost: 160")
    _, report = migrate_list(pinned, open_library(tmp_path, BOOK, other))
    price = find_single(report.report, "VER007")
    assert (price.on, price.params["old"], price.params["new"]) == ("b", 150, 160)
    assert (price.params["pinned"], price.params["version"]) == ("1.0", "1.1")
    total = find_single(report.report, "VER006")
    assert (total.params["old"], total.params["new"]) == (255, 265)


def test_pins_follow_the_lists_edition(pinned: ArmyList, tmp_path: Path) -> None:
    named = replace(pinned, books={FEN: replace(pinned.books[FEN], extra={"mine": 1})})
    here = open_library(tmp_path, NEWER)
    assert pin_book_versions(named, here).books == named.books, "no other edition was used"
    unnamed = replace(pinned, books={})
    assert pin_book_versions(unnamed, here).books[FEN].version == "1.1"
    (tmp_path / "same").mkdir()
    again = pin_book_versions(named, open_library(tmp_path / "same", BOOK)).books[FEN]
    assert (again.version, again.extra, again.prices) == (
        "1.0", {"mine": 1}, {"reeve": 40, "reeve/eel": 45, "reeve/charm": 20, "heron": 150}
    )  # fmt: skip
    assert pin_book_versions(unnamed, Library.open(user=False)).books == {}
