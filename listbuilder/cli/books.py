"""A faction from wherever it is: by its id, from a faction file, or from an Army Forge book."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from listbuilder.diagnostics import Severity
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.book import is_book, parse_book
from listbuilder.library import Library
from listbuilder.library.build_faction import build_faction
from listbuilder.library.cache import content_hash
from listbuilder.library.check import check_document
from listbuilder.library.compile import compile_faction
from listbuilder.library.reader import load_document
from listbuilder.model import Faction


def load_faction(wanted: str, library: Library) -> Faction:
    """Load a faction by its id or from a file; raise UnreadableError where the file is none."""
    if not Path(wanted).exists():
        return library.faction(wanted)
    document = load_document(wanted)
    if is_book(document.value):
        raw: dict[str, Any] = dict(parse_book(document.value, source=wanted).faction)
    else:
        errors = [one for one in check_document(document, "faction", library.loader) if one.severity is Severity.ERROR]
        if errors or not isinstance(document.value, dict):
            raise UnreadableError(errors)
        raw = document.value
    loader = library.loader
    compiled = compile_faction(raw, loader.glossary(raw), loader.spell_texts(raw.get("collection")))
    return build_faction(compiled, content_hash(document.text.encode("utf-8")))
