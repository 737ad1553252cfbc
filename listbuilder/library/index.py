"""The index of installed data files: a row for each file, the registry of all rows, and typed headers.

The bundled data has an index file, which `python -m tools.build_index` writes. The user's own folders are scanned, and
the scans cached.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from pathlib import Path, PurePath
from typing import Any, NamedTuple, TypeVar

from listbuilder.datafiles.reader import load_bytes, read_document
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.library.cache import Cache, content_hash
from listbuilder.library.locations import LANGUAGE_FOLDER
from listbuilder.model import EventId, FactionId, SystemId, Text, build_text, split_unit_ref

FILE_KINDS = ("system", "collection", "spelltexts", "faction", "event", "list")
_ID_PATTERN = r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?"
_ROW_KEYS = {
    "system": ("id", "name", "edition", "short", "based_on", "own_factions", "keys", "books"),
    "faction": ("id", "name", "version", "systems", "collection", "keys"),
    "collection": ("id", "name", "keys"),
    "spelltexts": ("id",),
    "event": ("id", "name", "systems", "points"),
    "list": ("name", "system", "points"),
}
_KIND_BY_FOLDER = {"systems": "system", "events": "event", "lists": "list"}


@dataclass(frozen=True, slots=True)
class SystemHeader:
    """A system as listed in the index."""

    id: SystemId
    name: Text
    edition: str
    short: str
    keys: tuple[str, ...]
    """Ids of this game in other programs, such as Army Forge."""
    books: tuple[str, ...]
    """Foreign ids of the games whose books can be played in this one."""
    file: Path
    sha256: str
    bundled: bool


@dataclass(frozen=True, slots=True)
class FactionHeader:
    """A faction as listed in the index."""

    id: FactionId
    name: Text
    version: str
    systems: tuple[SystemId, ...]
    units: int
    collection: str | None
    keys: tuple[str, ...]
    file: Path
    sha256: str
    bundled: bool


@dataclass(frozen=True, slots=True)
class CollectionHeader:
    """A collection as listed in the index."""

    id: str
    name: Text
    keys: tuple[str, ...]
    """Foreign ids of the games whose books share this glossary."""
    file: Path
    bundled: bool


@dataclass(frozen=True, slots=True)
class EventHeader:
    """An event as listed in the index."""

    id: EventId
    name: Text
    systems: tuple[SystemId, ...]
    points: int | None
    file: Path
    bundled: bool


@dataclass(frozen=True, slots=True)
class ListHeader:
    """A sample list as listed in the index."""

    name: str
    system: SystemId
    factions: tuple[FactionId, ...]
    points: int | None
    file: Path
    bundled: bool


_EVENT_KEYS = {
    "banned_factions",
    "banned_units",
    "collections",
    "deadline",
    "factions",
    "force_org",
    "least_points",
    "limits",
    "lists",
    "main_faction_percent",
    "mixing",
    "named_characters",
    "narrative",
    "points",
    "required",
    "scoring",
    "shown",
    "teams",
    "unit_limits",
    "versions",
}
"""Keys that identify an event file."""


def detect_kind(value: object, path: PurePath) -> str | None:  # noqa: PLR0911 - one line for each kind
    """Return the kind of a data file by its keys or its folder; None if it is unknown."""
    if not isinstance(value, dict):
        return None
    if "system" in value and ("units" in value or "id" not in value):  # a list has no id, an event no units
        return "list"
    if "citation" in value or "short" in value:
        return "system"
    if "publisher" in value or isinstance(value.get("patterns"), list):
        return "collection"
    if "effects" in value:
        return "spelltexts"
    if "units" in value or "packages" in value:
        return "faction"
    if value.keys() & _EVENT_KEYS:
        return "event"
    return _KIND_BY_FOLDER.get(path.parent.name)


def build_row(kind: str, value: Mapping[str, Any], sha256: str) -> dict[str, Any] | None:
    """Build the index row of a file; None if a needed key is missing or has a wrong type."""
    row: dict[str, Any] = {key: value[key] for key in _ROW_KEYS[kind] if value.get(key) is not None}
    row = {"kind": kind, **row, "sha256": sha256}
    units: Any = value.get("units")
    units = units if isinstance(units, list) else []
    if kind == "faction":
        row["units"] = len(units)
    elif kind == "list":
        refs = [split_unit_ref(str(entry.get("unit"))) for entry in units if isinstance(entry, dict)]
        row["factions"] = sorted({faction for faction, _ in refs if faction})
    return row if _is_valid_row(row) else None


def _is_valid_row(row: Mapping[str, Any]) -> bool:
    """Return whether a row has the types that headers rely on; the schema check reports the rest."""
    if not isinstance(row.get("points", 0), int):
        return False
    if row["kind"] == "list":
        return all(isinstance(row.get(key), str) for key in ("name", "system"))
    needed = {"system": ("name", "edition", "short"), "faction": ("name", "version", "systems"), "spelltexts": ()}
    texts = ("edition", "short", "version", "based_on", "collection")
    name = row.get("name", "")
    return (
        isinstance(row.get("id"), str)
        and re.fullmatch(_ID_PATTERN, row["id"]) is not None
        and all(key in row for key in needed.get(row["kind"], ("name",)))
        and all(isinstance(row.get(key, ""), str) for key in texts)
        and all(_is_string_list(row.get(key, [])) for key in ("systems", "keys", "books"))
        and (row["kind"] != "faction" or bool(row["systems"]))
        and (isinstance(name, str) or (isinstance(name, dict) and bool(name) and _is_string_list([*name.values()])))
    )


def _is_string_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


@lru_cache(maxsize=256)
def version_key(version: str) -> tuple[int, ...]:
    """Return the sort key of a version; empty if it has no number."""
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


class DataFile(NamedTuple):
    """A data file with its index row."""

    row: Mapping[str, Any]
    file: Path
    bundled: bool
    systems: tuple[str, ...] = ()
    """For a faction: its systems that no later file overrides, and those derived from them."""

    @property
    def version(self) -> str:
        """The version of a faction."""
        return str(self.row["version"])

    @property
    def all_systems(self) -> tuple[str, ...]:
        """All systems that a faction was written for, and those derived from them."""
        written_for: list[str] = self.row["systems"]
        return (*written_for, *(system for system in self.systems if system not in written_for))


class Override(NamedTuple):
    """A data file that overrides another of the same kind and id."""

    kind: str
    id: str
    file: Path
    replaced: Path
    systems: tuple[str, ...] = ()
    """For a faction: the systems in which it does."""
    same_folder: bool = False
    """Whether both are in one data folder, so that the order is arbitrary."""

    @property
    def title(self) -> str:
        """The id of what is overridden, with the games of a faction."""
        return f"{self.id} ({', '.join(self.systems)})" if self.systems else self.id

    def build_finding(self) -> Diagnostic:
        """Return the finding about this override."""
        params = {"kind": self.kind, "id": self.title, "hidden": str(self.replaced)}
        return Diagnostic("DAT014", self.id, params, place=Place(str(self.file)))


class DataRegistry:
    """Data files by kind and id; later registrations override earlier ones.

    Factions with the same id exist side by side if they have no system in common or are versions of one book.
    """

    def __init__(self) -> None:
        self._files: dict[str, dict[str, tuple[DataFile, ...]]] = {}
        self.overrides: list[Override] = []

    def add_folder(self, folder: Path, rows: Sequence[Mapping[str, Any]], *, bundled: bool) -> None:
        """Register the files of a folder."""
        for row in rows:
            kind = row["kind"]
            source = DataFile(row, folder / row["path"], bundled, tuple(row["systems"]) if kind == "faction" else ())
            name = str(source.file) if kind == "list" else row["id"]  # lists have no ids
            files = self._files.setdefault(kind, {})
            files[name] = (*self._remaining_files(name, files.get(name, ()), source, folder), source)

    def _remaining_files(
        self, name: str, older: Sequence[DataFile], source: DataFile, folder: Path
    ) -> Iterator[DataFile]:
        """Yield the older files that stay next to a new one: other versions, or factions of other systems."""
        for other in older:
            shared = tuple(system for system in other.systems if system in source.systems)
            if shared and source.version != other.version and all(map(version_key, (source.version, other.version))):
                shared = ()  # different versions exist side by side
            if other.systems and not shared:
                yield other
                continue
            if other.file != source.file:
                together = other.file.is_relative_to(folder)
                self.overrides.append(Override(source.row["kind"], name, source.file, other.file, shared, together))
            if remaining_systems := tuple(system for system in other.systems if system not in shared):
                yield other._replace(systems=remaining_systems)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of registered files."""
        return tuple(self._files)

    def inherit_factions(self) -> None:
        """Add derived systems to the factions of their base, unless they have a faction with that id."""
        factions = self._files.get("faction", {})
        rows = {source.row["id"]: source.row for source in self.files("system")}
        bases = {
            name: row["based_on"]
            for name, row in rows.items()
            if row.get("based_on") in rows and not row.get("own_factions")
        }
        while ready := [name for name, base in bases.items() if base not in bases]:  # the rest is a circle
            for derived in ready:
                base = bases.pop(derived)
                for name, sources in factions.items():
                    if not any(derived in source.systems for source in sources):
                        factions[name] = tuple(
                            source._replace(systems=(*source.systems, derived)) if base in source.systems else source
                            for source in sources
                        )

    def factions_for(self, system: str) -> Iterator[DataFile]:
        """Yield the factions that can be played in a system."""
        return (source for source in self.files("faction") if system in source.systems)

    def find(self, kind: str, name: str) -> DataFile | None:
        """Return a file by kind and id; the first if there are several."""
        return next(iter(self.find_all(kind, name)), None)

    def find_all(self, kind: str, name: str) -> tuple[DataFile, ...]:
        """Return all files with a kind and id; a faction may have one for each game and version."""
        return self._files.get(kind, {}).get(name, ())

    def files(self, kind: str) -> Iterator[DataFile]:
        """Yield all files of a kind."""
        return (source for files in self._files.get(kind, {}).values() for source in files)

    def ids(self, kind: str) -> tuple[str, ...]:
        """Return the sorted ids of a kind."""
        return tuple(sorted(self._files.get(kind, ())))


