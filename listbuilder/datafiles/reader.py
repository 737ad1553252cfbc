"""Read YAML and JSON files into documents; what is wrong with a file becomes a finding with its place."""

from __future__ import annotations

import errno
import os
import stat
from codecs import BOM_UTF8
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from listbuilder.datafiles.json_reader import locate_json, parse_json
from listbuilder.datafiles.positions import DataPath, Positions, format_path
from listbuilder.datafiles.yaml_reader import locate_yaml, parse_yaml
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.model.text import build_catalogue_text
from listbuilder.textutil.fuzzy import find_closest, find_similar

MAX_FILE_SIZE = 5_000_000
"""Bytes; fifty times the largest bundled faction."""

_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_CHUNK_SIZE = 65_536
_LINK_PREFIXES = ("http:/", "https:/", "www.")
"""How a link starts that was given in place of a file; as a path it has lost a slash."""
_REASONS = {
    errno.ENOENT: "file.missing",
    errno.ENOTDIR: "file.missing",
    errno.ENAMETOOLONG: "file.missing",
    errno.EISDIR: "file.folder",
    errno.EACCES: "file.forbidden",
    errno.EPERM: "file.forbidden",
}


@dataclass(frozen=True)
class Document:
    """The content of a data file; positions are computed when the first one is needed."""

    name: str
    text: str = field(repr=False)
    value: object = field(repr=False)
    syntax: str = "yaml"
    """`json` or `yaml`."""
    problems: tuple[Diagnostic, ...] = ()
    """Findings about the syntax of a readable file: duplicate keys and tags."""

    @cached_property
    def positions(self) -> Positions:
        """The positions of all values and keys."""
        return locate_json(self.text) if self.syntax == "json" else locate_yaml(self.text)

    def value_at(self, path: DataPath) -> object:
        """Return the value at a path; None if there is none."""
        value: Any = self.value
        for part in path:
            try:
                value = value[part]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def place_of(self, path: DataPath, *, key: bool = False) -> Place:
        """Return the place of a value or its key; if it does not exist, of the nearest value around it."""
        if key and path in self.positions.keys:
            return Place(self.name, *self.positions.keys[path])
        while path and path not in self.positions.values:
            path = path[:-1]
        return Place(self.name, *self.positions.values.get(path, (1, 1)))

    def finding(self, code: str, path: DataPath, *, key: bool = False, **params: object) -> Diagnostic:
        """Build a finding about one place in this file."""
        return Diagnostic(code, format_path(path) or None, params, place=self.place_of(path, key=key))

    def check_name(
        self,
        code: str,
        path: DataPath,
        name: str,
        known: Collection[str],
        *,
        key: bool = False,
        listed: bool = False,
        **params: object,
    ) -> Iterator[Diagnostic]:
        """Yield a finding if a name is unknown, with the closest known name; `listed` adds all known names."""
        if name not in known:
            params = {"value": name, **params, "suggestion": find_closest(name, known) or ""}
            yield self.finding(code, path, key=key, **params, **({"known": tuple(known)} if listed else {}))


def load_document(path: Path | str, *, max_size: int = MAX_FILE_SIZE) -> Document:
    """Load and parse a file; raise UnreadableError if that fails."""
    return read_document(load_bytes(path, max_size=max_size), os.fspath(path))


def load_bytes(path: Path | str, *, max_size: int = MAX_FILE_SIZE) -> bytes:
    """Return the bytes of a regular file; raise UnreadableError if it is missing or too large."""
    name = os.fspath(path)
    try:
        raw = _read_regular_file(name, max_size)
    except OSError as error:
        raise UnreadableError([unreadable_finding(name, error.errno)]) from None
    except ValueError:  # a name with a NUL character
        raise UnreadableError([unreadable_finding(name, errno.ENOENT)]) from None
    if raw is None or len(raw) > max_size:
        raise UnreadableError([Diagnostic("DAT003", None, {"most": max_size}, place=Place(name))])
    return raw


def load_head(path: str, length: int) -> bytes:
    """Return up to `length` bytes from the start of a file; raise OSError on failure."""
    handle = os.open(path, _OPEN_FLAGS)  # twice as fast as a file object
    try:
        return os.read(handle, length)
    finally:
        os.close(handle)


def read_document(raw: bytes, name: str) -> Document:
    """Parse the bytes of a file: JSON if its name ends in `.json`, otherwise YAML."""
    try:
        text = raw.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        place = Place(name, before.count(b"\n") + 1, column)
        raise UnreadableError([Diagnostic("DAT002", None, {"byte": f"{raw[error.start]:02x}"}, place=place)]) from None
    syntax, parse = ("json", parse_json) if name.lower().endswith(".json") else ("yaml", parse_yaml)
    value, problems = parse(text, name)
    return Document(name, text, value, syntax, problems)


def _read_regular_file(path: str, max_size: int) -> bytes | None:
    """Return the bytes of a regular file, or None if it is too large; never block on pipes or devices."""
    handle = os.open(path, _OPEN_FLAGS)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EISDIR if stat.S_ISDIR(status.st_mode) else errno.EINVAL, path)
        if status.st_size > max_size:
            return None
        # twice as fast as a file object; a file that grew in the meantime is read to its end
        raw = os.read(handle, status.st_size + 1)
        while len(raw) != status.st_size and len(raw) <= max_size and (more := os.read(handle, _CHUNK_SIZE)):
            raw += more
        return raw
    finally:
        os.close(handle)


def unreadable_finding(name: str, number: int | None) -> Diagnostic:
    """Return the finding about an unreadable file by its errno, with suggestions."""
    reason = _REASONS.get(number or 0, "file.other")
    near: tuple[str, ...] = ()
    if name.startswith(_LINK_PREFIXES) or "/share?id=" in name:
        reason = "file.address"
    elif reason == "file.missing":
        near = find_similar_names(name)
    elif reason == "file.folder":
        near = list_some_files(name)
    text = build_catalogue_text(f"{reason}-near", near=near) if near else build_catalogue_text(reason)
    return Diagnostic("DAT001", None, {"reason": text}, place=Place(name))


_MAX_COMPARED = 2_000
"""Names to compare, because a folder may have any number of them."""
_MAX_SUGGESTIONS = 3


def find_similar_names(missing: str) -> tuple[str, ...]:
    """Return paths with names similar to a missing one, or to its first missing folder."""
    path = Path(missing)
    with suppress(OSError, ValueError):
        while not path.parent.is_dir() and path.parent != path:
            path = path.parent
        by_stem: dict[str, list[str]] = {}
        others = {*_list_names(path.parent)} - {path.name}  # a dangling link has the missing name itself
        for name in sorted(others):  # compare stems, because most files share a few suffixes
            by_stem.setdefault(Path(name).stem, []).append(name)
        close = [name for stem in find_similar(path.stem, by_stem) for name in by_stem[stem]]
        return tuple(str(path.parent / name) for name in close[:_MAX_SUGGESTIONS])
    return ()


def list_some_files(folder: str) -> tuple[str, ...]:
    """Return a few of the files in a folder that was given in place of a file."""
    with suppress(OSError):
        files = (Path(folder, name) for name in sorted(_list_names(Path(folder))))
        return tuple(str(path) for path in islice(filter(Path.is_file, files), _MAX_SUGGESTIONS))
    return ()


def _list_names(folder: Path) -> list[str]:
    with os.scandir(folder) as entries:
        return [entry.name for entry in islice(entries, _MAX_COMPARED) if not entry.name.startswith(".")]
