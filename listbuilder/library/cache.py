"""A private cache folder for compiled data, and lazily built mappings and sequences.

Large mappings are stored as one JSON line per value, because a list needs only a few of a book's hundreds of units.
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
from listbuilder.disk.private_files import (
    TEMPORARY_PREFIX,
    is_private_folder,
    load_private,
    make_private_folder,
    save_private,
)


def pack(value: Mapping[str, Any], parts: Collection[str]) -> bytes:
    """Encode a mapping as lines of JSON, with one line for each value of the named parts."""
    lines = [_encode_line(item) for part in parts for item in value.get(part, {}).values()]
    whole = {key: item for key, item in value.items() if key not in parts}
    names = {part: list(value[part]) for part in parts if part in value}
    return b"\n".join([_encode_line([whole, names]), *lines])


def unpack(content: bytes) -> dict[str, Any]:
    """Decode a mapping that was encoded by `pack`; values of its parts are parsed on access."""
    lines = iter(content.decode("utf-8", "surrogatepass").split("\n"))
    whole, names = json.loads(next(lines))
    parts = {part: dict(zip(keys, lines, strict=False)) for part, keys in names.items()}
    return {**whole, **{part: LazyMapping(by_key, _parse_line) for part, by_key in parts.items()}}


def _parse_line(_key: str, line: str) -> Any:
    return json.loads(line)


def _encode_line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


MAX_CACHE_FILE_SIZE = 20_000_000
"""Bytes; more than the largest readable data file can be compiled to."""
_MAX_VERSIONS = 4
"""Several versions of one file may be in use at the same time."""
_SECRET_LENGTH = 32
_HOUR = 3600


def content_hash(raw: bytes) -> str:
    """Return the hash of a file's content, independent of its line endings."""
    return sha256(raw.replace(b"\r\n", b"\n") if b"\r" in raw else raw).hexdigest()


def cache_key(parts: Iterable[str]) -> str:
    """Combine everything that a value depends on into one key."""
    return sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()  # file names may be any bytes


class Cache:
    """A folder of compiled data, sealed with a secret that is stored elsewhere.

    A file is used only if the seal over its name and content is right and only the user can write to the folder.
    Anything else is computed again.
    """

    def __init__(self, folder: Path, secret: Path) -> None:
        self._folder = folder
        self._secret_file = secret

    def load(self, kind: str, name: str, key: str) -> Mapping[str, Any] | None:
        """Return the value that was saved under a key; None if it is missing or its seal is wrong."""
        file = self._file(kind, name, key)
        content = load_private(file, MAX_CACHE_FILE_SIZE) if self._is_usable and self._secret else None
        if content is None:
            return None
        seal, _, payload = content.partition(b"\n")
        # no constant-time comparison: an attacker who can measure this can also read the secret
        return unpack(payload) if seal == self._seal(file, payload) else None

    def save(self, kind: str, name: str, key: str, value: Mapping[str, Any], parts: Collection[str] = ()) -> None:
        """Save a value; the values in `parts` can later be read one by one.

        A folder that is not writable is ignored.
        """
        payload = pack(value, parts)
        file = self._file(kind, name, key)
        with contextlib.suppress(OSError):
            if make_private_folder(self._folder) and (self._secret or self._new_secret()):
                save_private(file, self._seal(file, payload) + b"\n" + payload)
                self._remove_old_files(kind, name)

    @cached_property
    def _is_usable(self) -> bool:
        return is_private_folder(self._folder)

    @cached_property
    def _secret(self) -> bytes | None:
        secret = load_private(self._secret_file, _SECRET_LENGTH)
        return secret if secret is not None and len(secret) == _SECRET_LENGTH else None

    def _new_secret(self) -> bytes:
        """Create a new secret, which makes all older files invalid."""
        self._secret_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        save_private(self._secret_file, os.urandom(_SECRET_LENGTH))
        del self.__dict__["_secret"]
        return self._secret or b""

    def _seal(self, file: Path, payload: bytes) -> bytes:
        seal = blake2b(file.name.encode() + b"\n", digest_size=32, key=self._secret or b"")
        seal.update(payload)
        return seal.hexdigest().encode()

    def _file(self, kind: str, name: str, key: str) -> Path:
        return self._folder / f"{kind}@{name}@{key[:32]}.json"

    def _remove_old_files(self, kind: str, name: str) -> None:
        """Remove older versions of a file, and temporary files of writers that were killed."""
        names = os.listdir(self._folder)  # noqa: PTH208 - creating a path for each file is slow
        files = [self._folder / file for file in names if file.startswith(f"{kind}@{name}@")]
        temporary = [self._folder / file for file in names if file.startswith(TEMPORARY_PREFIX)]
        old = sorted(files, key=_modified_at)[:-_MAX_VERSIONS] if len(files) > _MAX_VERSIONS else []
        for path in (*old, *(path for path in temporary if _modified_at(path) < time() - _HOUR)):
            path.unlink(missing_ok=True)


def _modified_at(path: Path) -> float:
    return path.stat().st_mtime


_ROOT = Path(listbuilder.__file__).parent
_SOURCE_SUFFIXES = (".py", ".json", ".txt")


@cache
def program_fingerprint() -> str:
    """Return a fingerprint of this program: its version and the size and time of all its files."""
    files = "\n".join(sorted(_iterate_source_files(os.fspath(_ROOT))))
    return sha256(f"{listbuilder.__version__}\n{files}".encode("utf-8", "surrogatepass")).hexdigest()


def _iterate_source_files(root: str) -> Iterator[str]:
    """Yield path, size and time of each source file; plain strings, because `Path` objects are slow."""
    folders = [root]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.name.endswith(_SOURCE_SUFFIXES):
                    status = entry.stat()
                    yield f"{entry.path} {status.st_size} {status.st_mtime_ns}"
                elif entry.is_dir() and entry.name != "__pycache__":
                    folders.append(entry.path)


K = TypeVar("K", bound=str)
V = TypeVar("V")


class LazyMapping(Mapping[K, V], Generic[K, V]):
    """A mapping whose values are built from raw ones on first access."""

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
        """Return the value of a key, or the default."""
        built = self._built.get(key)  # type: ignore[call-overload]  # a key that exists is a `K`
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
    """A sequence whose values are all built on the first access to any of them."""

    __slots__ = ("_build", "_built", "_raw")

    def __init__(self, raw: Sequence[Any], build: Callable[[Any], V]) -> None:
        self._raw = raw
        self._build = build
        self._built: tuple[V, ...] | None = None

    def _build_all(self) -> tuple[V, ...]:
        raw = self._raw  # read first: another thread may clear it once `_built` is set
        if self._built is None:
            self._built = tuple(map(self._build, raw))
            self._raw = ()
        return self._built

    @overload
    def __getitem__(self, index: int) -> V: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[V]: ...

    def __getitem__(self, index: int | slice) -> V | Sequence[V]:
        return self._build_all()[index]

    def __iter__(self) -> Iterator[V]:
        return iter(self._build_all())

    def __len__(self) -> int:
        return len(self._build_all())

    def __eq__(self, other: object) -> bool:
        return self._build_all() == (other._build_all() if isinstance(other, LazySequence) else other)

    def __hash__(self) -> int:
        return hash(self._build_all())

    def __repr__(self) -> str:
        return repr(self._build_all())
