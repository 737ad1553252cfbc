"""How many picks a section holds: every row of the table."""

from __future__ import annotations

import pytest

from listbuilder.rules.section_capacity import Capacity, section_capacity
from tests.unit.making import option, section, unit

ROWS = [
    ("replace", None, None, ["X"], Capacity(1, 1)),
    ("replace", "exactly 1", None, ["X"], Capacity(1, 1)),
    ("replace", "exactly 2", None, ["X"], Capacity(1, 1)),
    ("replace", "up_to 3", None, ["X"], Capacity(3, None)),
    ("replace", "any", None, ["X"], Capacity(None, None)),
    ("replace", "all", None, ["X"], Capacity(1, 1)),
    ("upgrade", None, None, [], Capacity(None, 1)),
    ("upgrade", None, "exactly 1", [], Capacity(1, 1)),
    ("upgrade", None, "any", [], Capacity(None, 1)),
    ("upgrade", None, "up_to 2", [], Capacity(2, None)),
    ("upgrade", "all", None, [], Capacity(None, 1)),
    ("upgrade", "all", "exactly 1", [], Capacity(1, 1)),
    ("upgrade", "all", "any", [], Capacity(None, 1)),
    ("upgrade", "exactly 1", None, [], Capacity(None, 1)),
    ("upgrade", "exactly 1", "exactly 1", [], Capacity(1, 1)),
    ("upgrade", "exactly 1", "any", [], Capacity(None, 1)),
    ("upgrade", "up_to 3", "exactly 1", [], Capacity(3, 1)),
    ("upgrade", "all", "exactly 1", ["X"], Capacity(1, 1)),
    ("upgrade", None, None, ["X"], Capacity(None, 1)),
    ("upgrade", None, "exactly 1", ["X"], Capacity(1, 1)),
    ("upgrade", "any", "exactly 1", ["X"], Capacity(None, None)),
    ("upgrade", "any", "exactly 1", [], Capacity(5, 5)),
    ("upgrade", "any", "any", [], Capacity(None, 5)),
    ("upgrade", "exactly 2", "exactly 1", [], Capacity(2, 1)),
    ("upgrade", "exactly 2", "exactly 1", ["X"], Capacity(1, 1)),
    ("attachment", None, "exactly 1", ["X"], Capacity(1, 1)),
]
BY_MODEL = [
    ("replace", "exactly 1"),
    ("replace", None),
    ("attachment", "exactly 1"),
]


@pytest.mark.parametrize(("variant", "affects", "select", "on", "wanted"), ROWS)
def test_capacity(variant: str, affects: str | None, select: str | None, on: list[str], wanted: Capacity) -> None:
    found = section(variant, option("Thing (A1)"), affects=affects, select=select, on=on)
    assert section_capacity(found, unit(found, size=5)) == wanted


@pytest.mark.parametrize(("variant", "affects"), BY_MODEL)
def test_each_model_chooses_once(variant: str, affects: str | None) -> None:
    found = section(variant, option("Thing (A1)"), affects=affects, select="any", on=["X"], model=True)
    assert section_capacity(found, unit(found, size=3)) == Capacity(3, None)


def test_one_of_means_exclusive_options() -> None:
    assert Capacity(1, 1).one_of
    assert not Capacity(2, 1).one_of
    assert not Capacity(None, 1).one_of
