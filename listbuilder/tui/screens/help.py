"""Help: what this is, and every key of the screen it was called from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from listbuilder.tui.base import Dialog
from listbuilder.tui.palette import Command
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import BLANK, Part, info, row
from listbuilder.tui.widgets.row_list import Rows


class HelpScreen(Dialog[None]):
    """All keys, and how to go on from here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "cancel", "key.back", id="help.close", key_display="Esc"),
    ]

    def __init__(self, found: Sequence[Command]) -> None:
        super().__init__()
        self._commands = tuple(found)

    def compose(self) -> ComposeResult:
        """Show the keys in a box."""
        with Vertical(classes="dialog help"):
            yield Rows()
        yield KeyBar()

    def on_mount(self) -> None:
        """Fill the box."""
        self.query_one(Vertical).border_title = self.tr("tui.help.title")
        rows = [info(self.tr("tui.help.intro")), BLANK]
        for command in self._commands:
            keys = " ".join(command.keys)
            role = "" if command.enabled else "dim"
            rows.append(
                row(command.action, (Part(f"{keys:>14}  ", "accent"), Part(command.name, role)), pickable=False)
            )
        rows += [BLANK, info(self.tr("tui.help.outro"), "dim")]
        found = self.query_one(Rows)
        found.show(rows)
        self.set_focus(found)
