"""The head of the editor: what list this is, how many points are used, and the verdict."""

from __future__ import annotations

from textual import getters

from listbuilder.tui.bench import Bench
from listbuilder.tui.face import Face
from listbuilder.tui.view.header import header_rows
from listbuilder.tui.widgets.lines import Lines
from listbuilder.validation.preview import Ghost


class Header(Lines):
    """Two lines that are always in sight."""

    app = getters.app(Face)

    def __init__(self, bench: Bench) -> None:
        super().__init__(id="header")
        self.bench = bench
        self._kept = True
        self._then: int | None = None

    def paint(self, *, kept: bool | None = None) -> None:
        """Show name, points and verdict, and whether all is safe in the file."""
        self._kept = self._kept if kept is None else kept
        width = self.size.width or self.screen.size.width
        self.show(header_rows(self.bench.workspace, self.app.language, width, saved=self._kept, then=self._then))

    def shade(self, ghost: Ghost | None) -> None:
        """Shade in the gauge what the list would cost."""
        then = None if ghost is None else ghost.after
        if then != self._then:
            self._then = then
            self.paint()

    def on_resize(self) -> None:
        """Draw the gauge for the new width."""
        self.paint()
