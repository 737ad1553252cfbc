"""Fixes that mend and are not offered: less would do, another reads the same, or there are enough of the kind."""

from __future__ import annotations

from listbuilder.diagnostics import Fix, Outcome
from listbuilder.model import EntryId
from listbuilder.rules.edits import Remove
from listbuilder.validation.fixes.search import Search, _Step
from tests.unit.trial_lists import roster

BEFORE = roster({"id": "a", "unit": "spears"})


def step(*gone: str, lost: int = 0, names: tuple[str, ...] = (), touched: str = "a") -> _Step:
    """Take entries out, one after the other."""
    done = [Fix(f"fix.{name}", {"unit": name}, (Remove(EntryId(name)),)) for name in gone]
    named = [
        Fix(name, fix.params, fix.edits) for name, fix in zip(names or [fix.name for fix in done], done, strict=True)
    ]
    return _Step(tuple(named), BEFORE, Outcome(before=500, after=500 - lost, touched=(touched,)))


def needless(tried: _Step, *mended: _Step) -> bool:
    search = object.__new__(Search)
    search._mended = list(mended)
    return search._is_needless(tried)


def test_what_costs_less_than_what_is_offered_comes_too_late() -> None:
    assert needless(step("b", lost=5), step("a", lost=10))
    assert not needless(step("b", lost=10), step("a", lost=10))
    assert not needless(step("b", lost=15), step("a", lost=10))


def test_a_way_round_that_loses_something_is_needless_where_there_is_a_straight_one() -> None:
    assert needless(step("b", "c", lost=20), step("a", lost=10))
    assert not needless(step("b", "c", lost=20), step("a", "d", lost=10)), "no straight way was found"
    assert not needless(step("b", lost=20), step("a", lost=10)), "it is a straight way itself"
    assert not needless(step("b", "c"), step("a")), "it loses nothing"


def test_what_holds_another_fix_or_reads_like_it_is_needless() -> None:
    assert needless(step("b", "a"), step("a"))
    assert not needless(step("a"), step("b", "a"))
    assert needless(step("a", lost=20), step("a", lost=10))


def test_three_of_a_kind_are_enough() -> None:
    alike = [step(gone, names=("fix.same",)) for gone in "bcde"]
    assert not needless(alike[0], *alike[1:3])
    assert needless(alike[0], *alike[1:])
    assert not needless(step("b", names=("fix.same",), touched="z"), *alike[1:])
