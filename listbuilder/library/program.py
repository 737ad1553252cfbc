"""The program itself, as something that what it works out depends on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

import listbuilder

_ROOT = Path(listbuilder.__file__).parent
_MEANT = (".py", ".json", ".txt")


@cache
def program_stamp() -> str:
    """Name this program: its version, and the size and time of each of its files, so that a changed checkout counts."""
    files = "\n".join(sorted(_files(os.fspath(_ROOT))))
    return sha256(f"{listbuilder.__version__}\n{files}".encode("utf-8", "surrogatepass")).hexdigest()


def file_stamp(path: str, status: os.stat_result | None = None) -> str:
    """Name a file of the program by its place, size and time; one that is gone by its place alone."""
    try:
        found = status or os.stat(path)  # noqa: PTH116  # no `Path` is made of hundreds
    except OSError:
        return path
    return f"{path} {found.st_size} {found.st_mtime_ns}"


def _files(root: str) -> Iterator[str]:
    """Give the place, size and time of each file; every desk asks for those of hundreds, so no `Path` is made."""
    folders = [root]
    while folders:
        with os.scandir(folders.pop()) as found:
            for entry in found:
                if entry.name.endswith(_MEANT):
                    yield file_stamp(entry.path, entry.stat())
                elif entry.is_dir() and entry.name != "__pycache__":
                    folders.append(entry.path)
