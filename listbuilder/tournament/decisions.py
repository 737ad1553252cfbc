"""What the organiser has decided about lists, with the reason; taken back at will until a list is locked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from listbuilder.tournament.csv_tables import read_table, save_table
from listbuilder.tournament.paths import Places

_COLUMNS = ("player", "file", "decision", "reason", "at", "by")
ACCEPT, REJECT = "accept", "reject"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One decision; it is about one file, and a new version is undecided again."""

    player: str
    file: str
    decision: str
    reason: str = ""
    at: str = ""
    by: str = ""

    @property
    def accepts(self) -> bool:
        """Whether the list is to be locked."""
        return self.decision == ACCEPT


def load_decisions(places: Places) -> Mapping[str, Decision]:
    """Load the decisions, by player; of several the last counts."""
    try:
        rows = read_table(places.decisions.read_bytes())[1]
    except FileNotFoundError:
        return {}
    return {row.get("player"): Decision(**{name: row.get(name) for name in _COLUMNS}) for row in rows}


def save_decisions(places: Places, decisions: Mapping[str, Decision]) -> None:
    """Save the decisions."""
    rows = [[getattr(one, name) for name in _COLUMNS] for one in decisions.values()]
    save_table(places.decisions, _COLUMNS, rows)
