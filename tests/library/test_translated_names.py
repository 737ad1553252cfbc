"""Translated names of equipment and rules, from the faction and the glossary."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from listbuilder.library.glossary import TranslatedNames
from listbuilder.model.notation import parse_equipment_count

NAMES: dict[str, str | dict[str, str]] = {"Fear": {"en": "Fear", "de": "Furcht", "fr": "Peur"}, "Plain": "Plain"}
GLOSSARY: Any = SimpleNamespace(translated_name=NAMES.__getitem__)
CALLED = TranslatedNames({"de": {"Lance": "Lanze", "Great Axe": "Großaxt"}, "fr": {"Lance": "Lance"}}, GLOSSARY)


def translate_notation(text: str) -> dict[str, str]:
    return dict(CALLED.translate(parse_equipment_count(text).equipment))


def test_rules_take_translated_names_from_the_glossary() -> None:
    assert translate_notation("Fear") == {"de": "Furcht", "fr": "Peur"}
    assert translate_notation("Plain") == {}


def test_equipment_takes_translated_names_from_the_faction() -> None:
    assert translate_notation("Great Axe (A2)") == {"de": "Großaxt"}
    assert translate_notation("Lances (A2)") == {"de": "Lanze", "fr": "Lance"}, "plurals use the singular's translation"
    assert translate_notation("Lance (Fear)") == {"de": "Lanze", "fr": "Lance"}
    assert translate_notation("Spoon (A1)") == {}
