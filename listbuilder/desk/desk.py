"""A desk opened: its event, its players, what they handed in, and what was accepted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from listbuilder.desk.decisions import Decision, load_decisions
from listbuilder.desk.inbox import Submission, load_submissions
from listbuilder.desk.lock import Lock, load_lock
from listbuilder.desk.places import Places
from listbuilder.desk.players import Register, load_register
from listbuilder.library import Library
from listbuilder.model import Event


class Desk:
    """One event's folder; each part is read when it is first asked for."""

    def __init__(self, root: Path, library: Library) -> None:
        self.places = Places(root)
        self.library = library
        self.places.require()

    @cached_property
    def event(self) -> Event:
        """The event's rules; raises UnreadableError where the file is broken."""
        return self.library.find_event(str(self.places.event))

    @cached_property
    def register(self) -> Register:
        """The players."""
        return load_register(self.places.players)

    @cached_property
    def submissions(self) -> list[Submission]:
        """What was handed in."""
        return load_submissions(self.places, self.register)

    @cached_property
    def lock(self) -> Lock:
        """What was accepted."""
        return load_lock(self.places.lock)

    @cached_property
    def decisions(self) -> Mapping[str, Decision]:
        """What the organiser has decided, by player."""
        return load_decisions(self.places)

    def path(self, submission: Submission) -> Path:
        """Give the place of a file that was handed in."""
        return self.places.inbox / submission.file
