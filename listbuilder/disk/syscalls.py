"""Every operation that changes the disk, one small function each.

Callers use the module (`syscalls.rename`), so that tests can replace functions to fail or stop at any operation.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

_CREATE_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_DEVICE_FLAGS = os.O_WRONLY | os.O_APPEND | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


def create(path: Path, mode: int) -> int:
    """Create a new file and open it for writing; links are not followed."""
    return os.open(path, _CREATE_FLAGS, mode)


def open_device(path: Path) -> int:
    """Open a device or pipe for writing without replacing it."""
    return os.open(path, _DEVICE_FLAGS)


def open_lock(path: Path) -> int:
    """Open a lock file, or create it."""
    return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)


def write(handle: int, data: bytes) -> None:
    """Write all of the data."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def sync(handle: int) -> None:
    """Wait until the data is on the disk."""
    os.fsync(handle)


def copy_permissions(handle: int, old: os.stat_result) -> None:
    """Copy owner and permissions of the replaced file; the owner only if allowed."""
    if hasattr(os, "fchown") and (old.st_uid, old.st_gid) != (os.fstat(handle).st_uid, os.fstat(handle).st_gid):
        with contextlib.suppress(PermissionError):
            os.fchown(handle, old.st_uid, old.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(handle, stat.S_IMODE(old.st_mode))


def rename(old: Path, new: Path) -> None:
    """Rename a file and replace the target."""
    old.replace(new)


def link(old: Path, new: Path) -> None:
    """Add a second name to a file. Raise FileExistsError if the name is taken."""
    os.link(old, new, follow_symlinks=False)


def unlink(path: Path) -> None:
    """Remove a file, if it exists."""
    path.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """Create a folder and its parents, if they do not exist."""
    path.mkdir(parents=True, exist_ok=True)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk. Other systems than POSIX do that themselves."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
