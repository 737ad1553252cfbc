"""Checks of data files that a JSON Schema cannot express, one module per subject.

One document checked: its writing, its shape, and what it refers to.
"""

from __future__ import annotations

from dataclasses import replace

from listbuilder.datafiles.checks.references import check_references
from listbuilder.datafiles.document import Document
from listbuilder.datafiles.schema import check_schema
from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.errors import UnreadableError
from listbuilder.library.loader import Loader


def check_document(document: Document, kind: str, loader: Loader) -> list[Diagnostic]:
    """Check a document that is known to be of a kind; references are followed once its shape is right."""
    # a list that brings no data of its own needs none of it, and start-up is measured
    found = [*document.problems, *check_schema(document, kind)]
    if kind == "list":
        return [_leniently(one) for one in found]
    if found:
        return found
    try:
        return check_references(document, kind, loader)
    except UnreadableError as error:  # another file that this one builds on
        return list(error.diagnostics)


def _leniently(found: Diagnostic) -> Diagnostic:
    """See unknown keys as reading a list does: worth a word, kept, and no error."""
    return replace(found, severity_override=Severity.WARNING) if found.code == "DAT006" else found
