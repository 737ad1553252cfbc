"""The problem panel and the status line: findings with their fixes, previews and messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual import getters

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.diagnostics.messages import describe_finding, format_fix
from listbuilder.diff.loadouts import DiffStatus
from listbuilder.i18n import format_number, translate
from listbuilder.sheet.rules_glossary import RuleLabeller
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import BaseApp
from listbuilder.tui.editor.list_dialogs import is_fixable
from listbuilder.tui.editor.pane import Pane
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.labels import (
    EMPTY_LIST_MARK,
    SEVERITY_MARKS,
    entry_title,
    format_equipment,
    format_price,
    verdict_parts,
)
from listbuilder.tui.widgets.row import Part, Row, info, row
from listbuilder.tui.widgets.row_list import RowLabel
from listbuilder.validation.preview import EditPreview

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

    NAME, ENTER_LABEL = "problems", "key.jump"

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


class StatusLine(RowLabel):
    """A few lines below the panes."""

    app = getters.app(BaseApp)

    def __init__(self, session: EditorSession, problems: ProblemsPane) -> None:
        super().__init__(id="status")
        self.session = session
        self._problems = problems
        self._message: Row | None = None

    def show_message(self, text: str, role: str = "accent") -> None:
        """Show a message until the next step; a toast would be slower."""
        self._message = info(text, role) if text else None
        self.paint()

    def paint(self, hint: Sequence[Row] = ()) -> None:
        """Show the message, else the hint, else the worst problem."""
        if self._message is not None:
            self.show([self._message])
        else:
            self.show(hint or self._verdict())

    def clear_message(self) -> None:
        """Drop the message."""
        self._message = None

    def _verdict(self) -> tuple[Row, ...]:
        if self.screen.has_class("-tall") or self._problems.is_open:
            return ()  # the problem panel is visible
        if not self.session.has_fixes:
            return self.rows  # a problem is shown together with its fix, which is being computed
        finding = most_urgent_finding(self.session, self.session.selected_id)
        if finding is None:
            return (info(self.app.tr("tui.problems.none"), "good"),)
        parts = problem_parts(self.session, finding, self.app.language)
        return (row("status", parts, wrap=True, selectable=False, hang=2),)


_MAX_COUNTS = 3
_CHANGE_SIGNS = {
    DiffStatus.ADDED: ("+ ", "good"),
    DiffStatus.REMOVED: ("- ", "dim"),
    DiffStatus.CHANGED: ("± ", "accent"),
}


def preview_row(preview: EditPreview, language: str) -> Row:
    """Return a preview in one sentence: points, the first new problem or the verdict, and counts."""
    limit = "" if preview.points_limit is None else f" / {format_number(language, preview.points_limit)}"
    difference = preview.points_after - preview.points_before
    change = format_price(difference, language) if difference else "±0"
    points = f"{change} → {format_number(language, preview.points_after)}{limit}"
    shifts = preview.notable_changes[:_MAX_COUNTS]
    counts = [text for shift in shifts if not shift.breaks_limit and (text := shift.to(language))]
    mark, word = verdict_parts(preview.verdict, language)
    outcome = Part(f" · {mark.text} {word.text}", word.role)
    if preview.new_findings:
        mark = SEVERITY_MARKS[preview.new_findings[0].severity]
        text = sanitize_line(describe_finding(preview.new_findings[0], language), 400)
        outcome = Part(f" · {mark.text} {text}", mark.role)
    sentence, rest = translate(language, "tui.would", why=points), "".join(f" · {text}" for text in counts)
    return row("preview", (Part(sentence), outcome, Part(rest)), wrap=True, selectable=False, hang=2)


def loadout_change_row(preview: EditPreview, lexicon: RuleLabeller) -> Row | None:
    """Return the changes to the loadout, or None if there are none."""
    parts: list[Part] = []
    for change in preview.entry_changes:
        entry = change.after or change.before
        assert entry is not None
        for line in change.lines:
            if line.status is not DiffStatus.SAME:
                sign, role = _CHANGE_SIGNS[line.status]
                parts.append(Part(f"{sign}{format_equipment(lexicon, entry.unit.faction, line.latest)}  ", role))
    return row("changed", tuple(parts), wrap=True, selectable=False, hang=2) if parts else None
