"""An open event folder: event, players, submissions, accepted lists and the organiser's decisions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, tzinfo
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from listbuilder.datafiles.reader import load_bytes
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged, Unreadable
from listbuilder.library import Library
from listbuilder.model import Event
from listbuilder.tournament.acceptance_log import AcceptanceLog, AcceptedList, load_acceptance_log
from listbuilder.tournament.csv_tables import load_table, save_table
from listbuilder.tournament.paths import TournamentPaths
from listbuilder.tournament.registrations import Registrations, load_registrations
from listbuilder.tournament.submissions import Submission, load_submissions

_COLUMNS = ("player", "file", "decision", "reason", "at", "by")
ACCEPT, REJECT = "accept", "reject"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One decision about one file; a new version is undecided again."""

    player: str
    file: str
    decision: str
    reason: str = ""
    at: str = ""
    by: str = ""

    @property
    def accepts(self) -> bool:
        """Whether the list is to be accepted."""
        return self.decision == ACCEPT


def load_decisions(paths: TournamentPaths) -> Mapping[str, Decision]:
    """Load the decisions by player; the last one counts."""
    rows = load_table(paths.decisions)[1]
    return {row.get("player"): Decision(**{name: row.get(name) for name in _COLUMNS}) for row in rows}


def save_decisions(paths: TournamentPaths, decisions: Mapping[str, Decision]) -> None:
    """Save the decisions."""
    rows = [[getattr(decision, name) for name in _COLUMNS] for decision in decisions.values()]
    save_table(paths.decisions, _COLUMNS, rows)


_REGISTERED = frozenset({"player"})
"""Fields that the registration supplies for a list."""


class Tournament:
    """One event folder; each part is loaded on first access."""

    def __init__(self, root: Path, library: Library, data: tuple[str, ...] = ()) -> None:
        self.paths = TournamentPaths(root)
        self.library = library
        self.data = data
        """Further data folders of the library, for worker processes."""
        self.paths.require()

    @cached_property
    def event(self) -> Event:
        """The event; raises UnreadableError if its file is broken."""
        return self.library.find_event(str(self.paths.event))

    @cached_property
    def event_sha256(self) -> str:
        """The hash of the event file."""
        return sha256(load_bytes(self.paths.event)).hexdigest()

    @cached_property
    def registrations(self) -> Registrations:
        """The registered players."""
        return load_registrations(self.paths.players)

    @cached_property
    def submissions(self) -> list[Submission]:
        """All submissions."""
        return load_submissions(self.paths, self.registrations, self.zone)

    @property
    def zone(self) -> tzinfo:
        """The time zone for times without one: that of the deadline."""
        deadline = self.event.deadline
        return UTC if deadline is None else deadline.tzinfo or UTC

    def submissions_of(self, player: str) -> list[Submission]:
        """Return the submissions of a player."""
        return self._by_player.get(player, [])

    @cached_property
    def _by_player(self) -> Mapping[str, list[Submission]]:
        submissions: dict[str, list[Submission]] = {}
        for submission in self.submissions:
            submissions.setdefault(submission.player, []).append(submission)
        return submissions

    def book_names_of(self, book: str) -> tuple[str, ...]:
        """Return the id of a book and its names in all languages."""
        return self.book_names.get(book, (book,))

    @cached_property
    def book_names(self) -> Mapping[str, tuple[str, ...]]:
        """The names of all installed books by id."""
        books: dict[str, dict[str, None]] = {}
        for header in self.library.factions():
            names = (header.id, header.name.en, *(translation for _, translation in header.name.translations))
            books.setdefault(header.id, {}).update(dict.fromkeys(names))
        return {book: tuple(names) for book, names in books.items()}

    @cached_property
    def acceptance_log(self) -> AcceptanceLog:
        """The acceptance log."""
        return load_acceptance_log(self.paths.acceptance_log)

    @property
    def accepted(self) -> tuple[AcceptedList, ...]:
        """The accepted lists that count."""
        return self.acceptance_log.current(self.event.list_set.number)

    @cached_property
    def decisions(self) -> Mapping[str, Decision]:
        """The organiser's decisions by player."""
        return load_decisions(self.paths)

    def judge(self, file: str, received: str) -> list[Judged | Unreadable]:
        """Judge a file of the inbox by the event and its time of receipt."""
        path = os.path.join(self.paths.inbox, *file.split("/"))  # noqa: PTH118 - faster than `Path` for hundreds of files
        return judge_file(path, self.library, self.event, received or None, supplied_fields=_REGISTERED)

    def judge_all(self, submissions: Iterable[Submission]) -> list[Judged]:
        """Judge some submissions and return the readable lists."""
        results = (result for submission in submissions for result in self.judge(submission.file, submission.received))
        return [result for result in results if isinstance(result, Judged)]
