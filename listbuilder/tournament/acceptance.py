"""Accept players' lists, and verify later that a list is the accepted one.

Lists are verified from a file, one of our prints, the text of a QR code or the printed code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from listbuilder.diff.lists import ListDiff, compare_lists
from listbuilder.errors import UnreadableError
from listbuilder.judging.judge import judge_bytes
from listbuilder.judging.results import Judged
from listbuilder.listfiles.hashes import format_printed_code, parse_printed_code
from listbuilder.tournament.acceptance_log import AcceptedList, append_accepted, build_accepted
from listbuilder.tournament.overview import PlayerRow
from listbuilder.tournament.player_status import PlayerStatus
from listbuilder.tournament.tournament import Tournament


def may_accept(row: PlayerRow, reason: str = "") -> bool:
    """Return whether a list may be accepted: it is legal, or the organiser has a reason."""
    if not row.readable_lists or row.status is PlayerStatus.ACCEPTED or row.rejection_reason:
        return False
    accepted = row.decision is not None and row.decision.accepts
    return row.status is PlayerStatus.LEGAL or accepted or bool(reason)


def accept_lists(row: PlayerRow, tournament: Tournament, by: str, reason: str = "") -> Iterator[AcceptedList]:
    """Accept the lists of a player; each is judged again and gets its own line in the log."""
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    reason_given = reason or (row.decision.reason if row.decision is not None else "")
    for submission in row.submissions:
        for judged in tournament.judge_all([submission]):
            new = build_accepted(
                judged,
                row.player.id,
                tournament.event,
                by=by,
                at=now,
                reason=reason_given,
                file=submission.file,
                event_sha256=tournament.event_sha256,
            )
            tournament.acceptance_log = append_accepted(tournament.paths.acceptance_log, tournament.acceptance_log, new)
            yield tournament.acceptance_log.accepted[-1]


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a verification: the accepted list that was found or compared with, and the differences."""

    accepted: AcceptedList | None
    is_same: bool
    same_army: bool = False
    """Whether at least the models on the table are the same."""
    diff: ListDiff | None = None


def verify_code(code: str, tournament: Tournament, player: str = "") -> list[Verification]:
    """Look up a printed code of a list or a log line; return nothing if the text is not a code."""
    printed = parse_printed_code(code)
    if printed is None:
        return []
    matches = [
        entry
        for entry in _accepted_lists(tournament, player)
        if printed in (format_printed_code(entry.hash), format_printed_code(entry.line_hash))
    ]
    return [Verification(entry, is_same=True) for entry in matches] or [Verification(None, is_same=False)]


def verify_bytes(raw: bytes, name: str, tournament: Tournament, player: str = "") -> list[Verification]:
    """Compare every list in a file with the accepted ones; raise UnreadableError if it has none."""
    judged = judge_bytes(raw, name, tournament.library, tournament.event)
    readable = [result for result in judged if isinstance(result, Judged)]
    if not readable:
        raise UnreadableError([finding for result in judged for finding in result.report])
    return [verified for result in readable for verified in _verify(result, tournament, player)]


def _accepted_lists(tournament: Tournament, player: str) -> list[AcceptedList]:
    """Return the accepted lists that count, of all players or one."""
    return [entry for entry in tournament.accepted if not player or entry.player == player]


def _verify(judged: Judged, tournament: Tournament, player: str) -> list[Verification]:
    """Compare a list; if several players have the same list, return one result for each."""
    accepted = _accepted_lists(tournament, player)
    same = [entry for entry in accepted if entry.hash == judged.list_hash]
    if same:
        return [Verification(entry, is_same=True, same_army=True) for entry in same]
    same_army = next((entry for entry in accepted if entry.army == judged.army_hash), None)
    nearest = same_army or _find_claimed(judged, accepted, tournament)
    if nearest is None:
        return [Verification(None, is_same=False)]
    old = rebuild_accepted(nearest, tournament)
    diff = compare_lists(old.roster, judged.roster) if old is not None else None
    return [Verification(nearest, is_same=False, same_army=same_army is not None, diff=diff)]


def _find_claimed(judged: Judged, accepted: Sequence[AcceptedList], tournament: Tournament) -> AcceptedList | None:
    """Return the accepted list to compare with: of the same player, otherwise of the same name."""
    owner = tournament.registrations.find_by_name(judged.army.player) if judged.army.player else None
    by_player = [entry for entry in accepted if owner is not None and entry.player == owner.id]
    by_name = [entry for entry in accepted if entry.name == judged.army.name]
    matches = by_player or by_name or (list(accepted) if len({entry.player for entry in accepted}) == 1 else [])
    return matches[-1] if matches else None


def rebuild_accepted(accepted: AcceptedList, tournament: Tournament) -> Judged | None:
    """Judge an accepted list again from its log line; return None if the line is damaged.

    Fields that the event requires beside the units were checked on acceptance; the line does not store all of them.
    """
    stated = frozenset(tournament.event.required_fields)
    results = judge_bytes(
        accepted.share.encode(), accepted.file, tournament.library, tournament.event, supplied_fields=stated
    )
    return next((result for result in results if isinstance(result, Judged)), None)
