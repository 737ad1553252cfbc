"""Earlier versions of a book that are still on a shelf, hidden by the one that counts now."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from listbuilder.errors import UnreadableError
from listbuilder.library import Library
from listbuilder.library.reader import load_document
from listbuilder.model import Book, Faction


def load_old_faction(library: Library, wanted: str, system: str, pin: Book) -> Faction | None:
    """Load the version of a system's faction that a list was pinned to, if a hidden file still has it."""
    return _hidden(library, wanted, system, pin.version)


@lru_cache(maxsize=64)  # a list that is being edited asks after every step
def _hidden(library: Library, wanted: str, system: str, version: str) -> Faction | None:
    for shadow in library.shadowed:
        if shadow.kind == "faction" and shadow.id == wanted and system in shadow.systems:
            faction = _load(library, shadow.hidden)
            if faction is not None and faction.version == version:
                return faction
    return None


def _load(library: Library, file: Path) -> Faction | None:
    """Load a faction from a file that the library passes over; None where it is not sound."""
    from listbuilder.library.loose_faction import build_loose_faction  # noqa: PLC0415  # start-up is measured

    try:
        return build_loose_faction(load_document(file), library.loader)
    except UnreadableError:
        return None
