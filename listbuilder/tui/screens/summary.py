"""The army at a glance: points by role, models, wounds, attacks, tokens, activations."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from listbuilder.rules.summary import build_summary
from listbuilder.tui.face import Dialog
from listbuilder.tui.view.summary import summary_rows
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.rows import Rows
from listbuilder.tui.workspace import Workspace

_NARROWEST = 40


class SummaryScreen(Dialog[None]):
    """Sums and bars; any of the keys that opened it closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,i,q,enter", "cancel", "key.back", id="summary.close", key_display="Esc"),
    ]

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace

    def compose(self) -> ComposeResult:
        """Show the sums in a box."""
        with Vertical(classes="dialog help"):
            yield Rows()
        yield KeyBar()

    def on_mount(self) -> None:
        """Add the army up."""
        self.query_one(Vertical).border_title = self.tr("tui.summary.title")
        self.set_focus(self.query_one(Rows))
        self._paint()

    def on_resize(self) -> None:
        """Draw the bars for the new width."""
        self.call_after_refresh(self._paint)

    def _paint(self) -> None:
        rows = self.query_one(Rows)
        room = max(_NARROWEST, rows.room)
        system, summary = self._workspace.system, build_summary(self._workspace.roster)
        found = summary_rows(summary, system.measure, self.app.language, room)
        rows.styles.height = len(found)
        rows.show(found)
