"""Files in: YAML and JSON behind one door. Whatever is wrong with a file is a finding with its place.

What lies near a file that cannot be read: names that are close to one that is missing, files in a folder.
"""

from __future__ import annotations

import errno
import os
import stat
from codecs import BOM_UTF8
from contextlib import suppress
from itertools import islice
from pathlib import Path

from listbuilder.datafiles.document import Document
from listbuilder.datafiles.json_reader import parse_json
from listbuilder.datafiles.yaml_reader import parse_yaml
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.model.text import phrase
from listbuilder.textutil.fuzzy import nearest

LARGEST = 5_000_000
"""Bytes; the largest faction there is has a fiftieth of it."""

_READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_MORE = 65_536
_ADDRESSES = ("http:/", "https:/", "www.")
"""How a link begins that was given for a file; as a path it has lost a stroke."""
_SHARED = "/share?id="
"""What is in a link to a list, also where it begins with less."""
_REASONS = {
    errno.ENOENT: "file.missing",
    errno.ENOTDIR: "file.missing",
    errno.ENAMETOOLONG: "file.missing",
    errno.EISDIR: "file.folder",
    errno.EACCES: "file.forbidden",
    errno.EPERM: "file.forbidden",
}
_NEARBY = ("file.missing", "file.folder")
"""Where what lies there helps."""


def load_document(path: Path | str, *, largest: int = LARGEST) -> Document:
    """Load a file; raise UnreadableError where nothing can be made of it."""
    return read_document(load_bytes(path, largest=largest), os.fspath(path))


def load_bytes(path: Path | str, *, largest: int = LARGEST) -> bytes:
    """Load a file's bytes, if it is a file and not too large."""
    name = os.fspath(path)
    try:
        raw = _read_plain(name, largest)
    except OSError as error:
        raise UnreadableError([unreadable_file(name, error.errno)]) from None
    except ValueError:  # a name that no file can have, with a NUL in it
        raise UnreadableError([unreadable_file(name, errno.ENOENT)]) from None
    if raw is None or len(raw) > largest:
        raise UnreadableError([Diagnostic("DAT003", None, {"most": largest}, place=Place(name))])
    return raw


def load_head(path: str, length: int) -> bytes:
    """Load the first bytes of a plain file, so many at most; raise OSError where that cannot be."""
    handle = os.open(path, _READING)  # a file object takes twice as long
    try:
        return os.read(handle, length)
    finally:
        os.close(handle)


def read_document(raw: bytes, name: str) -> Document:
    """Read a file's bytes: JSON where the name says so, otherwise YAML."""
    text = _decode(raw, name)
    if name.lower().endswith(".json"):
        value, problems = parse_json(text, name)
        return Document(name, text, value, "json", problems)
    value, problems = parse_yaml(text, name)
    return Document(name, text, value, "yaml", problems)


def _read_plain(path: str, largest: int) -> bytes | None:
    """Read without waiting, and only what is a file: a pipe would block, a device never ends; None for too much."""
    handle = os.open(path, _READING)
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EISDIR if stat.S_ISDIR(found.st_mode) else errno.EINVAL, path)
        if found.st_size > largest:
            return None
        # half the time that a file object takes; a file that grew meanwhile is read to its end
        raw = os.read(handle, found.st_size + 1)
        while len(raw) != found.st_size and len(raw) <= largest and (more := os.read(handle, _MORE)):
            raw += more
        return raw
    finally:
        os.close(handle)


def unreadable_file(name: str, number: int | None) -> Diagnostic:
    """Tell why a file cannot be read, by the number of the error, with what lies near it."""
    reason = _REASONS.get(number or 0, "file.other")
    near: tuple[str, ...] = ()
    if name.startswith(_ADDRESSES) or _SHARED in name:
        reason = "file.address"
    elif reason in _NEARBY:
        near = names_near(name) if reason == "file.missing" else files_in(name)
    told = phrase(f"{reason}-near", near=near) if near else phrase(reason)
    return Diagnostic("DAT001", None, {"reason": told}, place=Place(name))


def _decode(raw: bytes, name: str) -> str:
    try:
        return raw.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        place = Place(name, before.count(b"\n") + 1, column)
        raise UnreadableError([Diagnostic("DAT002", None, {"byte": f"{raw[error.start]:02x}"}, place=place)]) from None


_MOST_SEEN = 2_000
"""Names that are compared; a folder may have any number."""
_MOST_NAMED = 3


def names_near(missing: str) -> tuple[str, ...]:
    """Give the names that may be meant by one that is missing; where its folder is, too, that folder's."""
    path = Path(missing)
    with suppress(OSError, ValueError):
        while not path.parent.is_dir() and path.parent != path:
            path = path.parent
        by_stem: dict[str, list[str]] = {}
        others = {*_names(path.parent)} - {path.name}  # a link to nowhere is missing under its own name
        for name in sorted(others):  # endings are much alike and say little
            by_stem.setdefault(Path(name).stem, []).append(name)
        close = [name for stem in nearest(path.stem, by_stem) for name in by_stem[stem]]
        return tuple(str(path.parent / name) for name in close[:_MOST_NAMED])
    return ()


def files_in(folder: str) -> tuple[str, ...]:
    """Give a few of the files in a folder, where a file was wanted."""
    with suppress(OSError):
        files = (Path(folder, name) for name in sorted(_names(Path(folder))))
        return tuple(str(path) for path in islice(filter(Path.is_file, files), _MOST_NAMED))
    return ()


def _names(folder: Path) -> list[str]:
    with os.scandir(folder) as found:
        return [entry.name for entry in islice(found, _MOST_SEEN) if not entry.name.startswith(".")]
