"""The rules reference: search, and read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Key
from textual.widgets import Input, Label

from listbuilder.model import Faction, System
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.face import Page
from listbuilder.tui.view.glossary import explained, glossary_rows, text_rows
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.lines import Lines
from listbuilder.tui.widgets.rows import Rows


class RulesScreen(Page):
    """How a game is played, and the special rules, spells and command group of a system and some factions."""

    CSS_PATH = "../styles/rules.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "key.search", id="rules.search"),
        Binding("escape", "back", "key.back", id="rules.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="rules.help", key_display="?"),
    ]
    names = getters.query_one("#names", Rows)
    text = getters.query_one("#text", Lines)
    typed = getters.query_one("#typed", Input)

    def __init__(self, system: System, factions: Sequence[Faction]) -> None:
        super().__init__()
        self._system = system
        self._factions = tuple(factions)

    def compose(self) -> ComposeResult:
        """Put names left and the text right."""
        title = plain_line(f"{self._system.name.to(self.app.language)} {self._system.edition}")
        yield Label(f"{self.tr('tui.rules.title')}  ·  {title}", classes="page-title", markup=False)
        yield Input(id="typed", placeholder=self.tr("tui.search"), compact=True)
        with Horizontal():
            yield Rows(id="names", classes="pane")
            yield Lines(id="text", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show everything there is."""
        self._parts = explained(self._system, self._factions, self.app.language)
        self.typed.focus()
        self._paint()

    def _paint(self) -> None:
        self.names.show(glossary_rows(self._parts, self.app.language, self.typed.value))
        self._read()

    @on(Rows.Highlighted)
    def _read(self) -> None:
        self.text.show(text_rows(self._parts, self.names.cursor_key, self.app.language))

    @on(Input.Changed)
    def _search(self) -> None:
        self._paint()

    @on(Input.Submitted)
    def _submit(self) -> None:
        self.names.focus()

    def action_search(self) -> None:
        """Type to search."""
        self.typed.focus()

    def action_back(self) -> None:
        """Empty the search, then leave."""
        if self.typed.value:
            self.typed.value = ""
        else:
            self.dismiss()

    def on_key(self, event: Key) -> None:
        """Let the arrows move the cursor while typing."""
        if self.typed.has_focus and event.key in ("up", "down", "pageup", "pagedown"):
            if event.key in ("up", "down"):
                self.names.action_move(1 if event.key == "down" else -1)
            else:
                self.names.action_page(1 if event.key == "pagedown" else -1)
