"""Counts of an army against its limits: excess, the decisive count, and identity over time."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.model import EntryFilter, ForceOrganisation, Limit, Measure, RuleId
from listbuilder.rules.limits import LimitStatus, limit_statuses, min_bound, most_critical
from listbuilder.validation.preview import LimitChange, format_limit_status, limit_changes
from tests.sentences import sentence
from tests.unit.trial_lists import roster


def limit(counts: Measure, **more: Any) -> Limit:
    return Limit(id="x", measure=counts, **more)


def stand(army_limit: Limit, *units: str) -> list[LimitStatus]:
    entries = [{"id": f"{unit}-{index}", "unit": unit} for index, unit in enumerate(units)]
    return list(limit_statuses([army_limit], roster(*entries, points=1000), ForceOrganisation()))


@pytest.mark.parametrize(
    ("bounds", "over", "under", "is_met", "full"),
    [
        ({"most": 3}, 0, 0, True, False),
        ({"most": 2}, 0, 0, True, True),
        ({"most": 1}, 1, 0, False, True),
        ({"least": 1}, 0, 0, True, False),
        ({"least": 2}, 0, 0, True, False),
        ({"least": 4}, 0, 2, False, False),
        ({"least": 2, "most": 2}, 0, 0, True, True),
        ({}, 0, 0, True, False),
    ],
)
def test_two_heroes_counted_against_limits(
    bounds: dict[str, int], over: int, under: int, is_met: bool, full: bool
) -> None:
    [status] = stand(limit(Measure.HEROES, **bounds), "captain", "sage", "spears")
    assert (status.number, status.excess, status.shortfall, status.is_met, status.is_full) == (
        2,
        over,
        under,
        is_met,
        full,
    )


@pytest.mark.parametrize(
    ("bounds", "points", "number"),
    [
        ({"least": 3}, 1000, 3),
        ({"least_percent": 25}, 1000, 250),
        ({"least_percent": 25}, 1001, 251),
        ({"least": 3, "least_percent": 25}, 8, 3),
        ({"least": 3, "least_percent": 25}, 16, 4),
    ],
)
def test_minimum_is_rounded_up(bounds: dict[str, int], points: int, number: int) -> None:
    bound = min_bound(limit(Measure.POINTS, **bounds), points)
    assert bound is not None
    assert bound.number == number


def about(status: LimitStatus) -> str:
    return status.tally.about.id if status.tally.about is not None else ""


def test_decisive_count_for_maximum_and_minimum() -> None:
    units = ("spears", "troll", "scouts")
    for bounds, expected in (
        ({"most": 200}, "troll-1"),
        ({"least": 50}, "scouts-2"),
        ({"least": 80, "most": 200}, "scouts-2"),
    ):
        [status] = most_critical(stand(limit(Measure.SHARE, **bounds), *units))
        assert about(status) == expected, bounds


def test_first_of_equal_counts_is_decisive() -> None:
    for bounds in ({"most": 200}, {"least": 50}):
        [status] = most_critical(stand(limit(Measure.SHARE, **bounds), "spears", "spears"))
        assert about(status) == "spears-0"


def test_copies_share_a_count_shares_do_not() -> None:
    copies = limit(Measure.COPIES, most=3)
    [before], [after] = stand(copies, "spears"), stand(copies, "spears", "spears")
    assert before.identity == after.identity
    assert [(shift.before, shift.after) for shift in limit_changes([before], [after])] == [(before, after)]
    shares = stand(limit(Measure.SHARE, percent=35), "spears", "spears")
    assert len({share.identity for share in shares}) == 2
    [heroes] = stand(limit(Measure.HEROES, most=1))
    assert heroes.identity == ("x", None)


def test_only_changed_counts_are_reported() -> None:
    shares = limit(Measure.SHARE, percent=35)
    before, after = stand(shares, "spears", "troll"), stand(shares, "spears", "captain")
    assert list(limit_changes(before, before)) == []
    assert list(limit_changes(before, after)) == [LimitChange(None, after[1]), LimitChange(before[1], None)]


def of_two(number: int) -> str:
    return sentence("preview.of", n=number, most=sentence("counted.copies", n=2))


@pytest.mark.parametrize(
    ("before", "after", "last", "broken", "words"),
    [
        (0, 1, False, False, of_two(1)),
        (1, 2, True, False, sentence("preview.last-copy")),
        (2, 3, False, True, of_two(3)),
        (1, 3, True, True, of_two(3)),
        (3, 2, False, False, of_two(2)),
        (1, 0, False, False, ""),
    ],
)
def test_using_the_last_copy_is_reported(before: int, after: int, last: bool, broken: bool, words: str) -> None:
    copies = limit(Measure.COPIES, most=2)
    [shift] = limit_changes(stand(copies, *["spears"] * before), stand(copies, *["spears"] * after))
    assert (shift.uses_last, shift.breaks_limit, shift.to("en")) == (last, broken, words)


def test_per_unit_counts_are_not_army_counts() -> None:
    def of_the_army(counts: Measure) -> bool:
        [status] = stand(limit(counts, most=3), "captain")
        return LimitChange(None, status).is_army_wide

    assert [of_the_army(measure) for measure in (Measure.HEROES, Measure.COPIES, Measure.SHARE)] == [True, True, False]
    assert not LimitChange(stand(limit(Measure.HEROES, most=3), "captain")[0], None).is_army_wide


def test_exceeded_share_never_shows_the_limit() -> None:
    [spears] = stand(limit(Measure.SHARE, percent=9), "spears")
    assert format_limit_status(spears, "en") == sentence("preview.percent", n=9, most=9)
    [veteran] = stand(limit(Measure.SHARE, percent=4), "veteran")
    assert veteran.excess == 5
    assert format_limit_status(veteran, "en") == sentence("preview.percent", n=5, most=4)


def test_rule_of_one_half_counts() -> None:
    halved = {"id": "a", "unit": "spears", "combined": {"upgrades": ["sergeant"]}}
    sergeant_limit = limit(Measure.UNITS, applies_to=EntryFilter(rule=RuleId("sergeant")), most=1)
    [status] = limit_statuses(
        [sergeant_limit], roster(halved, {"id": "b", "unit": "spears"}, points=1000), ForceOrganisation()
    )
    assert (status.number, [entry.id for entry in status.tally.entries]) == (1, ["a"])
