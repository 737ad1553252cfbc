"""Compare the open list with another: side by side, changed lines marked."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Label

from listbuilder.diff.side_by_side import two_columns
from listbuilder.errors import UnreadableError
from listbuilder.judging import Judged, judge_file
from listbuilder.model import Roster
from listbuilder.tui.dialogs.choose import ChooseDialog
from listbuilder.tui.face import Page
from listbuilder.tui.known_lists import list_rows
from listbuilder.tui.view.columns import column_rows
from listbuilder.tui.view.row import info
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.rows import Rows
from listbuilder.tui.workspace import Workspace


class CompareScreen(Page):
    """The difference between another list and the open one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "other", "key.other-list", id="compare.other"),
        Binding("escape", "back", "key.back", id="compare.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="compare.help", key_display="?"),
    ]
    lines = getters.query_one("#lines", Rows)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._other: Roster | None = None

    def compose(self) -> ComposeResult:
        """Show the differences in a pane."""
        yield Label(self.tr("tui.compare.title"), classes="page-title", markup=False)
        yield Rows(id="lines", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Ask which list to compare with."""
        self.lines.show([info(self.tr("tui.compare.none"), "dim")])
        self.lines.focus()
        self.call_after_refresh(self.action_other)

    def action_other(self) -> None:
        """Choose the other list."""
        self.app.push_screen(ChooseDialog(self.tr("tui.compare.choose"), list_rows(self.app)), self._compare)

    def _compare(self, answer: str | None) -> None:
        if answer is None:
            return
        found = judge_file(Path(answer), self.app.library)[0]
        if not isinstance(found, Judged):
            self.app.say_error(UnreadableError(found.report.diagnostics))
            return
        self._other = found.roster
        self._paint()

    @on(Rows.Resized, "#lines")
    def _fit(self) -> None:
        """Set the columns for the new width."""
        self._paint()

    def _paint(self) -> None:
        if self._other is not None:
            language = self.app.language
            pairs = two_columns(self._other, self._workspace.roster, language)
            self.lines.show(column_rows(pairs, language, self.lines.room))

    def action_back(self) -> None:
        """Go back to the list."""
        self.dismiss()
