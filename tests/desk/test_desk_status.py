"""A player's status, which lists may be accepted, and the bonus points."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from listbuilder.diagnostics.messages import FindingRecord
from listbuilder.model import Event, EventId, Scoring, Text
from listbuilder.tournament.acceptance import may_lock
from listbuilder.tournament.acceptance_log import Accepted
from listbuilder.tournament.player_status import Status, bonus_of, statuses_of
from listbuilder.tournament.submissions import Submission
from listbuilder.tournament.tournament import ACCEPT, REJECT, Decision
from tests.desk.rows import finding, listed, standing

DEADLINE = datetime(2026, 5, 1, 20, tzinfo=UTC)


def accepted(**given: Any) -> Accepted:
    made = {name: name for name in ("player", "name", "army", "hash", "share", "event", "verdict", "by", "at")}
    return Accepted(books={}, **{**made, **given})


@pytest.mark.parametrize(
    ("codes", "verdicts", "locked", "told"),
    [
        ([], ["legal"], False, [Status.LEGAL]),
        (["DSK006"], [], False, [Status.MISSING]),
        (["EVT008"], ["legal"], False, [Status.LATE]),
        (["DSK007", "EVT008"], ["legal"], False, [Status.LATE, Status.DOUBLE]),
        (["DSK008"], ["legal"], False, [Status.WRONG_FACTION]),
        (["ORG001"], ["illegal"], False, [Status.ILLEGAL]),
        (["EVT008", "ORG001"], ["illegal"], False, [Status.LATE, Status.ILLEGAL]),
        ([], ["unreadable"], False, [Status.ILLEGAL]),
        ([], ["unchecked"], False, [Status.UNCHECKED]),
        (["ORG001"], ["unchecked"], False, [Status.ILLEGAL]),
        (["EVT008", "DSK007"], ["legal"], True, [Status.ACCEPTED]),
        (["ORG001"], ["illegal"], True, [Status.ACCEPTED]),
        (["DSK009"], ["legal"], True, [Status.CHANGED]),
        (["DSK009", "EVT008", "DSK007", "ORG001"], ["illegal"], True, [Status.ILLEGAL, Status.CHANGED]),
    ],
)
def test_status_follows_from_findings(codes: list[str], verdicts: list[str], locked: bool, told: list[Status]) -> None:
    lists = [listed(verdict=verdict) for verdict in verdicts]
    found = statuses_of([finding(code) for code in codes], lists, [accepted()] if locked else [])
    assert list(found) == told


def test_warnings_and_notes_keep_a_list_legal() -> None:
    assert statuses_of([finding("ORG001", "warning"), finding("PTS002", "note")], [listed()], []) == (Status.LEGAL,)


def test_only_legal_and_accepted_are_good() -> None:
    assert [status for status in Status if status.is_good] == [Status.LEGAL, Status.ACCEPTED]


def bonus(*late: timedelta, found: list[FindingRecord] | None = None, **given: Any) -> int:
    scoring = Scoring(on_time=2, each_day_late=-3, codes={"ORG001": -5})
    event = Event(**{"id": EventId("cup"), "name": Text("Cup"), "deadline": DEADLINE, "scoring": scoring, **given})
    sent = [Submission(file="x", received=(DEADLINE + one).isoformat()) for one in late]
    return bonus_of(sent, found or [], event)


def test_bonus_for_punctuality_and_findings() -> None:
    second, day = timedelta(seconds=1), timedelta(days=1)
    assert bonus(-second) == bonus(0 * day) == 2
    assert bonus(second) == bonus(day) == -3
    assert bonus(day + second) == -6
    assert bonus(-day, 2 * day) == -6, "the latest file counts"
    assert bonus(-day, found=[finding("ORG001"), finding("ORG001"), finding("ORG002")]) == 2 - 10
    assert bonus() == 0, "no submission, no bonus"
    assert bonus(-day, deadline=None, found=[finding("ORG001")]) == -5


@pytest.mark.parametrize(
    ("row", "reason", "may"),
    [
        (standing(Status.LEGAL), "", True),
        (standing(Status.ILLEGAL), "", False),
        (standing(Status.ILLEGAL), "agreed", True),
        (standing(Status.UNCHECKED), "", False),
        (standing(Status.ACCEPTED), "again", False),
        (standing(Status.MISSING, lists=()), "agreed", False),
        (standing(Status.ILLEGAL, lists=(listed(points=None),)), "agreed", False),
        (standing(Status.LEGAL, decision=Decision(player="1", file="x", decision=REJECT, reason="no")), "", False),
        (standing(Status.LATE, decision=Decision(player="1", file="x", decision=ACCEPT)), "", True),
    ],
)
def test_which_rows_may_be_accepted(row: Any, reason: str, may: bool) -> None:
    assert may_lock(row, reason) is may


def test_row_properties() -> None:
    read = (listed("One", factions=["Elves"]), listed("Two", factions=["Orcs", "Elves"]))
    row = standing(
        Status.LATE,
        Status.ILLEGAL,
        lists=(*read, listed("Three", points=None, diagnostics=[finding("IMP001")])),
        found=(finding("DSK011", "warning"), finding("PTS009", "note"), finding("EVT008")),
    )
    assert row.status is Status.LATE
    assert row.read == read
    assert row.factions == "Elves, Orcs"
    assert [one["code"] for one in row.findings] == ["EVT008", "IMP001", "DSK011", "PTS009"]
    assert standing(lists=()).factions == ""
    assert standing(decision=Decision(player="1", file="x", decision=REJECT)).rejected == "-"
    assert standing(decision=Decision(player="1", file="x", decision=ACCEPT, reason="ok")).rejected == ""
    assert standing().rejected == ""
