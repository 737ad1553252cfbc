"""Archives that were handed in, and archives in them: players pack what was packed already."""

from __future__ import annotations

from listbuilder.diagnostics import Diagnostic
from listbuilder.errors import UnreadableError
from listbuilder.importers.archive import read_members
from listbuilder.importers.reading import ZIP

_DEEPEST = 3
_MOST_FILES, _MOST_BYTES = 2_000, 50_000_000
"""Of all archives in one file together."""


def open_archives(raw: bytes, name: str) -> list[tuple[str, bytes]]:
    """Give the files in an archive, or the file itself; an archive that cannot be opened is handed in as it is."""
    found = [(name, raw)]
    for _ in range(_DEEPEST):
        opened = [inside for path, data in found for inside in _opened(path, data)]
        if opened == found or len(opened) > _MOST_FILES or sum(len(data) for _, data in opened) > _MOST_BYTES:
            break
        found = opened
    return found


def _opened(name: str, raw: bytes) -> list[tuple[str, bytes]]:
    if not raw.startswith(ZIP):
        return [(name, raw)]
    try:
        members = list(read_members(raw, name))
    except UnreadableError:
        return [(name, raw)]
    good = [(path, data) for path, data in members if not isinstance(data, Diagnostic)]
    return good if len(good) == len(members) and good else [(name, raw)]
