"""Read zip archives without unpacking them to disk, and find the files of a folder that may hold lists.

An archive is refused if it holds too much, a path that leads outside, or more than its directory states.
"""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath

from listbuilder.datafiles.reader import MAX_FILE_SIZE
from listbuilder.diagnostics import Diagnostic
from listbuilder.importers.importer import unreadable_error

MAX_ARCHIVE_BYTES = 50_000_000
MAX_ARCHIVE_MEMBERS = 2_000
_SYSTEM_FILES = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
_ENCRYPTED_FLAG = 0x1
_OFFICE_MEMBERS = frozenset({"[Content_Types].xml", "mimetype"})
"""Members of an office document, which is a zip archive too."""


def read_archive(raw: bytes, name: str) -> Iterator[tuple[str, bytes | Diagnostic]]:
    """Yield the path of each file in an archive with its bytes, or the finding why it cannot be read.

    Raises:
        UnreadableError: The archive is damaged, not safe or an office document.
    """
    archive = _open_archive(raw)
    if archive is None or not _OFFICE_MEMBERS.isdisjoint(archive.namelist()):
        raise unreadable_error("archive.broken" if archive is None else "import.document", name)
    members = [member for member in archive.infolist() if not member.filename.endswith("/")]
    _check_directory(members, name)
    remaining = MAX_ARCHIVE_BYTES
    for member in members:
        parts = PurePosixPath(member.filename).parts
        if any(part in _SYSTEM_FILES or part.startswith(".") for part in parts):
            continue
        content = _read_member(archive, member, name, remaining)
        remaining -= len(content) if isinstance(content, bytes) else 0
        yield f"{name}/{member.filename}", content


def is_office_document(raw: bytes) -> bool:
    """Return whether an archive is an office document."""
    archive = _open_archive(raw)
    return archive is not None and not _OFFICE_MEMBERS.isdisjoint(archive.namelist())


def _open_archive(raw: bytes) -> zipfile.ZipFile | None:
    try:
        return zipfile.ZipFile(io.BytesIO(raw))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError):
        return None


def _check_directory(members: list[zipfile.ZipInfo], name: str) -> None:
    """Raise UnreadableError if the directory of an archive states too much or an unsafe path."""
    if len(members) > MAX_ARCHIVE_MEMBERS:
        raise unreadable_error("archive.too-many", name, "IMP008")
    if sum(member.file_size for member in members) > MAX_ARCHIVE_BYTES:
        raise unreadable_error("archive.too-large", name, "IMP008")
    for member in members:
        # a path that leads out of the folder it is unpacked to, on any operating system
        path = PureWindowsPath(member.filename)
        if path.is_absolute() or path.drive or member.filename.startswith(("/", "\\")) or ".." in path.parts:
            raise unreadable_error("archive.climbs", name, "IMP008")


def _read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str, remaining: int) -> bytes | Diagnostic:
    path = f"{name}/{member.filename}"
    if member.flag_bits & _ENCRYPTED_FLAG:
        return unreadable_error("archive.protected", path).diagnostics[0]
    if member.file_size > MAX_FILE_SIZE:
        return unreadable_error("import.too-large", path).diagnostics[0]
    try:
        with archive.open(member) as file:
            content = file.read(min(member.file_size, remaining) + 1)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError, RuntimeError):
        return unreadable_error("archive.broken", path).diagnostics[0]
    if len(content) > member.file_size:
        raise unreadable_error("archive.lies", name, "IMP008")
    return content


_SKIPPED_SUFFIXES = (".bak", ".tmp")


def find_files(folder: str) -> list[str]:
    """Return the files under a folder, sorted; hidden files and backups are left out.

    Files and folders that cannot be opened are included, because reading them reports why.
    """
    files: list[str] = []
    folders = [os.fspath(Path(folder))]
    while folders:
        current = folders.pop()
        try:
            with os.scandir(current) as scanned:
                entries = [entry for entry in scanned if not entry.name.startswith(".")]
        except OSError:
            files.append(current)
            continue
        for entry in entries:
            path = entry.name if current == os.curdir else entry.path
            if entry.is_dir(follow_symlinks=False):
                folders.append(path)
            elif not path.endswith(_SKIPPED_SUFFIXES) and _is_readable_entry(entry):
                files.append(path)
    return sorted(files)


def _is_readable_entry(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a file, or something that only reading can explain, such as a broken link."""
    try:
        return entry.is_file() or (entry.is_symlink() and not Path(entry.path).exists())
    except OSError:
        return True
