"""Many copies of a unit: what goes is what a player would miss least, and one sentence says it."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.diagnostics.messages import word_fix
from listbuilder.rules.edits import Remove, apply_fix
from listbuilder.rules.roster import build_roster
from listbuilder.validation.engine import validate
from listbuilder.validation.message_arguments import listed
from tests.unit.trial_lists import finding, roster, sentences

PLAIN = {"unit": "spears"}


def copies(n: int, **others: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"id": f"s{number}", **PLAIN, **others.get(f"s{number}", {})} for number in range(1, n + 1)]


def test_twelve_copies_are_combined_two_by_two_and_the_last_ones_go() -> None:
    worked_out = roster(*copies(12), points=2000, force_org=True)
    first, second = finding("ORG002", worked_out).fixes
    assert word_fix(first, "en") == (
        "Combine two by two: Spears no. 1 to no. 6 (90 each); take out: Spears no. 7 to no. 12 (90 each)"
    )
    assert word_fix(first, "de") == (
        "Je zwei zusammenlegen: Speere Nr. 1 bis Nr. 6 (je 90); herausnehmen: Speere Nr. 7 bis Nr. 12 (je 90)"
    )
    assert word_fix(second, "en") == "Take out: Spears no. 4 to no. 12 (90 each)"
    mended = build_roster(apply_fix(worked_out.army, first), worked_out.system, worked_out.factions)
    assert "ORG002" not in {found.code for found in validate(mended)}


def test_where_pairs_are_enough_nothing_goes_however_many_they_are() -> None:
    worked_out = roster(*copies(10), points=3000, force_org=True)
    first = finding("ORG002", worked_out).fixes[0]
    assert first.outcome is not None
    assert not first.outcome.destructive
    assert word_fix(first, "en") == "Combine two by two: Spears no. 1 to no. 10 (90 each)"


@pytest.mark.parametrize("many", [20, 30, 60])
def test_however_many_copies_there_are_something_mends_it(many: int) -> None:
    worked_out = roster(*copies(many), points=2000, force_org=True)
    first = finding("ORG002", worked_out).fix
    assert first is not None
    assert word_fix(first, "en") == (
        f"Combine two by two: Spears no. 1 to no. 6 (90 each); take out: Spears no. 7 to no. {many} (90 each)"
    )


def test_where_very_much_is_too_much_the_last_go_too() -> None:
    over = finding("PTS001", roster(*copies(60), points=1800))
    assert sentences(over.fixes)[0] == "Take out: Spears no. 21 to no. 60 (90 each)"


def test_what_has_a_name_or_an_upgrade_stays_wherever_it_stands() -> None:
    cared_for: dict[str, dict[str, Any]] = {"s11": {"name": "Old Guard"}, "s12": {"upgrades": ["sergeant"]}}
    worked_out = roster(*copies(12, **cared_for), points=2000, force_org=True)
    first = finding("ORG002", worked_out).fixes[0]
    gone = [edit.entry for edit in first.edits if isinstance(edit, Remove)]
    assert sorted(gone, key=_number) == ["s5", "s6", "s7", "s8", "s9", "s10"]


def _number(name: str) -> int:
    return int(name[1:])


def test_pairs_have_the_same_picks_as_far_as_there_are_such() -> None:
    pikes: dict[str, dict[str, Any]] = {f"s{number}": {"upgrades": ["pike"]} for number in (2, 4)}
    worked_out = roster(*copies(4, **pikes), points=750, force_org=True)
    first = finding("ORG002", worked_out).fixes[0]
    assert word_fix(first, "en") == (
        "Combine two by two: Spears no. 1 (90), Spears no. 3 (90), Spears no. 2 (105), Spears no. 4 (105)"
    )


def test_a_copy_that_is_one_too_many_for_points_too_goes_as_the_last_one() -> None:
    over = finding("PTS001", roster(*copies(4), {"id": "r", "unit": "riders"}, points=400, force_org=True))
    assert sentences(over.fixes)[0] == "Take out: Spears no. 4 (90)"


def test_of_two_fixes_for_the_same_loss_the_one_that_leaves_fewer_errors_is_first() -> None:
    heroes = [{"id": name, "unit": "captain"} for name in "hi"]
    others = [{"id": "r", "unit": "riders"}, {"id": "z", "unit": "scouts"}]
    over = finding("PTS001", roster(*heroes, *others, points=250, force_org=True))
    assert sentences(over.fixes)[:2] == ["Take out: Captain no. 2 (60)", "Take out: Scouts (60)"]
    errors = [fix.outcome.errors for fix in over.fixes if fix.outcome is not None]
    assert errors[0] < errors[1]


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ((1, 2, 3), "Spears no. 1 to no. 3 (90 each)"),
        ((3, 2, 1), "Spears no. 1 to no. 3 (90 each)"),
        ((2, 1), "Spears no. 1 (90), Spears no. 2 (90)"),
        ((1, 3, 5), "Spears no. 1 (90), Spears no. 3 (90), Spears no. 5 (90)"),
        ((1, 2, 3, 5, 4), "Spears no. 1 to no. 3 (90 each), Spears no. 4 (90), Spears no. 5 (90)"),
    ],
)
def test_those_that_follow_each_other_are_named_in_one(order, said) -> None:
    entries = roster(*copies(5)).entries
    assert str(listed(entries[number - 1] for number in order)) == said
