"""Base classes of the editor's panes, with and without a filter."""

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

_MAX_TITLE_LENGTH = 40
MEDIUM, WIDE = 90, 120
"""From these widths on, two and three panes fit side by side."""
NARROW: list[tuple[int, str]] = [(0, "-narrow"), (MEDIUM, "-broad")]
TALL: list[tuple[int, str]] = [(0, "-short"), (36, "-tall")]
"""Size classes of a screen; only screens that need them set them, because a class restyles everything."""
FRAME = 4
"""The width of border, cursor and scroll bar of a pane."""


class Listener(Protocol):
    """The editor, which is notified of events in a pane."""

    def pointed(self, pane: Pane, key: str | None) -> None:
        """The cursor moved to a row."""

    def chosen(self, pane: Pane, key: str) -> None:
        """A row was chosen."""


class Pane(Rows):
    """A list that shows a part of the session; its rows are built for its width."""

    app = getters.app(Face)

    def __init__(
        self, session: EditorSession, listener: Listener, name: str, *, one_click: bool = False, verb: str | None = None
    ) -> None:
        super().__init__(id=name, classes="pane", one_click=one_click, verb=verb)
        self.session = session
        self._listener = listener
        self._titles = ("", "")
        self._cache_key: Hashable = None

    def moved(self, key: str | None) -> None:
        """Notify the editor directly, because the next key may already be waiting."""
        self._listener.pointed(self, key)

    def choose(self, key: str) -> None:
        """Notify the editor directly."""
        self._listener.chosen(self, key)

    @abstractmethod
    def build(self) -> Sequence[Row]:
        """Build the rows."""

    @property
    def basis(self) -> Hashable:
        """What the rows depend on, in addition to the list, the width and the language."""
        return None

    def current(self) -> Sequence[Row]:
        """Return the current rows; build them only if something that they depend on has changed."""
        key = (self.session.revision, self.room, self.app.language, self.basis)
        if key == self._cache_key:
            return self.rows
        self._cache_key = key
        return self.build()

    def paint(self) -> None:
        """Show the current rows."""
        self.show(self.current())

    def on_resize(self) -> None:
        """Build the rows for the new width."""
        self.paint()

    def title(self, title: str, subtitle: str = "") -> None:
        """Set the titles and repaint their two lines; Textual would repaint the whole pane."""
        if (title, subtitle) != self._titles:
            self._titles = (title, subtitle)
            self._border_title = Content(plain_line(title, _MAX_TITLE_LENGTH))
            self._border_subtitle = Content(plain_line(subtitle, _MAX_TITLE_LENGTH))
            width, height = self.outer_size
            self.refresh(Region(-1, -1, width, 1), Region(-1, height - 2, width, 1))


_MOVE_KEYS = {"up": -1, "down": 1}
_PAGE_KEYS = {"pageup": -1, "pagedown": 1}


class SearchedPane(Pane):
    """A pane that can show only the rows that match a query."""

    search = ""
    """The query; empty shows all rows."""

    def filter(self, search: str, cursor: str | None = None) -> None:
        """Show the matches with the cursor on the best one or on a given row."""
        self.search = search
        self.show(self.current(), cursor, afresh=True)


class Finder(Vertical):
    """A pane and its filter; keys that move the cursor also work in the filter."""

    app = getters.app(Face)
    BLANK: ClassVar[bool] = True  # it has no visible content of its own

    def __init__(self, rows: SearchedPane, name: str) -> None:
        super().__init__(id=name)
        self.rows = rows
        self.field = Filter(rows)
        self.came_from: str | None = None
        """The row under the cursor before the search."""

    def compose(self) -> ComposeResult:
        """Put the filter below the list, so that the lists of all panes start at the same height."""
        yield self.rows
        yield self.field

    @property
    @abstractmethod
    def wanted(self) -> int:
        """The width at which no row is cut."""

    @property
    def searching(self) -> bool:
        """Whether a search is active."""
        return self.field.has_focus or bool(self.rows.search)

    def paint(self) -> None:
        """Show the rows and the placeholder of the filter."""
        self.field.placeholder = self.app.tr("tui.units.filter")
        self.rows.paint()

    def begin(self) -> None:
        """Remember the cursor and focus the filter."""
        if not self.field.value:
            self.came_from = self.rows.cursor_key
        self.screen.set_focus(self.field)

    @abstractmethod
    def give_up(self) -> None:
        """Show all rows again without choosing one."""

    def end(self, cursor: str | None) -> None:
        """Clear the filter and move the cursor to a row."""
        self.field.value = ""
        self.rows.filter("", cursor)
        self.rows.moved(self.rows.cursor_key)

    @on(Input.Changed)
    def _filter(self) -> None:
        self._apply_filter()

    @on(Input.Submitted)
    def _choose(self) -> None:
        self._apply_filter()
        self.choose()

    def choose(self) -> None:
        """Choose the row under the cursor."""
        self.rows.action_choose()

    def _apply_filter(self) -> None:
        """Apply the filter now, even if the message about the last letters has not arrived yet."""
        if self.field.value != self.rows.search:
            self.rows.filter(self.field.value)
            self.rows.moved(self.rows.cursor_key)

    def on_key(self, event: Key) -> None:
        """Move the cursor of the list while typing."""
        if self.field.has_focus and event.key in (*_MOVE_KEYS, *_PAGE_KEYS):
            self._apply_filter()
            if event.key in _MOVE_KEYS:
                self.rows.action_move(_MOVE_KEYS[event.key])
            else:
                self.rows.action_page(_PAGE_KEYS[event.key])
