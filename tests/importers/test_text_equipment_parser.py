"""Telling rules and weapons apart in text, even if only the book's vocabulary separates them."""

from __future__ import annotations

import pytest

from listbuilder.importers.army_forge.text.text_parser import Vocabulary, parse_block
from listbuilder.model import normalise_name
from listbuilder.model.notation import format_weapon

WORDS = Vocabulary(
    frozenset(normalise_name(name) for name in ("Hand Weapon", "Bow", "Claws")),
    frozenset(normalise_name(name) for name in ("Long Stride", "Fearless")),
)


def format_block(text: str) -> tuple[list[str], list[str], list[str]]:
    block = parse_block(text, WORDS)
    weapons = [f"{count}x {format_weapon(weapon)}" for count, weapon in block.weapons]
    return [rule.label for rule in block.rules], weapons, list(block.unread)


@pytest.mark.parametrize(
    ("text", "rules", "weapons"),
    [
        pytest.param("Fearless, Tough(3)", ["Fearless", "Tough(3)"], [], id="commas"),
        pytest.param("Fearless | Scout\n2x Bow (A1)", ["Fearless", "Scout"], ["2x Bow (A1)"], id="pipes and lines"),
        pytest.param("Fearless\nScout\nHand Weapon (A1)", ["Fearless", "Scout"], ["1x Hand Weapon (A1)"], id="lines"),
        pytest.param("Fearless\nScout Hand Weapon (A1)", ["Fearless", "Scout"], ["1x Hand Weapon (A1)"], id="a word"),
        pytest.param("Fearless 2x Bow (A1)", ["Fearless"], ["2x Bow (A1)"], id="a count"),
        pytest.param("Claws (A1) Bow (A2)", [], ["1x Claws (A1)", "1x Bow (A2)"], id="a bracket"),
        pytest.param("Tough(3)\nScout\nUnheard Of (A1)", ["Tough(3)", "Scout"], ["1x Unheard Of (A1)"], id="a line"),
        pytest.param("Long\nStride, Scout", ["Long Stride", "Scout"], [], id="a name over two lines"),
        pytest.param("Scout\nTough(3)", ["Scout", "Tough(3)"], [], id="a rating on its line"),
        pytest.param('Bow (24", A1, AP(1)), Scout', ["Scout"], ['1x Bow (24", A1, AP(1))'], id="brackets in brackets"),
    ],
)
def test_equipment_is_parsed(text: str, rules: list[str], weapons: list[str]) -> None:
    assert format_block(text) == (rules, weapons, [])


def test_unreadable_equipment_is_kept() -> None:
    assert format_block("Scout, Bow (A1") == (["Scout"], [], ["Bow(A1"])
    assert format_block("Bow (A1, A2, (, Fearless")[1] == []
