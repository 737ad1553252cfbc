"""Files written so that a crash, a full disk or a second writer leaves the old one or the new one, whole.

Temporary files beside what they will become: how they are called, and how those that a kill left are swept away.

Why a file was not written: a sentence of the catalogues and its values, so that each face can say it.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from time import time

from listbuilder.disk import syscalls
from listbuilder.disk.locks import folder_locked
from listbuilder.errors import SaveError
from listbuilder.i18n import translate

_REASONS = {
    errno.ENOSPC: "save.full",
    errno.EDQUOT: "save.full",
    errno.EROFS: "save.read-only",
    errno.EACCES: "save.forbidden",
    errno.EPERM: "save.forbidden",
    errno.ENOENT: "save.no-folder",
    errno.ENOTDIR: "save.no-folder",
    errno.EISDIR: "save.folder",
    errno.ENAMETOOLONG: "save.name",
    errno.EEXIST: "save.exists",
    errno.EDEADLK: "save.busy",
    errno.EFBIG: "save.full",
}


class UnsavedError(SaveError):
    """A file could not be written; `to` says why in a language."""

    def __init__(self, key: str, path: Path, problem: str = "") -> None:
        self.key = key
        self.path = path
        self.problem = problem
        super().__init__(self.to("en"))

    def to(self, language: str) -> str:
        """Say in a language what happened and what can be done."""
        return translate(language, self.key, path=os.fspath(self.path), problem=self.problem)


class ChangedOnDiskError(UnsavedError):
    """The file was changed by somebody else since it was loaded."""

    def __init__(self, path: Path) -> None:
        super().__init__("save.changed", path)


def unsaved(path: Path, error: OSError | ValueError) -> UnsavedError:
    """Say why the system refused to write a file; a ValueError is a name that no file can have."""
    if isinstance(error, ValueError):
        return UnsavedError("save.other", path, str(error))
    return UnsavedError(_REASONS.get(error.errno or 0, "save.other"), path, error.strerror or str(error))


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
                syscalls.unlink(folder / name)


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


BACKUP = ".bak"
_NO_LINKS = (errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP, errno.EMLINK)
_CHUNK = 1 << 20
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a file was when it was read: its content's hash, None for a file that was not there. Clocks do not count."""

    sha256: str | None


def stamp_of(path: Path) -> Stamp:
    """Look at a file as it is now; raise OSError where it is there and cannot be read."""
    try:
        with path.open("rb") as file:
            return Stamp(hashlib.file_digest(file, "sha256").hexdigest())
    except (FileNotFoundError, NotADirectoryError):
        return Stamp(None)


def write_atomically(
    path: Path, data: bytes, *, backup: bool = True, new: bool = False, expected: Stamp | None = None
) -> Stamp:
    """Write a file: a temporary one beside it, flushed to disk, renamed over it; the old one stays as `<name>.bak`.

    A link is written through to the file it names. With `new` nothing is ever replaced; with `expected` a file that
    is no longer what was read stays as it is (ChangedOnDiskError): the comparison and the renaming are one step for
    everybody who writes through here. Raise UnsavedError where the file cannot be written; it is then as it was.
    """
    try:
        target = _real(path)
        sweep_once(target.parent)
        with folder_locked(target.parent):
            if expected is not None and stamp_of(target) != expected:
                raise ChangedOnDiskError(path)
            _put(target, data, _existing(target, new=new), backup=backup)
    except (OSError, ValueError) as error:
        raise unsaved(path, error) from error
    return Stamp(hashlib.sha256(data).hexdigest())


def write_through(path: Path, data: bytes) -> None:
    """Write into what is no regular file, which stays what it is; raise UnsavedError where that fails."""
    try:
        handle = syscalls.open_through(path)
        try:
            syscalls.write(handle, data)
        finally:
            os.close(handle)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unsaved(path, error) from error


def make_folder(path: Path) -> None:
    """Make a folder and those above it; raise UnsavedError where that fails."""
    try:
        syscalls.make_folder(path)
    except (OSError, ValueError) as error:
        raise unsaved(path, error) from error


def move(source: Path, target: Path) -> None:
    """Move a file to a name that nothing has; raise UnsavedError where that fails, and the file is where it was."""
    try:
        syscalls.make_folder(target.parent)
        try:
            _place(source, target)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            _copy(source, target, source.stat())
        try:
            syscalls.unlink(source)
        except OSError:
            _remove(target)
            raise
        _sync_folder(target.parent)
    except OSError as error:
        raise unsaved(target, error) from error


def backup_of(path: Path) -> Path:
    """Give the name that the last version of a file is kept under; it is beside the file that a link leads to."""
    real = _real(path)
    return real.with_name(real.name + BACKUP)


def _real(path: Path) -> Path:
    real = Path(os.path.realpath(path)) if path.is_symlink() else path
    if real.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return real


def _existing(target: Path, *, new: bool) -> os.stat_result | None:
    """Look at what is to be replaced: a file that may be written, or nothing."""
    try:
        found = target.lstat()
    except FileNotFoundError:
        return None
    if new:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    if stat.S_ISDIR(found.st_mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    # who made a file read-only meant it, though renaming would work, and though the superuser may do everything
    if not stat.S_ISREG(found.st_mode) or not found.st_mode & _WRITABLE or not os.access(target, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    return found


def _put(target: Path, data: bytes, old: os.stat_result | None, *, backup: bool) -> None:
    temporary = temporary_beside(target)
    try:
        _fill(temporary, [data], old)
        if old is not None and backup:
            _copy(target, target.with_name(target.name + BACKUP), old)
        if old is None:
            _place(temporary, target)
        else:
            syscalls.rename(temporary, target)
    finally:
        _remove(temporary)
    _sync_folder(target.parent)


def _place(source: Path, target: Path) -> None:
    """Give a file a name that nothing has, also where somebody else is about to take it; it may keep its old one."""
    try:
        syscalls.link(source, target)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from error
        syscalls.rename(source, target)


def _fill(path: Path, parts: Iterable[bytes], old: os.stat_result | None) -> None:
    """Write a new file to the disk, with the rights of an old one where there is one."""
    handle = syscalls.create(path, 0o666 if old is None else 0o600)
    try:
        for part in parts:
            syscalls.write(handle, part)
        if old is not None:
            syscalls.copy_rights(handle, old)
        syscalls.sync(handle)
    finally:
        os.close(handle)


def _copy(source: Path, target: Path, old: os.stat_result) -> None:
    """Copy a file so that the copy appears whole; a link that has its name is replaced, never followed."""
    temporary = temporary_beside(target)
    try:
        with source.open("rb") as file:
            _fill(temporary, iter(lambda: file.read(_CHUNK), b""), old)
        syscalls.rename(temporary, target)
    finally:
        _remove(temporary)


def _remove(path: Path) -> None:
    if os.path.lexists(path):
        with contextlib.suppress(OSError):
            syscalls.unlink(path)


def _sync_folder(folder: Path) -> None:
    """Make the new name last; where that fails the file is written all the same, and nobody is told otherwise."""
    with contextlib.suppress(OSError):
        syscalls.sync_folder(folder)
