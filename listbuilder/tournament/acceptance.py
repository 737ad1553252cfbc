"""Accepting lists: which may be locked, and the line that each gets."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from listbuilder.tournament.acceptance_log import Accepted, accept, append
from listbuilder.tournament.overview import PlayerStanding
from listbuilder.tournament.player_status import Status
from listbuilder.tournament.tournament import Desk


def may_lock(row: PlayerStanding, reason: str = "") -> bool:
    """A legal list may be locked, and one that the organiser accepts with a reason, which is written down."""
    if not row.read or row.status is Status.ACCEPTED or row.rejected:
        return False
    accepted = row.decision is not None and row.decision.accepts
    return row.status is Status.LEGAL or accepted or bool(reason)


def lock_row(row: PlayerStanding, desk: Desk, by: str, reason: str = "") -> Iterator[Accepted]:
    """Lock the lists of a player, each judged again now and with a line of its own."""
    at = datetime.now().astimezone().isoformat(timespec="seconds")
    why = reason or (row.decision.reason if row.decision is not None else "")
    for submission in row.submissions:
        for judged in desk.judge_all([submission]):
            new = accept(
                judged,
                row.player.id,
                desk.event,
                by=by,
                at=at,
                reason=why,
                file=submission.file,
                event_sha256=desk.event_sha256,
            )
            desk.lock = append(desk.places.lock, desk.lock, new)
            yield desk.lock.accepted[-1]
