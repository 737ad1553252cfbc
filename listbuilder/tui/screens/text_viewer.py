"""A text to be read: a list that somebody handed in, or a letter; nothing in it can be changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Label

from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Page
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Row, row
from listbuilder.tui.widgets.row_list import Rows


class ReadingScreen(Page):
    """Rows, and under them a text line by line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", "key.back", id="reading.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="reading.help", key_display="?"),
    ]

    def __init__(self, title: str, rows: Sequence[Row], text: str) -> None:
        super().__init__()
        self._title = title
        lines = (
            row(f"line:{place}", plain_line(line, 400) or " ", wrap=True)
            for place, line in enumerate(text.splitlines())
        )
        self._rows = [*rows, *lines]

    def compose(self) -> ComposeResult:
        """Put the title above the text."""
        yield Label(plain_line(self._title, 60), classes="page-title", markup=False)
        yield Rows(id="text", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show it."""
        rows = self.query_one(Rows)
        rows.show(self._rows)
        rows.focus()

    def action_back(self) -> None:
        """Close it."""
        self.dismiss()
