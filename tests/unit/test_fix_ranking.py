"""The outcome of a fix, and which of two is smaller."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from listbuilder.diagnostics import FixOutcome
from listbuilder.model import Roster
from listbuilder.rules.roster_builder import build_roster
from listbuilder.validation.fixes.points_reduction import customisation_score
from listbuilder.validation.fixes.search import fix_outcome, rank_fix
from tests.cases.case_files import factions
from tests.unit.trial_lists import SYSTEM, roster


def after(before: Roster, *units: dict[str, Any] | str) -> Roster:
    """Return the outcome of a change; entries named by id stay the same."""
    entries = tuple(
        before.army.find_entry(unit) if isinstance(unit, str) else roster(unit).army.entries[0] for unit in units
    )
    remaining_entries = tuple(entry for entry in entries if entry is not None)
    return build_roster(replace(before.army, entries=remaining_entries), SYSTEM, factions())


SPEARS = {"id": "a", "unit": "spears", "upgrades": ["pike", {"crossbow": 2}]}
TROLL = {"id": "b", "unit": "troll"}
CAPTAIN = {"id": "c", "unit": "captain", "upgrades": ["horse"]}
LIST = roster(SPEARS, TROLL, CAPTAIN)


def test_removed_entry_counts_points_and_picks() -> None:
    outcome = fix_outcome(LIST, after(LIST, "b", "c"))
    assert (outcome.changed, outcome.removed, outcome.upgrades_removed) == (("a",), ("a",), 3)
    assert (outcome.points_before, outcome.points_after) == (LIST.cost, LIST.cost - LIST.entries[0].cost)


def test_lost_picks_count_with_multiplicity() -> None:
    outcome = fix_outcome(LIST, after(LIST, {**SPEARS, "upgrades": ["pike"]}, "b", "c"))
    assert (outcome.changed, outcome.removed, outcome.upgrades_removed) == (("a",), (), 2)
    more = fix_outcome(LIST, after(LIST, {**SPEARS, "upgrades": ["pike", {"crossbow": 5}]}, "b", "c"))
    assert (more.changed, more.upgrades_removed) == (("a",), 0)


def test_picks_of_both_halves_count() -> None:
    before = roster({**SPEARS, "combined": {"upgrades": ["pike", {"crossbow": 4}]}})
    assert fix_outcome(before, after(before, {"id": "a", "unit": "spears", "combined": {}})).upgrades_removed == 3 + 5
    senseless = roster({"id": "a", "unit": "spears", "upgrades": [{"crossbow": 0}]})
    assert fix_outcome(senseless, after(senseless, {"id": "a", "unit": "spears"})).upgrades_removed == 1


def test_combined_entry_is_not_removed() -> None:
    before = roster({"id": "a", "unit": "spears"}, {"id": "b", "unit": "spears"}, {"id": "c", "unit": "spears"})
    whole = {"id": "a", "unit": "spears", "combined": {}}
    outcome = fix_outcome(before, after(before, whole, "c"))
    assert (outcome.changed, outcome.removed) == (("a", "b"), ())
    assert fix_outcome(before, after(before, whole)).removed == ("b",)
    assert fix_outcome(before, after(before, {"id": "a", "unit": "spears", "name": "First"})).removed == ("b", "c")


def test_combined_entry_counts_as_one_removal() -> None:
    before = roster(
        {"id": "a", "unit": "spears", "combined": {}}, {"id": "b", "unit": "spears"}, {"id": "c", "unit": "spears"}
    )
    assert fix_outcome(before, after(before, "b", "c")).removed == ("a",)
    assert fix_outcome(before, after(before, "a", "c")).removed == ("b",)
    halved = fix_outcome(before, after(before, {"id": "a", "unit": "spears"}, "b", "c"))
    assert (halved.removed, halved.halved) == ((), ("a",))


def test_split_halves_are_not_lost() -> None:
    before = roster({"id": "a", "unit": "spears", "combined": {}})
    apart = fix_outcome(before, after(before, {"id": "a", "unit": "spears"}, {"id": "b", "unit": "spears"}))
    assert (apart.removed, apart.halved) == ((), ())


def test_changed_unit_is_not_a_removal() -> None:
    outcome = fix_outcome(LIST, after(LIST, "a", {"id": "b", "unit": "giant"}, "c"))
    assert (outcome.changed, outcome.removed) == (("b",), ())


def test_added_entries_are_touched() -> None:
    assert fix_outcome(LIST, after(LIST, "a", "b", "c", {"id": "d", "unit": "troll"})).changed == ("d",)


def outcome(
    lost: int = 0, touched: tuple[str, ...] = ("a",), removed: tuple[str, ...] = (), picks: int = 0
) -> FixOutcome:
    return FixOutcome(
        points_before=500, points_after=500 - lost, changed=touched, removed=removed, upgrades_removed=picks
    )


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param(outcome(touched=("a", "b", "c")), outcome(picks=1), id="nothing lost before a free pick"),
        pytest.param(outcome(5, ("a", "b")), outcome(10), id="fewer points before fewer entries"),
        pytest.param(outcome(5, ("a",), picks=9), outcome(5, ("b", "c")), id="fewer entries"),
        pytest.param(outcome(5, ("a",), picks=1), outcome(5, ("b",), ("b",)), id="a pick before a unit"),
        pytest.param(outcome(5, ("b",), ("b",)), outcome(5, ("a",), picks=2), id="a plain unit before two picks"),
        pytest.param(outcome(5, ("b",), picks=2), outcome(5, ("b",), ("b",), 3), id="picks before a unit with more"),
        pytest.param(outcome(5, ("c",), picks=1), outcome(5, ("b",), picks=1), id="the last entry first"),
        pytest.param(outcome(5, ("b",), ("b",)), outcome(5, ("c",), ("c",)), id="what nobody has upgraded first"),
        pytest.param(
            outcome(5, ("b",), ("b",)),
            replace(outcome(5, ("a",)), halved=("a",)),
            id="a plain unit before half of one that was upgraded",
        ),
        pytest.param(
            replace(outcome(5, ("a",)), halved=("a",)), outcome(5, ("c",), ("c", "b")), id="a half before two units"
        ),
        pytest.param(outcome(5, ("b", "c")), outcome(5, ("a", "c")), id="of two sets the one that begins later"),
    ],
)
def test_smaller_fix_ranks_first(better: FixOutcome, worse: FixOutcome) -> None:
    assert rank_fix(LIST, better) < rank_fix(LIST, worse)


def test_new_entries_have_no_rank() -> None:
    assert rank_fix(LIST, outcome(touched=("x",))) == rank_fix(LIST, outcome(touched=("a",)))


def test_care_counts_name_join_and_upgrade() -> None:
    cared = roster(
        {"id": "plain", "unit": "spears"},
        {"id": "named", "unit": "spears", "name": "Old Guard"},
        {"id": "unique", "unit": "duke"},
        {"id": "picked", "unit": "spears", "upgrades": ["pike", "sergeant"]},
        {"id": "second", "unit": "spears", "combined": {"upgrades": ["sergeant"]}},
        {"id": "host", "unit": "riders"},
        {"id": "hero", "unit": "captain", "joins": "host", "name": "Otto", "upgrades": ["horse"]},
    )
    scores = {entry.id: customisation_score(cared, entry) for entry in cared.entries}
    assert scores == {"plain": 0, "named": 1, "unique": 1, "picked": 1, "second": 1, "host": 1, "hero": 3}
