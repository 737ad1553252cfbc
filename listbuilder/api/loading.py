"""Load and judge the lists in a file."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TypeAlias

from listbuilder.api.findings import Finding
from listbuilder.api.judged_list import JudgedList
from listbuilder.errors import UnreadableError
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged, require_single_list
from listbuilder.library import Library
from listbuilder.model import Event

AnyEvent: TypeAlias = Event | Path | str
"""An event, its id or its file."""


class UnreadableListError(UnreadableError):
    """A file without a readable list; printing the error prints why."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the file."""
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
    """Read and judge the list in a file of any supported format.

    Args:
        path: The file.
        library: The data to judge by; by default the bundled data and the user's own.
        event: An event, its id or its file; by default the event that the list names.
        submitted: When the list was submitted, for the deadline of the event. Without a time zone it is the deadline's.

    Returns:
        The judged list.

    Raises:
        UnreadableListError: The file contains no list, or more than one.
    """
    library = library or _default_library()
    try:
        judged = require_single_list(
            judge_file(path, library, _find_event(event, library), _format_time(submitted)), str(path)
        )
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
    """Read and judge all lists in a file, such as an archive. Lists that cannot be read are returned as errors."""
    library = library or _default_library()
    return [
        JudgedList(judged, library) if isinstance(judged, Judged) else UnreadableListError(judged.report.diagnostics)
        for judged in judge_file(path, library, _find_event(event, library), _format_time(submitted))
    ]


def _find_event(wanted: AnyEvent | None, library: Library) -> Event | None:
    return wanted if wanted is None or isinstance(wanted, Event) else library.find_event(wanted)


def _format_time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


@cache
def _default_library() -> Library:
    return Library.open()
