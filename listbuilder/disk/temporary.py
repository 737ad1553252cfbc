"""Temporary files beside what they will become: how they are called, and how those that a kill left are swept away."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from pathlib import Path
from time import time

from listbuilder.disk import operations

_OURS = r"(?s)\..{0,40}\.lb-([0-9a-f]{6})-([0-9]{1,10})-[0-9a-f]{8}\.tmp"  # compiled when something is written
_LONG_AGO = 24 * 60 * 60
_swept: set[Path] = set()


def temporary_beside(path: Path) -> Path:
    """Give a name for a temporary file that says whose it is: the machine, the process, and a random part."""
    return path.with_name(f".{path.name[:40]}.lb-{_machine()}-{os.getpid()}-{os.urandom(4).hex()}.tmp")


def sweep_once(folder: Path) -> None:
    """Sweep a folder the first time that this process has to do with it."""
    if folder not in _swept:
        _swept.add(folder)
        sweep(folder)


def sweep(folder: Path) -> None:
    """Remove our own temporary files whose process has ended; of other machines only those a day old."""
    try:
        with os.scandir(folder) as found:
            names = [item.name for item in found if item.name.endswith(".tmp")]
    except OSError:
        return
    for name in names:
        match = re.fullmatch(_OURS, name)
        if match is not None and _is_left(folder / name, match[1], int(match[2])):
            with contextlib.suppress(OSError):
                operations.unlink(folder / name)


def is_running(process: int) -> bool:
    """Tell whether there is such a process; where it cannot be asked without harm, say yes."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _is_left(path: Path, machine: str, process: int) -> bool:
    try:
        age = time() - path.lstat().st_mtime
    except OSError:
        return False
    return age > _LONG_AGO or (machine == _machine() and process != os.getpid() and not is_running(process))


def _machine() -> str:
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    return hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:6]
