"""A desk opened: its event, its players, what they handed in, and what was accepted.

What the organiser has decided about lists, with the reason; taken back at will until a list is locked.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, tzinfo
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.datafiles.reader import load_bytes
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.model import Event
from listbuilder.tournament.acceptance_log import Accepted, Lock, load_lock
from listbuilder.tournament.csv_tables import read_table, save_table
from listbuilder.tournament.paths import Places
from listbuilder.tournament.registrations import Register, load_register
from listbuilder.tournament.submissions import Submission, load_submissions

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


if TYPE_CHECKING:
    from listbuilder.judging.results import Judged, Unread

_REGISTERED = frozenset({"player"})
"""What a registration states for a list."""


class Desk:
    """One event's folder; each part is read when it is first asked for."""

    def __init__(self, root: Path, library: Library, data: tuple[str, ...] = ()) -> None:
        self.places = Places(root)
        self.library = library
        self.data = data
        """Further folders of data that the library was opened with, for processes that open it again."""
        self.places.require()

    @cached_property
    def event(self) -> Event:
        """The event's rules; raises UnreadableError where the file is broken."""
        return self.library.find_event(str(self.places.event))

    @cached_property
    def event_sha256(self) -> str:
        """The hash of the event's file as it lies there."""
        return sha256(load_bytes(self.places.event)).hexdigest()

    @cached_property
    def register(self) -> Register:
        """The players."""
        return load_register(self.places.players)

    @cached_property
    def submissions(self) -> list[Submission]:
        """What was handed in."""
        return load_submissions(self.places, self.register, self.zone)

    @property
    def zone(self) -> tzinfo:
        """The zone that times are meant in where none is written: that of the deadline."""
        deadline = self.event.deadline
        return UTC if deadline is None else deadline.tzinfo or UTC

    def submissions_of(self, player: str) -> list[Submission]:
        """Give what a player handed in."""
        return self._by_player.get(player, [])

    @cached_property
    def _by_player(self) -> Mapping[str, list[Submission]]:
        found: dict[str, list[Submission]] = {}
        for one in self.submissions:
            found.setdefault(one.player, []).append(one)
        return found

    def names_of(self, book: str) -> tuple[str, ...]:
        """Give all that a book is called: its id, and its names in every language."""
        return self.book_names.get(book, (book,))

    @cached_property
    def book_names(self) -> Mapping[str, tuple[str, ...]]:
        """What the books at hand are called, by their ids."""
        found: dict[str, dict[str, None]] = {}
        for header in self.library.factions():
            names = (header.id, header.name.en, *(said for _, said in header.name.others))
            found.setdefault(header.id, {}).update(dict.fromkeys(names))
        return {book: tuple(names) for book, names in found.items()}

    @cached_property
    def lock(self) -> Lock:
        """What was accepted."""
        return load_lock(self.places.lock)

    @cached_property
    def _inbox(self) -> str:
        return os.fspath(self.places.inbox)

    @property
    def accepted(self) -> tuple[Accepted, ...]:
        """The accepted lists that count."""
        return self.lock.current(self.event.lists.number)

    @cached_property
    def decisions(self) -> Mapping[str, Decision]:
        """What the organiser has decided, by player."""
        return load_decisions(self.places)

    def judge(self, file: str, received: str) -> list[Judged | Unread]:
        """Judge a file of the inbox now: by the event, at its time, with the player known."""
        path = os.path.join(self._inbox, *file.split("/"))  # noqa: PTH118  # a `Path` of each of hundreds takes longer
        return judge_file(path, self.library, self.event, received or None, supplied=_REGISTERED)

    def judge_all(self, submissions: Iterable[Submission]) -> list[Judged]:
        """Judge what was handed in now, and give what could be worked out."""
        found = (judged for one in submissions for judged in self.judge(one.file, one.received))
        return [one for one in found if isinstance(one, Judged)]
