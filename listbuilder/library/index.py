"""Indexes of data folders: the shipped index file, and cached scans of the user's own folders.

`python -m tools.build_index` writes the index of the bundled data.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from listbuilder.datafiles.reader import load_bytes, read_document
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.library.cache import Cache, content_hash
from listbuilder.library.headers import build_row, detect_kind
from listbuilder.library.locations import LANGUAGE_FOLDER

INDEX_FORMAT = 1
INDEX_NAME = "index.json"
SCHEMA_SUFFIX = ".schema.json"
"""Schemas may be stored next to data files and are skipped."""
DATA_SUFFIXES = frozenset({".yaml", ".yml", ".json"})


def find_data_files(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder tree that may be data files, in order; skip hidden files and links to folders."""
    pending = [(folder, True)]
    while pending:  # not recursive: folders may be nested deeper than Python's stack
        path, is_folder = pending.pop()
        if is_folder:
            pending += reversed(_list_folder(path))
        elif path.suffix.lower() in DATA_SUFFIXES and not path.name.endswith(SCHEMA_SUFFIX):
            yield path


def _list_folder(folder: Path) -> list[tuple[Path, bool]]:
    """Return the sorted names in a folder and whether each is a folder; empty if it is unreadable."""
    try:
        with os.scandir(folder) as entries:
            names = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
    except OSError:
        return []
    hidden = (INDEX_NAME, LANGUAGE_FOLDER)
    return [(folder / name, is_folder) for name, is_folder in names if not name.startswith(".") and name not in hidden]


def load_row(path: Path) -> dict[str, Any] | None:
    """Read a file and return its row; None if it is not a data file."""
    raw = load_bytes(path)
    value = read_document(raw, str(path)).value
    kind = detect_kind(value, path)
    if kind is None or not isinstance(value, dict):
        return None
    return build_row(kind, value, content_hash(raw))


def build_index(folder: Path) -> dict[str, Any]:
    """Read a whole data folder and return its index."""
    rows = []
    for path in find_data_files(folder):
        row = load_row(path)
        if row is not None:
            rows.append({**row, "path": path.relative_to(folder).as_posix()})
    return {"format": INDEX_FORMAT, "files": rows}


def format_index(index: dict[str, Any]) -> str:
    """Return an index as JSON with one line per file, to keep diffs small."""
    rows = ",\n".join(json.dumps(row, ensure_ascii=False, sort_keys=True) for row in index["files"])
    return f'{{"format": {index["format"]}, "files": [\n{rows}\n]}}\n'


def load_index(folder: Path) -> list[dict[str, Any]]:
    """Return the rows of a data folder's index; scan the folder if the index is missing or outdated."""
    try:
        index = json.loads((folder / INDEX_NAME).read_bytes())
        if index["format"] == INDEX_FORMAT:
            return list(index["files"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    try:
        return list(build_index(folder)["files"])
    except UnreadableError:
        return []


def save_index(folder: Path) -> None:
    """Write the index of a data folder."""
    (folder / INDEX_NAME).write_text(format_index(build_index(folder)), encoding="utf-8", newline="\n")


MAX_FILES = 5000
_SCAN_FORMAT = "rows-3"


def scan_folder(folder: Path, cache: Cache) -> tuple[list[dict[str, Any]], list[Diagnostic]]:
    """Return the rows of all data files in a folder, and findings about unreadable ones."""
    name = sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    known = cache.load("scan", name, _SCAN_FORMAT) or {}
    scanned: dict[str, list[Any]] = {}
    problems: list[Diagnostic] = []
    files = find_data_files(folder)
    for path in islice(files, MAX_FILES):
        relative = path.relative_to(folder).as_posix()
        try:
            scanned[relative] = _scan_file(path, known.get(relative))
        except UnreadableError as error:
            problems += error.diagnostics
    if next(files, None) is not None:
        problems.append(Diagnostic("DAT019", None, {"most": MAX_FILES}, place=Place(str(folder))))
    if scanned != known:
        cache.save("scan", name, _SCAN_FORMAT, scanned)
    return [{**row, "path": relative} for relative, (_, _, row) in scanned.items() if row is not None], problems


def _scan_file(path: Path, known: list[Any] | None) -> list[Any]:
    """Return [time, size, row] of a file, from the cache if the file has not changed."""
    try:
        status = path.stat()
    except OSError:
        return [0, 0, load_row(path)]
    if known is not None and known[:2] == [status.st_mtime_ns, status.st_size]:
        return known
    return [status.st_mtime_ns, status.st_size, load_row(path)]
