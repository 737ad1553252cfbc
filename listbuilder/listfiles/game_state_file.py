"""The ticks of a game, kept in a hidden file beside the list, and only ever laid on the army they were made for.

save_play(list_path, roster, game)                   # .my-list.yaml.play.json
kept = load_play(list_path, roster)                  # None where there is nothing that can be read
game = kept.game if kept.fits else ask_whether(kept.game.fitted(strips(roster)))
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from listbuilder.datafiles.reader import load_document
from listbuilder.disk import syscalls, unsaved, write_atomically
from listbuilder.errors import UnreadableError
from listbuilder.listfiles.hashes import army_hash, halves_of
from listbuilder.model import Entry, EntryId, Roster
from listbuilder.rules.game_state import MOST_STEPS, Game, PlayState, Ticks
from listbuilder.rules.trackers import strips

FORMAT = 1
_SUFFIX = ".play.json"


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that was kept, and whether it is this army's."""

    game: Game
    fits: bool
    """Whether the list is the one that the ticks were made for, unit by unit; if not, somebody has to decide."""


def play_path(path: Path) -> Path:
    """Give the file that keeps the ticks of a list; hidden, so that no folder takes it for a list."""
    return path.with_name(f".{path.name}{_SUFFIX}")


def play_mark(roster: Roster) -> str:
    """Give what ticks are tied to: the army, and which entry is which; names, notes and order make no difference."""
    entries = sorted(json.dumps(_written(entry), ensure_ascii=True) for entry in roster.army.entries)
    return hashlib.sha256("\n".join((army_hash(roster), *entries)).encode()).hexdigest()


def save_play(path: Path, roster: Roster, game: Game) -> None:
    """Keep a game beside its list; raise UnsavedError where that fails."""
    states = [_state_record(state) for state in (game.present, *reversed(game.past))]
    record = {"format": FORMAT, "mark": play_mark(roster), "states": states}
    write_atomically(play_path(path), json.dumps(record, ensure_ascii=False).encode("utf-8", "replace"))


def load_play(path: Path, roster: Roster) -> KeptGame | None:
    """Read the game that was kept beside a list; None where there is none, or none that can be read."""
    try:
        record = load_document(play_path(path)).value
    except UnreadableError:
        return None
    if not isinstance(record, Mapping) or record.get("format") != FORMAT:
        return None
    found = record.get("states")
    states = [_state(state) for state in found[: MOST_STEPS + 1]] if isinstance(found, list) else []
    if not states:
        return None
    game = Game(states[0], tuple(reversed(states[1:])))
    fits = record.get("mark") == play_mark(roster)
    return KeptGame(game.fitted(strips(roster)) if fits else game, fits)


def forget_play(path: Path) -> None:
    """Remove what was kept; raise UnsavedError where that fails."""
    try:
        syscalls.unlink(play_path(path))
    except OSError as error:
        raise unsaved(play_path(path), error) from error


def _written(entry: Entry) -> list[object]:
    return [entry.id, entry.unit, entry.joins, halves_of(entry)]


def _state_record(state: PlayState) -> dict[str, object]:
    return {"round": state.round, "units": {name: _ticks_record(ticks) for name, ticks in state.units.items()}}


def _ticks_record(ticks: Ticks) -> dict[str, object]:
    return {
        "wounds": ticks.wounds,
        "activated": sorted(ticks.activated),
        "states": sorted(ticks.states),
        "tokens": dict(ticks.tokens),
    }


def _state(raw: object) -> PlayState:
    """Read a state; whatever is not as we write it counts as not ticked."""
    record = _mapping(raw)
    units = {EntryId(name): _ticks(ticks) for name, ticks in _mapping(record.get("units")).items()}
    return PlayState(_number(record.get("round")) or 1, units)


def _ticks(raw: object) -> Ticks:
    record = _mapping(raw)
    return Ticks(
        wounds=_number(record.get("wounds")),
        activated=frozenset(number for one in _items(record.get("activated")) if (number := _number(one))),
        states=frozenset(one for one in _items(record.get("states")) if isinstance(one, str)),
        tokens={EntryId(name): _number(count) for name, count in _mapping(record.get("tokens")).items()},
    )


def _mapping(raw: object) -> dict[str, Any]:
    return {str(key): value for key, value in raw.items()} if isinstance(raw, Mapping) else {}


def _items(raw: object) -> list[object]:
    return raw if isinstance(raw, list) else []


def _number(raw: object) -> int:
    return raw if isinstance(raw, int) and not isinstance(raw, bool) and 0 < raw <= 10**6 else 0
