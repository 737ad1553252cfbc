"""Findings as sentences."""

from __future__ import annotations

from listbuilder.diagnostics import Diagnostic, Fix, Report
from listbuilder.i18n import translate
from listbuilder.model import Roster
from listbuilder.sheet.model import Finding
from listbuilder.sheet.plain import plain_line, plain_note


def build_findings(roster: Roster, report: Report, language: str) -> tuple[Finding, ...]:
    """Word every finding of a report, worst first as the report has them."""
    return tuple(_finding(diagnostic, roster, language) for diagnostic in report)


def describe(diagnostic: Diagnostic, language: str) -> str:
    """Say in one sentence what was found."""
    return plain_note(translate(language, diagnostic.code, **diagnostic.params))


def describe_fix(fix: Fix | None, language: str) -> str:
    """Say in one sentence what would put it right, or nothing."""
    return "" if fix is None else plain_note(translate(language, fix.name, **fix.params))


def _finding(diagnostic: Diagnostic, roster: Roster, language: str) -> Finding:
    severity = diagnostic.severity.value
    return Finding(
        severity=severity,
        word=translate(language, f"sheet.severity.{severity}"),
        code=diagnostic.code,
        name=diagnostic.name,
        on=_title(diagnostic.on, roster, language),
        message=describe(diagnostic, language),
        fix=describe_fix(diagnostic.fix, language),
        source=plain_line(diagnostic.source or ""),
        key=plain_line(diagnostic.on or ""),
    )


def _title(on: str | None, roster: Roster, language: str) -> str:
    """Name a unit as its player does."""
    if on is None:
        return ""
    entry = roster.find(on)
    if entry is not None:
        return plain_line(entry.entry.name or "") or plain_line(entry.unit.name.to(language))
    chosen = roster.army.entry(on)
    return plain_line((chosen.name or chosen.unit) if chosen is not None else on)
