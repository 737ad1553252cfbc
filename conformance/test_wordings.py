"""Our texts match the wordings of every book and never repeat the publisher's."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from conformance.books import CORPUS, Book, books
from listbuilder.diff.books import compare_books
from listbuilder.importers.army_forge.book.book_importer import ImportedBook, load_faction_file, parse_book
from listbuilder.importers.army_forge.book.import_context import BookContext
from listbuilder.library import Library
from listbuilder.library.rule_wordings import hash_wording
from listbuilder.model import slugify

DATA = Path(__file__).resolve().parents[1] / "data"
CORE = CORPUS / "books" / "common-rules-aof-3.5.0.json"
TOO_MANY = 8
"""This many words in a row shared with a book are no longer our own."""
_WORD = re.compile(r"[a-z0-9+-]+")


SHIPPED = {"aof-3.5": ("aof-3.5.2", "aof-3.5.3"), "aofs-3.5": ("aofs-3.5.2",)}
"""The book versions behind a system's bundled factions, latest first."""


def shipped(system: str) -> dict[str, Book]:
    """Return the books behind a system's bundled factions, by Army Forge id."""
    return {book.raw["uid"]: book for version in SHIPPED[system] for book in books() if book.version == version}


@pytest.mark.parametrize("system", SHIPPED)
def test_shipped_texts_match_their_wordings(system: str, library: Library) -> None:
    by_key = shipped(system)
    for header in library.factions(system):
        if header.collection is None:
            continue
        faction = library.faction(header.id, system)
        raw = by_key[faction.foreign_ids[0]].raw
        hashes = {slugify(rule["name"]): hash_wording(rule["description"]) for rule in raw["specialRules"]}
        assert {key: wordings[0] for key, wordings in faction.wording_hashes.items()} == hashes, header.id
        assert [spell.wording_hashes for spell in faction.spells] == [
            (hash_wording(spell["effect"]),) for spell in raw["spells"]
        ]
        for key, rule in faction.rules.items():
            assert rule.text.en, (header.id, key)
            assert "de" in rule.text.languages(), (header.id, key)
            assert key not in faction.wording_hashes or set(rule.wording_hashes) & set(faction.wording_hashes[key]), (
                header.id,
                key,
            )


def test_core_texts_match_core_rule_wordings(library: Library) -> None:
    rules = library.system("aof-3.5").rules
    core = json.loads(CORE.read_text(encoding="utf-8"))["rules"]
    known = [rule for rule in core if slugify(rule["name"]) in rules]
    assert len(known) >= 30
    assert [
        rule["name"]
        for rule in known
        if hash_wording(rule["description"]) not in rules[slugify(rule["name"])].wording_hashes
    ] == []


def test_every_book_rule_has_a_text(imported: ImportedBook) -> None:
    assert (imported.rule_texts.reworded, imported.rule_texts.without) == ((), ())


def test_every_spell_of_every_book_is_understood(imported: ImportedBook) -> None:
    assert not [note for note in imported.notes if note.code == "IMP030"]
    assert all("effect" in spell for spell in imported.faction.get("spells", ()))  # type: ignore[attr-defined]


def test_older_books_report_reworded_rules(background: BookContext) -> None:
    today = BookContext(
        tuple(game for game in background.systems if game.system in ("aof-3.5", "aofr-3")),
        tuple(glossary for glossary in background.glossaries if glossary.collection == "opr-aof-3.5"),
    )
    reworded: set[str] = set()
    for book in books():
        if book.version == "aof-3.5.2":
            imported = parse_book(book.raw, source=book.name, context=today)
            reworded.update(imported.rule_texts.reworded)
            noted = {str(note.params["rule"]) for note in imported.notes if note.code == "IMP031"}
            assert noted == set(imported.rule_texts.reworded)
    assert {"Infiltrate", "Lustbound", "Precision Tag", "Slayer Mark"} <= reworded
    assert "Ambush" not in reworded


def test_diff_reports_reworded_rules_and_spells(library: Library) -> None:
    newer = {book.raw["uid"]: book for book in books() if book.version == "aof-3.5.3"}
    rules: set[str] = set()
    spells: set[tuple[str, str]] = set()
    for book in books():
        if book.version == "aof-3.5.2" and book.raw["uid"] in newer:
            diff = compare_books(
                *(load_faction_file(edition.path, library) for edition in (book, newer[book.raw["uid"]]))
            )
            rules.update(str(change.values["rule"]) for change in diff.rules)
            spells.update(
                (book.raw["uid"], str(change.values["spell"]))
                for change in diff.spells
                if change.kind == "spell-reworded"
            )
    assert (len(rules), len(spells)) == (70, 48)


def test_world_of_pain_follows_its_edition(library: Library) -> None:
    (book,) = (book for book in books() if book.version == "aof-3.5.2" and book.path.name.startswith("Dark Elves"))
    texts = [
        next(spell.text.en for spell in faction.spells if spell.id == "world-of-pain")
        for faction in (load_faction_file(book.path, library), library.faction("dark-elves", "aof-3.5"))
    ]
    assert "Thrust" in texts[0]
    assert "Rapid Charge" in texts[1]


def test_same_rule_name_differs_between_games(library: Library) -> None:
    """Auras reach the whole unit in one game and chosen units in the other; each book has its own text."""
    skirmish, fantasy = (library.faction("beastmen", system) for system in ("aofs-3.5", "aof-3.5"))
    assert (skirmish.systems, fantasy.systems) == (("aofs-3.5",), ("aof-3.5", "aofr-3"))
    both = [key for key in skirmish.rules if key.endswith("-aura") and key in fantasy.rules]
    assert both
    for key in both:
        assert "3 friendly units" in skirmish.rules[key].text.en
        assert "3 friendly units" not in fantasy.rules[key].text.en
        assert "de" in skirmish.rules[key].text.languages()


def grams(text: str) -> Iterator[tuple[str, ...]]:
    words = _WORD.findall(text.lower())
    return (tuple(words[start : start + TOO_MANY]) for start in range(len(words) - TOO_MANY + 1))


@pytest.fixture(scope="module")
def theirs() -> frozenset[tuple[str, ...]]:
    """Return every run of words in a book's rules and spells."""
    sentences = [rule["description"] for rule in json.loads(CORE.read_text(encoding="utf-8"))["rules"]]
    for book in books():
        raw = book.raw
        sentences += [rule["description"] for rule in raw["specialRules"]] + [
            spell["effect"] for spell in raw["spells"]
        ]
    return frozenset(gram for sentence in sentences for gram in grams(sentence))


def our_texts(value: Any, path: tuple[object, ...] = ()) -> Iterator[tuple[tuple[object, ...], str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "en" and isinstance(inner, str):
                yield path, inner
            elif key == "text" and isinstance(inner, str):
                yield (*path, key), inner
            else:
                yield from our_texts(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from our_texts(inner, (*path, index))


@pytest.mark.parametrize("file", sorted(DATA.rglob("*.yaml")), ids=lambda path: str(path.relative_to(DATA)))
def test_our_words_are_our_own(file: Path, theirs: frozenset[tuple[str, ...]]) -> None:
    raw = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert [path for path, text in our_texts(raw) if any(gram in theirs for gram in grams(text))] == []


@pytest.mark.parametrize("system", SHIPPED)
def test_spells_in_words_are_our_own(system: str, library: Library, theirs: frozenset[tuple[str, ...]]) -> None:
    for header in library.factions(system):
        for spell in library.faction(header.id, system).spells:
            assert not [gram for gram in grams(spell.text.en) if gram in theirs], (header.id, spell.id)
