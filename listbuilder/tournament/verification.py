"""On the day: is this the list that was accepted? A file, a print of ours, a QR code's text or the printed code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from listbuilder.diff.lists import ListDiff, compare_lists
from listbuilder.errors import UnreadableError
from listbuilder.judging import Judged, judge_bytes
from listbuilder.listfiles import parse_code, printed_code
from listbuilder.tournament.acceptance_log import Accepted
from listbuilder.tournament.tournament import Desk


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
