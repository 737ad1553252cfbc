"""Lists that the organiser has turned down, with the reason; taken back until a list is locked."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.desk.places import Places
from listbuilder.desk.tables import format_table, read_table
from listbuilder.disk import write_atomically
from listbuilder.values import dataclass

_COLUMNS = ("player", "file", "reason", "at", "by")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedDown:
    """One list that was turned down."""

    player: str
    file: str
    reason: str
    at: str = ""
    by: str = ""


def load_turned_down(places: Places) -> Mapping[str, TurnedDown]:
    """Load the decisions, by player; of several the last counts."""
    try:
        rows = read_table(places.decisions.read_bytes())[1]
    except FileNotFoundError:
        return {}
    return {row.get("player"): TurnedDown(**{name: row.get(name) for name in _COLUMNS}) for row in rows}


def save_turned_down(places: Places, decisions: Mapping[str, TurnedDown]) -> None:
    """Save the decisions."""
    rows = [[getattr(one, name) for name in _COLUMNS] for one in decisions.values()]
    write_atomically(places.decisions, format_table(_COLUMNS, rows).encode())
