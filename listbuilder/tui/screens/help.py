"""The help screen: an introduction and every key of the screen that opened it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from listbuilder.tui.base_app import Dialog
from listbuilder.tui.palette import Command
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import BLANK_ROW, Part, info, row
from listbuilder.tui.widgets.row_list import RowList


class HelpScreen(Dialog[None]):
    """All keys of a screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "cancel", "key.back", id="help.close", key_display="Esc"),
    ]

    def __init__(self, commands: Sequence[Command]) -> None:
        super().__init__()
        self._commands = tuple(commands)

    def compose(self) -> ComposeResult:
        """Lay out the keys in a box."""
        with Vertical(classes="dialog help"):
            yield RowList()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the keys."""
        self.query_one(Vertical).border_title = self.tr("tui.help.title")
        rows = [info(self.tr("tui.help.intro")), BLANK_ROW]
        for command in self._commands:
            keys = " ".join(command.keys)
            role = "" if command.enabled else "dim"
            rows.append(
                row(command.action, (Part(f"{keys:>14}  ", "accent"), Part(command.name, role)), selectable=False)
            )
        rows += [BLANK_ROW, info(self.tr("tui.help.outro"), "dim")]
        row_list = self.query_one(RowList)
        row_list.show(rows)
        self.set_focus(row_list)
