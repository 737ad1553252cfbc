"""The problem panel: all findings, with what would mend them."""

from __future__ import annotations

from collections.abc import Iterator

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
        before = self.rows
        super().paint()
        if self.opened and self.rows != before:
            self.refresh(layout=True)  # opened it is as high as what it shows, up to its share of the screen

    def work_out(self) -> Iterator[None]:
        """Work out what would mend each finding, and then show all of them with it, and the key that does it."""
        yield from self.bench.workspace.mend()
        self.paint()
        self.screen.refresh_bindings()

    @property
    def finding(self) -> Diagnostic | None:
        """The finding under the cursor."""
        findings, key = self.bench.workspace.report.diagnostics, self.cursor_key
        # a click may come after an edit and before its findings are shown
        return findings[int(key)] if key is not None and int(key) < len(findings) else None
