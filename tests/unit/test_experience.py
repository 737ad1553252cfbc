"""The cost of campaign experience per full step; heroes pay more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.model import Entry, EntryId, ExperienceCost, Half
from listbuilder.rules.roster_builder import build_roster_entry
from tests.unit.making import faction, unit
from tests.unit.trial_lists import SYSTEM


def cost(xp: int, *, every: int | None = 5, hero: bool = False, combined: bool = False) -> int:
    """Return the cost of an entry beyond its unit."""
    subject = unit(rules=["Hero"] if hero else [])
    price = None if every is None else ExperienceCost(every=every, cost=5, hero_cost=15)
    entry = Entry(id=EntryId("a"), unit=subject.ref, xp=xp, combined=Half() if combined else None)
    roster_entry = build_roster_entry(entry, subject, faction(subject), replace(SYSTEM, experience=price))
    assert roster_entry.models == subject.size * len(roster_entry.halves)
    return roster_entry.cost - subject.cost * len(roster_entry.halves)


@pytest.mark.parametrize(("xp", "points"), [(0, 0), (4, 0), (5, 5), (9, 5), (10, 10), (-5, 0)])
def test_full_experience_steps_cost_points(xp: int, points: int) -> None:
    assert cost(xp) == cost(xp, combined=True) == points
    assert cost(xp, hero=True) == 3 * points
    assert cost(xp, every=None) == 0


def test_single_experience_points_cost_if_configured() -> None:
    assert [cost(xp, every=1) for xp in (0, 1, 2)] == [0, 5, 10]


def test_unique_names_have_no_number() -> None:
    subject = unit()
    assert (
        build_roster_entry(Entry(id=EntryId("a"), unit=subject.ref), subject, faction(subject), SYSTEM).copy_number == 0
    )
