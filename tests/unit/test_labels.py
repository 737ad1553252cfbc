"""Headings, composed from their parts in both languages."""

from __future__ import annotations

import pytest

from listbuilder.model import Section, SectionId, Text, Variant
from listbuilder.rules.labels import Heading, number_word, option_label, section_label
from tests.unit.making import option, section

ROWS = [
    ("Replace Blade and Bow", "replace", None, None, ["Blade", "Bow"]),
    ("Replace 2x Pistol", "replace", None, None, ["2x Pistol"]),
    ("Replace one Blade", "replace", "exactly 1", None, ["Blade"]),
    ("Replace up to two Blade", "replace", "up_to 2", None, ["Blade"]),
    ("Replace any Blade", "replace", "any", None, ["Blade"]),
    ("Replace all Blades", "replace", "all", None, ["Blades"]),
    ("Upgrade with", "upgrade", None, None, []),
    ("Upgrade with one", "upgrade", None, "exactly 1", []),
    ("Upgrade with any", "upgrade", None, "any", []),
    ("Upgrade with up to two", "upgrade", None, "up_to 2", []),
    ("Upgrade all models with one", "upgrade", "all", "exactly 1", []),
    ("Upgrade one model with any", "upgrade", "exactly 1", "any", []),
    ("Upgrade up to three models with one", "upgrade", "up_to 3", "exactly 1", []),
    ("Upgrade all Longbows with one", "upgrade", "all", "exactly 1", ["Longbows"]),
    ("Upgrade Royal Snake with", "upgrade", None, None, ["Royal Snake"]),
    ("Replace 2 Blades", "replace", "exactly 2", None, ["Blades"]),
    ("Upgrade two models with one", "upgrade", "exactly 2", "exactly 1", []),
    ("Upgrade any Walker Fist with one", "upgrade", "any", "exactly 1", ["Walker Fist"]),
    ("Take one Rifle attachment", "attachment", None, "exactly 1", ["Rifle"]),
    ("Any model may take one Rifle attachment", "attachment", "exactly 1", "any", ["Rifle"]),
    ("Any model may replace one Blade", "replace", "exactly 1", "any", ["Blade"]),
    ("Any model may replace Blade", "replace", None, "any", ["Blade"]),
]


@pytest.mark.parametrize(("label", "variant", "affects", "select", "on"), ROWS, ids=[row[0] for row in ROWS])
def test_headings(label: str, variant: str, affects: str, select: str, on: list[str]) -> None:
    by_model = label.startswith("Any model")
    found = section(variant, option("Thing"), affects=affects, select=select, on=on, model=by_model)
    assert section_label(found, "en") == label
    german = section_label(found, "de")
    assert german
    assert "{" not in german
    assert not german.startswith(("section.", "Replace", "Upgrade", "Take", "Any"))


def test_a_heading_of_its_own_comes_first() -> None:
    own = Section(SectionId("s"), Variant.UPGRADE, (), label=Text("Take a pet", (("de", "Ein Haustier"),)))
    assert section_label(own, "de") == "Ein Haustier"
    assert str(Heading(own)) == "Take a pet"


def test_an_option_says_everything_it_gains() -> None:
    assert option_label(option(["2x Claw (A1)", "Drake (Tough(3), Fangs (A2))", "Fear(1)"]), "en") == (
        "2x Claw (A1), Drake (Tough(3), Fangs (A2)), Fear(1)"
    )
    assert option_label(option('Bow (24", A1)'), "en", mark=" hex") == "Bow (24 hex, A1)"


def test_numbers_are_words_as_far_as_there_are_words() -> None:
    assert [number_word(number, "en") for number in (1, 6, 7)] == ["one", "six", "7"]
