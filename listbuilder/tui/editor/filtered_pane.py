"""A pane with a filter under it: what is typed narrows its rows, Escape shows them all again."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Input

from listbuilder.tui.base import Face
from listbuilder.tui.editor.pane import Pane
from listbuilder.tui.widgets.filter_input import Filter

_MOVES = {"up": -1, "down": 1}
_PAGES = {"pageup": -1, "pagedown": 1}


class SearchedPane(Pane):
    """A pane that can show only what fits a query."""

    search = ""
    """The query; all is shown while it is empty."""

    def filter(self, search: str, cursor: str | None = None) -> None:
        """Show what fits; the cursor goes to the best, or back to a row it was on."""
        self.search = search
        self.show(self.current(), cursor, afresh=True)


class Finder(Vertical):
    """A filter and the pane it filters; keys that move the cursor work from the filter too."""

    app = getters.app(Face)
    BLANK: ClassVar[bool] = True  # nothing of its own is in sight

    def __init__(self, rows: SearchedPane, name: str) -> None:
        super().__init__(id=name)
        self.rows = rows
        self.field = Filter(rows)
        self.came_from: str | None = None
        """The row that the cursor was on before something was looked for."""

    def compose(self) -> ComposeResult:
        """Put the filter under the list, so that the lists of all panes begin in one line."""
        yield self.rows
        yield self.field

    @property
    @abstractmethod
    def wanted(self) -> int:
        """How many cells the rows need to be read whole, with what is around them."""

    @property
    def searching(self) -> bool:
        """Whether something is being looked for."""
        return self.field.has_focus or bool(self.rows.search)

    def paint(self) -> None:
        """Show the rows, and what the filter is for."""
        self.field.placeholder = self.app.tr("tui.units.filter")
        self.rows.paint()

    def begin(self) -> None:
        """Begin to type; where the cursor was is remembered."""
        if not self.field.value:
            self.came_from = self.rows.cursor_key
        self.screen.set_focus(self.field)

    @abstractmethod
    def give_up(self) -> None:
        """Show all rows again, without doing anything to what was found."""

    def end(self, cursor: str | None) -> None:
        """Empty the filter and go to a row."""
        self.field.value = ""
        self.rows.filter("", cursor)
        self.rows.moved(self.rows.cursor_key)

    @on(Input.Changed)
    def _filter(self) -> None:
        self._catch_up()

    @on(Input.Submitted)
    def _choose(self) -> None:
        self._catch_up()
        self.choose()

    def choose(self) -> None:
        """Do what Enter does to the row under the cursor."""
        self.rows.action_choose()

    def _catch_up(self) -> None:
        """Filter by what is typed, also where the message about the last letters is still on its way."""
        if self.field.value != self.rows.search:
            self.rows.filter(self.field.value)
            self.rows.moved(self.rows.cursor_key)

    def on_key(self, event: Key) -> None:
        """Let the keys that move the list's cursor do so while typing."""
        if self.field.has_focus and event.key in (*_MOVES, *_PAGES):
            self._catch_up()
            if event.key in _MOVES:
                self.rows.action_move(_MOVES[event.key])
            else:
                self.rows.action_page(_PAGES[event.key])
