"""Decisions that are data: the switches for joined heroes, and the printing error in Slow."""

from __future__ import annotations

import pytest

from listbuilder.model.special_rules import MoveChange, Moves
from tests.cases.case_files import library


def test_slow_subtracts_as_a_correction() -> None:
    slow = library().system("aofr-basic").rules["slow"]
    assert slow.correction is not None
    assert slow.move_change == MoveChange(add=Moves(-2, -4, -4))
    for text in (slow.text.en, slow.text.to("de")):
        assert '2"' in text
        assert '4"' in text


@pytest.mark.parametrize("system", ["aof-3.2", "aofr-3", "aof-3.5"])
def test_joined_heroes_are_part_of_their_host(system: str) -> None:
    rules = library().system(system).force_organisation
    assert rules is not None
    assert rules.optional
    assert not rules.joined_counts_as_unit
    assert rules.joined_shares_with_host


@pytest.mark.parametrize("system", ["aofr-basic", "aofr-2.7", "way-of-wood"])
def test_some_games_have_no_force_organisation(system: str) -> None:
    assert library().system(system).force_organisation is None
