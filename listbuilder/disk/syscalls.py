"""Everything that changes a disk, one small function for each operation.

All writing of the program goes through here, and callers use the module (`operations.rename`), so that a test can put
functions in their place that fail or stop at the n-th operation.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_THROUGH = os.O_WRONLY | os.O_APPEND | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


def create(path: Path, mode: int) -> int:
    """Make a file that is not there yet and open it for writing; no link is followed."""
    return os.open(path, _NEW, mode)


def open_through(path: Path) -> int:
    """Open what is no regular file (a device, a pipe) for writing; it stays what it is."""
    return os.open(path, _THROUGH)


def open_lock(path: Path) -> int:
    """Open a lock file, and make it where there is none."""
    return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)


def write(handle: int, data: bytes) -> None:
    """Write all of it."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def sync(handle: int) -> None:
    """Wait until what was written is on the disk."""
    os.fsync(handle)


def copy_rights(handle: int, old: os.stat_result) -> None:
    """Give a new file the owner and the rights of the one whose place it takes; an owner only where we may."""
    if hasattr(os, "fchown") and (old.st_uid, old.st_gid) != (os.fstat(handle).st_uid, os.fstat(handle).st_gid):
        with contextlib.suppress(PermissionError):
            os.fchown(handle, old.st_uid, old.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(handle, stat.S_IMODE(old.st_mode))


def rename(old: Path, new: Path) -> None:
    """Give a file another name, in the place of what has that name."""
    old.replace(new)


def link(old: Path, new: Path) -> None:
    """Give a file a second name that nothing has; FileExistsError where something has."""
    os.link(old, new, follow_symlinks=False)


def unlink(path: Path) -> None:
    """Remove a file; one that is gone already is no trouble."""
    path.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """Make a folder and those above it, where they are not there."""
    path.mkdir(parents=True, exist_ok=True)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk; systems that cannot open folders do it by themselves."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
