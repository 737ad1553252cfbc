"""The files of a folder that may hold lists: the one walk for commands and the desk."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

_SKIPPED = (".bak", ".tmp")


def files_in(folder: str) -> list[str]:
    """Give the files under a folder, in order; hidden ones and backups are left out.

    What cannot be opened, folders among it, is meant too: reading it tells why, and nothing is passed over unsaid.
    """
    return sorted(_search(folder))


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
