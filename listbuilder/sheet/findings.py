"""Findings as sentences."""

from __future__ import annotations

import re

from listbuilder.diagnostics import Diagnostic, Report
from listbuilder.diagnostics.messages import describe, describe_fix, describe_source
from listbuilder.i18n import translate
from listbuilder.model import Roster
from listbuilder.rules.unresolved import unknown_unit
from listbuilder.sheet.model import FindingLines
from listbuilder.textutil.sanitize import bare_of_ticks, plain_line, plain_note

_QUOTED = re.compile(r'(?<!\w)"([^"\n]+)"(?!\w)')
"""What stands between a typewriter's quotation marks; those behind a number are inches."""


def build_findings(roster: Roster, report: Report, language: str) -> tuple[FindingLines, ...]:
    """Word every finding of a report, worst first as the report has them."""
    return tuple(_finding(diagnostic, roster, language) for diagnostic in report)


def _finding(diagnostic: Diagnostic, roster: Roster, language: str) -> FindingLines:
    severity = diagnostic.severity.value
    message = _worded(describe(diagnostic, language), language)
    title = _title(diagnostic.on, roster, language)
    return FindingLines(
        severity=severity,
        word=translate(language, f"sheet.severity.{severity}"),
        code=diagnostic.code,
        name=diagnostic.name,
        on="" if title in message else title,
        message=message,
        fix=_worded(describe_fix(diagnostic, language) or "", language),
        source=plain_line(describe_source(diagnostic, language) or ""),
        key=plain_line(diagnostic.on or ""),
    )


def _worded(text: str, language: str) -> str:
    """Write a sentence as paper has it: no ticks, and names between the language's own quotation marks."""
    bare = plain_note(bare_of_ticks(text))
    return _QUOTED.sub(lambda found: translate(language, "sheet.quoted", text=found[1]), bare)


def _title(on: str | None, roster: Roster, language: str) -> str:
    """Name a unit as its player does."""
    if on is None:
        return ""
    entry = roster.find(on)
    if entry is not None:
        return plain_line(entry.entry.name or "") or plain_line(entry.unit.name.to(language))
    chosen = roster.army.entry(on)
    return plain_line(unknown_unit(chosen).to(language) if chosen is not None else on)
