"""Files that only their owner may write: what is read from one was put there by this user, or is not read at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
# no link is followed, no pipe waited for, no end of line changed, nothing handed on to other programs
_PLAINLY = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY", "O_CLOEXEC"))


def load_private(path: Path, largest: int) -> bytes | None:
    """Load a file of the user's own; None where it is missing, too large, a link, or open to others' writing."""
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | _PLAINLY), "rb", buffering=0) as file:
            status = os.fstat(file.fileno())
            fine = stat.S_ISREG(status.st_mode) and _private(status) and status.st_size <= largest
            return file.read() if fine else None
    except OSError:
        return None


def is_private(folder: Path) -> bool:
    """Tell whether a folder belongs to the user and nobody else can put anything into it."""
    try:
        status = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and _private(status)


def make_private(folder: Path) -> bool:
    """Make a folder, or close one's own to others; tell whether it is private then."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_private(folder) and not folder.is_symlink():
        folder.chmod(0o700)  # fails where it is somebody else's
    return is_private(folder)


def save_private(path: Path, content: bytes) -> None:
    """Write beside and rename, so that readers and other writers only ever see whole files; nobody else may read it."""
    # `tempfile` would do the same, and takes longer to import than this to run
    beside = path.with_name(f"{LEFTOVER}{os.urandom(8).hex()}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAINLY, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


LEFTOVER = ".new-"
"""How the name of a file begins that is still being written, or whose writer was killed."""


def _private(status: os.stat_result) -> bool:
    """Tell whether something belongs to the user and nobody else may write it; where there are no users, it does."""
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & _OTHERS_WRITE)
