"""A faction from any file: one of our own, or an Army Forge book.

A faction from a document that stands on no shelf: checked in full, and built as the shelf's own are.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from listbuilder.datafiles.checks import check_document
from listbuilder.datafiles.document import Document
from listbuilder.datafiles.reader import load_document, read_document
from listbuilder.diagnostics import Severity
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.book.context import load_background
from listbuilder.importers.army_forge.book.faction_mapping import format_faction
from listbuilder.importers.army_forge.book.importer import book_value, parse_book
from listbuilder.importers.army_forge.json_access import is_book
from listbuilder.library import Library
from listbuilder.library.build_faction import build_faction
from listbuilder.library.cache import content_hash
from listbuilder.library.compile_faction import compile_faction
from listbuilder.library.loader import Loader
from listbuilder.model import Faction


def build_loose_faction(document: Document, loader: Loader) -> Faction:
    """Build the faction in a document; raise UnreadableError where it is not sound."""
    found = check_document(document, "faction", loader)
    if errors := [finding for finding in found if finding.severity is Severity.ERROR]:
        raise UnreadableError(errors)
    value = document.value
    assert isinstance(value, Mapping)
    compiled = compile_faction(value, loader.glossary(value), loader.spell_texts())
    return build_faction(compiled, content_hash(document.text.encode()))


def load_faction(path: Path | str, library: Library) -> Faction:
    """Load a faction file or a book that need not be installed; raise UnreadableError where it is neither."""
    document = load_document(path)
    if is_book(document.value):
        document = _imported(document, library)
    return build_loose_faction(document, library.loader)


def _imported(document: Document, library: Library) -> Document:
    book = parse_book(book_value(document), source=document.name, background=load_background(library))
    return read_document(format_faction(book.faction).encode(), f"{document.name}.yaml")
