"""Fixes are computed on demand and pickled complete; combining with the host clears a join."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic, Fix, Fixes, Outcome
from listbuilder.model import ArmyList, Entry, EntryId, SystemId, UnitRef
from listbuilder.rules.edits import Combine


def counted(worked_out: list[str]) -> Iterator[Fix]:
    for name in ("fix.part", "fix.split", "fix.new-id"):
        worked_out.append(name)
        yield Fix(name)


def test_fixes_are_computed_lazily() -> None:
    worked_out: list[str] = []
    found = Diagnostic("PTS001", fixes=Fixes(counted(worked_out)))
    assert worked_out == []
    assert found.fix == found.fix == Fix("fix.part")
    assert worked_out == ["fix.part"]
    assert [fix.name for fix in found.fixes] == ["fix.part", "fix.split", "fix.new-id"]
    assert found.fixes[-1] == Fix("fix.new-id")
    assert found.fixes[1:] == (Fix("fix.split"), Fix("fix.new-id"))
    assert len(worked_out) == 3


def test_first_fix_is_computed_with_pauses() -> None:
    fixes = Fixes(iter((None, None, Fix("fix.part"), None, Fix("fix.split"))))
    assert list(fixes.first_steps()) == [None] * 3
    assert list(fixes.first_steps()) == [], "already computed"
    assert [fix.name for fix in fixes] == ["fix.part", "fix.split"]
    assert list(Fixes(iter((None,))).first_steps()) == [None], "no fix exists"


def test_empty_fixes_are_falsy() -> None:
    assert Diagnostic("PTS001", fixes=Fixes(iter(()))).fix is None
    assert Diagnostic("PTS001").fix is None


def test_pickled_fixes_are_computed() -> None:
    found = Diagnostic("PTS001", fixes=Fixes(counted([])))
    again = pickle.loads(pickle.dumps(found))  # our own bytes
    assert again.fixes == tuple(found.fixes)


def test_destructive_outcomes() -> None:
    assert not Outcome(before=100, after=110).destructive
    assert Outcome(before=100, after=90).destructive
    assert Outcome(before=100, after=100, picks=1).destructive
    assert Outcome(before=100, after=100, removed=("a",)).destructive
    assert (Outcome(before=100, after=110).lost, Outcome(before=100, after=90).lost) == (0, 10)


def test_combining_with_the_host_clears_the_join() -> None:
    first = Entry(id=EntryId("a"), unit=UnitRef("x/spears"))
    second = Entry(id=EntryId("b"), unit=UnitRef("x/spears"), joins=EntryId("a"))
    army = ArmyList(name="", system=SystemId("x"), entries=(first, second))
    (left,) = Combine(EntryId("b"), other=EntryId("a"))(army).entries
    assert (left.id, left.joins) == ("b", None)
