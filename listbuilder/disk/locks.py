"""Locks that the operating system releases when a process ends."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic, sleep

from listbuilder.disk import syscalls

_TIMEOUT = 10.0
_PAUSE = 0.01
_FOLDER_LOCK_NAME = ".listbuilder.lock"
_HELD_ERRORS = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


@dataclass(frozen=True, slots=True)
class LockFile:
    """A lock file that this process holds until it ends."""

    path: Path
    handle: int

    def release(self) -> None:
        """Release the lock and remove its file."""
        with contextlib.suppress(OSError):
            syscalls.unlink(self.path)
        os.close(self.handle)


def acquire_lock(path: Path) -> LockFile | None:
    """Acquire a lock; return None if a different process holds it.

    Raise OSError if the file cannot be created. On systems without locks the file itself is the lock.
    """
    while True:
        handle = syscalls.open_lock(path)
        try:
            _lock(handle)
        except OSError as error:
            if error.errno in _HELD_ERRORS:
                os.close(handle)
                return None
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), path.stat()):
                return LockFile(path, handle)
        os.close(handle)  # its holder has just removed it: try a new file


def is_locked(path: Path) -> bool:
    """Return whether a running process holds a lock. Raise OSError if the system cannot tell."""
    try:
        handle = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        _lock(handle, shared=True)
    except OSError as error:
        if error.errno in _HELD_ERRORS:
            return True
        raise
    finally:
        os.close(handle)
    return False


@contextlib.contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Allow one process at a time to compare and replace files in a folder. Raise OSError (EDEADLK) on timeout.

    The folder itself is locked, so no file is left behind. Systems that cannot lock folders use a file in it.
    """
    end = monotonic() + _TIMEOUT
    while (release := _lock_folder(folder)) is None:
        if monotonic() > end:
            raise OSError(errno.EDEADLK, os.strerror(errno.EDEADLK))
        sleep(_PAUSE)
    try:
        yield
    finally:
        release()


def _lock_folder(folder: Path) -> Callable[[], None] | None:
    """Lock a folder and return a function that releases it; None if it is locked."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            _lock(handle)
        except OSError as error:
            os.close(handle)
            if error.errno in _HELD_ERRORS:
                return None
        else:
            return partial(os.close, handle)
    lock = acquire_lock(folder / _FOLDER_LOCK_NAME)
    return lock.release if lock is not None else None


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _lock(handle: int, *, shared: bool = False) -> None:
        """Lock an open file, or raise OSError at once."""
        del shared
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int, *, shared: bool = False) -> None:
        """Lock an open file, or raise OSError at once. Locking it twice is harmless."""
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
