"""Compare the open list with another: side by side, changed lines marked."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Label

from listbuilder.errors import UnreadableError
from listbuilder.judging import Judged, judge_file
from listbuilder.model import Roster
from listbuilder.rules.columns import two_columns
from listbuilder.sheet.plain import plain_line
from listbuilder.tui.dialogs.choose import ChooseDialog
from listbuilder.tui.face import Page
from listbuilder.tui.memory import memory_of
from listbuilder.tui.shelf import list_files
from listbuilder.tui.view.columns import column_rows
from listbuilder.tui.view.row import Part, info, row
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
        known = memory_of(self.app).cards
        sample = self.tr("tui.home.bundled")
        rows = []
        for path in list_files(self.app.settings):
            name = known[path].name if path in known else path.stem
            rows.append(row(str(path), plain_line(name), (Part(plain_line(path.name), "dim"),)))
        samples = self.app.library.sample_lists()
        rows.extend(row(str(header.file), plain_line(header.name), (Part(sample, "dim"),)) for header in samples)
        self.app.push_screen(ChooseDialog(self.tr("tui.compare.choose"), rows), self._compare)

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
