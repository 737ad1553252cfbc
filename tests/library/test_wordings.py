"""A wording is known by its hash: what makes no other wording makes no other hash."""

from __future__ import annotations

import pytest

from listbuilder.library.build_system import merge_raw
from listbuilder.library.wordings import wording_hash

PLAIN = 'Moves 3" - it\'s "quick".'


@pytest.mark.parametrize(
    "same", ["moves  3\u201d \u2013 it\u2019s \u201cquick\u201d. ", "MOVES 3'' \n- it's \"quick\"."]
)
def test_case_blanks_quotes_and_dashes_make_no_other_wording(same: str) -> None:
    assert wording_hash(same) == wording_hash(PLAIN)


def test_another_number_is_another_wording() -> None:
    assert wording_hash(PLAIN.replace("3", "4")) != wording_hash(PLAIN)


def test_a_hash_is_no_number_to_any_reader() -> None:
    found = [wording_hash(str(number)) for number in range(200)]
    assert all(len(one) == 12 and one.isalpha() and one.islower() for one in found)


def test_a_family_has_one_wording_whatever_rule_it_speaks_of() -> None:
    assert wording_hash("The unit has Fast.", "Fast") == wording_hash("The unit has Slow and Sure.", "Slow and Sure")


def test_a_new_text_does_not_inherit_the_old_wording() -> None:
    old = {"rules": {"banner": {"wording": ["abcdefghijkl"], "text": "old"}, "fast": {"text": "kept"}}}
    merged = merge_raw(old, {"rules": {"banner": {"text": "new"}, "fast": {"wording": ["bbbbbbbbbbbb"]}}})
    assert merged["rules"] == {"banner": {"text": "new"}, "fast": {"text": "kept", "wording": ["bbbbbbbbbbbb"]}}
