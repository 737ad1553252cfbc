"""Fixes that work but are not offered: a smaller, equal or similar one exists."""

from __future__ import annotations

from listbuilder.diagnostics import Fix, FixOutcome
from listbuilder.model import EntryId
from listbuilder.rules.edits import RemoveEntry
from listbuilder.validation.fixes.search import FixSearch, _Step
from tests.unit.trial_lists import roster

BEFORE = roster({"id": "a", "unit": "spears"})


def step(*gone: str, lost: int = 0, names: tuple[str, ...] = (), touched: str = "a") -> _Step:
    """Remove entries, one after the other."""
    done = [Fix(f"fix.{name}", {"unit": name}, (RemoveEntry(EntryId(name)),)) for name in gone]
    named = [
        Fix(name, fix.params, fix.edits) for name, fix in zip(names or [fix.name for fix in done], done, strict=True)
    ]
    return _Step(tuple(named), BEFORE, FixOutcome(points_before=500, points_after=500 - lost, changed=(touched,)))


def needless(tried: _Step, *solved: _Step) -> bool:
    search = object.__new__(FixSearch)
    search._solved = list(solved)
    return search._is_needless(tried)


def test_cheaper_fixes_found_late_are_needless() -> None:
    assert needless(step("b", lost=5), step("a", lost=10))
    assert not needless(step("b", lost=10), step("a", lost=10))
    assert not needless(step("b", lost=15), step("a", lost=10))


def test_detours_with_losses_are_needless() -> None:
    assert needless(step("b", "c", lost=20), step("a", lost=10))
    assert not needless(step("b", "c", lost=20), step("a", "d", lost=10)), "no direct fix was found"
    assert not needless(step("b", lost=20), step("a", lost=10)), "it is a direct fix itself"
    assert not needless(step("b", "c"), step("a")), "it loses nothing"


def test_supersets_and_duplicates_are_needless() -> None:
    assert needless(step("b", "a"), step("a"))
    assert not needless(step("a"), step("b", "a"))
    assert needless(step("a", lost=20), step("a", lost=10))


def test_at_most_three_fixes_of_a_kind() -> None:
    alike = [step(gone, names=("fix.same",)) for gone in "bcde"]
    assert not needless(alike[0], *alike[1:3])
    assert needless(alike[0], *alike[1:])
    assert not needless(step("b", names=("fix.same",), touched="z"), *alike[1:])
