"""Questions to the player: each a modal screen that gives a typed answer, or None.

Ask a question with a few answers.

Ask for a key.

Ask for a text: one line, or several.

Choose one of several things, with a search where there are many.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.widgets import Input, Label, TextArea

from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Dialog
from listbuilder.tui.widgets.key_bar import Filter, KeyBar
from listbuilder.tui.widgets.row import Row, info, row
from listbuilder.tui.widgets.row_list import Lines, Rows


class AskDialog(Dialog[str]):
    """A sentence and answers by key; the first one is the safe one."""

    def __init__(self, title: str, sentence: str, answers: Mapping[str, str]) -> None:
        super().__init__()
        self._title = title
        self._sentence = sentence
        self._answers = answers

    def compose(self) -> ComposeResult:
        """Put the answers under the sentence."""
        with Vertical(classes="dialog"):
            yield Lines(classes="sentence")
            yield Rows(one_click=True, verb="key.choose")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the question."""
        self.query_one(Vertical).border_title = Content(plain_line(self._title, 60))
        self.query_one(Lines).show([info(self._sentence)])
        rows = self.query(Rows).last()
        rows.show([row(key, answer) for key, answer in self._answers.items()])
        rows.styles.height = len(self._answers)
        self.set_focus(rows)

    @on(Rows.Chosen)
    def _answer(self, event: Rows.Chosen) -> None:
        self.dismiss(event.key)


class PressDialog(Dialog[str]):
    """Gives the key that is pressed; Escape gives none."""

    def compose(self) -> ComposeResult:
        """Ask."""
        with Vertical(classes="dialog"):
            yield Label(self.tr("tui.press"), markup=False)
        yield KeyBar()

    def on_key(self, event: Key) -> None:
        """Take the key."""
        if event.key != "escape":
            event.stop()
            event.prevent_default()
            self.dismiss(event.key)


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


_MANY = 12


class ChooseDialog(Dialog[str]):
    """A list to choose from; gives the key of the chosen row."""

    def __init__(
        self,
        title: str,
        rows: Sequence[Row],
        explain: Callable[[str], Row | None] | None = None,
        cursor: str | None = None,
    ) -> None:
        super().__init__()
        self._title = title
        self._rows = tuple(rows)
        self._explain = explain
        self._cursor = cursor

    def compose(self) -> ComposeResult:
        """Put a search over the list where it is long, and what would come of it under it."""
        rows = Rows(one_click=True, verb="key.choose")
        with Vertical(classes="dialog"):
            if len(self._rows) > _MANY:
                yield Filter(rows, self.tr("tui.search"), "search")
            yield rows
            if self._explain is not None:
                yield Lines(classes="reason")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the choices."""
        self.query_one(Vertical).border_title = Content(plain_line(self._title, 60))
        rows = self.query_one(Rows)
        rows.show(self._rows, self._cursor)
        rows.styles.height = min(len(self._rows), 14)
        if len(self._rows) <= _MANY:
            self.set_focus(rows)
        self._tell()

    @on(Input.Changed)
    def _search(self, event: Input.Changed) -> None:
        words = event.value.casefold().split()
        found = [row for row in self._rows if all(word in row.text.casefold() for word in words)]
        self.query_one(Rows).show(found or [info(self.tr("tui.nothing-found"), "dim")], afresh=True)
        self._tell()

    @on(Input.Submitted)
    def _submit(self) -> None:
        self.query_one(Rows).action_choose()

    @on(Rows.Highlighted)
    def _tell(self) -> None:
        key = self.query_one(Rows).cursor_key
        if self._explain is not None:
            said = self._explain(key) if key is not None else None
            self.query_one(Lines).show([said] if said is not None else [])

    @on(Rows.Chosen)
    def _choose(self, event: Rows.Chosen) -> None:
        self.dismiss(event.key)

    def on_key(self, event: Key) -> None:
        """Let the arrows move the list's cursor while typing."""
        if isinstance(self.focused, Input) and event.key in ("up", "down"):
            self.query_one(Rows).action_move(1 if event.key == "down" else -1)
