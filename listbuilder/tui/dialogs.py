"""Dialogs that ask for one answer: a choice, a key, a text or a row. Each returns None if it is cancelled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.widgets import Input, Label, TextArea

from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import Dialog
from listbuilder.tui.widgets.key_bar import FilterInput, KeyBar
from listbuilder.tui.widgets.row import Row, info, row
from listbuilder.tui.widgets.row_list import RowLabel, RowList

T = TypeVar("T")


class KeyDialog(Dialog[str]):
    """Asks for a key and returns it."""

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        with Vertical(classes="dialog"):
            yield Label(self.tr("tui.press"), markup=False)
        yield KeyBar()

    def on_key(self, event: Key) -> None:
        """Return the key that was pressed."""
        if event.key != "escape":
            event.stop()
            event.prevent_default()
            self.dismiss(event.key)


_MAX_LINE_LENGTH = 400
_MAX_PAGE_LENGTH = 200_000


class NoteField(TextArea):
    """A text area in which Enter submits and Ctrl+J starts a new line."""

    class Submitted(Message):
        """Enter was pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "save", "key.keep", show=False, priority=True)]

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "ctrl+j":
            event.stop()
            event.prevent_default()
            self.insert("\n")
        else:
            await super()._on_key(event)

    def action_save(self) -> None:
        """Post that the text is complete."""
        self.post_message(self.Submitted())


class TextDialog(Dialog[str]):
    """Asks for a text: a line, a note of several lines, or a page for pasting, which Ctrl+S submits."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "save", "key.keep", id="dialog.keep", priority=True)]

    def __init__(
        self,
        title: str,
        text: str,
        hint: str = "",
        *,
        multiline: bool = False,
        is_page: bool = False,
        max_length: int | None = None,
    ) -> None:
        super().__init__()
        self._max_length = max_length or (_MAX_PAGE_LENGTH if multiline or is_page else _MAX_LINE_LENGTH)
        self._page = is_page
        self._title = title
        self._initial_text = text
        self._hint = hint
        self._lines = multiline or is_page

    def compose(self) -> ComposeResult:
        """Lay out the field and a hint."""
        with Vertical(classes="dialog") as frame:
            frame.border_title = Content(sanitize_line(self._title, 60))
            if self._page:
                yield TextArea(self._initial_text)
            elif self._lines:
                yield NoteField(self._initial_text)
            else:
                yield Input(self._initial_text, placeholder=sanitize_line(self._hint), max_length=self._max_length)
            kind = "page" if self._page else "lines" if self._lines else "line"
            yield Label(self.tr(f"tui.write.{kind}"), classes="hint", markup=False)
        yield KeyBar()

    def name_binding(self, binding: str | None) -> str | None:
        """Return "import" as the label of Ctrl+S for a page."""
        return self.tr("key.import") if self._page and binding == "dialog.keep" else None

    @on(NoteField.Submitted)
    @on(Input.Submitted)
    def action_save(self) -> None:
        """Return the text, or show that it is too long."""
        text = self.query_one(TextArea).text if self._lines else self.query_one(Input).value
        if len(text.strip()) > self._max_length:  # nothing that was typed is cut off
            message = self.tr("tui.write.too-long", n=len(text.strip()), most=self._max_length)
            self.query_one(".hint", Label).update(Content(message))
        else:
            self.dismiss(text)


_MAX_ROWS_WITHOUT_SEARCH = 12


class ChoiceDialog(Dialog[str]):
    """A list to choose from, with a search if it is long; returns the key of the row."""

    def __init__(
        self,
        title: str,
        rows: Sequence[Row],
        explain: Callable[[str], Row | None] | None = None,
        cursor: str | None = None,
        sentence: str = "",
    ) -> None:
        super().__init__()
        self._title = title
        self._rows = tuple(rows)
        self._explain = explain
        self._cursor = cursor
        self._sentence = sentence
        self._list = RowList(choose_on_click=True, enter_label="key.choose")

    def compose(self) -> ComposeResult:
        """Lay out the sentence, the search, the list and the explanation of the current row."""
        with Vertical(classes="dialog") as frame:
            frame.border_title = Content(sanitize_line(self._title, 60))
            if self._sentence:
                yield RowLabel(classes="sentence")
            if len(self._rows) > _MAX_ROWS_WITHOUT_SEARCH:
                yield FilterInput(self._list, self.tr("tui.search"), "search")
            yield self._list
            if self._explain is not None:
                yield RowLabel(classes="reason")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the rows."""
        for label in self.query(".sentence").results(RowLabel):
            label.show([info(self._sentence)])
        self._list.show(self._rows, self._cursor)
        self._list.styles.height = min(len(self._rows), 14)
        if len(self._rows) <= _MAX_ROWS_WITHOUT_SEARCH:
            self.set_focus(self._list)
        self._show_explanation()

    @on(Input.Changed)
    def _search(self, event: Input.Changed) -> None:
        words = event.value.casefold().split()
        matches = [row for row in self._rows if all(word in row.text.casefold() for word in words)]
        self._list.show(matches or [info(self.tr("tui.nothing-found"), "dim")], from_top=True)
        self._show_explanation()

    @on(Input.Submitted)
    def _submit(self) -> None:
        self._list.action_choose()

    @on(RowList.Highlighted)
    def _show_explanation(self) -> None:
        key = self._list.cursor_key
        if self._explain is not None:
            explanation = self._explain(key) if key is not None else None
            self.query_one(".reason", RowLabel).show([] if explanation is None else [explanation])

    @on(RowList.Selected)
    def _choose(self, event: RowList.Selected) -> None:
        self.dismiss(event.key)

    def on_key(self, event: Key) -> None:
        """Move the cursor of the list with the arrow keys while typing."""
        if isinstance(self.focused, Input) and event.key in ("up", "down"):
            self._list.action_move(1 if event.key == "down" else -1)


class QuestionDialog(ChoiceDialog):
    """A question with a few answers by key; the first answer is the safe one."""

    def __init__(self, title: str, sentence: str, answers: Mapping[str, str]) -> None:
        super().__init__(title, [row(key, answer) for key, answer in answers.items()], sentence=sentence)
