"""Archives that were handed in, and archives in them: players pack what was packed already."""

from __future__ import annotations

from listbuilder.diagnostics import Diagnostic
from listbuilder.errors import UnreadableError
from listbuilder.importers.containers import read_members
from listbuilder.importers.dispatch import ZIP

_DEEPEST = 3
_MOST_FILES, _MOST_BYTES = 2_000, 50_000_000
"""Of all archives in one file together."""


def open_archives(raw: bytes, name: str) -> list[tuple[str, bytes | Diagnostic]]:
    """Give the files in an archive, or the file itself; of a file in it that cannot be read, why.

    An archive that cannot be opened, or has nothing in it that can be read, is handed in as it is.
    """
    found: list[tuple[str, bytes | Diagnostic]] = [(name, raw)]
    for _ in range(_DEEPEST):
        opened = [inside for path, data in found for inside in _opened(path, data)]
        if opened == found or len(opened) > _MOST_FILES or _size(opened) > _MOST_BYTES:
            break
        found = opened
    return found


def _size(found: list[tuple[str, bytes | Diagnostic]]) -> int:
    return sum(len(data) for _, data in found if isinstance(data, bytes))


def _opened(name: str, raw: bytes | Diagnostic) -> list[tuple[str, bytes | Diagnostic]]:
    if isinstance(raw, Diagnostic) or not raw.startswith(ZIP):
        return [(name, raw)]
    try:
        members = list(read_members(raw, name))
    except UnreadableError:
        return [(name, raw)]
    return members if any(isinstance(data, bytes) for _, data in members) else [(name, raw)]
