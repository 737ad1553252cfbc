"""Fixes are computed on demand and pickled complete; combining with the host clears a join."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic, Fix, FixOutcome, FixSequence
from listbuilder.model import ArmyList, Entry, EntryId, SystemId, UnitRef
from listbuilder.rules.edits import CombineEntry


def counted(worked_out: list[str]) -> Iterator[Fix]:
    for name in ("fix.part", "fix.split", "fix.new-id"):
        worked_out.append(name)
        yield Fix(name)


def test_fixes_are_computed_lazily() -> None:
    worked_out: list[str] = []
    diagnostic = Diagnostic("PTS001", fixes=FixSequence(counted(worked_out)))
    assert worked_out == []
    assert diagnostic.fix == diagnostic.fix == Fix("fix.part")
    assert worked_out == ["fix.part"]
    assert [fix.name for fix in diagnostic.fixes] == ["fix.part", "fix.split", "fix.new-id"]
    assert diagnostic.fixes[-1] == Fix("fix.new-id")
    assert diagnostic.fixes[1:] == (Fix("fix.split"), Fix("fix.new-id"))
    assert len(worked_out) == 3


def test_first_fix_is_computed_with_pauses() -> None:
    fixes = FixSequence(iter((None, None, Fix("fix.part"), None, Fix("fix.split"))))
    assert list(fixes.compute_first()) == [None] * 3
    assert list(fixes.compute_first()) == [], "already computed"
    assert [fix.name for fix in fixes] == ["fix.part", "fix.split"]
    assert list(FixSequence(iter((None,))).compute_first()) == [None], "no fix exists"


def test_empty_fixes_are_falsy() -> None:
    assert Diagnostic("PTS001", fixes=FixSequence(iter(()))).fix is None
    assert Diagnostic("PTS001").fix is None


def test_pickled_fixes_are_computed() -> None:
    diagnostic = Diagnostic("PTS001", fixes=FixSequence(counted([])))
    again = pickle.loads(pickle.dumps(diagnostic))  # our own bytes
    assert again.fixes == tuple(diagnostic.fixes)


def test_destructive_outcomes() -> None:
    assert not FixOutcome(points_before=100, points_after=110).is_destructive
    assert FixOutcome(points_before=100, points_after=90).is_destructive
    assert FixOutcome(points_before=100, points_after=100, upgrades_removed=1).is_destructive
    assert FixOutcome(points_before=100, points_after=100, removed=("a",)).is_destructive
    assert (
        FixOutcome(points_before=100, points_after=110).points_lost,
        FixOutcome(points_before=100, points_after=90).points_lost,
    ) == (0, 10)


def test_combining_with_the_host_clears_the_join() -> None:
    first = Entry(id=EntryId("a"), unit=UnitRef("x/spears"))
    second = Entry(id=EntryId("b"), unit=UnitRef("x/spears"), joins=EntryId("a"))
    army = ArmyList(name="", system=SystemId("x"), entries=(first, second))
    (combined_entry,) = CombineEntry(EntryId("b"), other=EntryId("a"))(army).entries
    assert (combined_entry.id, combined_entry.joins) == ("b", None)
