"""The program itself, as something that what it works out depends on."""

from __future__ import annotations

import os
from functools import cache
from hashlib import sha256
from pathlib import Path

import listbuilder

_ROOT = Path(listbuilder.__file__).parent
_MEANT = (".py", ".json", ".txt")


@cache
def program_stamp() -> str:
    """Name this program: its version, and the size and time of each of its files, so that a changed checkout counts."""
    digest = sha256(listbuilder.__version__.encode())
    for folder, folders, files in os.walk(_ROOT):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(files):
            if name.endswith(_MEANT):
                status = os.stat(os.path.join(folder, name))  # noqa: PTH116, PTH118  # start-up is measured
                digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
