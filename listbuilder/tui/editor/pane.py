"""What the editor's panes have in common.

A pane with a filter under it: what is typed narrows its rows, Escape shows them all again.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from typing import ClassVar, Protocol

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.geometry import Region
from textual.widgets import Input

from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Face
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.widgets.key_bar import Filter
from listbuilder.tui.widgets.row import Row
from listbuilder.tui.widgets.row_list import Rows

_LONGEST_TITLE = 40
MEDIUM, WIDE = 90, 120
"""From how many columns on two and three panes fit side by side."""
NARROW: list[tuple[int, str]] = [(0, "-narrow"), (MEDIUM, "-broad")]
TALL: list[tuple[int, str]] = [(0, "-short"), (36, "-tall")]
"""Classes of a screen by its size; only of those that need them, since a class styles everything in it anew."""
FRAME = 4
"""What border, cursor and bar take of a pane's width."""


class Listener(Protocol):
    """Who hears what happens in a pane: the editor."""

    def pointed(self, pane: Pane, key: str | None) -> None:
        """The cursor has come to a row."""

    def chosen(self, pane: Pane, key: str) -> None:
        """A row was chosen."""


class Pane(Rows):
    """Rows that show a part of the open list; they are built for the pane's own width, and anew when it changes."""

    app = getters.app(Face)

    def __init__(
        self, session: EditorSession, listener: Listener, name: str, *, one_click: bool = False, verb: str | None = None
    ) -> None:
        super().__init__(id=name, classes="pane", one_click=one_click, verb=verb)
        self.session = session
        self._listener = listener
        self._titles = ("", "")
        self._built_from: Hashable = None

    def moved(self, key: str | None) -> None:
        """Tell at once that the cursor has moved: the next key may be waiting already."""
        self._listener.pointed(self, key)

    def choose(self, key: str) -> None:
        """Tell at once that a row was chosen."""
        self._listener.chosen(self, key)

    @abstractmethod
    def build(self) -> Sequence[Row]:
        """Build the rows as they are now."""

    @property
    def basis(self) -> Hashable:
        """What the rows are built from, beside the list itself, the room and the language."""
        return None

    def current(self) -> Sequence[Row]:
        """Give the rows as they are now; they are built anew only if something is another that they are built from."""
        basis = (self.session.revision, self.room, self.app.language, self.basis)
        if basis == self._built_from:
            return self.rows
        self._built_from = basis
        return self.build()

    def paint(self) -> None:
        """Show the list as it is now."""
        self.show(self.current())

    def on_resize(self) -> None:
        """Build the rows for the new width."""
        self.paint()

    def title(self, title: str, subtitle: str = "") -> None:
        """Head the pane; only the lines of the frame are painted for it, Textual's own titles paint the whole pane."""
        if (title, subtitle) != self._titles:
            self._titles = (title, subtitle)
            self._border_title = Content(plain_line(title, _LONGEST_TITLE))
            self._border_subtitle = Content(plain_line(subtitle, _LONGEST_TITLE))
            width, height = self.outer_size
            self.refresh(Region(-1, -1, width, 1), Region(-1, height - 2, width, 1))


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
