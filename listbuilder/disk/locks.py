"""Locks that the system itself lets go when a process ends, however it ends."""

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

_PATIENCE = 10.0
_PAUSE = 0.01
_STAND_IN = ".listbuilder.lock"
_HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


@dataclass(frozen=True, slots=True)
class LockFile:
    """A lock file that this process holds as long as it lives."""

    path: Path
    handle: int

    def release(self) -> None:
        """Let go, and leave no file behind."""
        with contextlib.suppress(OSError):
            syscalls.unlink(self.path)
        os.close(self.handle)


def take_lock(path: Path) -> LockFile | None:
    """Take a lock; None where another holds it. Raise OSError where there can be no such file.

    Where the system knows no locks the file alone stands for one: its name tells the process.
    """
    while True:
        handle = syscalls.open_lock(path)
        try:
            _lock(handle)
        except OSError as error:
            if error.errno in _HELD:
                os.close(handle)
                return None
        if _is_still(path, handle):
            return LockFile(path, handle)
        os.close(handle)  # who held it has removed it just now: try with a new file


def _is_still(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def is_held(path: Path) -> bool:
    """Tell whether a living process holds a lock; raise OSError where the system cannot say."""
    try:
        handle = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        _lock(handle, shared=True)
    except OSError as error:
        if error.errno in _HELD:
            return True
        raise
    finally:
        os.close(handle)
    return False


@contextlib.contextmanager
def folder_locked(folder: Path) -> Iterator[None]:
    """Let one process at a time compare and replace files of a folder; raise OSError (EDEADLK) where it takes too long.

    The folder itself is locked, so that no file is left behind and every user of it sees the lock; where a system
    cannot lock folders, a file in it stands for it meanwhile.
    """
    end = monotonic() + _PATIENCE
    while (release := _lock_folder(folder)) is None:
        if monotonic() > end:
            raise OSError(errno.EDEADLK, os.strerror(errno.EDEADLK))
        sleep(_PAUSE)
    try:
        yield
    finally:
        release()


def _lock_folder(folder: Path) -> Callable[[], None] | None:
    """Lock a folder and give what lets go of it; None where another has it."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            _lock(handle)
        except OSError as error:
            os.close(handle)
            if error.errno in _HELD:
                return None
        else:
            return partial(os.close, handle)
    lock = take_lock(folder / _STAND_IN)
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
        """Lock an open file, or raise OSError at once; to lock it twice is no trouble, nor for many to ask."""
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
