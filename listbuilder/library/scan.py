"""The user's own folders: every file's row, read once and remembered by time and size."""

from __future__ import annotations

from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.library.cache import Cache
from listbuilder.library.index import data_files, load_row

MOST_FILES = 5000
_KEY = "rows-3"


def scan_folder(folder: Path, cache: Cache) -> tuple[list[dict[str, Any]], list[Diagnostic]]:
    """Give the rows of all data files in a folder, and what is wrong with those that cannot be read."""
    name = sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    known = cache.load("scan", name, _KEY) or {}
    seen: dict[str, list[Any]] = {}
    problems: list[Diagnostic] = []
    found = data_files(folder)
    for path in islice(found, MOST_FILES):
        relative = path.relative_to(folder).as_posix()
        try:
            seen[relative] = _remembered(path, known.get(relative))
        except UnreadableError as error:
            problems += error.diagnostics
    if next(found, None) is not None:
        problems.append(Diagnostic("DAT019", None, {"most": MOST_FILES}, place=Place(str(folder))))
    if seen != known:
        cache.save("scan", name, _KEY, seen)
    return [{**row, "path": relative} for relative, (_, _, row) in seen.items() if row is not None], problems


def _remembered(path: Path, known: list[Any] | None) -> list[Any]:
    """Give [time, size, row] of a file: the known one where the file has not changed."""
    try:
        status = path.stat()
    except OSError:
        return [0, 0, load_row(path)]
    if known is not None and known[:2] == [status.st_mtime_ns, status.st_size]:
        return known
    return [status.st_mtime_ns, status.st_size, load_row(path)]
