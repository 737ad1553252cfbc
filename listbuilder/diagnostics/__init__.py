"""Findings: the table of codes, the Diagnostic, its fixes, the Report and its Verdict."""

from listbuilder.diagnostics.codes import CODES as CODES
from listbuilder.diagnostics.codes import EMPTY_LIST as EMPTY_LIST
from listbuilder.diagnostics.codes import Code as Code
from listbuilder.diagnostics.codes import Severity as Severity
from listbuilder.diagnostics.codes import Verdict as Verdict
from listbuilder.diagnostics.diagnostic import Diagnostic as Diagnostic
from listbuilder.diagnostics.diagnostic import Fix as Fix
from listbuilder.diagnostics.diagnostic import FixEdit as FixEdit
from listbuilder.diagnostics.diagnostic import FixOutcome as FixOutcome
from listbuilder.diagnostics.diagnostic import FixSequence as FixSequence
from listbuilder.diagnostics.diagnostic import Place as Place
from listbuilder.diagnostics.diagnostic import Report as Report
from listbuilder.diagnostics.diagnostic import build_report as build_report
