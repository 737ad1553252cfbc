"""Ask for a key."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Label

from listbuilder.tui.face import Dialog
from listbuilder.tui.widgets.key_bar import KeyBar


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
