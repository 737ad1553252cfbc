"""The findings: what is wrong, on which unit, and what would mend it."""

from __future__ import annotations

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.diagnostics.messages import describe, word_fix
from listbuilder.i18n import translate
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.view.fixes import is_fixable
from listbuilder.tui.view.row import Part, Row, info, row
from listbuilder.tui.view.words import EMPTY, MARKS, title_of
from listbuilder.tui.workspace import Workspace

_RANK = {severity: rank for rank, severity in enumerate(Severity)}


def problem_rows(workspace: Workspace, language: str) -> list[Row]:
    """List all findings, each with its fix under it; the key is the place in the report."""
    rows = [
        row(str(place), problem_parts(workspace, finding, language), wrap=True, hang=4)
        for place, finding in enumerate(workspace.report)
    ]
    return rows or [info(translate(language, "tui.problems.none"), "good")]


def problem_parts(workspace: Workspace, finding: Diagnostic, language: str) -> tuple[Part, ...]:
    """Put a finding into one line: mark, unit, code, sentence, fix."""
    worked = workspace.find(finding.on)
    name = f"{title_of(worked, language)}  " if worked is not None else ""
    parts = [
        MARKS[finding.severity] if workspace.army.entries else EMPTY,
        Part(" "),
        Part(name, "bold"),
        Part(f"{finding.code} {finding.name}  ", "dim"),
        Part(plain_line(describe(finding, language), 600)),
    ]
    if finding.fix is not None:
        fix = plain_line(word_fix(finding.fix, language), 300)
        parts.append(Part(f"  {translate(language, 'sheet.word.fix')}: {fix}", "accent"))
    if is_fixable(finding):
        parts.append(Part(" [f]", "bold"))
    return tuple(parts)


def foremost(workspace: Workspace, entry: str | None) -> Diagnostic | None:
    """Choose the finding to show in one line: the worst, the selected unit's first, one that can be fixed first."""

    def rank(finding: Diagnostic) -> tuple[int, bool, bool]:
        return _RANK[finding.severity], finding.on != entry, not is_fixable(finding)

    return min(workspace.report, key=rank, default=None)
