"""The index of the bundled data: all that start-up reads. `python -m tools.build_index` writes it anew.

The user's own folders: every file's row, read once and remembered by time and size.
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
from listbuilder.library.headers import build_row, kind_of
from listbuilder.library.locations import LANGUAGES

FORMAT = 1
NAME = "index.json"
SCHEMAS = ".schema.json"
"""How the names of schemas end, which lie beside data and are none."""
SUFFIXES = frozenset({".yaml", ".yml", ".json"})


def data_files(folder: Path) -> Iterator[Path]:
    """Give the files under a folder that may hold data, in order; hidden ones and links to folders are left out."""
    waiting = [(folder, True)]
    while waiting:  # folders may be nested deeper than calls
        path, is_folder = waiting.pop()
        if is_folder:
            waiting += reversed(_inside(path))
        elif path.suffix.lower() in SUFFIXES and not path.name.endswith(SCHEMAS):
            yield path


def _inside(folder: Path) -> list[tuple[Path, bool]]:
    """Give what stands in a folder, by name, and whether it is a folder; nothing where it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            found = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
    except OSError:
        return []
    hidden = (NAME, LANGUAGES)
    return [(folder / name, inner) for name, inner in found if not name.startswith(".") and name not in hidden]


def load_row(path: Path) -> dict[str, Any] | None:
    """Read one file's row; None where it is no data file of ours."""
    raw = load_bytes(path)
    value = read_document(raw, str(path)).value
    kind = kind_of(value, path)
    if kind is None or not isinstance(value, dict):
        return None
    return build_row(kind, value, content_hash(raw))


def build_index(folder: Path) -> dict[str, Any]:
    """Read a whole data folder and build its index."""
    rows = []
    for path in data_files(folder):
        row = load_row(path)
        if row is not None:
            rows.append({**row, "path": path.relative_to(folder).as_posix()})
    return {"format": FORMAT, "files": rows}


def format_index(index: dict[str, Any]) -> str:
    """Write an index with one file a line, so that a change shows as one line."""
    rows = ",\n".join(json.dumps(row, ensure_ascii=False, sort_keys=True) for row in index["files"])
    return f'{{"format": {index["format"]}, "files": [\n{rows}\n]}}\n'


def load_index(folder: Path) -> list[dict[str, Any]]:
    """Load the rows of a data folder's index; read the folder itself where there is no index to rely on."""
    try:
        index = json.loads((folder / NAME).read_bytes())
        if index["format"] == FORMAT:
            return list(index["files"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    try:
        return list(build_index(folder)["files"])
    except UnreadableError:
        return []


def save_index(folder: Path) -> None:
    """Write a data folder's index anew."""
    (folder / NAME).write_text(format_index(build_index(folder)), encoding="utf-8", newline="\n")


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
