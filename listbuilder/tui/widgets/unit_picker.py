"""The units to choose from, with a filter under them."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.message import Message
from textual.widgets import Input

from listbuilder.tui.widgets.rows import Rows


class UnitPicker(Vertical):
    """A filter and the list it filters; keys that move the cursor work from the filter too."""

    @dataclass
    class Filtered(Message):
        """Something was typed into the filter."""

        text: str

    def __init__(self, hint: str) -> None:
        super().__init__(id="units-pane")
        self._hint = hint

    def compose(self) -> ComposeResult:
        """Put the filter under the list, so that the lists of all panes begin in one line."""
        yield Rows(id="units", classes="pane", verb="key.add-this")
        yield Input(id="filter", placeholder=self._hint, compact=True, select_on_focus=False)

    @property
    def search(self) -> str:
        """What is typed into the filter."""
        return self.query_one("#filter", Input).value

    def clear(self) -> None:
        """Empty the filter."""
        self.query_one("#filter", Input).value = ""

    @on(Input.Changed, "#filter")
    def _filter(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Filtered(event.value))

    @on(Input.Submitted, "#filter")
    def _choose(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one("#units", Rows).action_choose()

    def on_key(self, event: Key) -> None:
        """Let the arrows move the list's cursor while typing."""
        rows = self.query_one("#units", Rows)
        if not self.query_one("#filter", Input).has_focus:
            return
        if event.key in ("up", "down"):
            event.stop()
            rows.action_move(1 if event.key == "down" else -1)
