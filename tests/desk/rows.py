"""Make rows, lists and findings of an event folder without files."""

from __future__ import annotations

from typing import Any

from listbuilder.diagnostics.messages import FindingRecord
from listbuilder.judging.results import ListRecord
from listbuilder.tournament.overview import PlayerRow
from listbuilder.tournament.player_status import PlayerStatus
from listbuilder.tournament.registrations import Player

KIM = Player(id="1", name="Kim Weber", mail="kim@example.org", team="Red", line=2)


def finding(code: str, severity: str = "error", **fields: Any) -> FindingRecord:
    """Return a finding."""
    record: dict[str, Any] = {"code": code, "name": code.lower(), "severity": severity, "on": None, "line": None}
    record |= {"message": f"About {code}.", "fix": None, "fixes": [], "params": {}, "place": None, "source": None}
    return FindingRecord(**{**record, **fields})  # type: ignore[typeddict-item]  # tests give any keys


def listed(name: str = "Matins", points: int | None = 750, verdict: str = "legal", **fields: Any) -> ListRecord:
    """Return the record of a list; without points it is unreadable."""
    record: dict[str, Any] = {"path": "x.yaml", "name": name, "player": None, "system": "aof-3.2", "verdict": verdict}
    record |= {"points": points, "limit": 750, "units": 3, "models": 20, "hash": "ab" * 32, "army": "cd" * 32}
    record |= {"books": {}, "factions": ["Elves"], "diagnostics": []}
    return ListRecord(**{**record, **fields})  # type: ignore[typeddict-item]  # tests give any keys


def standing(*statuses: PlayerStatus, **fields: Any) -> PlayerRow:
    """Return the row of a player."""
    return PlayerRow(**{"player": KIM, "statuses": statuses or (PlayerStatus.LEGAL,), "lists": (listed(),), **fields})
