"""Five hundred generated lists: no false alarms, and every injected fault is found."""

from __future__ import annotations

import pytest

from listbuilder.library import Library
from proof.fault_detection import inject_faults
from proof.faults import FAULTS

PARTS = 5
LISTS = 500
RARE = {"take-ambiguous-option"}


@pytest.mark.parametrize("part", range(PARTS))
def test_every_injected_fault_is_found(part: int):
    results = inject_faults(Library.open(user=False), LISTS // PARTS, seed=part)
    assert results.lists == LISTS // PARTS
    assert results.false_alarms == []
    assert results.missed == []
    assert set(FAULTS) - set(results.injected) <= RARE
    assert results.found == results.injected


def test_at_least_thirty_fault_kinds():
    assert len(FAULTS) >= 30
