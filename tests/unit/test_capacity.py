"""How many picks a section holds: every row of the table."""

from __future__ import annotations

import pytest

from listbuilder.rules.section_capacity import Capacity, section_capacity
from tests.unit.making import option, section, unit

ROWS = [
    ("Replace X", "replace", None, None, ["X"], Capacity(1, 1)),
    ("Replace one X", "replace", "exactly 1", None, ["X"], Capacity(1, 1)),
    ("Replace exactly two X", "replace", "exactly 2", None, ["X"], Capacity(1, 1)),
    ("Replace up to three X", "replace", "up_to 3", None, ["X"], Capacity(3, None)),
    ("Replace any X", "replace", "any", None, ["X"], Capacity(None, None)),
    ("Replace all X", "replace", "all", None, ["X"], Capacity(1, 1)),
    ("Upgrade with", "upgrade", None, None, [], Capacity(None, 1)),
    ("Upgrade with one", "upgrade", None, "exactly 1", [], Capacity(1, 1)),
    ("Upgrade with any", "upgrade", None, "any", [], Capacity(None, 1)),
    ("Upgrade with up to two", "upgrade", None, "up_to 2", [], Capacity(2, None)),
    ("Upgrade all models with", "upgrade", "all", None, [], Capacity(None, 1)),
    ("Upgrade all models with one", "upgrade", "all", "exactly 1", [], Capacity(1, 1)),
    ("Upgrade all models with any", "upgrade", "all", "any", [], Capacity(None, 1)),
    ("Upgrade one model with", "upgrade", "exactly 1", None, [], Capacity(None, 1)),
    ("Upgrade one model with one", "upgrade", "exactly 1", "exactly 1", [], Capacity(1, 1)),
    ("Upgrade one model with any", "upgrade", "exactly 1", "any", [], Capacity(None, 1)),
    ("Upgrade up to three models with one", "upgrade", "up_to 3", "exactly 1", [], Capacity(3, 1)),
    ("Upgrade all X with one", "upgrade", "all", "exactly 1", ["X"], Capacity(1, 1)),
    ("Upgrade X with", "upgrade", None, None, ["X"], Capacity(None, 1)),
    ("Upgrade X with one", "upgrade", None, "exactly 1", ["X"], Capacity(1, 1)),
    ("Upgrade any X with one", "upgrade", "any", "exactly 1", ["X"], Capacity(None, None)),
    ("Upgrade any model with one", "upgrade", "any", "exactly 1", [], Capacity(5, 5)),
    ("Upgrade any model with any", "upgrade", "any", "any", [], Capacity(None, 5)),
    ("Upgrade two models with one", "upgrade", "exactly 2", "exactly 1", [], Capacity(2, 1)),
    ("Upgrade two X with one", "upgrade", "exactly 2", "exactly 1", ["X"], Capacity(1, 1)),
    ("Take one X attachment", "attachment", None, "exactly 1", ["X"], Capacity(1, 1)),
]
BY_MODEL = [
    ("Any model may replace one X", "replace", "exactly 1"),
    ("Any model may replace X", "replace", None),
    ("Any model may take one X attachment", "attachment", "exactly 1"),
]


@pytest.mark.parametrize(
    ("variant", "affects", "select", "on", "wanted"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_capacity(variant: str, affects: str, select: str, on: list[str], wanted: Capacity) -> None:
    found = section(variant, option("Thing (A1)"), affects=affects, select=select, on=on)
    assert section_capacity(found, unit(found, size=5)) == wanted


@pytest.mark.parametrize(("variant", "affects"), [row[1:] for row in BY_MODEL], ids=[row[0] for row in BY_MODEL])
def test_each_model_chooses_once(variant: str, affects: str | None) -> None:
    found = section(variant, option("Thing (A1)"), affects=affects, select="any", on=["X"], model=True)
    assert section_capacity(found, unit(found, size=3)) == Capacity(3, None)


def test_one_of_means_that_options_exclude_each_other() -> None:
    assert Capacity(1, 1).one_of
    assert not Capacity(2, 1).one_of
    assert not Capacity(None, 1).one_of
