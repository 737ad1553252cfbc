"""Five hundred generated lists: no false alarms, and every injected fault is found."""

from __future__ import annotations

import pytest

from listbuilder.library import Library
from proof.faults import FAULTS
from proof.mutation_table import sow

PARTS = 5
LISTS = 500
RARE = {"an-option-that-two-sections-have"}


@pytest.mark.parametrize("part", range(PARTS))
def test_every_injected_fault_is_found(part: int):
    sown = sow(Library.open(user=False), LISTS // PARTS, seed=part)
    assert sown.lists == LISTS // PARTS
    assert sown.false_alarms == []
    assert sown.missed == []
    assert set(FAULTS) - set(sown.sown) <= RARE
    assert sown.found == sown.sown


def test_at_least_thirty_fault_kinds():
    assert len(FAULTS) >= 30
