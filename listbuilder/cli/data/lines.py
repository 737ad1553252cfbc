"""A finding about a data file as lines on a terminal."""

from __future__ import annotations

from listbuilder.cli.context import Context
from listbuilder.cli.findings import finding_lines
from listbuilder.diagnostics import Diagnostic
from listbuilder.diagnostics.messages import finding_record


def data_lines(diagnostic: Diagnostic, path: str, context: Context) -> list[str]:
    """Write it: place, severity and code, the sentence."""
    return finding_lines(finding_record(diagnostic, context.language), path, context.language, context.terminal)
