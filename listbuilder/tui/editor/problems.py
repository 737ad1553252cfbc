"""The problem panel: all findings with their fixes."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.diagnostics.messages import describe_finding, format_fix
from listbuilder.i18n import translate
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.editor.list_dialogs import is_fixable
from listbuilder.tui.editor.pane import Pane, PaneListener
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.labels import EMPTY_LIST_MARK, SEVERITY_MARKS, entry_title
from listbuilder.tui.widgets.row import Part, Row, info, row

_RANK = {severity: rank for rank, severity in enumerate(Severity)}


def problem_rows(session: EditorSession, language: str) -> list[Row]:
    """Return a row for each finding; its key is the index in the report."""
    rows = [
        row(str(index), problem_parts(session, finding, language), wrap=True, hang=4)
        for index, finding in enumerate(session.report)
    ]
    return rows or [info(translate(language, "tui.problems.none"), "good")]


def problem_parts(session: EditorSession, finding: Diagnostic, language: str) -> tuple[Part, ...]:
    """Return a finding in one line: mark, unit, code, sentence and fix."""
    entry = session.find_entry(finding.on)
    name = f"{entry_title(entry, language)}  " if entry is not None else ""
    parts = [
        SEVERITY_MARKS[finding.severity] if session.army.entries else EMPTY_LIST_MARK,
        Part(" "),
        Part(name, "bold"),
        Part(f"{finding.code} {finding.name}  ", "dim"),
        Part(sanitize_line(describe_finding(finding, language), 600)),
    ]
    if finding.fix is not None:
        fix = sanitize_line(format_fix(finding.fix, language), 300)
        parts.append(Part(f"  {translate(language, 'sheet.word.fix')}: {fix}", "accent"))
    if is_fixable(finding):
        parts.append(Part(" [f]", "bold"))
    return tuple(parts)


def most_urgent_finding(session: EditorSession, entry: str | None) -> Diagnostic | None:
    """Return the finding for the status line: the worst, then the selected unit's, then a fixable one."""

    def rank(finding: Diagnostic) -> tuple[int, bool, bool]:
        return _RANK[finding.severity], finding.on != entry, not is_fixable(finding)

    return min(session.report, key=rank, default=None)


class ProblemsPane(Pane):
    """The list of all findings."""

    def __init__(self, session: EditorSession, listener: PaneListener) -> None:
        super().__init__(session, listener, "problems", enter_label="key.jump")

    @property
    def is_open(self) -> bool:
        """Whether the user opened the panel; a tall screen always shows a part of it."""
        return self.has_class("-open")

    @is_open.setter
    def is_open(self, opened: bool) -> None:
        self.set_class(opened, "-open")  # a class on the screen would restyle everything

    def build_rows(self) -> list[Row]:
        """Build the rows of the findings."""
        return problem_rows(self.session, self.app.language)

    def paint(self) -> None:
        """Show the findings if the panel is visible."""
        if not self.display:
            return
        self.set_titles(self.app.tr("tui.problems.title"))
        rows_before = self.rows
        super().paint()
        if self.is_open and self.rows != rows_before:
            self.refresh(layout=True)  # the open panel is as high as its content

    def compute_fixes(self) -> Iterator[None]:
        """Compute the first fix of every finding and then show them."""
        yield from self.session.compute_fixes()
        self.paint()
        self.screen.refresh_bindings()

    @property
    def cursor_finding(self) -> Diagnostic | None:
        """The finding under the cursor."""
        findings, key = self.session.report.diagnostics, self.cursor_key
        # a click may come between an edit and the paint of its findings
        return findings[int(key)] if key is not None and int(key) < len(findings) else None
