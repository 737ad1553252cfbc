"""Ask for a key."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Label

from listbuilder.tui.face import Dialog


class PressDialog(Dialog[str]):
    """Gives the key that is pressed; Escape gives none."""

    def compose(self) -> ComposeResult:
        """Ask."""
        with Vertical(classes="dialog"):
            yield Label(self.tr("tui.press"), markup=False)

    def on_key(self, event: Key) -> None:
        """Take the key."""
        if event.key != "escape":
            event.stop()
            event.prevent_default()
            self.dismiss(event.key)
