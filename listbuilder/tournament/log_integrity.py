"""Check the acceptance log against what is known outside it: the published head, the event file and the players.

A hash chain shows every edit except removed lines at its end. So its length and last hash are published, and each
letter contains the hash of the player's own line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from listbuilder.datafiles.reader import load_bytes, read_document
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.tournament.tournament import Tournament

LOG_HEAD_FILE = "lock.json"


def format_log_head(tournament: Tournament) -> str:
    """Return the length and last hash of the log as JSON, for publication."""
    head = {
        "event": tournament.event.id,
        "lines": len(tournament.acceptance_log.lines),
        "last": tournament.acceptance_log.last_hash,
    }
    return json.dumps(head, ensure_ascii=False, indent=2) + "\n"


def integrity_findings(tournament: Tournament) -> Iterator[Diagnostic]:
    """Yield findings about the log: broken lines, missing lines, a changed event, unknown players."""
    yield from tournament.acceptance_log.findings
    place = Place(str(tournament.paths.acceptance_log))
    lines, last = _load_published_head(tournament)
    if last and last not in [entry.line_hash for entry in tournament.acceptance_log.accepted]:
        yield Diagnostic("DSK040", None, {"lines": lines, "now": len(tournament.acceptance_log.lines)}, place=place)
    outdated = [entry for entry in tournament.accepted if entry.event_sha256 not in ("", tournament.event_sha256)]
    if outdated:
        yield Diagnostic("DSK041", None, {"n": len(outdated)}, place=Place(str(tournament.paths.event)))
    unknown = tuple(
        dict.fromkeys(
            entry.player for entry in tournament.accepted if tournament.registrations.find(entry.player) is None
        )
    )
    if unknown:
        params = {"players": unknown, "n": len(unknown)}
        yield Diagnostic("DSK042", None, params, place=Place(str(tournament.paths.players)))


def _load_published_head(tournament: Tournament) -> tuple[int, str]:
    """Return the published length and last hash; zero and empty if there are none."""
    path = tournament.paths.public / LOG_HEAD_FILE
    try:
        value = read_document(load_bytes(path), str(path)).value if path.is_file() else None
    except UnreadableError:
        return 0, ""
    head = value if isinstance(value, dict) else {}
    lines = head.get("lines")
    return lines if isinstance(lines, int) else 0, str(head.get("last") or "")
