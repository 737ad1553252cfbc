"""How many picks a section holds: every row of the table."""

from __future__ import annotations

import pytest

from listbuilder.rules.loadout import SectionCapacity, section_capacity
from tests.unit.making import option, section, unit

ROWS = [
    ("replace", None, None, ["X"], SectionCapacity(1, 1)),
    ("replace", "exactly 1", None, ["X"], SectionCapacity(1, 1)),
    ("replace", "exactly 2", None, ["X"], SectionCapacity(1, 1)),
    ("replace", "up_to 3", None, ["X"], SectionCapacity(3, None)),
    ("replace", "any", None, ["X"], SectionCapacity(None, None)),
    ("replace", "all", None, ["X"], SectionCapacity(1, 1)),
    ("upgrade", None, None, [], SectionCapacity(None, 1)),
    ("upgrade", None, "exactly 1", [], SectionCapacity(1, 1)),
    ("upgrade", None, "any", [], SectionCapacity(None, 1)),
    ("upgrade", None, "up_to 2", [], SectionCapacity(2, None)),
    ("upgrade", "all", None, [], SectionCapacity(None, 1)),
    ("upgrade", "all", "exactly 1", [], SectionCapacity(1, 1)),
    ("upgrade", "all", "any", [], SectionCapacity(None, 1)),
    ("upgrade", "exactly 1", None, [], SectionCapacity(None, 1)),
    ("upgrade", "exactly 1", "exactly 1", [], SectionCapacity(1, 1)),
    ("upgrade", "exactly 1", "any", [], SectionCapacity(None, 1)),
    ("upgrade", "up_to 3", "exactly 1", [], SectionCapacity(3, 1)),
    ("upgrade", "all", "exactly 1", ["X"], SectionCapacity(1, 1)),
    ("upgrade", None, None, ["X"], SectionCapacity(None, 1)),
    ("upgrade", None, "exactly 1", ["X"], SectionCapacity(1, 1)),
    ("upgrade", "any", "exactly 1", ["X"], SectionCapacity(None, None)),
    ("upgrade", "any", "exactly 1", [], SectionCapacity(5, 5)),
    ("upgrade", "any", "any", [], SectionCapacity(None, 5)),
    ("upgrade", "exactly 2", "exactly 1", [], SectionCapacity(2, 1)),
    ("upgrade", "exactly 2", "exactly 1", ["X"], SectionCapacity(1, 1)),
    ("attachment", None, "exactly 1", ["X"], SectionCapacity(1, 1)),
]
BY_MODEL = [("replace", "exactly 1"), ("replace", None), ("attachment", "exactly 1")]


@pytest.mark.parametrize(("variant", "affects", "select", "on", "expected"), ROWS)
def test_capacity(
    variant: str, affects: str | None, select: str | None, on: list[str], expected: SectionCapacity
) -> None:
    group = section(variant, option("Thing (A1)"), affects=affects, select=select, on=on)
    assert section_capacity(group, unit(group, size=5)) == expected


@pytest.mark.parametrize(("variant", "affects"), BY_MODEL)
def test_each_model_chooses_once(variant: str, affects: str | None) -> None:
    group = section(variant, option("Thing (A1)"), affects=affects, select="any", on=["X"], model=True)
    assert section_capacity(group, unit(group, size=3)) == SectionCapacity(3, None)


def test_one_of_means_exclusive_options() -> None:
    assert SectionCapacity(1, 1).is_exclusive
    assert not SectionCapacity(2, 1).is_exclusive
    assert not SectionCapacity(None, 1).is_exclusive
