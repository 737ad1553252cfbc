"""Atomic writes: after a crash, a full disk or a second writer, the old or the new file is complete."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import time

from listbuilder.disk import syscalls
from listbuilder.disk.locks import folder_lock
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
_TEMPORARY_NAME = r"(?s)\..{0,40}\.lb-([0-9a-f]{6})-([0-9]{1,10})-[0-9a-f]{8}\.tmp"  # compiled on first use
_MAX_AGE = 24 * 60 * 60
_cleaned_folders: set[Path] = set()
BACKUP_SUFFIX = ".bak"
_NO_LINK_ERRORS = (errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP, errno.EMLINK)
_CHUNK = 1 << 20
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class UnsavedError(SaveError):
    """A file could not be written; `to` returns the reason in a language."""

    def __init__(self, key: str, path: Path, problem: str = "") -> None:
        self.key = key
        self.path = path
        self.problem = problem
        super().__init__(self.to("en"))

    def to(self, language: str) -> str:
        """Return what happened and what can be done."""
        return translate(language, self.key, path=os.fspath(self.path), problem=self.problem)


class ChangedOnDiskError(UnsavedError):
    """The file has changed on disk since it was loaded."""

    def __init__(self, path: Path) -> None:
        super().__init__("save.changed", path)


def to_unsaved_error(path: Path, error: OSError | ValueError) -> UnsavedError:
    """Return the error for a refused write; a ValueError is an invalid file name."""
    if isinstance(error, ValueError):
        return UnsavedError("save.other", path, str(error))
    return UnsavedError(_REASONS.get(error.errno or 0, "save.other"), path, error.strerror or str(error))


@contextlib.contextmanager
def _unsaved_errors(path: Path) -> Iterator[None]:
    """Raise errors of the operating system as `UnsavedError`, except for a closed pipe."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise to_unsaved_error(path, error) from error


def temporary_path(path: Path) -> Path:
    """Return a name for a temporary file that identifies its machine and process."""
    return path.with_name(f".{path.name[:40]}.lb-{_machine_id()}-{os.getpid()}-{os.urandom(4).hex()}.tmp")


def remove_leftovers_once(folder: Path) -> None:
    """Remove leftover temporary files, once per folder and process."""
    if folder not in _cleaned_folders:
        _cleaned_folders.add(folder)
        remove_leftovers(folder)


def remove_leftovers(folder: Path) -> None:
    """Remove temporary files whose process has ended; those of other machines after a day."""
    try:
        with os.scandir(folder) as items:
            names = [item.name for item in items if item.name.endswith(".tmp")]
    except OSError:
        return
    for name in names:
        match = re.fullmatch(_TEMPORARY_NAME, name)
        if match is None:
            continue
        with contextlib.suppress(OSError):
            machine, process, age = match[1], int(match[2]), time() - (folder / name).lstat().st_mtime
            ended = machine == _machine_id() and process != os.getpid() and not is_process_running(process)
            if ended or age > _MAX_AGE:
                syscalls.unlink(folder / name)


