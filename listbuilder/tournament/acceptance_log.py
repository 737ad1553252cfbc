"""The acceptance log: an append-only file in which each line contains the hash of the one before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.disk import write_atomically
from listbuilder.judging.results import Judged
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.model import Event

_FIRST_HASH = "0" * 64


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedList:
    """One accepted list, as in its line of the log."""

    player: str
    name: str
    army: str
    """The army hash."""
    hash: str
    """The list hash."""
    share: str
    """The list itself, as a share string."""
    books: Mapping[str, str]
    """The books that it was judged by, with their hashes."""
    event: str
    verdict: str
    by: str
    at: str
    reason: str = ""
    """Why it replaces an earlier list, or was accepted despite findings."""
    file: str = ""
    event_sha256: str = ""
    """The hash of the event file that it was judged by."""
    line_hash: str = field(default="", compare=False)
    """The hash of its line, which covers all lines before it too."""


_TEXT_FIELDS = tuple(name for name in AcceptedList.__annotations__ if name not in ("books", "line_hash"))
"""The text fields of a line; its own hash is not part of it."""


@dataclass(frozen=True)
class AcceptanceLog:
    """All lists that were ever accepted, in order, and findings about a broken chain."""

    accepted: tuple[AcceptedList, ...] = ()
    last_hash: str = _FIRST_HASH
    """The hash of the last line."""
    findings: tuple[Diagnostic, ...] = ()
    lines: tuple[str, ...] = field(default=(), repr=False)

    def current_for(self, player: str, number: int = 1) -> tuple[AcceptedList, ...]:
        """Return the lists of a player that count: the latest of each name, at most `number`.

        Lists with one name that were accepted together all count, because a sideboard often has the name of the first
        list.
        """
        last: list[AcceptedList] = []
        for entry in self.all_for(player):
            last = [other for other in last if other.name != entry.name or other.at == entry.at]
            last.append(entry)
        return tuple(last[-number:])

    def all_for(self, player: str) -> Sequence[AcceptedList]:
        """Return everything that was ever accepted from a player, in order."""
        return self._by_player.get(player, ())

    @cached_property
    def _by_player(self) -> Mapping[str, Sequence[AcceptedList]]:
        lists: dict[str, list[AcceptedList]] = {}
        for entry in self.accepted:
            lists.setdefault(entry.player, []).append(entry)
        return lists

    def current(self, number: int = 1) -> tuple[AcceptedList, ...]:
        """Return the lists that count, up to `number` for each player; corrected ones do not."""
        return tuple(entry for player in self._by_player for entry in self.current_for(player, number))


def load_acceptance_log(path: Path) -> AcceptanceLog:
    """Load the log; lines that do not continue the chain are reported and kept."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return AcceptanceLog()
    accepted: list[AcceptedList] = []
    findings: list[Diagnostic] = []
    last_hash = _FIRST_HASH
    lines = tuple(line for line in text.split("\n") if line.strip())  # not splitlines: names may contain U+2028
    for number, line in enumerate(lines, 1):
        value = _parse_line(line)
        if value is None or value.get("previous") != last_hash or value.get("seal") != _hash_content(value):
            findings.append(Diagnostic("DSK010", None, {"line": number}, place=Place(str(path), number)))
        last_hash = hashlib.sha256(line.encode()).hexdigest()
        if value is not None:
            books = value.get("books")
            texts = {name: str(value.get(name) or "") for name in _TEXT_FIELDS}
            accepted.append(AcceptedList(books=books if isinstance(books, dict) else {}, line_hash=last_hash, **texts))
    return AcceptanceLog(tuple(accepted), last_hash, tuple(findings), lines)


def append_accepted(path: Path, log: AcceptanceLog, new: AcceptedList) -> AcceptanceLog:
    """Append a line to the log file and return the new log; earlier lines stay unchanged."""
    values = {name: getattr(new, name) for name in (*_TEXT_FIELDS, "books")} | {"previous": log.last_hash}
    line = _format_line(values | {"seal": _hash_content(values)})
    lines = (*log.lines, line)
    write_atomically(path, "".join(f"{text}\n" for text in lines).encode())
    line_hash = hashlib.sha256(line.encode()).hexdigest()
    return AcceptanceLog((*log.accepted, replace(new, line_hash=line_hash)), line_hash, log.findings, lines)


def _hash_content(values: Mapping[str, Any]) -> str:
    """Return the hash of a line's content, because no later line covers the last one."""
    line = _format_line({name: value for name, value in values.items() if name != "seal"})
    return hashlib.sha256(line.encode()).hexdigest()


def _format_line(values: Mapping[str, Any]) -> str:
    line = json.dumps(values, ensure_ascii=False, sort_keys=True, default=dict)
    return line.encode("utf-8", "replace").decode()  # file names may be any bytes


def build_accepted(
    judged: Judged,
    player: str,
    event: Event,
    *,
    by: str,
    at: str,
    reason: str = "",
    file: str = "",
    event_sha256: str = "",
) -> AcceptedList:
    """Build the log entry of a judged list."""
    used = sorted({entry.unit.faction for entry in judged.roster.entries})
    return AcceptedList(
        player=player,
        name=judged.army.name,
        army=judged.army_hash,
        hash=judged.list_hash,
        share=encode_share_string(judged.army),
        books={name: judged.roster.factions[name].sha256 for name in used},
        event=event.id,
        verdict=judged.verdict.value,
        by=by,
        at=at,
        reason=reason,
        file=file,
        event_sha256=event_sha256,
    )


def _parse_line(line: str) -> Mapping[str, Any] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
