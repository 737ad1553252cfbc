"""How everybody stands, as plain records for every format."""

from __future__ import annotations

from collections import Counter
from typing import TypedDict

from listbuilder.diagnostics.messages import FindingRecord, finding_record
from listbuilder.listfiles import printed_code
from listbuilder.tournament.overview import Overview, PlayerStanding
from listbuilder.tournament.player_status import Status


class PlayerRecord(TypedDict):
    """One player."""

    id: str
    name: str
    team: str
    status: str
    statuses: list[str]
    file: str | None
    received: str | None
    list: str | None
    faction: str
    points: int | None
    limit: int | None
    bonus: int
    army: str | None
    hash: str | None
    code: str | None
    """The code that is printed on the sheet."""
    rejected: str
    diagnostics: list[FindingRecord]


class DeskRecord(TypedDict):
    """Everybody."""

    event: str
    players: list[PlayerRecord]
    unmatched: list[str]
    summary: dict[str, int]
    diagnostics: list[FindingRecord]


def desk_record(table: Overview, event: str, language: str) -> DeskRecord:
    """Make the record of a whole desk."""
    players = [player_record(row) for row in table.rows]
    counts = Counter([player["status"] for player in players])
    return {
        "event": event,
        "players": players,
        "unmatched": [one.file for one in table.unmatched],
        "summary": {status.value: counts[status.value] for status in Status if counts[status.value]},
        "diagnostics": [finding_record(one, language) for one in table.found],
    }


def player_record(row: PlayerStanding) -> PlayerRecord:
    """Make the record of one player."""
    read = row.read
    first = read[0] if read else None
    submission = row.submissions[0] if row.submissions else None
    statuses = [status.value for status in row.statuses]
    return {
        "id": row.player.id,
        "name": row.player.name,
        "team": row.player.team,
        "status": statuses[0],
        "statuses": statuses,
        "file": submission.file if submission is not None else None,
        "received": (submission.received or None) if submission is not None else None,
        "list": first["name"] if first is not None else None,
        "faction": row.factions,
        "points": first["points"] if first is not None else None,
        "limit": first["limit"] if first is not None else None,
        "bonus": row.bonus,
        "army": first["army"] if first is not None else None,
        "hash": first["hash"] if first is not None else None,
        "code": printed_code(first["hash"] or "") if first is not None else None,
        "rejected": row.rejected,
        "diagnostics": row.findings,
    }
