"""Lists as commands get them: files found on disk, standard input, and what becomes of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.judging import Judged, Unread, judge_bytes, judge_file, only_one
from listbuilder.library.locations import is_folder
from listbuilder.library.reader import LARGEST
from listbuilder.model import Event

if TYPE_CHECKING:
    from listbuilder.library import Library

STDIN = "-"
_SKIPPED = (".bak", ".tmp")


def find_files(paths: Iterable[str]) -> Iterator[str]:
    """Give the files that are meant: folders are searched through, hidden ones and backups left out.

    What cannot be opened, folders among it, is meant too: reading it tells why, and nothing is passed over unsaid.
    """
    for path in paths:
        if path == STDIN or not is_folder(path):
            yield path
        else:
            yield from sorted(_search(path))


def _search(folder: str) -> Iterator[str]:
    folders = [os.fspath(Path(folder))]
    while folders:
        here = folders.pop()
        try:
            with os.scandir(here) as found:
                entries = [entry for entry in found if not entry.name.startswith(".")]
        except OSError:
            yield here
            continue
        for entry in entries:
            path = entry.name if here == os.curdir else entry.path
            if entry.is_dir(follow_symlinks=False):
                folders.append(path)
            elif not path.endswith(_SKIPPED) and _is_meant(entry):
                yield path


def _is_meant(entry: os.DirEntry[str]) -> bool:
    """Tell whether to read something: files, and what only reading tells more of, as links to nowhere."""
    try:
        return entry.is_file() or (entry.is_symlink() and not Path(entry.path).exists())
    except OSError:
        return True


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
