"""The problem panel: all findings, with what would mend them.

The findings: what is wrong, on which unit, and what would mend it.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.diagnostics.messages import describe, word_fix
from listbuilder.i18n import translate
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.editor.dialogs import is_fixable
from listbuilder.tui.editor.pane import Listener, Pane
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.labels import EMPTY, MARKS, title_of
from listbuilder.tui.widgets.row import Part, Row, info, row

_RANK = {severity: rank for rank, severity in enumerate(Severity)}


def problem_rows(session: EditorSession, language: str) -> list[Row]:
    """List all findings, each with its fix under it; the key is the place in the report."""
    rows = [
        row(str(place), problem_parts(session, finding, language), wrap=True, hang=4)
        for place, finding in enumerate(session.report)
    ]
    return rows or [info(translate(language, "tui.problems.none"), "good")]


def problem_parts(session: EditorSession, finding: Diagnostic, language: str) -> tuple[Part, ...]:
    """Put a finding into one line: mark, unit, code, sentence, fix."""
    worked = session.find_entry(finding.on)
    name = f"{title_of(worked, language)}  " if worked is not None else ""
    parts = [
        MARKS[finding.severity] if session.army.entries else EMPTY,
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


def foremost(session: EditorSession, entry: str | None) -> Diagnostic | None:
    """Choose the finding to show in one line: the worst, the selected unit's first, one that can be fixed first."""

    def rank(finding: Diagnostic) -> tuple[int, bool, bool]:
        return _RANK[finding.severity], finding.on != entry, not is_fixable(finding)

    return min(session.report, key=rank, default=None)


class ProblemsPane(Pane):
    """Every finding about the list."""

    def __init__(self, session: EditorSession, listener: Listener) -> None:
        super().__init__(session, listener, "problems", verb="key.jump")

    @property
    def opened(self) -> bool:
        """Whether the player has opened it; a tall screen shows a little of it in any case."""
        return self.has_class("-open")

    @opened.setter
    def opened(self, opened: bool) -> None:
        self.set_class(opened, "-open")  # of its own: a class of the screen would style everything in it anew

    def build(self) -> list[Row]:
        """List the findings."""
        return problem_rows(self.session, self.app.language)

    def paint(self) -> None:
        """Show the findings, where they are in sight: what would mend them takes its time to find."""
        if not self.display:
            return
        self.title(self.app.tr("tui.problems.title"))
        before = self.rows
        super().paint()
        if self.opened and self.rows != before:
            self.refresh(layout=True)  # opened it is as high as what it shows, up to its share of the screen

    def work_out(self) -> Iterator[None]:
        """Work out what would mend each finding, and then show all of them with it, and the key that does it."""
        yield from self.session.compute_fixes()
        self.paint()
        self.screen.refresh_bindings()

    @property
    def finding(self) -> Diagnostic | None:
        """The finding under the cursor."""
        findings, key = self.session.report.diagnostics, self.cursor_key
        # a click may come after an edit and before its findings are shown
        return findings[int(key)] if key is not None and int(key) < len(findings) else None
