"""Compiled data kept in a folder, by what it was made from. Losing it costs time, never correctness.

A mapping as lines of JSON: some of its parts have a line for each of their values, parsed when it is asked for.

A book has hundreds of units, packages and rules, and a list needs ten of them.

The program itself, as something that what it works out depends on.

Mappings and sequences whose values are built when they are first asked for.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from hashlib import blake2b, sha256
from pathlib import Path
from time import time
from typing import Any, Generic, TypeVar, overload

import listbuilder
from listbuilder.disk.private_files import LEFTOVER, is_private, load_private, make_private, save_private


def pack(value: Mapping[str, Any], parts: Collection[str]) -> bytes:
    """Write a mapping, each value of the named parts on a line of its own."""
    lines = [_line(one) for part in parts for one in value.get(part, {}).values()]
    whole = {key: found for key, found in value.items() if key not in parts}
    names = {part: list(value[part]) for part in parts if part in value}
    return b"\n".join([_line([whole, names]), *lines])


def unpack(content: bytes) -> dict[str, Any]:
    """Read a mapping that was packed."""
    lines = iter(content.decode("utf-8", "surrogatepass").split("\n"))
    whole, names = json.loads(next(lines))
    return {**whole, **{part: _Lines(dict(zip(found, lines, strict=False))) for part, found in names.items()}}


class _Lines(Mapping[str, Any]):
    """Values as their lines; none is kept once it was given, since what is built of it is."""

    __slots__ = ("_lines",)

    def __init__(self, lines: dict[str, str]) -> None:
        self._lines = lines

    def __getitem__(self, key: str) -> Any:
        return json.loads(self._lines[key])

    def __contains__(self, key: object) -> bool:
        return key in self._lines

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


LARGEST = 20_000_000
"""Bytes; more than the largest file that is read can be compiled to."""
_KEPT = 4
"""Files kept of one thing: some versions of it may be in use side by side."""
_SECRET = 32
_HOUR = 3600


def content_hash(raw: bytes) -> str:
    """Hash a file's content, the same wherever lines end in CR LF."""
    return sha256(raw.replace(b"\r\n", b"\n") if b"\r" in raw else raw).hexdigest()


def cache_key(parts: Iterable[str]) -> str:
    """Make one key of all that something was made from."""
    return sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()  # names of files are any bytes


class Cache:
    """A folder of compiled data, sealed with a secret that is kept elsewhere.

    A file counts only with the seal over its name and content, so an edited or renamed one is made again; and only in a
    folder that nobody but the user can write to.
    """

    def __init__(self, folder: Path, secret: Path) -> None:
        self._folder = folder
        self._secret_file = secret

    def load(self, kind: str, name: str, key: str) -> Mapping[str, Any] | None:
        """Load what was kept under a key; None where there is nothing, or nothing of ours."""
        file = self._file(kind, name, key)
        content = load_private(file, LARGEST) if self._usable and self._secret else None
        if content is None:
            return None
        seal, _, payload = content.partition(b"\n")
        # an attacker who could time this comparison could as well read the secret
        return unpack(payload) if seal == self._seal(file, payload) else None

    def save(self, kind: str, name: str, key: str, value: Mapping[str, Any], parts: Collection[str] = ()) -> None:
        """Keep a value, and the values in some parts of it so that they can be had one by one.

        A folder that cannot be written to is no reason to stop.
        """
        payload = pack(value, parts)
        file = self._file(kind, name, key)
        with contextlib.suppress(OSError):
            if make_private(self._folder) and (self._secret or self._new_secret()):
                save_private(file, self._seal(file, payload) + b"\n" + payload)
                self._tidy(kind, name)

    @cached_property
    def _usable(self) -> bool:
        return is_private(self._folder)

    @cached_property
    def _secret(self) -> bytes | None:
        found = load_private(self._secret_file, _SECRET)
        return found if found is not None and len(found) == _SECRET else None

    def _new_secret(self) -> bytes:
        """Choose a secret; what was sealed with another one is then made again."""
        self._secret_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        save_private(self._secret_file, os.urandom(_SECRET))
        del self.__dict__["_secret"]
        return self._secret or b""

    def _seal(self, file: Path, payload: bytes) -> bytes:
        seal = blake2b(file.name.encode() + b"\n", digest_size=32, key=self._secret or b"")
        seal.update(payload)
        return seal.hexdigest().encode()

    def _file(self, kind: str, name: str, key: str) -> Path:
        return self._folder / f"{kind}@{name}@{key[:32]}.json"

    def _tidy(self, kind: str, name: str) -> None:
        """Throw away older files of a thing, and what a writer that was killed left behind."""
        there = os.listdir(self._folder)  # noqa: PTH208  # a path of each takes as long as all else
        files = [self._folder / file for file in there if file.startswith(f"{kind}@{name}@")]
        begun = [self._folder / file for file in there if file.startswith(LEFTOVER)]
        old = sorted(files, key=_changed)[:-_KEPT] if len(files) > _KEPT else []
        for path in (*old, *(path for path in begun if _changed(path) < time() - _HOUR)):
            path.unlink(missing_ok=True)


