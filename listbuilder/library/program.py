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


def _files(root: str) -> Iterator[str]:
    """Give the place, size and time of each file; every desk asks for those of hundreds, so no `Path` is made."""
    folders = [root]
    while folders:
        with os.scandir(folders.pop()) as found:
            for entry in found:
                if entry.name.endswith(_MEANT):
                    status = entry.stat()
                    yield f"{entry.path} {status.st_size} {status.st_mtime_ns}"
                elif entry.is_dir() and entry.name != "__pycache__":
                    folders.append(entry.path)
