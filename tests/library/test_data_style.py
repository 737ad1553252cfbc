"""Shipped texts avoid the forms that docs/guide/style.md rules out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder.datafiles.reader import load_document
from listbuilder.i18n import load_catalogue
from listbuilder.library import Library
from listbuilder.library.index import find_data_files
from listbuilder.library.locations import bundled_data_folder
from listbuilder.model import Item, RuleRef

OTHER_FORMS = {
    "en": re.compile(
        r"[+-][\dX] on (hit|defense|casting) rolls|[+-][\dX] on morale tests|6s? on (its |their )?hit rolls|\bfully\b"
        r"|\b(one|two|three|four|five|six) (more )?hits?\b|\bone hit more\b|\d more hits?\b|on the charge"
        r"|regenerated|Each activation|Whole unit only|, once\.|this would matter|more than \d|mostly of models"
        r"|\bset down\b|\bgoes? down\b|\bthe own\b|one-model unit|no part in",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"beim Treffen|Trefferwurf\b|vollständig|völlig|\b(einen|zwei|drei|vier) Treffer\b|beim Sturmangriff"
        r"|regenerieren|die (sie|es) nimmt|, einmal\.|Aufwertung|verbunden|Armeeorganisation|\b\d+en\b",
        re.IGNORECASE,
    ),
}
FILES = [path for path in find_data_files(bundled_data_folder()) if path.parent.name != "lists"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_data_texts_follow_house_style(path: Path):
    other_forms = [
        words
        for language, words in texts(load_document(path).value)
        if language in OTHER_FORMS and OTHER_FORMS[language].search(words)
    ]
    assert other_forms == []


def test_german_terms_match_the_rulebook():
    words = re.compile(r"Aufwert|verbundene?n? Einheit|\bverbunden\b|Armeeorganisation", re.IGNORECASE)
    assert {key: text for key, text in load_catalogue("de").items() if words.search(text)} == {}


OWN = [path for path in FILES if path.parent.name == "original"]


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_our_factions_have_german_equipment_names(path: Path):
    faction = Library.open(user=False).faction(path.stem)
    things = [stack.equipment for unit in faction.units.values() for stack in unit.equipment]
    options = [option for unit in faction.units.values() for section in unit.sections for option in section.options]
    things += [stack.equipment for option in options for stack in option.gains]
    named = [part for part in things if not isinstance(part, RuleRef)]
    named += [armed.equipment for part in named if isinstance(part, Item) for armed in part.weapons]
    sections = [section for unit in faction.units.values() for section in unit.sections]
    targets = {target.name for section in sections for target in section.targets}
    assert {part.name for part in named} | targets == set(faction.equipment_names["de"])
    known = {rule.id: rule for rule in faction.rules.values()}
    for system in map(Library.open(user=False).system, faction.systems):
        known = {**system.rules, **known}
        words = [known[rule].name for rule in known] + [known[rule].text for rule in known]
        words += [unit.name for unit in faction.units.values()]
        words += [text for spell in faction.spells for text in (spell.name, spell.text)]
        words += [option.label for option in options if option.label is not None]
        assert [text.en for text in words if "de" not in text.languages()] == []


def texts(value: object) -> Iterator[tuple[str, str]]:
    """Return the texts of a file by language."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, str):
                yield str(key), inner
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)