def _changed(path: Path) -> float:
    return path.stat().st_mtime


_ROOT = Path(listbuilder.__file__).parent
_MEANT = (".py", ".json", ".txt")


@cache
def program_stamp() -> str:
    """Name this program: its version, and the size and time of each of its files, so that a changed checkout counts."""
    files = "\n".join(sorted(_files(os.fspath(_ROOT))))
    return sha256(f"{listbuilder.__version__}\n{files}".encode("utf-8", "surrogatepass")).hexdigest()


def _files(root: str) -> Iterator[str]:
    """Give the place, size and time of each file; every desk asks for those of hundreds, so no `Path` is made."""
    folders = [root]
    while folders:
        with os.scandir(folders.pop()) as found:
            for entry in found:
                if entry.name.endswith(_MEANT):
                    status = entry.stat()
                    yield f"{entry.path} {status.st_size} {status.st_mtime_ns}"
                elif entry.is_dir() and entry.name != "__pycache__":
                    folders.append(entry.path)


K = TypeVar("K", bound=str)
V = TypeVar("V")


class LazyMapping(Mapping[K, V], Generic[K, V]):
    """Raw values by key, each built once."""

    __slots__ = ("_build", "_built", "_raw")

    def __init__(self, raw: Mapping[K, Any], build: Callable[[K, Any], V]) -> None:
        self._raw = raw
        self._build = build
        self._built: dict[K, V] = {}

    def __getitem__(self, key: K) -> V:
        built = self._built.get(key)
        if built is None:
            # setdefault: two threads may build, but all see the same value afterwards
            built = self._built.setdefault(key, self._build(key, self._raw[key]))
        return built

    def get(self, key: object, default: Any = None) -> Any:
        """Give a value, or another where there is none."""
        built = self._built.get(key)  # type: ignore[call-overload]  # a key that is there is a `K`
        if built is None:
            return self[key] if key in self._raw else default  # type: ignore[index]  # the same
        return built

    def __iter__(self) -> Iterator[K]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)

    def __contains__(self, key: object) -> bool:
        return key in self._raw


class LazySequence(Sequence[V], Generic[V]):
    """Raw values in order, all built when somebody looks at one of them."""

    __slots__ = ("_build", "_built", "_raw")

    def __init__(self, raw: Sequence[Any], build: Callable[[Any], V]) -> None:
        self._raw = raw
        self._build = build
        self._built: tuple[V, ...] | None = None

    def _all(self) -> tuple[V, ...]:
        raw = self._raw  # looked at first: where another thread has thrown it away, what it built is there
        if self._built is None:
            self._built = tuple(map(self._build, raw))
            self._raw = ()
        return self._built

    @overload
    def __getitem__(self, index: int) -> V: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[V]: ...

    def __getitem__(self, index: int | slice) -> V | Sequence[V]:
        return self._all()[index]

    def __iter__(self) -> Iterator[V]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __eq__(self, other: object) -> bool:
        return self._all() == (other._all() if isinstance(other, LazySequence) else other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())
