"""Translated names of equipment and rules, from the faction and the glossary."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from listbuilder.library.glossary import TranslatedNames
from listbuilder.model.notation import parse_equipment_count

NAMES: dict[str, str | dict[str, str]] = {"Fear": {"en": "Fear", "de": "Furcht", "fr": "Peur"}, "Plain": "Plain"}
GLOSSARY: Any = SimpleNamespace(translated_name=NAMES.__getitem__)
CALLED = TranslatedNames({"de": {"Lance": "Lanze", "Great Axe": "Großaxt"}, "fr": {"Lance": "Lance"}}, GLOSSARY)


def called(text: str) -> dict[str, str]:
    return dict(CALLED.translate(parse_equipment_count(text).equipment))


def test_rules_take_translated_names_from_the_glossary() -> None:
    assert called("Fear") == {"de": "Furcht", "fr": "Peur"}
    assert called("Plain") == {}


def test_equipment_takes_translated_names_from_the_faction() -> None:
    assert called("Great Axe (A2)") == {"de": "Großaxt"}
    assert called("Lances (A2)") == {"de": "Lanze", "fr": "Lance"}, "plurals use the singular's translation"
    assert called("Lance (Fear)") == {"de": "Lanze", "fr": "Lance"}
    assert called("Spoon (A1)") == {}
