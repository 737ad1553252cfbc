"""Findings: the table of codes, the Diagnostic, the Report and its Verdict."""

from listbuilder.diagnostics.codes import CODES, EMPTY_LIST, Code
from listbuilder.diagnostics.diagnostic import Diagnostic, Place, Report, build_report
from listbuilder.diagnostics.fix import Fix, Fixes, Outcome, Remedy
from listbuilder.diagnostics.severity import Severity, Verdict

__all__ = [
    "CODES",
    "EMPTY_LIST",
    "Code",
    "Diagnostic",
    "Fix",
    "Fixes",
    "Outcome",
    "Place",
    "Remedy",
    "Report",
    "Severity",
    "Verdict",
    "build_report",
]
