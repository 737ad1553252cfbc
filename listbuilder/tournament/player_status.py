"""The status of a player and the bonus points of a list."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum

from listbuilder.diagnostics import Severity, Verdict
from listbuilder.diagnostics.messages import FindingRecord
from listbuilder.judging.results import ListRecord
from listbuilder.model import Event
from listbuilder.tournament.acceptance_log import AcceptedList
from listbuilder.tournament.submissions import Submission


class PlayerStatus(Enum):
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
        return self in (PlayerStatus.LEGAL, PlayerStatus.ACCEPTED)


_BY_CODE = {
    "DSK006": PlayerStatus.MISSING,
    "EVT008": PlayerStatus.LATE,
    "DSK007": PlayerStatus.DOUBLE,
    "DSK008": PlayerStatus.WRONG_FACTION,
    "DSK009": PlayerStatus.CHANGED,
}
_RANK = {status: rank for rank, status in enumerate(PlayerStatus)}
# constants, because the values of an enumeration are slow properties
_ERROR, _UNREADABLE, _UNCHECKED = Severity.ERROR.value, Verdict.UNREADABLE.value, Verdict.UNCHECKED.value


def find_statuses(
    findings: Sequence[FindingRecord], lists: Sequence[ListRecord], accepted: Sequence[AcceptedList]
) -> tuple[PlayerStatus, ...]:
    """Return the statuses of a player; findings about an accepted list no longer matter."""
    statuses = {_BY_CODE[code] for finding in findings if (code := finding["code"]) in _BY_CODE}
    if accepted and PlayerStatus.CHANGED not in statuses:
        return (PlayerStatus.ACCEPTED,)
    if accepted:
        statuses -= {PlayerStatus.LATE, PlayerStatus.DOUBLE}
    verdicts = [record["verdict"] for record in lists]
    # an error without a status of its own; a late list may be fine otherwise
    has_error = any(finding["severity"] == _ERROR and finding["code"] not in _BY_CODE for finding in findings)
    if _UNREADABLE in verdicts or has_error:
        statuses.add(PlayerStatus.ILLEGAL)
    elif _UNCHECKED in verdicts:
        statuses.add(PlayerStatus.UNCHECKED)
    return tuple(sorted(statuses, key=_RANK.__getitem__)) if statuses else (PlayerStatus.LEGAL,)


def compute_bonus(counting: Sequence[Submission], findings: Sequence[FindingRecord], event: Event) -> int:
    """Return the tournament points that a list earns or loses by itself."""
    scoring = event.scoring
    points = sum(scoring.codes.get(finding["code"], 0) for finding in findings) if scoring.codes else 0
    if event.deadline is None or not counting:
        return points
    late = (max([submission.received_at for submission in counting]) - event.deadline).total_seconds()
    return points + (scoring.each_day_late * math.ceil(late / 86_400) if late > 0 else scoring.on_time)
