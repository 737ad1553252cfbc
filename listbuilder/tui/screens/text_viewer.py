"""A read-only text, such as a submitted list or a letter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Label

from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import Page
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Row, row
from listbuilder.tui.widgets.row_list import RowList


class TextViewerScreen(Page):
    """Rows, followed by a text line by line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", "key.back", id="reading.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="reading.help", key_display="?"),
    ]

    def __init__(self, title: str, rows: Sequence[Row], text: str) -> None:
        super().__init__()
        self._title = title
        lines = (
            row(f"line:{index}", sanitize_line(line, 400) or " ", wrap=True)
            for index, line in enumerate(text.splitlines())
        )
        self._rows = [*rows, *lines]

    def compose(self) -> ComposeResult:
        """Lay out the title above the text."""
        yield Label(sanitize_line(self._title, 60), classes="page-title", markup=False)
        yield RowList(id="text", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the text."""
        rows = self.query_one(RowList)
        rows.show(self._rows)
        rows.focus()

    def action_back(self) -> None:
        """Close the screen."""
        self.dismiss()
