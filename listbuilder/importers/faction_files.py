"""Load a faction from any file, a faction file or an Army Forge book, without installing it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from listbuilder.datafiles.checks import check_document
from listbuilder.datafiles.reader import load_document, read_document
from listbuilder.diagnostics import Severity
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.book.book_importer import parse_book, require_unique_keys
from listbuilder.importers.army_forge.book.faction_mapping import format_faction_yaml
from listbuilder.importers.army_forge.book.import_context import load_book_context
from listbuilder.importers.army_forge.json_access import is_army_book
from listbuilder.library import Library
from listbuilder.library.build_faction import build_faction, compile_faction
from listbuilder.library.cache import content_hash
from listbuilder.model import Faction


def load_faction_file(path: Path | str, library: Library) -> Faction:
    """Load a faction file or an Army Forge book; raise UnreadableError if it is neither or has errors."""
    document = load_document(path)
    if is_army_book(document.value):
        book = parse_book(require_unique_keys(document), source=document.name, context=load_book_context(library))
        document = read_document(format_faction_yaml(book.faction).encode(), f"{document.name}.yaml")
    findings = check_document(document, "faction", library.loader)
    if errors := [finding for finding in findings if finding.severity is Severity.ERROR]:
        raise UnreadableError(errors)
    value = document.value
    assert isinstance(value, Mapping)
    compiled = compile_faction(value, library.loader.build_glossary(value), library.loader.load_spell_texts())
    return build_faction(compiled, content_hash(document.text.encode()))
