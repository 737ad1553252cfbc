"""Section headings, composed from their parts in both languages."""

from __future__ import annotations

import pytest

from listbuilder.model import Section, SectionId, Text, Variant
from listbuilder.rules.unit_labels import SectionHeading, number_word, option_label, section_label
from tests.sentences import sentence
from tests.unit.making import option, section

ROWS = [
    ("replace.plain", ("replace", None, None), ["Blade", "Bow"]),
    ("replace.plain", ("replace", None, None), ["2x Pistol"]),
    ("replace.one", ("replace", "exactly 1", None), ["Blade"]),
    ("replace.up_to", ("replace", "up_to 2", None), ["Blade"]),
    ("replace.any", ("replace", "any", None), ["Blade"]),
    ("replace.all", ("replace", "all", None), ["Blades"]),
    ("upgrade.plain select.plain", ("upgrade", None, None), []),
    ("upgrade.plain select.one", ("upgrade", None, "exactly 1"), []),
    ("upgrade.plain select.any", ("upgrade", None, "any"), []),
    ("upgrade.plain select.up_to", ("upgrade", None, "up_to 2"), []),
    ("upgrade.all select.one", ("upgrade", "all", "exactly 1"), []),
    ("upgrade.one select.any", ("upgrade", "exactly 1", "any"), []),
    ("upgrade.up_to select.one", ("upgrade", "up_to 3", "exactly 1"), []),
    ("upgrade.all.targets select.one", ("upgrade", "all", "exactly 1"), ["Longbows"]),
    ("upgrade.plain.targets select.plain", ("upgrade", None, None), ["Royal Snake"]),
    ("replace.exactly", ("replace", "exactly 2", None), ["Blades"]),
    ("upgrade.exactly select.one", ("upgrade", "exactly 2", "exactly 1"), []),
    ("upgrade.any.targets select.one", ("upgrade", "any", "exactly 1"), ["Walker Fist"]),
    ("attachment", ("attachment", None, "exactly 1"), ["Rifle"]),
    ("attachment.model", ("attachment", "exactly 1", "any"), ["Rifle"]),
    ("replace.one.model", ("replace", "exactly 1", "any"), ["Blade"]),
    ("replace.plain.model", ("replace", None, "any"), ["Blade"]),
]
"""Keys of a heading (what is changed, and by how many options), then the section it is for."""


def number_in(amount: str | None) -> int:
    return int(amount.split()[-1]) if amount is not None and amount[-1].isdigit() else 1


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("keys", "shape", "on"), ROWS)
def test_section_headings(keys: str, shape: tuple[str, str | None, str | None], on: list[str], language: str) -> None:
    key, _, choice = keys.partition(" ")
    variant, affects, select = shape
    group = section(variant, option("Thing"), affects=affects, select=select, on=on, model=key.endswith(".model"))
    number, chosen = number_in(affects), number_in(select)
    values = {"n": number, "number": number_word(number, language), "targets": sentence("list.and", language).join(on)}
    heading = sentence(f"section.{key}", language, **values)
    if choice:
        heading += sentence(f"section.{choice}", language, number=number_word(chosen, language))
    assert section_label(group, language) == heading
    assert "{" not in heading


def test_own_heading_takes_precedence() -> None:
    own = Section(SectionId("s"), Variant.UPGRADE, (), label=Text("Take a pet", (("de", "Ein Haustier"),)))
    assert section_label(own, "de") == "Ein Haustier"
    assert str(SectionHeading(own)) == "Take a pet"


def test_option_label_lists_all_gains() -> None:
    assert option_label(option(["2x Claw (A1)", "Drake (Tough(3), Fangs (A2))", "Fear(1)"]), "en") == (
        "2x Claw (A1), Drake (Tough(3), Fangs (A2)), Fear(1)"
    )
    assert option_label(option('Bow (24", A1)'), "en", distance_mark=" hex") == "Bow (24 hex, A1)"


def test_small_numbers_are_words() -> None:
    assert [number_word(number, "en") for number in (1, 6, 7)] == [sentence("number.1"), sentence("number.6"), "7"]
