"""A faction from a document that stands on no shelf: checked in full, and built as the shelf's own are."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.datafiles.document import Document
from listbuilder.datafiles.document_check import check_document
from listbuilder.diagnostics import Severity
from listbuilder.errors import UnreadableError
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
