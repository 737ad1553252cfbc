"""Earlier versions of a book that are still on a shelf, hidden by the one that counts now."""

from __future__ import annotations

from pathlib import Path

from listbuilder.diagnostics import Severity
from listbuilder.errors import UnreadableError
from listbuilder.library import Library
from listbuilder.library.build_faction import build_faction
from listbuilder.library.cache import content_hash
from listbuilder.library.compile import compile_faction
from listbuilder.library.reader import load_bytes, read_document
from listbuilder.model import Book, Faction


def load_old_faction(library: Library, wanted: str, pin: Book) -> Faction | None:
    """Load the version of a faction that a list was pinned to, if a hidden file still has it."""
    for shadow in library.shadowed:
        if shadow.kind == "faction" and shadow.id == wanted:
            faction = _load(library, shadow.hidden)
            if faction is not None and faction.version == pin.version:
                return faction
    return None


def _load(library: Library, file: Path) -> Faction | None:
    """Load a faction from a file that the library passes over; None where it is not sound."""
    try:
        raw = load_bytes(file)
        document = read_document(raw, str(file))
    except UnreadableError:
        return None
    from listbuilder.library.check import check_document  # noqa: PLC0415  # start-up is measured, old books are rare

    found = check_document(document, "faction", library.loader)
    if any(finding.severity is Severity.ERROR for finding in found) or not isinstance(document.value, dict):
        return None
    value = document.value
    texts = library.loader.spell_texts(value.get("collection"))
    return build_faction(compile_faction(value, library.loader.glossary(value), texts), content_hash(raw))
