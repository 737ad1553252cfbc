"""From a file to judged lists."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TypeAlias

from listbuilder.api.findings import Finding
from listbuilder.api.judged_list import JudgedList
from listbuilder.errors import UnreadableError
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged, only_one
from listbuilder.library import Library
from listbuilder.model import Event

AnyEvent: TypeAlias = Event | Path | str
"""An event, its id or its file."""


class UnreadableListError(UnreadableError):
    """A file that holds no list that could be worked out; printing it says why."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with it."""
        return tuple(map(Finding, self.diagnostics))

    def __str__(self) -> str:
        return " ".join(map(str, self.findings))


def load(
    path: Path | str,
    *,
    library: Library | None = None,
    event: AnyEvent | None = None,
    submitted: datetime | None = None,
) -> JudgedList:
    """Read the list in a file of any format that listbuilder knows, and judge it.

    `library` is the data to judge by (the bundled data and your own), `event` an event, its id or its file (the one
    that the list names), `submitted` the time at which it was handed in, for the event's deadline; without a zone it
    is the deadline's.
    Raises UnreadableListError where there is no list, or more than one.
    """
    library = library or _library()
    try:
        judged = only_one(judge_file(path, library, _event(event, library), _written(submitted)), str(path))
    except UnreadableError as error:
        raise UnreadableListError(error.diagnostics) from None
    return JudgedList(judged, library)


def load_all(
    path: Path | str,
    *,
    library: Library | None = None,
    event: AnyEvent | None = None,
    submitted: datetime | None = None,
) -> list[JudgedList | UnreadableListError]:
    """Read everything in a file, as an archive holds many: each a list, or the error that says why it is none."""
    library = library or _library()
    return [
        JudgedList(one, library) if isinstance(one, Judged) else UnreadableListError(one.report.diagnostics)
        for one in judge_file(path, library, _event(event, library), _written(submitted))
    ]


def _event(wanted: AnyEvent | None, library: Library) -> Event | None:
    return wanted if wanted is None or isinstance(wanted, Event) else library.find_event(wanted)


def _written(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


@cache
def _library() -> Library:
    return Library.open()
