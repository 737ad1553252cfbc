"""Values of the importers are frozen, slotted and mostly built by keyword."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from listbuilder.importers.army_forge.book.book_importer import ImportedBook
from listbuilder.importers.army_forge.book.faction_mapping import BookParts
from listbuilder.importers.army_forge.book.import_context import BookContext, BookSystem, SharedGlossary
from listbuilder.importers.army_forge.book.rule_glossary import (
    ResolvedRules,
    RuleTextCount,
    count_rule_texts,
    hash_wordings,
)
from listbuilder.importers.army_forge.book.unique_ids import NO_PREVIOUS_IDS, PreviousIds
from listbuilder.importers.army_forge.book.unit_mapping import BookUnit, UnitFacts, _load_rows
from listbuilder.importers.army_forge.book.upgrade_mapping import BookOption, BookPackage, BookSection
from listbuilder.importers.army_forge.json_access import BookNotes
from listbuilder.importers.dispatch import ReadResult
from listbuilder.importers.importer import ImportedList, SourceFile
from listbuilder.library.glossary import Glossary
from listbuilder.library.rule_wordings import WordingIndex, hash_wording
from tests.importers.book_samples import BACKGROUND

NAMED = (
    *(BookParts, BookSystem, SharedGlossary, UnitFacts, PreviousIds, RuleTextCount, BookUnit),
    *(BookOption, BookPackage, BookSection, ImportedList),
)
IN_ORDER = (ImportedBook, ResolvedRules, ReadResult)


@pytest.mark.parametrize("kind", [*NAMED, *IN_ORDER], ids=lambda kind: kind.__name__)
def test_values_are_slotted_and_frozen(kind: Any) -> None:
    names = [field.name for field in fields(kind)]
    value = kind(**dict.fromkeys(names))
    assert not hasattr(value, "__dict__")
    with pytest.raises(FrozenInstanceError):
        setattr(value, names[0], 1)


@pytest.mark.parametrize("kind", NAMED, ids=lambda kind: kind.__name__)
def test_large_values_take_keyword_arguments(kind: Any) -> None:
    with pytest.raises(TypeError):
        kind(*[None for _ in fields(kind)])


@pytest.mark.parametrize("kind", [*IN_ORDER, BookContext, SourceFile], ids=lambda kind: kind.__name__)
def test_small_values_take_positional_arguments(kind: Any) -> None:
    names = [field.name for field in fields(kind)]
    value = kind(*names)
    assert [getattr(value, name) for name in names] == names


def test_values_with_cached_properties_are_frozen() -> None:
    for value, name in ((BACKGROUND, "games"), (SourceFile("x", b"y"), "name")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, 1)
    assert BACKGROUND.wordings is BACKGROUND.wordings


def test_values_have_empty_defaults() -> None:
    assert (NO_PREVIOUS_IDS.units, NO_PREVIOUS_IDS.sections, NO_PREVIOUS_IDS.options) == ({}, {}, {})
    assert RuleTextCount() == RuleTextCount(ours=(), reworded=(), without=())
    assert ImportedBook({}).rule_texts == RuleTextCount()
    assert len(_load_rows()) > 1


def test_rules_are_sorted_alphabetically() -> None:
    known = WordingIndex([({"fast": {"name": "Fast", "text": "t", "wording": [hash_wording("It runs.")]}}, ())])
    own = {"slow": {"name": "Slow", "text": "Mine."}, "fast": {"name": "Fast"}, "odd": {"name": "Odd"}}

    def counted(wordings: dict[str, list[str]]) -> tuple[RuleTextCount, list[str | None]]:
        notes = BookNotes()
        glossary = Glossary(own=own, book_wordings=wordings, all_wordings=known)
        return count_rule_texts(["Slow", "Odd", "Fast", "Odd"], glossary, notes, "1.2"), [
            note.on for note in notes.findings()
        ]

    other = {"fast": [hash_wording("It walks.")], "odd": [hash_wording("It hums.")]}
    assert counted(other) == (RuleTextCount(ours=("Slow",), reworded=("Fast",), without=("Odd",)), ["Fast"])
    assert counted({}) == (RuleTextCount(ours=("Slow",), without=("Fast", "Odd")), [])


def test_wordings_are_read_once_per_rule() -> None:
    raws = [
        {"name": "Odd", "description": "It hums."},
        {"name": "odd", "description": "It sings."},
        {"name": "Fast", "description": "It runs."},
        {"name": "Slow", "description": " "},
        {"name": "Mute", "description": 3},
        {"name": "!", "description": "It is nothing."},
    ]
    hashes = hash_wordings({"specialRules": raws}, WordingIndex([]), BookNotes())
    assert list(hashes.items()) == [("fast", [hash_wording("It runs.")]), ("odd", [hash_wording("It hums.")])]
