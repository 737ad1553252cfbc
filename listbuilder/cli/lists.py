"""Lists as commands get them: files found on disk, standard input, and what becomes of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from listbuilder.datafiles.reader import LARGEST
from listbuilder.judging import Judged, Unread, judge_bytes, judge_file, only_one
from listbuilder.library.locations import is_folder
from listbuilder.model import Event

if TYPE_CHECKING:
    from listbuilder.library import Library

STDIN = "-"


def find_files(paths: Iterable[str]) -> Iterator[str]:
    """Give the files that are meant: folders are searched through, hidden ones and backups left out.

    What cannot be opened, folders among it, is meant too: reading it tells why, and nothing is passed over unsaid.
    """
    for path in paths:
        if path == STDIN or not is_folder(path):
            yield path
        else:
            from listbuilder.importers.containers import files_in  # noqa: PLC0415  # start-up is measured

            yield from files_in(path)


def is_there(path: str) -> bool:
    """Tell whether there is such a file; a text that no file can be called, a share string perhaps, is none."""
    return os.path.exists(path)  # noqa: PTH110  # `Path.exists` raises there


def judge(
    path: str, library: Library, event: Event | None = None, submitted: str | None = None
) -> list[Judged | Unread]:
    """Judge every list in a file or in standard input."""
    if path == STDIN:
        return judge_bytes(read_stdin(), path, library, event, submitted)
    return judge_file(path, library, event, submitted)


def read_stdin() -> bytes:
    """Read standard input as far as a file may be long, and a byte more where it is too long."""
    return sys.stdin.buffer.read(LARGEST + 1)


def load_one(path: str, library: Library) -> Judged:
    """Read the one list that a command works on; raise UnreadableError where there is none, or where there are more."""
    return only_one(judge(path, library), path)


def load_all(path: str, library: Library) -> tuple[list[Judged], list[Unread]]:
    """Read every list in a file: those that could be worked out, and those that could not."""
    judged = judge(path, library)
    return [one for one in judged if isinstance(one, Judged)], [one for one in judged if isinstance(one, Unread)]
