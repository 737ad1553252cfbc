"""Files written so that a crash or a full disk leaves the old one whole."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
from pathlib import Path

from listbuilder.listfiles.errors import unsaved
from listbuilder.values import dataclass

BACKUP = ".bak"


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a file was when it was read: its content's hash and its time; None for a file that was not there."""

    sha256: str | None
    modified: int | None = None

    def same_content(self, other: Stamp) -> bool:
        """Tell whether the file still holds the same bytes; touching it is no change."""
        return self.sha256 == other.sha256


def stamp_of(path: Path) -> Stamp:
    """Look at a file as it is now."""
    try:
        return Stamp(hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
    except OSError:
        return Stamp(None)


def write_atomically(path: Path, data: bytes, *, backup: bool = True) -> Stamp:
    """Write a file: a temporary one beside it, flushed to disk, renamed over it; the old one stays as `<name>.bak`."""
    import tempfile  # noqa: PLC0415  # start-up is measured, and most starts write nothing

    path = path.resolve() if path.is_symlink() else path
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".tmp", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _take_over(path, temporary, backup=backup)
        temporary = None
        _sync_folder(path.parent)
    except OSError as error:
        raise unsaved(path, error) from error
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
    return stamp_of(path)


def _take_over(path: Path, temporary: str, *, backup: bool) -> None:
    import shutil  # noqa: PLC0415  # as above

    if path.exists():
        if not os.access(path, os.W_OK):
            raise OSError(errno.EACCES, os.fspath(path))
        shutil.copymode(path, temporary)
        if backup:
            shutil.copy2(path, path.with_name(path.name + BACKUP))
    else:
        umask = os.umask(0)
        os.umask(umask)
        Path(temporary).chmod(0o666 & ~umask)
    Path(temporary).replace(path)


def _sync_folder(folder: Path) -> None:
    """Make the new name last; systems that cannot open folders do it by themselves."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
