"""Many copies of a unit: the fix removes what a player would miss least, and names it briefly."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.diagnostics.messages import format_fix
from listbuilder.rules.edits import RemoveEntry, apply_fix
from listbuilder.rules.roster_builder import build_roster
from listbuilder.validation.engine import validate
from listbuilder.validation.message_arguments import label_priced_units
from tests.plain_values import plain_fix
from tests.sentences import sentence
from tests.unit.trial_lists import copies_of, finding, plain_fixes, remove, roster

PLAIN = {"unit": "spears"}


def copies(n: int, **others: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"id": f"s{number}", **PLAIN, **others.get(f"s{number}", {})} for number in range(1, n + 1)]


def pair_up(paired: int, many: int) -> object:
    """Write the fix that combines the first copies two by two and removes the others, in its plain form."""
    units = {"units": copies_of("Spears", 1, paired, 90), "gone": copies_of("Spears", many, paired + 1, 90)}
    return {"fix.pair-up-some": units}


def test_twelve_copies_are_paired_and_cut() -> None:
    worked_out = roster(*copies(12), points=2000, force_org=True)
    first, second = finding("ORG002", worked_out).fixes
    assert plain_fix(first) == pair_up(6, 12)
    for language, unit in (("en", "Spears"), ("de", "Speere")):
        for last, which in ((6, 1), (12, 7)):
            run = sentence("unit.run", language, unit=unit, first=which, last=last, cost=90)
            assert run in format_fix(first, language)
    assert plain_fix(second) == {"fix.remove-all": {"units": copies_of("Spears", 12, 4, 90)}}
    roster_after = build_roster(apply_fix(worked_out.army, first), worked_out.system, worked_out.factions)
    assert "ORG002" not in {finding.code for finding in validate(roster_after)}


def test_pairing_alone_removes_nothing() -> None:
    worked_out = roster(*copies(10), points=3000, force_org=True)
    first = finding("ORG002", worked_out).fixes[0]
    assert first.outcome is not None
    assert not first.outcome.is_destructive
    assert plain_fix(first) == {"fix.pair-up": {"units": copies_of("Spears", 1, 10, 90)}}


@pytest.mark.parametrize("many", [20, 30, 60])
def test_any_number_of_copies_has_a_fix(many: int) -> None:
    worked_out = roster(*copies(many), points=2000, force_org=True)
    first = finding("ORG002", worked_out).fix
    assert first is not None
    assert plain_fix(first) == pair_up(6, many)


def test_large_excess_removes_the_last_copies() -> None:
    over = finding("PTS001", roster(*copies(60), points=1800))
    assert plain_fix(over.fixes[0]) == {"fix.remove-all": {"units": copies_of("Spears", 60, 21, 90)}}


def test_named_and_upgraded_copies_are_kept() -> None:
    cared_for: dict[str, dict[str, Any]] = {"s11": {"name": "Old Guard"}, "s12": {"upgrades": ["sergeant"]}}
    worked_out = roster(*copies(12, **cared_for), points=2000, force_org=True)
    first = finding("ORG002", worked_out).fixes[0]
    gone = [edit.entry for edit in first.edits if isinstance(edit, RemoveEntry)]
    assert sorted(gone, key=_number) == ["s5", "s6", "s7", "s8", "s9", "s10"]


def _number(name: str) -> int:
    return int(name[1:])


def test_copies_pair_with_equal_upgrades() -> None:
    pikes: dict[str, dict[str, Any]] = {f"s{number}": {"upgrades": ["pike"]} for number in (2, 4)}
    worked_out = roster(*copies(4, **pikes), points=750, force_org=True)
    first = finding("ORG002", worked_out).fixes[0]
    named = ["Spears #1 (90)", "Spears #3 (90)", "Spears #2 (105)", "Spears #4 (105)"]
    assert plain_fix(first) == {"fix.pair-up": {"units": named}}


def test_surplus_copy_over_points_is_removed() -> None:
    over = finding("PTS001", roster(*copies(4), {"id": "r", "unit": "riders"}, points=400, force_org=True))
    assert plain_fix(over.fixes[0]) == remove("Spears #4 (90)")


def test_equal_loss_prefers_fewer_errors() -> None:
    heroes = [{"id": name, "unit": "captain"} for name in "hi"]
    others = [{"id": "r", "unit": "riders"}, {"id": "z", "unit": "scouts"}]
    over = finding("PTS001", roster(*heroes, *others, points=250, force_org=True))
    assert plain_fixes(over.fixes)[:2] == [remove("Captain #2 (60)"), remove("Scouts (60)")]
    errors = [fix.outcome.errors_left for fix in over.fixes if fix.outcome is not None]
    assert errors[0] < errors[1]


@pytest.mark.parametrize(
    ("order", "runs"),
    [
        ((1, 2, 3), [(1, 3)]),
        ((3, 2, 1), [(1, 3)]),
        ((2, 1), [(1, 1), (2, 2)]),
        ((1, 3, 5), [(1, 1), (3, 3), (5, 5)]),
        ((1, 2, 3, 5, 4), [(1, 3), (4, 4), (5, 5)]),
    ],
)
def test_consecutive_copies_are_named_as_range(order: tuple[int, ...], runs: list[tuple[int, int]]) -> None:
    entries = roster(*copies(5)).entries
    named = [
        f"{sentence('unit.number', unit='Spears', number=first)} (90)"
        if first == last
        else sentence("unit.run", unit="Spears", first=first, last=last, cost=90)
        for first, last in runs
    ]
    assert str(label_priced_units(entries[number - 1] for number in order)) == ", ".join(named)
