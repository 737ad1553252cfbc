"""Ask for a text: one line, or several."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Label, TextArea

from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.face import Dialog
from listbuilder.tui.widgets.key_bar import KeyBar

_LONGEST_LINE = 400
_LONGEST_PAGE = 200_000


class NoteField(TextArea):
    """A few lines; Enter keeps them like any other text, and Ctrl+J begins a new line."""

    class Kept(Message):
        """Enter was pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "keep", "key.keep", show=False, priority=True)]

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "ctrl+j":
            event.stop()
            event.prevent_default()
            self.insert("\n")
            return
        await super()._on_key(event)

    def action_keep(self) -> None:
        """Tell that the text is done."""
        self.post_message(self.Kept())


class WriteDialog(Dialog[str]):
    """A text to write; Enter keeps it. On a whole page, where texts are pasted, Ctrl+S does."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "keep", "key.keep", id="dialog.keep", priority=True)]

    def __init__(
        self, title: str, text: str, hint: str = "", *, lines: bool = False, page: bool = False, most: int | None = None
    ) -> None:
        super().__init__()
        self._most = most or (_LONGEST_PAGE if lines or page else _LONGEST_LINE)
        self._page = page
        self._title = title
        self._text = text
        self._hint = hint
        self._lines = lines or page

    def compose(self) -> ComposeResult:
        """Offer a line, or a small page."""
        with Vertical(classes="dialog"):
            if self._lines:
                yield TextArea(self._text) if self._page else NoteField(self._text)
            else:
                yield Input(self._text, placeholder=plain_line(self._hint), max_length=self._most)
            yield Label(self.tr(self._rule), classes="hint", markup=False)
        yield KeyBar()

    @property
    def _rule(self) -> str:
        """How the text is kept."""
        if not self._lines:
            return "tui.write.line"
        return "tui.write.page" if self._page else "tui.write.lines"

    def on_mount(self) -> None:
        """Head the box."""
        self.query_one(Vertical).border_title = Content(plain_line(self._title, 60))

    def name_binding(self, binding: str | None) -> str | None:
        """What was pasted is not kept but read in."""
        return self.tr("key.import") if self._page and binding == "dialog.keep" else None

    @on(NoteField.Kept)
    @on(Input.Submitted)
    def action_keep(self) -> None:
        """Give the text."""
        text = self.query_one(TextArea).text if self._lines else self.query_one(Input).value
        if len(text.strip()) > self._most:  # it stays where it is: nothing that was typed is cut off
            said = self.tr("tui.write.too-long", n=len(text.strip()), most=self._most)
            self.query_one(".hint", Label).update(Content(said))
        else:
            self.dismiss(text)
