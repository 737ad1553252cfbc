"""The lists that were accepted: a file that only grows, each line tied to the one before, so that an edit shows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.disk import write_atomically
from listbuilder.listfiles.share_string import encode_share
from listbuilder.model import Event

if TYPE_CHECKING:
    from listbuilder.judging.results import Judged

_START = "0" * 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """One list that was accepted, as it stands in the file."""

    player: str
    name: str
    army: str
    """The hash of what stands on the table."""
    hash: str
    """The hash of the whole list."""
    share: str
    """The list itself, as a share string."""
    books: Mapping[str, str]
    """The books that it was judged by, with their hashes."""
    event: str
    verdict: str
    by: str
    at: str
    reason: str = ""
    """Why it takes the place of an earlier one, or was accepted although something was found."""
    file: str = ""
    event_sha256: str = ""
    """The event's file, byte by byte, that it was judged by."""
    mark: str = field(default="", compare=False)
    """The hash of the line itself: as each line holds the one before, it stands for all until there."""


_TEXTS = tuple(name for name in Accepted.__annotations__ if name not in ("books", "mark"))
"""What a line says; its own mark it cannot."""


@dataclass(frozen=True)
class Lock:
    """Everything that was ever accepted, in order, and where the chain is broken."""

    accepted: tuple[Accepted, ...] = ()
    tip: str = _START
    """The hash of the last line."""
    found: tuple[Diagnostic, ...] = ()
    lines: tuple[str, ...] = field(default=(), repr=False)

    def of(self, player: str, number: int = 1) -> tuple[Accepted, ...]:
        """Give the lists of a player that count: the last of each name, of these so many as were accepted last.

        Lists of one name that were accepted together are several lists: many a sideboard is called like the first list.
        """
        last: list[Accepted] = []
        for one in self.lines_of(player):
            last = [other for other in last if other.name != one.name or other.at == one.at]
            last.append(one)
        return tuple(last[-number:])

    def lines_of(self, player: str) -> Sequence[Accepted]:
        """Give everything of a player that was ever accepted, in order."""
        return self._by_player.get(player, ())

    @cached_property
    def _by_player(self) -> Mapping[str, Sequence[Accepted]]:
        found: dict[str, list[Accepted]] = {}
        for one in self.accepted:
            found.setdefault(one.player, []).append(one)
        return found

    def current(self, number: int = 1) -> tuple[Accepted, ...]:
        """Give the lists that count, at most so many of each player; what a correction took the place of does not."""
        return tuple(one for player in self._by_player for one in self.of(player, number))


def load_lock(path: Path) -> Lock:
    """Load what was accepted; a line that does not follow from the one before is found, and nothing is dropped."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return Lock()
    accepted: list[Accepted] = []
    found: list[Diagnostic] = []
    tip = _START
    lines = tuple(line for line in text.split("\n") if line.strip())  # a name may hold what else ends lines: U+2028
    for number, line in enumerate(lines, 1):
        value = _parsed(line)
        if value is None or value.get("previous") != tip or value.get("seal") != _seal(value):
            found.append(Diagnostic("DSK010", None, {"line": number}, place=Place(str(path), number)))
        tip = hashlib.sha256(line.encode()).hexdigest()
        if value is not None:
            accepted.append(_accepted(value, tip))
    return Lock(tuple(accepted), tip, tuple(found), lines)


def append(path: Path, lock: Lock, new: Accepted) -> Lock:
    """Write a line more; what was there stays byte by byte."""
    values = {name: getattr(new, name) for name in (*_TEXTS, "books")} | {"previous": lock.tip}
    line = _line(values | {"seal": _seal(values)})
    lines = (*lock.lines, line)
    write_atomically(path, "".join(f"{one}\n" for one in lines).encode())
    tip = hashlib.sha256(line.encode()).hexdigest()
    return Lock((*lock.accepted, replace(new, mark=tip)), tip, lock.found, lines)


def _seal(values: Mapping[str, Any]) -> str:
    """Hash what a line says, since no line follows the last one that would tell of an edit."""
    return hashlib.sha256(_line({name: value for name, value in values.items() if name != "seal"}).encode()).hexdigest()


def _line(values: Mapping[str, Any]) -> str:
    line = json.dumps(values, ensure_ascii=False, sort_keys=True, default=dict)
    return line.encode("utf-8", "replace").decode()  # the name of a file may be any bytes


def accept(
    judged: Judged,
    player: str,
    event: Event,
    *,
    by: str,
    at: str,
    reason: str = "",
    file: str = "",
    event_sha256: str = "",
) -> Accepted:
    """Make the line of a list."""
    used = sorted({worked.unit.faction for worked in judged.roster.entries})
    return Accepted(
        player=player,
        name=judged.army.name,
        army=judged.army_hash,
        hash=judged.list_hash,
        share=encode_share(judged.army),
        books={name: judged.roster.factions[name].sha256 for name in used},
        event=event.id,
        verdict=judged.verdict.value,
        by=by,
        at=at,
        reason=reason,
        file=file,
        event_sha256=event_sha256,
    )


def _parsed(line: str) -> Mapping[str, Any] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _accepted(value: Mapping[str, Any], mark: str) -> Accepted:
    books = value.get("books")
    texts = {name: str(value.get(name) or "") for name in _TEXTS}
    return Accepted(books=books if isinstance(books, dict) else {}, mark=mark, **texts)
