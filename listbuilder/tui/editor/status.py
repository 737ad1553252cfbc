"""The status line: the last message, the preview of what the cursor is on, or the worst problem."""

from __future__ import annotations

from collections.abc import Sequence

from textual import getters

from listbuilder.diagnostics.messages import describe_finding
from listbuilder.diff.loadouts import DiffStatus
from listbuilder.i18n import format_number, translate
from listbuilder.sheet.rules_glossary import RuleLabeller
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import BaseApp
from listbuilder.tui.editor.problems import ProblemsPane, most_urgent_finding, problem_parts
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.labels import SEVERITY_MARKS, format_equipment, format_price, verdict_parts
from listbuilder.tui.widgets.row import Part, Row, info, row
from listbuilder.tui.widgets.row_list import RowLabel
from listbuilder.validation.preview import EditPreview


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
        session, language = self.session, self.app.language
        if not session.has_fixes:
            return self.rows  # a problem is shown together with its fix, which is being computed
        finding = most_urgent_finding(session, self.session.selected_id)
        if finding is None:
            return (info(self.app.tr("tui.problems.none"), "good"),)
        return (row("status", problem_parts(session, finding, language), wrap=True, selectable=False, hang=2),)


_MAX_COUNTS = 3
_CHANGE_SIGNS = {
    DiffStatus.ADDED: ("+ ", "good"),
    DiffStatus.REMOVED: ("- ", "dim"),
    DiffStatus.CHANGED: ("± ", "accent"),
}


def preview_row(preview: EditPreview, language: str) -> Row:
    """Return a preview in one sentence: points, counts and the first new problem."""
    limit = "" if preview.points_limit is None else f" / {format_number(language, preview.points_limit)}"
    change = (
        format_price(preview.points_after - preview.points_before, language)
        if preview.points_after != preview.points_before
        else "±0"
    )
    points = f"{change} → {format_number(language, preview.points_after)}{limit}"
    counts = [
        text
        for shift in preview.notable_changes[:_MAX_COUNTS]
        if not shift.breaks_limit and (text := shift.to(language))
    ]
    sentence = (Part(translate(language, "tui.would", why=points)), _verdict(preview, language))
    return row(
        "ghost", (*sentence, Part("".join(f" · {text}" for text in counts))), wrap=True, selectable=False, hang=2
    )


def _verdict(preview: EditPreview, language: str) -> Part:
    """Return the first new problem, or the verdict if there is none."""
    mark, word = verdict_parts(preview.verdict, language)
    if not preview.new_findings:
        return Part(f" · {mark.text} {word.text}", word.role)
    finding = preview.new_findings[0]
    return Part(
        f" · {SEVERITY_MARKS[finding.severity].text} {sanitize_line(describe_finding(finding, language), 400)}",
        SEVERITY_MARKS[finding.severity].role,
    )


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
