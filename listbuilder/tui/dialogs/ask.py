"""Ask a question with a few answers."""

from __future__ import annotations

from collections.abc import Mapping

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.face import Dialog
from listbuilder.tui.view.row import info, row
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.lines import Lines
from listbuilder.tui.widgets.rows import Rows


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
