"""Bounds of a limit at a game size, and names of missing books."""

from __future__ import annotations

from dataclasses import astuple

import pytest

from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Limit, Measure, UnitRef
from listbuilder.rules.limits import Derivation, max_bound
from listbuilder.rules.unit_labels import missing_books

LIBRARY = Library.open(user=False)


def a_limit(
    most: int | None = None, base: int | None = None, per: int | None = None, percent: int | None = None
) -> Limit:
    return Limit(id="x", measure=Measure.UNITS, most=most, base=base, per=per, percent=percent)


@pytest.mark.parametrize(
    ("limit", "points", "expected"),
    [
        (a_limit(most=3), 1000, (3, Derivation.FLAT, 0, 0, 0)),
        (a_limit(base=2), 1000, (2, Derivation.FLAT, 0, 0, 0)),
        (a_limit(per=375), 1124, (2, Derivation.PER_POINTS, 0, 0, 375)),
        (a_limit(base=1, per=750), 1500, (3, Derivation.PER_POINTS, 0, 1, 750)),
        (a_limit(percent=35), 999, (349, Derivation.PERCENT, 35, 0, 0)),
        (a_limit(most=3, per=500), 1000, (2, Derivation.PER_POINTS, 0, 0, 500)),
    ],
)
def test_bound_names_the_part_that_set_it(
    limit: Limit, points: int, expected: tuple[int, Derivation, int, int, int]
) -> None:
    bound = max_bound(limit, points)
    assert bound is not None
    assert astuple(bound) == expected


def test_missing_books_are_named_once() -> None:
    units = ("elsewhere/spears", "human-empire/nobody", "elsewhere/knights", "nowhere/spears")
    entries = tuple(Entry(id=EntryId(f"e{n}"), unit=UnitRef(unit)) for n, unit in enumerate(units))
    army = ArmyList(name="x", system=LIBRARY.system("aof-3.5").id, entries=entries)
    assert [book.id for book in missing_books(LIBRARY.roster(army))] == ["elsewhere", "nowhere"]
