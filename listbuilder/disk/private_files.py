"""Files that only their owner can write, so that their content can be trusted."""

from __future__ import annotations

import os
import stat
from pathlib import Path

_WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
# do not follow links, wait for pipes, convert line ends or pass the file to child processes
_SAFE_FLAGS = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY", "O_CLOEXEC"))
TEMPORARY_PREFIX = ".new-"
"""Prefix of files that are being written, or were left by a killed process."""


def load_private(path: Path, max_size: int) -> bytes | None:
    """Return the content of a private file; None if it is missing, too large, a link, or writable by others."""
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | _SAFE_FLAGS), "rb", buffering=0) as file:
            status = os.fstat(file.fileno())
            usable = stat.S_ISREG(status.st_mode) and _is_private(status) and status.st_size <= max_size
            return file.read() if usable else None
    except OSError:
        return None


def is_private_folder(folder: Path) -> bool:
    """Return whether a folder belongs to the user and others cannot write to it."""
    try:
        status = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and _is_private(status)


def make_private_folder(folder: Path) -> bool:
    """Create a folder or remove the rights of others. Return whether it is private now."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_private_folder(folder) and not folder.is_symlink():
        folder.chmod(0o700)  # fails if it belongs to a different user
    return is_private_folder(folder)


def save_private(path: Path, content: bytes) -> None:
    """Write a file that only the user can read. It is renamed into place, so readers never see a partial file."""
    # `tempfile` would be slower to import than this is to run
    temporary = path.with_name(f"{TEMPORARY_PREFIX}{os.urandom(8).hex()}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _SAFE_FLAGS, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def _is_private(status: os.stat_result) -> bool:
    """Return whether a file belongs to the user and others cannot write it; always true without user ids."""
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & _WRITABLE_BY_OTHERS)
