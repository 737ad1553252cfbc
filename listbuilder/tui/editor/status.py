"""The status line: what has just been done, what the thing under the cursor would bring, or what is wrong.

What would be if the thing under the cursor were done: points, counts, the loadout, the verdict.
"""

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
    """A few lines under the panes; it never says of the list what only would be so."""

    app = getters.app(Face)

    def __init__(self, session: EditorSession, problems: ProblemsPane) -> None:
        super().__init__(id="status")
        self.session = session
        self._problems = problems
        self._told: Row | None = None

    def tell(self, text: str, role: str = "accent") -> None:
        """Say something until the next step; a toast would cost the key press its speed."""
        self._told = info(text, role) if text else None
        self.paint()

    def paint(self, hint: Sequence[Row] = ()) -> None:
        """Say what was told last, else what the thing under the cursor would bring, else what is wrong."""
        if self._told is not None:
            self.show([self._told])
        else:
            self.show(hint or self._verdict())

    def forget(self) -> None:
        """The player has gone on: what was told is old."""
        self._told = None

    def _verdict(self) -> tuple[Row, ...]:
        if self.screen.has_class("-tall") or self._problems.opened:
            return ()  # the panel of problems is in sight
        session, language = self.session, self.app.language
        if not session.has_fixes:
            return self.rows  # what would mend it is told with what is wrong, and is being worked out
        finding = foremost(session, self.session.selected_id)
        if finding is None:
            return (info(self.app.tr("tui.problems.none"), "good"),)
        return (row("status", problem_parts(session, finding, language), wrap=True, pickable=False, hang=2),)


_MOST_COUNTS = 3
_MARKS = {Mark.ADDED: ("+ ", "good"), Mark.REMOVED: ("- ", "dim"), Mark.CHANGED: ("± ", "accent")}


def ghost_row(ghost: Ghost, language: str) -> Row:
    """Say in one sentence what would come of it; in red what would then be wrong."""
    limit = "" if ghost.limit is None else f" / {format_number(language, ghost.limit)}"
    change = price(ghost.after - ghost.before, language) if ghost.after != ghost.before else "±0"
    points = f"{change} → {format_number(language, ghost.after)}{limit}"
    counts = [text for shift in ghost.told[:_MOST_COUNTS] if not shift.broken and (text := shift.to(language))]
    said = (Part(translate(language, "tui.would", why=points)), _verdict(ghost, language))
    return row("ghost", (*said, Part("".join(f" · {text}" for text in counts))), wrap=True, pickable=False, hang=2)


def _verdict(ghost: Ghost, language: str) -> Part:
    """Say what would be wrong that is not now; where nothing would, the verdict."""
    mark, word = verdict_parts(ghost.verdict, language)
    if not ghost.arisen:
        return Part(f" · {mark.text} {word.text}", word.role)
    worst = ghost.arisen[0]
    return Part(
        f" · {MARKS[worst.severity].text} {plain_line(describe(worst, language), 400)}", MARKS[worst.severity].role
    )


def changed_row(ghost: Ghost, lexicon: Lexicon) -> Row | None:
    """Name the lines of the loadout that would come, go or change; None where none does."""
    parts: list[Part] = []
    for change in ghost.entries:
        worked = change.after or change.before
        assert worked is not None
        for line in change.lines:
            if line.mark is not Mark.SAME:
                sign, role = _MARKS[line.mark]
                parts.append(Part(f"{sign}{stack_text(lexicon, worked.unit.faction, line.shown)}  ", role))
    return row("changed", tuple(parts), wrap=True, pickable=False, hang=2) if parts else None
