"""Findings: the table of codes, the Diagnostic, its fixes, the Report and its Verdict."""

from listbuilder.diagnostics.codes import CODES, EMPTY_LIST, Code, Severity, Verdict
from listbuilder.diagnostics.diagnostic import (
    Diagnostic,
    Fix,
    FixEdit,
    FixOutcome,
    FixSequence,
    Place,
    Report,
    build_report,
)

__all__ = [
    "CODES",
    "EMPTY_LIST",
    "Code",
    "Diagnostic",
    "Fix",
    "FixEdit",
    "FixOutcome",
    "FixSequence",
    "Place",
    "Report",
    "Severity",
    "Verdict",
    "build_report",
]
