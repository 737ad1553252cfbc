"""Accepting lists: which may be locked, and the line that each gets.

On the day: is this the list that was accepted? A file, a print of ours, a QR code's text or the printed code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from listbuilder.diff.lists import ListDiff, compare_lists
from listbuilder.errors import UnreadableError
from listbuilder.judging.judge import judge_bytes
from listbuilder.judging.results import Judged
from listbuilder.listfiles.hashes import parse_code, printed_code
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


@dataclass(frozen=True, slots=True)
class Verified:
    """What became of a look at one list: the accepted one that it is or is compared with, and what differs."""

    accepted: Accepted | None
    same: bool
    army: bool = False
    """Whether at least what stands on the table is the same."""
    diff: ListDiff | None = None


def verify_code(code: str, desk: Desk, player: str = "") -> list[Verified]:
    """Look a printed code up, of a list or of its line in the lock; nothing where the text is no code."""
    wanted = parse_code(code)
    if wanted is None:
        return []
    accepted = _accepted(desk, player)
    found = [one for one in accepted if wanted in (printed_code(one.hash), printed_code(one.mark))]
    return [Verified(one, same=True) for one in found] or [Verified(None, same=False)]


def verify_bytes(raw: bytes, name: str, desk: Desk, player: str = "") -> list[Verified]:
    """Compare every list in a file with what was accepted; raise UnreadableError where there is none."""
    judged = judge_bytes(raw, name, desk.library, desk.event)
    good = [one for one in judged if isinstance(one, Judged)]
    if not good:
        raise UnreadableError([finding for one in judged for finding in one.report])
    return [verified for one in good for verified in _verified(one, desk, player)]


def _accepted(desk: Desk, player: str) -> list[Accepted]:
    """Give the lists that count, of all or of one player."""
    return [one for one in desk.accepted if not player or one.player == player]


def _verified(judged: Judged, desk: Desk, player: str) -> list[Verified]:
    """Compare a list; one that several players have is the list of each."""
    accepted = _accepted(desk, player)
    same = [one for one in accepted if one.hash == judged.list_hash]
    if same:
        return [Verified(one, same=True, army=True) for one in same]
    alike = next((one for one in accepted if one.army == judged.army_hash), None)
    nearest = alike or _meant(judged, accepted, desk)
    if nearest is None:
        return [Verified(None, same=False)]
    diff = _difference(nearest, judged, desk)
    return [Verified(nearest, same=False, army=alike is not None, diff=diff)]


def _meant(judged: Judged, accepted: Sequence[Accepted], desk: Desk) -> Accepted | None:
    """Find the list that somebody claims it is: of the same player, else of the same name."""
    whose = desk.register.named(judged.army.player) if judged.army.player else None
    by_player = [one for one in accepted if whose is not None and one.player == whose.id]
    by_name = [one for one in accepted if one.name == judged.army.name]
    found = by_player or by_name or (list(accepted) if len({one.player for one in accepted}) == 1 else [])
    return found[-1] if found else None


def _difference(accepted: Accepted, judged: Judged, desk: Desk) -> ListDiff | None:
    old = unlock(accepted, desk)
    return compare_lists(old.roster, judged.roster) if old is not None else None


def unlock(accepted: Accepted, desk: Desk) -> Judged | None:
    """Work out again what was accepted, from the line of the lock alone; None where that has been damaged.

    What a list must state beside its units was looked at when it was accepted: the line has no room for all of it.
    """
    stated = frozenset(desk.event.required)
    found = judge_bytes(accepted.share.encode(), accepted.file, desk.library, desk.event, supplied=stated)
    return next((one for one in found if isinstance(one, Judged)), None)
