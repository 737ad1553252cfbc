"""The status line: the last message, the preview of what the cursor is on, or the worst problem."""

from __future__ import annotations

from collections.abc import Sequence

from textual import getters

from listbuilder.diagnostics.messages import describe
from listbuilder.diff.loadouts import Mark
from listbuilder.i18n import format_number, translate
from listbuilder.sheet.glossary import Lexicon
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Face
from listbuilder.tui.editor.problems import ProblemsPane, foremost, problem_parts
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.labels import MARKS, price, stack_text, verdict_parts
from listbuilder.tui.widgets.row import Part, Row, info, row
from listbuilder.tui.widgets.row_list import Lines
from listbuilder.validation.preview import Ghost


class StatusLine(Lines):
    """A few lines below the panes."""

    app = getters.app(Face)

    def __init__(self, session: EditorSession, problems: ProblemsPane) -> None:
        super().__init__(id="status")
        self.session = session
        self._problems = problems
        self._message: Row | None = None

    def tell(self, text: str, role: str = "accent") -> None:
        """Show a message until the next step; a toast would be slower."""
        self._message = info(text, role) if text else None
        self.paint()

    def paint(self, hint: Sequence[Row] = ()) -> None:
        """Show the message, else the hint, else the worst problem."""
        if self._message is not None:
            self.show([self._message])
        else:
            self.show(hint or self._verdict())

    def forget(self) -> None:
        """Drop the message."""
        self._message = None

    def _verdict(self) -> tuple[Row, ...]:
        if self.screen.has_class("-tall") or self._problems.opened:
            return ()  # the problem panel is visible
        session, language = self.session, self.app.language
        if not session.has_fixes:
            return self.rows  # a problem is shown together with its fix, which is being computed
        finding = foremost(session, self.session.selected_id)
        if finding is None:
            return (info(self.app.tr("tui.problems.none"), "good"),)
        return (row("status", problem_parts(session, finding, language), wrap=True, pickable=False, hang=2),)


_MAX_COUNTS = 3
_CHANGE_SIGNS = {Mark.ADDED: ("+ ", "good"), Mark.REMOVED: ("- ", "dim"), Mark.CHANGED: ("± ", "accent")}


def ghost_row(preview: Ghost, language: str) -> Row:
    """Return a preview in one sentence: points, counts and the first new problem."""
    limit = "" if preview.limit is None else f" / {format_number(language, preview.limit)}"
    change = price(preview.after - preview.before, language) if preview.after != preview.before else "±0"
    points = f"{change} → {format_number(language, preview.after)}{limit}"
    counts = [text for shift in preview.told[:_MAX_COUNTS] if not shift.broken and (text := shift.to(language))]
    sentence = (Part(translate(language, "tui.would", why=points)), _verdict(preview, language))
    return row("ghost", (*sentence, Part("".join(f" · {text}" for text in counts))), wrap=True, pickable=False, hang=2)


def _verdict(preview: Ghost, language: str) -> Part:
    """Return the first new problem, or the verdict if there is none."""
    mark, word = verdict_parts(preview.verdict, language)
    if not preview.arisen:
        return Part(f" · {mark.text} {word.text}", word.role)
    finding = preview.arisen[0]
    return Part(
        f" · {MARKS[finding.severity].text} {plain_line(describe(finding, language), 400)}",
        MARKS[finding.severity].role,
    )


def changed_row(preview: Ghost, lexicon: Lexicon) -> Row | None:
    """Return the changes to the loadout, or None if there are none."""
    parts: list[Part] = []
    for change in preview.entries:
        entry = change.after or change.before
        assert entry is not None
        for line in change.lines:
            if line.mark is not Mark.SAME:
                sign, role = _CHANGE_SIGNS[line.mark]
                parts.append(Part(f"{sign}{stack_text(lexicon, entry.unit.faction, line.shown)}  ", role))
    return row("changed", tuple(parts), wrap=True, pickable=False, hang=2) if parts else None
