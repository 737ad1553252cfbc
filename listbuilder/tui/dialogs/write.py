"""Ask for a text: one line, or several."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Label, TextArea

from listbuilder.sheet.plain import plain_line
from listbuilder.tui.face import Dialog

_LONGEST = 400
_LONGEST_PAGE = 200_000


class WriteDialog(Dialog[str]):
    """A text to write; Enter (in several lines: Ctrl+S) keeps it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "keep", "key.keep", id="dialog.keep", priority=True)]

    def __init__(self, title: str, text: str, hint: str = "", *, lines: bool = False) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._hint = hint
        self._lines = lines

    def compose(self) -> ComposeResult:
        """Offer a line, or a small page."""
        with Vertical(classes="dialog"):
            if self._lines:
                yield TextArea(self._text)
            else:
                yield Input(self._text, placeholder=plain_line(self._hint), max_length=_LONGEST)
            yield Label(self.tr("tui.write.lines" if self._lines else "tui.write.line"), classes="hint", markup=False)

    def on_mount(self) -> None:
        """Head the box."""
        self.query_one(Vertical).border_title = Content(plain_line(self._title, 60))

    @on(Input.Submitted)
    def action_keep(self) -> None:
        """Give the text."""
        text = self.query_one(TextArea).text if self._lines else self.query_one(Input).value
        self.dismiss(text[:_LONGEST_PAGE])
