"""Check one document: syntax, schema and references; each module has the checks of one subject."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.datafiles.checks.references import check_references
from listbuilder.datafiles.reader import Document
from listbuilder.datafiles.schema import check_schema
from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.errors import UnreadableError
from listbuilder.library.loader import Loader


def check_document(document: Document, kind: str, loader: Loader) -> list[Diagnostic]:
    """Return the findings about a document of a known kind; references are checked if its shape is right."""
    findings = [*document.problems, *check_schema(document, kind)]
    if kind == "list":
        return [  # reading a list keeps unknown keys
            replace(finding, severity_override=Severity.WARNING) if finding.code == "DAT006" else finding
            for finding in findings
        ]
    if findings:
        return findings
    try:
        return check_references(document, kind, loader)
    except UnreadableError as error:  # a file that this one is based on is broken
        return list(error.diagnostics)