_MISSING_VALUES = {"keys": (), "books": (), "systems": (), "points": None, "collection": None}
"""What a header has if its row lacks the key."""
Header = TypeVar("Header", SystemHeader, FactionHeader, CollectionHeader, EventHeader, ListHeader)


def build_header(kind: type[Header], source: DataFile) -> Header:
    """Build the header of a data file; a faction has only the systems in which no other file overrides it."""
    row = {key: tuple(value) if isinstance(value, list) else value for key, value in source.row.items()}
    values: dict[str, Any] = {**_MISSING_VALUES, **row, "file": source.file, "bundled": source.bundled}
    if kind is not ListHeader:
        values["name"] = build_text(source.row["name"])
    if kind is FactionHeader:
        values["systems"] = source.systems
    return kind(**{name: values[name] for name in kind.__slots__})


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
            with suppress(OSError), os.scandir(path) as entries:
                names = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
                pending += [
                    (path / name, inner)
                    for name, inner in reversed(names)
                    if not name.startswith(".") and name not in (INDEX_NAME, LANGUAGE_FOLDER)
                ]
        elif path.suffix.lower() in DATA_SUFFIXES and not path.name.endswith(SCHEMA_SUFFIX):
            yield path


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
    rows = [(path.relative_to(folder).as_posix(), load_row(path)) for path in find_data_files(folder)]
    return {"format": INDEX_FORMAT, "files": [{**row, "path": path} for path, row in rows if row is not None]}


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
