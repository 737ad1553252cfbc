"""The problem panel: all findings, with what would mend them."""

from __future__ import annotations

from listbuilder.diagnostics import Diagnostic
from listbuilder.tui.bench import Bench
from listbuilder.tui.panes.pane import Listener, Pane
from listbuilder.tui.view.problems import problem_rows
from listbuilder.tui.view.row import Row


class ProblemsPane(Pane):
    """Every finding about the list."""

    def __init__(self, bench: Bench, listener: Listener) -> None:
        super().__init__(bench, listener, "problems", verb="key.jump")

    @property
    def opened(self) -> bool:
        """Whether the player has opened it; a tall screen shows a little of it in any case."""
        return self.has_class("-open")

    @opened.setter
    def opened(self, opened: bool) -> None:
        self.set_class(opened, "-open")  # of its own: a class of the screen would style everything in it anew

    def build(self) -> list[Row]:
        """List the findings."""
        return problem_rows(self.bench.workspace, self.app.language)

    def paint(self) -> None:
        """Show the findings, where they are in sight: what would mend them takes its time to find."""
        if not self.display:
            return
        self.title(self.app.tr("tui.problems.title"))
        super().paint()

    @property
    def finding(self) -> Diagnostic | None:
        """The finding under the cursor."""
        key = self.cursor_key
        return self.bench.workspace.report.diagnostics[int(key)] if key is not None else None
