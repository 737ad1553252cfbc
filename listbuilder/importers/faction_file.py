"""A faction from any file: one of our own, or an Army Forge book."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from listbuilder.diagnostics import Severity
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.book import is_book, parse_book
from listbuilder.importers.army_forge.book_background import load_background
from listbuilder.importers.army_forge.book_yaml import format_faction
from listbuilder.library import Library
from listbuilder.library.build_faction import build_faction
from listbuilder.library.cache import content_hash
from listbuilder.library.check import check_document
from listbuilder.library.compile import compile_faction
from listbuilder.library.document import Document
from listbuilder.library.reader import load_document, read_document
from listbuilder.model import Faction


def load_faction(path: Path | str, library: Library) -> Faction:
    """Load a faction file or a book that need not be installed; raise UnreadableError where it is neither."""
    document = load_document(path)
    if is_book(document.value):
        document = _imported(document, library)
    errors = [
        found for found in check_document(document, "faction", library.loader) if found.severity is Severity.ERROR
    ]
    if errors:
        raise UnreadableError(errors)
    assert isinstance(document.value, Mapping)
    return _build(document.value, document.text, library)


def _imported(document: Document, library: Library) -> Document:
    book = parse_book(document.value, source=document.name, background=load_background(library))
    return read_document(format_faction(book.faction).encode(), f"{document.name}.yaml")


def _build(value: Mapping[str, Any], text: str, library: Library) -> Faction:
    loader = library.loader
    compiled = compile_faction(value, loader.glossary(value), loader.spell_texts(value.get("collection")))
    return build_faction(compiled, content_hash(text.encode()))
