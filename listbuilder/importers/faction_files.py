"""A faction from any file: one of our own, or an Army Forge book."""

from __future__ import annotations

from pathlib import Path

from listbuilder.datafiles.document import Document
from listbuilder.datafiles.reader import load_document, read_document
from listbuilder.importers.army_forge.book.context import load_background
from listbuilder.importers.army_forge.book.faction_mapping import format_faction
from listbuilder.importers.army_forge.book.importer import book_value, parse_book
from listbuilder.importers.army_forge.json_access import is_book
from listbuilder.library import Library
from listbuilder.library.standalone_faction import build_loose_faction
from listbuilder.model import Faction


def load_faction(path: Path | str, library: Library) -> Faction:
    """Load a faction file or a book that need not be installed; raise UnreadableError where it is neither."""
    document = load_document(path)
    if is_book(document.value):
        document = _imported(document, library)
    return build_loose_faction(document, library.loader)


def _imported(document: Document, library: Library) -> Document:
    book = parse_book(book_value(document), source=document.name, background=load_background(library))
    return read_document(format_faction(book.faction).encode(), f"{document.name}.yaml")
