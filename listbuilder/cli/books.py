"""A faction from wherever it is: by its id, from a faction file, or from an Army Forge book."""

from __future__ import annotations

from pathlib import Path

from listbuilder.importers import faction_file
from listbuilder.library import Library
from listbuilder.model import Faction


def load_faction(wanted: str, library: Library) -> Faction:
    """Load a faction by its id or from a file; raise UnreadableError where the file is none."""
    path = Path(wanted)
    if path.exists() or path.suffix:  # an id has none
        return faction_file.load_faction(wanted, library)
    return library.faction(wanted)
