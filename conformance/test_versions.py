"""From 3.5.2 to 3.5.3: ids are stable, and every difference has a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from conformance.books import Book, books
from listbuilder.diff.books import compare_books
from listbuilder.exporters.diffs import format_book_diff_json, format_book_diff_markdown, format_book_diff_text
from listbuilder.importers.army_forge.book.book_importer import load_faction_file, parse_book
from listbuilder.importers.army_forge.book.import_context import BookContext
from listbuilder.library import Library


def pairs() -> Iterator[tuple[Book, Book]]:
    """Return each book that the corpus has in both versions."""
    newer = {book.raw["uid"]: book for book in books() if book.version == "aof-3.5.3"}
    for book in books():
        if book.version == "aof-3.5.2" and book.raw["uid"] in newer:
            yield book, newer[book.raw["uid"]]


PAIRS = list(pairs())
each_pair = pytest.mark.parametrize("pair", PAIRS, ids=[new.path.stem for _, new in PAIRS])


def named(faction: Any) -> dict[tuple[str, ...], tuple[str, object]]:
    """Return every id with the book's own data, by Army Forge id."""
    ids_and_names: dict[tuple[str, ...], tuple[str, object]] = {}
    for unit in faction["units"]:
        ids_and_names["unit", unit["keys"][0]] = (unit["id"], unit["name"])
    for section in (section for package in faction["packages"].values() for section in package):
        ids_and_names["section", section["keys"][0]] = (section["id"], "")
        for option in section["options"]:
            names = [str(gain).split(" (")[0] for gain in option["gain"]]
            ids_and_names["option", section["keys"][0], option["keys"][0]] = (option["id"], names)
    return ids_and_names


def test_corpus_has_version_pairs() -> None:
    assert len(PAIRS) == 34


@each_pair
def test_ids_stay_unless_renamed(pair: tuple[Book, Book], background: BookContext) -> None:
    old, new = (named(parse_book(book.raw, source="", context=background).faction) for book in pair)
    changed = [key for key in old.keys() & new.keys() if key[0] != "section" and old[key][0] != new[key][0]]
    assert [key for key in changed if old[key][1] == new[key][1]] == []


@each_pair
def test_ids_stay_with_the_earlier_file(pair: tuple[Book, Book], background: BookContext) -> None:
    before = parse_book(pair[0].raw, source="", context=background).faction
    after = parse_book(pair[1].raw, source="", context=background, previous=before).faction
    old, new = named(before), named(after)
    used_ids = {value[0] for value in named(parse_book(pair[1].raw, source="", context=background).faction).values()}
    changed = [key for key in old.keys() & new.keys() if old[key][0] != new[key][0]]
    # an id is dropped if it is now a different thing's name or two sections of a unit share it
    assert [key for key in changed if old[key][0] not in used_ids and not new[key][0].startswith(old[key][0])] == []


@each_pair
def test_every_difference_has_a_sentence(pair: tuple[Book, Book], library: Library) -> None:
    diff = compare_books(*(load_faction_file(book.path, library) for book in pair))
    counted = diff.count_by_kind()
    lines = [line for line in format_book_diff_text(diff, "en").splitlines() if line.startswith("  - ")]
    assert len(lines) == sum(counted.values()) > 0
    assert len([line for line in format_book_diff_markdown(diff, "de").splitlines() if line.startswith("- ")]) == len(
        lines
    )
    data = json.loads(format_book_diff_json(diff))
    change_count = sum(len(unit["changes"]) for unit in data["units"]) + len(data["spells"]) + len(data["rules"])
    assert change_count == len(lines)
    assert not [line for line in lines if "bookdiff." in line or "{" in line]
