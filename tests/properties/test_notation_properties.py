"""Anything written in the rulebook's notation is read back unchanged."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from listbuilder.model import EquipmentCount, Item, ItemWeapon, Weapon, build_rule_ref
from listbuilder.model.notation import NotationError, format_equipment_count, parse_equipment_count
from tests.properties.strategies import SETTINGS

LETTERS = st.characters(categories=["L"], max_codepoint=0x17F)
WORD = st.text(LETTERS, min_size=2, max_size=8)
NAME = st.lists(WORD, min_size=1, max_size=3).map(" ".join)
RATING = st.one_of(st.none(), st.integers(0, 99), WORD)
RULE = st.builds(build_rule_ref, NAME, RATING)
WEAPON = st.builds(Weapon, NAME, st.integers(0, 40), st.integers(0, 72), st.lists(RULE, max_size=3).map(tuple))
ITEM = st.builds(
    Item,
    NAME,
    st.lists(RULE, min_size=1, max_size=3).map(tuple),
    st.lists(st.builds(ItemWeapon, st.integers(1, 4), WEAPON), max_size=2).map(tuple),
)


@SETTINGS
@given(st.builds(EquipmentCount, st.integers(1, 20), st.one_of(RULE, WEAPON, ITEM)))
def test_formatted_notation_parses_back(stack: EquipmentCount) -> None:
    assert parse_equipment_count(format_equipment_count(stack)) == stack


@SETTINGS
@given(st.text('()[], xA0123456789"abc-', max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        stack = parse_equipment_count(text)
    except NotationError:
        return
    assert stack.count >= 0
