"""The status of a player and the bonus points of a list."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import Enum

from listbuilder.diagnostics import Severity, Verdict
from listbuilder.diagnostics.messages import FindingRecord
from listbuilder.judging.verdict_records import ListRecord
from listbuilder.model import Event
from listbuilder.tournament.acceptance_log import Accepted
from listbuilder.tournament.submissions import Submission


class Status(Enum):
    """The status of a player, the most serious first."""

    MISSING = "missing"
    LATE = "late"
    DOUBLE = "double"
    WRONG_FACTION = "wrong-faction"
    ILLEGAL = "illegal"
    UNCHECKED = "unchecked"
    LEGAL = "legal"
    ACCEPTED = "accepted"
    CHANGED = "changed"

    @property
    def is_good(self) -> bool:
        """Whether nothing is left to do."""
        return self in (Status.LEGAL, Status.ACCEPTED)


_BY_CODE = {
    "DSK006": Status.MISSING,
    "EVT008": Status.LATE,
    "DSK007": Status.DOUBLE,
    "DSK008": Status.WRONG_FACTION,
    "DSK009": Status.CHANGED,
}
_RANK = {status: rank for rank, status in enumerate(Status)}
# constants, because the values of an enumeration are slow properties
_ERROR, _UNREADABLE, _UNCHECKED = Severity.ERROR.value, Verdict.UNREADABLE.value, Verdict.UNCHECKED.value


def statuses_of(
    findings: Sequence[FindingRecord], lists: Sequence[ListRecord], accepted: Sequence[Accepted]
) -> tuple[Status, ...]:
    """Return the statuses of a player; findings about an accepted list no longer matter."""
    statuses = {_BY_CODE[code] for finding in findings if (code := finding["code"]) in _BY_CODE}
    if accepted and Status.CHANGED not in statuses:
        return (Status.ACCEPTED,)
    if accepted:
        statuses -= {Status.LATE, Status.DOUBLE}
    verdicts = [record["verdict"] for record in lists]
    if _UNREADABLE in verdicts or _has_other_error(findings):
        statuses.add(Status.ILLEGAL)
    elif _UNCHECKED in verdicts:
        statuses.add(Status.UNCHECKED)
    return tuple(sorted(statuses, key=_RANK.__getitem__)) if statuses else (Status.LEGAL,)


def _has_other_error(findings: Iterable[FindingRecord]) -> bool:
    """Return whether there is an error without a status of its own; a late list may be fine otherwise."""
    return any(finding["severity"] == _ERROR and finding["code"] not in _BY_CODE for finding in findings)


def bonus_of(counting: Sequence[Submission], findings: Sequence[FindingRecord], event: Event) -> int:
    """Return the tournament points that a list earns or loses by itself."""
    scoring = event.scoring
    points = sum(scoring.codes.get(finding["code"], 0) for finding in findings) if scoring.codes else 0
    if event.deadline is None or not counting:
        return points
    days = _days_late(max([submission.moment for submission in counting]), event.deadline)
    return points + (scoring.each_day_late * days if days else scoring.on_time)


def _days_late(received: datetime, deadline: datetime) -> int:
    late = (received - deadline).total_seconds()
    return math.ceil(late / 86_400) if late > 0 else 0