def is_process_running(process: int) -> bool:
    """Return whether a process is running; True if that cannot be found out safely."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _machine_id() -> str:
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    return hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:6]


@dataclass(frozen=True, slots=True)
class Stamp:
    """The hash of a file when it was read, or None if it did not exist. Times are not compared."""

    sha256: str | None


def read_stamp(path: Path) -> Stamp:
    """Return the stamp of a file. Raise OSError if it exists and cannot be read."""
    try:
        with path.open("rb") as file:
            return Stamp(hashlib.file_digest(file, "sha256").hexdigest())
    except (FileNotFoundError, NotADirectoryError):
        return Stamp(None)


def write_atomically(
    path: Path, data: bytes, *, backup: bool = True, new: bool = False, expected: Stamp | None = None
) -> Stamp:
    """Write a temporary file, flush it to disk and rename it over the target.

    The old file is kept as `<name>.bak` if `backup` is set. A link is followed to its file.

    Args:
        path: The file to write.
        data: Its content.
        backup: Whether to keep the replaced file.
        new: Never replace an existing file.
        expected: Only replace the file if it still has this stamp. Comparing and replacing is one step for all writers.

    Returns:
        The stamp of the new file.

    Raises:
        ChangedOnDiskError: The file no longer has the expected stamp.
        UnsavedError: The file could not be written and is unchanged.
    """
    with _unsaved_errors(path):
        target = _resolve_link(path)
        remove_leftovers_once(target.parent)
        with folder_lock(target.parent):
            if expected is not None and read_stamp(target) != expected:
                raise ChangedOnDiskError(path)
            _replace(target, data, _check_target(target, new=new), backup=backup)
    return Stamp(hashlib.sha256(data).hexdigest())


def write_to_device(path: Path, data: bytes) -> None:
    """Write to a device or pipe without replacing it. Raise UnsavedError if that fails."""
    with _unsaved_errors(path):
        handle = syscalls.open_device(path)
        try:
            syscalls.write(handle, data)
        finally:
            os.close(handle)


def make_folder(path: Path) -> None:
    """Create a folder and its parents. Raise UnsavedError if that fails."""
    with _unsaved_errors(path):
        syscalls.make_folder(path)


def move_file(source: Path, target: Path) -> None:
    """Move a file to a name that is free. Raise UnsavedError if that fails; the file is then unchanged."""
    with _unsaved_errors(target):
        syscalls.make_folder(target.parent)
        try:
            _link_or_rename(source, target)
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


def backup_path(path: Path) -> Path:
    """Return the path of the backup; for a link, next to the file that it points to."""
    real = _resolve_link(path)
    return real.with_name(real.name + BACKUP_SUFFIX)


def _resolve_link(path: Path) -> Path:
    real = Path(os.path.realpath(path)) if path.is_symlink() else path
    if real.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return real


def _check_target(target: Path, *, new: bool) -> os.stat_result | None:
    """Return the status of the file to replace, or None. Raise OSError if it must not be replaced."""
    try:
        status = target.lstat()
    except FileNotFoundError:
        return None
    if new:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    # respect read-only files, even though renaming or the superuser could replace them
    if not stat.S_ISREG(status.st_mode) or not status.st_mode & _WRITABLE or not os.access(target, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    return status


def _replace(target: Path, data: bytes, old: os.stat_result | None, *, backup: bool) -> None:
    temporary = temporary_path(target)
    try:
        _create_file(temporary, [data], old)
        if old is not None and backup:
            _copy(target, target.with_name(target.name + BACKUP_SUFFIX), old)
        if old is None:
            _link_or_rename(temporary, target)
        else:
            syscalls.rename(temporary, target)
    finally:
        _remove(temporary)
    _sync_folder(target.parent)


def _link_or_rename(source: Path, target: Path) -> None:
    """Rename a file to a free name, safely even if others compete for it. The old name may remain."""
    try:
        syscalls.link(source, target)
    except OSError as error:
        if error.errno not in _NO_LINK_ERRORS:
            raise
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from error
        syscalls.rename(source, target)


def _create_file(path: Path, parts: Iterable[bytes], old: os.stat_result | None) -> None:
    """Write a new file to the disk, with the permissions of an old one if given."""
    handle = syscalls.create(path, 0o666 if old is None else 0o600)
    try:
        for part in parts:
            syscalls.write(handle, part)
        if old is not None:
            syscalls.copy_permissions(handle, old)
        syscalls.sync(handle)
    finally:
        os.close(handle)


def _copy(source: Path, target: Path, old: os.stat_result) -> None:
    """Copy a file atomically; a link at the target is replaced, not followed."""
    temporary = temporary_path(target)
    try:
        with source.open("rb") as file:
            _create_file(temporary, iter(lambda: file.read(_CHUNK), b""), old)
        syscalls.rename(temporary, target)
    finally:
        _remove(temporary)


def _remove(path: Path) -> None:
    if os.path.lexists(path):
        with contextlib.suppress(OSError):
            syscalls.unlink(path)


def _sync_folder(folder: Path) -> None:
    """Flush the new name to disk. Errors are ignored, because the file itself is written."""
    with contextlib.suppress(OSError):
        syscalls.sync_folder(folder)
