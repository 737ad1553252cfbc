"""How a player can stand, and what decides it; the points that a list brings by itself."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING

from listbuilder.diagnostics import Severity, Verdict
from listbuilder.diagnostics.messages import FindingRecord
from listbuilder.model import Event
from listbuilder.tournament.acceptance_log import Accepted
from listbuilder.tournament.submissions import Submission

if TYPE_CHECKING:
    from listbuilder.judging.verdict_records import ListRecord


class Status(Enum):
    """How a player stands, the gravest first."""

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
        """Whether nothing is left to be done."""
        return self in (Status.LEGAL, Status.ACCEPTED)


_BY_CODE = {
    "DSK006": Status.MISSING,
    "EVT008": Status.LATE,
    "DSK007": Status.DOUBLE,
    "DSK008": Status.WRONG_FACTION,
    "DSK009": Status.CHANGED,
}
_HARM = {status: place for place, status in enumerate(Status)}
# looked up once: an enumeration's values are properties, and each player is asked for several
_ERROR, _UNREADABLE, _UNCHECKED = Severity.ERROR.value, Verdict.UNREADABLE.value, Verdict.UNCHECKED.value


def statuses_of(
    found: Sequence[FindingRecord], lists: Sequence[ListRecord], accepted: Sequence[Accepted]
) -> tuple[Status, ...]:
    """Tell how a player stands; what was accepted was accepted with all that was known of it."""
    told = {_BY_CODE[code] for finding in found if (code := finding["code"]) in _BY_CODE}
    if accepted and Status.CHANGED not in told:
        return (Status.ACCEPTED,)
    if accepted:
        told -= {Status.LATE, Status.DOUBLE}
    verdicts = [one["verdict"] for one in lists]
    if _UNREADABLE in verdicts or _wrong(found):
        told.add(Status.ILLEGAL)
    elif _UNCHECKED in verdicts:
        told.add(Status.UNCHECKED)
    return tuple(sorted(told, key=_HARM.__getitem__)) if told else (Status.LEGAL,)


def _wrong(found: Iterable[FindingRecord]) -> bool:
    """Tell whether anything is wrong that has no status of its own: a late list may be fine otherwise."""
    return any(one["severity"] == _ERROR and one["code"] not in _BY_CODE for one in found)


def bonus_of(counting: Sequence[Submission], found: Sequence[FindingRecord], event: Event) -> int:
    """Add up the tournament points that a list brings or costs by itself."""
    scoring = event.scoring
    points = sum(scoring.codes.get(finding["code"], 0) for finding in found) if scoring.codes else 0
    if event.deadline is None or not counting:
        return points
    days = _days_late(max([one.moment for one in counting]), event.deadline)
    return points + (scoring.each_day_late * days if days else scoring.on_time)


def _days_late(received: datetime, deadline: datetime) -> int:
    late = (received - deadline).total_seconds()
    return math.ceil(late / 86_400) if late > 0 else 0
