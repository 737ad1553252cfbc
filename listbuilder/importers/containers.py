"""Zip archives of submissions: opened with care, never unpacked to disk.

An archive is refused as a whole when it holds too much, or a path that climbs out of it, or more than it says.

The files of a folder that may hold lists: the one walk for commands and the desk.
"""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath

from listbuilder.datafiles.reader import LARGEST
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.model.text import phrase

MOST_BYTES = 50_000_000
MOST_MEMBERS = 2_000
_SYSTEM = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
_PROTECTED = 0x1
_DOCUMENT = frozenset({"[Content_Types].xml", "mimetype"})
"""What a document of an office program has in it, which is packed like an archive."""


def read_members(raw: bytes, name: str) -> Iterator[tuple[str, bytes | Diagnostic]]:
    """Give each file of an archive with its bytes, or why it cannot be read; UnreadableError for one that lies."""
    archive = _opened(raw)
    if archive is None:
        raise _refused(name, "archive.broken", "IMP001")
    if not _DOCUMENT.isdisjoint(archive.namelist()):
        raise _refused(name, "import.document", "IMP001")
    members = [member for member in archive.infolist() if not member.filename.endswith("/")]
    _inspect(members, name)
    left = MOST_BYTES
    for member in members:
        parts = PurePosixPath(member.filename).parts
        if any(part in _SYSTEM or part.startswith(".") for part in parts):
            continue
        content = _content(archive, member, name, left)
        left -= len(content) if isinstance(content, bytes) else 0
        yield f"{name}/{member.filename}", content


def is_document(raw: bytes) -> bool:
    """Tell whether an archive is a document of an office program: a text, a table."""
    archive = _opened(raw)
    return archive is not None and not _DOCUMENT.isdisjoint(archive.namelist())


def _opened(raw: bytes) -> zipfile.ZipFile | None:
    try:
        return zipfile.ZipFile(io.BytesIO(raw))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError):
        return None


def _inspect(members: list[zipfile.ZipInfo], name: str) -> None:
    """Refuse an archive by what its directory says."""
    if len(members) > MOST_MEMBERS:
        raise _refused(name, "archive.too-many")
    if sum(member.file_size for member in members) > MOST_BYTES:
        raise _refused(name, "archive.too-large")
    if any(_climbs(member.filename) for member in members):
        raise _refused(name, "archive.climbs")


def _climbs(path: str) -> bool:
    """Tell whether a path leads out of the folder it is unpacked to, on any system."""
    windows = PureWindowsPath(path)
    return windows.is_absolute() or bool(windows.drive) or path.startswith(("/", "\\")) or ".." in windows.parts


def _content(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str, left: int) -> bytes | Diagnostic:
    if member.flag_bits & _PROTECTED:
        return _finding(f"{name}/{member.filename}", "archive.protected", "IMP001")
    if member.file_size > LARGEST:
        return _finding(f"{name}/{member.filename}", "import.too-large", "IMP001")
    try:
        with archive.open(member) as file:
            content = file.read(min(member.file_size, left) + 1)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError, RuntimeError):
        return _finding(f"{name}/{member.filename}", "archive.broken", "IMP001")
    if len(content) > member.file_size:
        raise _refused(name, "archive.lies")
    return content


def _finding(name: str, reason: str, code: str) -> Diagnostic:
    return Diagnostic(code, None, {"reason": phrase(reason)}, place=Place(name))


def _refused(name: str, reason: str, code: str = "IMP008") -> UnreadableError:
    return UnreadableError([_finding(name, reason, code)])


_SKIPPED = (".bak", ".tmp")


def files_in(folder: str) -> list[str]:
    """Give the files under a folder, in order; hidden ones and backups are left out.

    What cannot be opened, folders among it, is meant too: reading it tells why, and nothing is passed over unsaid.
    """
    return sorted(_search(folder))


def _search(folder: str) -> Iterator[str]:
    folders = [os.fspath(Path(folder))]
    while folders:
        here = folders.pop()
        try:
            with os.scandir(here) as found:
                entries = [entry for entry in found if not entry.name.startswith(".")]
        except OSError:
            yield here
            continue
        for entry in entries:
            path = entry.name if here == os.curdir else entry.path
            if entry.is_dir(follow_symlinks=False):
                folders.append(path)
            elif not path.endswith(_SKIPPED) and _is_meant(entry):
                yield path


def _is_meant(entry: os.DirEntry[str]) -> bool:
    """Tell whether to read something: files, and what only reading tells more of, as links to nowhere."""
    try:
        return entry.is_file() or (entry.is_symlink() and not Path(entry.path).exists())
    except OSError:
        return True
