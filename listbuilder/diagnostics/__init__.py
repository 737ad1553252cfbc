"""Findings: the table of codes, the Diagnostic, the Report."""

from listbuilder.diagnostics.codes import CODES, Code
from listbuilder.diagnostics.diagnostic import Diagnostic, Fix, Place, Remedy, Report, Severity, build_report

__all__ = ["CODES", "Code", "Diagnostic", "Fix", "Place", "Remedy", "Report", "Severity", "build_report"]
