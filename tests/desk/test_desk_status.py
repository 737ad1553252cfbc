"""A player's status, which lists may be accepted, and the bonus points."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from listbuilder.diagnostics.messages import FindingRecord
from listbuilder.model import Event, EventId, Scoring, Text
from listbuilder.tournament.acceptance import may_accept
from listbuilder.tournament.acceptance_log import AcceptedList
from listbuilder.tournament.player_status import PlayerStatus, compute_bonus, find_statuses
from listbuilder.tournament.submissions import Submission
from listbuilder.tournament.tournament import ACCEPT, REJECT, Decision
from tests.desk.rows import finding, listed, standing

DEADLINE = datetime(2026, 5, 1, 20, tzinfo=UTC)


def accepted(**fields: Any) -> AcceptedList:
    defaults = {name: name for name in ("player", "name", "army", "hash", "share", "event", "verdict", "by", "at")}
    return AcceptedList(books={}, **{**defaults, **fields})


@pytest.mark.parametrize(
    ("codes", "verdicts", "locked", "expected"),
    [
        ([], ["legal"], False, [PlayerStatus.LEGAL]),
        (["DSK006"], [], False, [PlayerStatus.MISSING]),
        (["EVT008"], ["legal"], False, [PlayerStatus.LATE]),
        (["DSK007", "EVT008"], ["legal"], False, [PlayerStatus.LATE, PlayerStatus.DOUBLE]),
        (["DSK008"], ["legal"], False, [PlayerStatus.WRONG_FACTION]),
        (["ORG001"], ["illegal"], False, [PlayerStatus.ILLEGAL]),
        (["EVT008", "ORG001"], ["illegal"], False, [PlayerStatus.LATE, PlayerStatus.ILLEGAL]),
        ([], ["unreadable"], False, [PlayerStatus.ILLEGAL]),
        ([], ["unchecked"], False, [PlayerStatus.UNCHECKED]),
        (["ORG001"], ["unchecked"], False, [PlayerStatus.ILLEGAL]),
        (["EVT008", "DSK007"], ["legal"], True, [PlayerStatus.ACCEPTED]),
        (["ORG001"], ["illegal"], True, [PlayerStatus.ACCEPTED]),
        (["DSK009"], ["legal"], True, [PlayerStatus.CHANGED]),
        (["DSK009", "EVT008", "DSK007", "ORG001"], ["illegal"], True, [PlayerStatus.ILLEGAL, PlayerStatus.CHANGED]),
    ],
)
def test_status_follows_from_findings(
    codes: list[str], verdicts: list[str], locked: bool, expected: list[PlayerStatus]
) -> None:
    lists = [listed(verdict=verdict) for verdict in verdicts]
    statuses = find_statuses([finding(code) for code in codes], lists, [accepted()] if locked else [])
    assert list(statuses) == expected


def test_warnings_and_notes_keep_a_list_legal() -> None:
    assert find_statuses([finding("ORG001", "warning"), finding("PTS002", "note")], [listed()], []) == (
        PlayerStatus.LEGAL,
    )


def test_only_legal_and_accepted_are_good() -> None:
    assert [status for status in PlayerStatus if status.is_good] == [PlayerStatus.LEGAL, PlayerStatus.ACCEPTED]


def bonus(*late: timedelta, findings: list[FindingRecord] | None = None, **fields: Any) -> int:
    scoring = Scoring(on_time=2, each_day_late=-3, codes={"ORG001": -5})
    event = Event(**{"id": EventId("cup"), "name": Text("Cup"), "deadline": DEADLINE, "scoring": scoring, **fields})
    sent = [Submission(file="x", received=(DEADLINE + delay).isoformat()) for delay in late]
    return compute_bonus(sent, findings or [], event)


def test_bonus_for_punctuality_and_findings() -> None:
    second, day = timedelta(seconds=1), timedelta(days=1)
    assert bonus(-second) == bonus(0 * day) == 2
    assert bonus(second) == bonus(day) == -3
    assert bonus(day + second) == -6
    assert bonus(-day, 2 * day) == -6, "the latest file counts"
    assert bonus(-day, findings=[finding("ORG001"), finding("ORG001"), finding("ORG002")]) == 2 - 10
    assert bonus() == 0, "no submission, no bonus"
    assert bonus(-day, deadline=None, findings=[finding("ORG001")]) == -5


@pytest.mark.parametrize(
    ("row", "reason", "may"),
    [
        (standing(PlayerStatus.LEGAL), "", True),
        (standing(PlayerStatus.ILLEGAL), "", False),
        (standing(PlayerStatus.ILLEGAL), "agreed", True),
        (standing(PlayerStatus.UNCHECKED), "", False),
        (standing(PlayerStatus.ACCEPTED), "again", False),
        (standing(PlayerStatus.MISSING, lists=()), "agreed", False),
        (standing(PlayerStatus.ILLEGAL, lists=(listed(points=None),)), "agreed", False),
        (
            standing(PlayerStatus.LEGAL, decision=Decision(player="1", file="x", decision=REJECT, reason="no")),
            "",
            False,
        ),
        (standing(PlayerStatus.LATE, decision=Decision(player="1", file="x", decision=ACCEPT)), "", True),
    ],
)
def test_which_rows_may_be_accepted(row: Any, reason: str, may: bool) -> None:
    assert may_accept(row, reason) is may


def test_row_properties() -> None:
    read = (listed("One", factions=["Elves"]), listed("Two", factions=["Orcs", "Elves"]))
    row = standing(
        PlayerStatus.LATE,
        PlayerStatus.ILLEGAL,
        lists=(*read, listed("Three", points=None, diagnostics=[finding("IMP001")])),
        own_findings=(finding("DSK011", "warning"), finding("PTS009", "note"), finding("EVT008")),
    )
    assert row.status is PlayerStatus.LATE
    assert row.readable_lists == read
    assert row.factions == "Elves, Orcs"
    assert [finding["code"] for finding in row.findings] == ["EVT008", "IMP001", "DSK011", "PTS009"]
    assert standing(lists=()).factions == ""
    assert standing(decision=Decision(player="1", file="x", decision=REJECT)).rejection_reason == "-"
    assert standing(decision=Decision(player="1", file="x", decision=ACCEPT, reason="ok")).rejection_reason == ""
    assert standing().rejection_reason == ""
