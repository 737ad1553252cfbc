"""Load a faction from any file, a faction file or an Army Forge book, without installing it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from listbuilder.datafiles.checks import check_document
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
from listbuilder.model import Faction


def load_faction(path: Path | str, library: Library) -> Faction:
    """Load a faction file or an Army Forge book; raise UnreadableError if it is neither or has errors."""
    document = load_document(path)
    if is_book(document.value):
        book = parse_book(book_value(document), source=document.name, background=load_background(library))
        document = read_document(format_faction(book.faction).encode(), f"{document.name}.yaml")
    findings = check_document(document, "faction", library.loader)
    if errors := [finding for finding in findings if finding.severity is Severity.ERROR]:
        raise UnreadableError(errors)
    value = document.value
    assert isinstance(value, Mapping)
    compiled = compile_faction(value, library.loader.glossary(value), library.loader.spell_texts())
    return build_faction(compiled, content_hash(document.text.encode()))
