"""The counts of `make house`: what counts as a participle, and what as a phrase of the catalogue."""

from __future__ import annotations

import pytest

from tools.house import is_participle, phrases


@pytest.mark.parametrize("name", ["_named", "chosen", "told", "_settling", "whose", "others"])
def test_name_without_action_counts(name: str) -> None:
    assert is_participle(name)


@pytest.mark.parametrize("name", ["open", "finding", "find_named", "is_chosen", "on_load", "save"])
def test_name_with_action_or_noun_does_not_count(name: str) -> None:
    assert not is_participle(name)


def test_placeholder_ends_a_phrase() -> None:
    assert list(phrases("The list has {n} units in it, too.")) == [("units", "in", "it", "too")]
