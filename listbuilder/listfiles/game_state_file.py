"""Save a game in progress in a hidden file next to its list, and load it again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from listbuilder.datafiles.reader import load_document
from listbuilder.disk import write_atomically
from listbuilder.errors import UnreadableError
from listbuilder.listfiles.hashes import army_hash, upgrades_by_half
from listbuilder.model import EntryId, Roster
from listbuilder.rules.trackers import MAX_UNDO_STEPS, Game, GameState, UnitState, build_trackers

_FORMAT = 1
_SUFFIX = ".play.json"


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game, and whether it belongs to this army."""

    game: Game
    is_same_army: bool
    """Whether the units are still those that the game was saved with; if not, the user has to decide."""


def game_state_path(path: Path) -> Path:
    """Return the path of the game state; hidden, so that it is not taken for a list."""
    return path.with_name(f".{path.name}{_SUFFIX}")


def game_state_fingerprint(roster: Roster) -> str:
    """Return a fingerprint of the army and its entries; names, notes and order do not count."""
    entries = sorted(
        json.dumps([entry.id, entry.unit, entry.joins, upgrades_by_half(entry)]) for entry in roster.army.entries
    )
    return hashlib.sha256("\n".join((army_hash(roster), *entries)).encode()).hexdigest()


def save_game_state(path: Path, roster: Roster, game: Game) -> None:
    """Save a game next to its list; raise UnsavedError if that fails."""
    states = [_format_state(state) for state in (game.present, *reversed(game.past))]
    record = {"format": _FORMAT, "mark": game_state_fingerprint(roster), "states": states}
    write_atomically(game_state_path(path), json.dumps(record, ensure_ascii=False).encode("utf-8", "replace"))


def load_game_state(path: Path, roster: Roster) -> SavedGame | None:
    """Load the game next to a list; return None if there is none or it cannot be read."""
    try:
        record = load_document(game_state_path(path)).value
    except UnreadableError:
        return None
    if not isinstance(record, Mapping) or record.get("format") != _FORMAT:
        return None
    raw_states = record.get("states")
    states = [_parse_state(state) for state in raw_states[: MAX_UNDO_STEPS + 1]] if isinstance(raw_states, list) else []
    if not states:
        return None
    game = Game(states[0], tuple(reversed(states[1:])))
    fits = record.get("mark") == game_state_fingerprint(roster)
    return SavedGame(game.fit_to(build_trackers(roster)) if fits else game, fits)


def _format_state(state: GameState) -> dict[str, object]:
    units = {
        name: {
            "wounds": ticks.wounds,
            "activated": sorted(ticks.activated),
            "states": sorted(ticks.states),
            "tokens": dict(ticks.tokens),
        }
        for name, ticks in state.units.items()
    }
    return {"round": state.round, "units": units}


def _parse_state(raw: object) -> GameState:
    """Parse a state; invalid values count as not ticked."""
    record = _as_mapping(raw)
    units: dict[EntryId, UnitState] = {}
    for entry, ticks in _as_mapping(record.get("units")).items():
        unit = _as_mapping(ticks)
        units[EntryId(entry)] = UnitState(
            wounds=_as_number(unit.get("wounds")),
            activated=frozenset(filter(None, map(_as_number, _as_list(unit.get("activated"))))),
            states=frozenset(item for item in _as_list(unit.get("states")) if isinstance(item, str)),
            tokens={EntryId(name): _as_number(count) for name, count in _as_mapping(unit.get("tokens")).items()},
        )
    return GameState(_as_number(record.get("round")) or 1, units)


def _as_mapping(raw: object) -> dict[str, Any]:
    return {str(key): value for key, value in raw.items()} if isinstance(raw, Mapping) else {}


def _as_list(raw: object) -> list[object]:
    return raw if isinstance(raw, list) else []


def _as_number(raw: object) -> int:
    return raw if isinstance(raw, int) and not isinstance(raw, bool) and 0 < raw <= 10**6 else 0
