"""Compiled data kept in a folder, by what it was made from. Losing it costs time, never correctness."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

_KEPT = 4
"""Files kept of one thing: some versions of it may be in use side by side."""


def content_hash(raw: bytes) -> str:
    """Hash a file's content, the same wherever lines end in CR LF."""
    return sha256(raw.replace(b"\r\n", b"\n") if b"\r" in raw else raw).hexdigest()


def cache_key(parts: Iterable[str]) -> str:
    """Make one key of all that something was made from."""
    return sha256("\n".join(parts).encode()).hexdigest()


class Cache:
    """A folder of compiled data. Nothing in it is trusted: each file carries the hash of what it holds."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, kind: str, name: str, key: str) -> Any | None:
        """Load what was kept under a key; None where there is nothing, or nothing whole."""
        try:
            checksum, _, payload = self._file(kind, name, key).read_bytes().partition(b"\n")
            if checksum.decode() == sha256(payload).hexdigest():
                return json.loads(payload)
        except (OSError, ValueError):
            pass
        return None

    def save(self, kind: str, name: str, key: str, value: object) -> None:
        """Keep a value; a folder that cannot be written to is no reason to stop."""
        payload = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._write(self._file(kind, name, key), sha256(payload).hexdigest().encode() + b"\n" + payload)
            self._tidy(kind, name)

    def _file(self, kind: str, name: str, key: str) -> Path:
        return self._folder / f"{kind}@{name}@{key[:32]}.json"

    def _write(self, path: Path, content: bytes) -> None:
        """Write beside and rename, so that readers and other writers only ever see whole files."""
        import tempfile  # noqa: PLC0415 - start-up is measured, and a warm start writes nothing

        handle, beside = tempfile.mkstemp(dir=self._folder, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(beside).replace(path)
        except OSError:
            Path(beside).unlink(missing_ok=True)
            raise

    def _tidy(self, kind: str, name: str) -> None:
        files = sorted(self._folder.glob(f"{kind}@{name}@*.json"), key=lambda path: path.stat().st_mtime)
        for path in files[:-_KEPT]:
            path.unlink(missing_ok=True)
