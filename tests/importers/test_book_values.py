"""Values of the importers are frozen, slotted and mostly built by keyword."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from listbuilder.importers.army_forge.book.context import Background, BookGame, SharedGlossary
from listbuilder.importers.army_forge.book.faction_mapping import Parts
from listbuilder.importers.army_forge.book.importer import ImportedBook
from listbuilder.importers.army_forge.book.rule_glossary import Settled, TextCount, count_texts, read_wordings
from listbuilder.importers.army_forge.book.section_ids import NOTHING_KEPT, Kept
from listbuilder.importers.army_forge.book.units import BookUnit, Facts, _GroupRow, _load_rows
from listbuilder.importers.army_forge.book.upgrades import BookOption, BookPackage, BookSection
from listbuilder.importers.army_forge.json_access import ReadingNotes
from listbuilder.importers.base import Imported, Source
from listbuilder.importers.dispatch import ReadList
from listbuilder.library.glossary import Glossary
from listbuilder.library.rule_wordings import Wordings, wording_hash
from tests.importers.book_samples import BACKGROUND

NAMED = (
    *(Parts, BookGame, SharedGlossary, Facts, _GroupRow, Kept, TextCount, BookUnit),
    *(BookOption, BookPackage, BookSection, Imported),
)
IN_ORDER = (ImportedBook, Settled, ReadList)


@pytest.mark.parametrize("kind", [*NAMED, *IN_ORDER], ids=lambda kind: kind.__name__)
def test_values_are_slotted_and_frozen(kind: Any) -> None:
    names = [one.name for one in fields(kind)]
    value = kind(**dict.fromkeys(names))
    assert not hasattr(value, "__dict__")
    with pytest.raises(FrozenInstanceError):
        setattr(value, names[0], 1)


@pytest.mark.parametrize("kind", NAMED, ids=lambda kind: kind.__name__)
def test_large_values_take_keyword_arguments(kind: Any) -> None:
    with pytest.raises(TypeError):
        kind(*[None for _ in fields(kind)])


@pytest.mark.parametrize("kind", [*IN_ORDER, Background, Source], ids=lambda kind: kind.__name__)
def test_small_values_take_positional_arguments(kind: Any) -> None:
    names = [one.name for one in fields(kind)]
    value = kind(*names)
    assert [getattr(value, name) for name in names] == names


def test_values_with_cached_properties_are_frozen() -> None:
    for value, name in ((BACKGROUND, "games"), (Source("x", b"y"), "name")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, 1)
    assert BACKGROUND.wordings is BACKGROUND.wordings


def test_values_have_empty_defaults() -> None:
    assert (NOTHING_KEPT.units, NOTHING_KEPT.sections, NOTHING_KEPT.options) == ({}, {}, {})
    assert TextCount() == TextCount(ours=(), reworded=(), without=())
    assert ImportedBook({}).texts == TextCount()
    assert len(_load_rows()) > 1


def test_rules_are_sorted_alphabetically() -> None:
    known = Wordings([({"fast": {"name": "Fast", "text": "t", "wording": [wording_hash("It runs.")]}}, ())])
    own = {"slow": {"name": "Slow", "text": "Mine."}, "fast": {"name": "Fast"}, "odd": {"name": "Odd"}}

    def counted(said: dict[str, list[str]]) -> tuple[TextCount, list[str | None]]:
        notes = ReadingNotes()
        glossary = Glossary(own=own, said=said, everywhere=known)
        return count_texts(["Slow", "Odd", "Fast", "Odd"], glossary, notes, "1.2"), [note.on for note in notes.found()]

    other = {"fast": [wording_hash("It walks.")], "odd": [wording_hash("It hums.")]}
    assert counted(other) == (TextCount(ours=("Slow",), reworded=("Fast",), without=("Odd",)), ["Fast"])
    assert counted({}) == (TextCount(ours=("Slow",), without=("Fast", "Odd")), [])


def test_wordings_are_read_once_per_rule() -> None:
    raws = [
        {"name": "Odd", "description": "It hums."},
        {"name": "odd", "description": "It sings."},
        {"name": "Fast", "description": "It runs."},
        {"name": "Slow", "description": " "},
        {"name": "Mute", "description": 3},
        {"name": "!", "description": "It is nothing."},
    ]
    found = read_wordings({"specialRules": raws}, Wordings([]), ReadingNotes())
    assert list(found.items()) == [("fast", [wording_hash("It runs.")]), ("odd", [wording_hash("It hums.")])]
