"""The status line: what has just been done, what the thing under the cursor would bring, or what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from textual import getters

from listbuilder.tui.bench import Bench
from listbuilder.tui.face import Face
from listbuilder.tui.panes.problems import ProblemsPane
from listbuilder.tui.view.problems import foremost, problem_parts
from listbuilder.tui.view.row import Row, info, row
from listbuilder.tui.widgets.lines import Lines


class StatusLine(Lines):
    """A few lines under the panes; it never says of the list what only would be so."""

    app = getters.app(Face)

    def __init__(self, bench: Bench, problems: ProblemsPane) -> None:
        super().__init__(id="status")
        self.bench = bench
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
        workspace, language = self.bench.workspace, self.app.language
        if not workspace.mended:
            return self.rows  # what would mend it is told with what is wrong, and is being worked out
        finding = foremost(workspace, self.bench.selected)
        if finding is None:
            return (info(self.app.tr("tui.problems.none"), "good"),)
        return (row("status", problem_parts(workspace, finding, language), wrap=True, pickable=False, hang=2),)
