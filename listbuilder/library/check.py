"""A data file checked from end to end: writing, schema, cross-references."""

from __future__ import annotations

from pathlib import Path

from listbuilder.diagnostics import Diagnostic, Place, Report, build_report
from listbuilder.errors import UnreadableError
from listbuilder.library.crossrefs import check_references
from listbuilder.library.document import Document
from listbuilder.library.headers import KINDS, kind_of
from listbuilder.library.library import Library
from listbuilder.library.loader import Loader
from listbuilder.library.reader import load_document
from listbuilder.library.schema import check_schema


def check_file(path: Path | str, library: Library) -> Report:
    """Check one data file: what is wrong with its writing, its shape and what it refers to."""
    try:
        document = load_document(path)
    except UnreadableError as error:
        return build_report(list(error.diagnostics))
    kind = kind_of(document.value, Path(path))
    if kind is None:
        found = Diagnostic("DAT017", None, {"kinds": KINDS}, place=Place(document.name, 1, 1))
        return build_report([*document.problems, found])
    return build_report(check_document(document, kind, library.loader))


def check_document(document: Document, kind: str, loader: Loader) -> list[Diagnostic]:
    """Check a document that is known to be of a kind; references are followed once its shape is right."""
    found = [*document.problems, *check_schema(document, kind)]
    return found or check_references(document, kind, loader)
