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

from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import BaseApp
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.widgets.key_bar import FilterInput
from listbuilder.tui.widgets.row import Row
from listbuilder.tui.widgets.row_list import RowList

_MAX_TITLE_LENGTH = 40
MEDIUM_WIDTH, WIDE_WIDTH = 90, 120
"""From these widths on, two and three panes fit side by side."""
WIDTH_BREAKPOINTS: list[tuple[int, str]] = [(0, "-narrow"), (MEDIUM_WIDTH, "-broad")]
HEIGHT_BREAKPOINTS: list[tuple[int, str]] = [(0, "-short"), (36, "-tall")]
"""Size classes of a screen; only screens that need them set them, because a class restyles everything."""
FRAME_WIDTH = 4
"""The width of border, cursor and scroll bar of a pane."""


class PaneListener(Protocol):
    """The editor, which is notified of events in a pane."""

    def cursor_moved(self, pane: Pane, key: str | None) -> None:
        """The cursor moved to a row."""

    def row_chosen(self, pane: Pane, key: str) -> None:
        """A row was chosen."""


class Pane(RowList):
    """A list that shows a part of the session; its rows are built for its width."""

    app = getters.app(BaseApp)
    NAME: ClassVar[str]
    ENTER_LABEL: ClassVar[str | None] = None
    search_text = ""
    """The query of the filter; empty shows all rows."""

    def __init__(self, session: EditorSession, listener: PaneListener, *, choose_on_click: bool = False) -> None:
        super().__init__(id=self.NAME, classes="pane", choose_on_click=choose_on_click, enter_label=self.ENTER_LABEL)
        self.session = session
        self._listener = listener
        self._titles = ("", "")
        self._cache_key: Hashable = None

    def report_cursor(self, key: str | None) -> None:
        """Notify the editor directly, because the next key may already be waiting."""
        self._listener.cursor_moved(self, key)

    def report_choice(self, key: str) -> None:
        """Notify the editor directly."""
        self._listener.row_chosen(self, key)

    @abstractmethod
    def build_rows(self) -> Sequence[Row]:
        """Build the rows."""

    @property
    def cache_key(self) -> Hashable:
        """What the rows depend on, in addition to the list, the width and the language."""
        return None

    def current_rows(self) -> Sequence[Row]:
        """Return the current rows; build them only if something that they depend on has changed."""
        key = (self.session.revision, self.row_width, self.app.language, self.cache_key)
        if key == self._cache_key:
            return self.rows
        self._cache_key = key
        return self.build_rows()

    def paint(self) -> None:
        """Show the current rows."""
        self.show(self.current_rows())

    def apply_query(self, search: str, cursor: str | None = None) -> None:
        """Show the matches with the cursor on the best one or on a given row."""
        self.search_text = search
        self.show(self.current_rows(), cursor, from_top=True)

    def on_resize(self) -> None:
        """Build the rows for the new width."""
        self.paint()

    def set_titles(self, title: str, subtitle: str = "") -> None:
        """Set the titles and repaint their two lines; Textual would repaint the whole pane."""
        if (title, subtitle) != self._titles:
            self._titles = (title, subtitle)
            self._border_title = Content(sanitize_line(title, _MAX_TITLE_LENGTH))
            self._border_subtitle = Content(sanitize_line(subtitle, _MAX_TITLE_LENGTH))
            width, height = self.outer_size
            self.refresh(Region(-1, -1, width, 1), Region(-1, height - 2, width, 1))


_MOVE_KEYS = {"up": -1, "down": 1}
_PAGE_KEYS = {"pageup": -1, "pagedown": 1}


class FilteredPane(Vertical):
    """A pane and its filter; keys that move the cursor also work in the filter."""

    app = getters.app(BaseApp)
    BLANK: ClassVar[bool] = True  # it has no visible content of its own

    def __init__(self, rows: Pane, name: str) -> None:
        super().__init__(id=name)
        self.rows = rows
        self.session = rows.session
        self.filter_input = FilterInput(rows)
        self.row_before_filter: str | None = None
        """The row under the cursor before the search."""

    def compose(self) -> ComposeResult:
        """Put the filter below the list, so that the lists of all panes start at the same height."""
        yield self.rows
        yield self.filter_input

    @property
    @abstractmethod
    def preferred_width(self) -> int:
        """The width at which no row is cut."""

    @property
    def is_searching(self) -> bool:
        """Whether a search is active."""
        return self.filter_input.has_focus or bool(self.rows.search_text)

    def paint(self) -> None:
        """Show the rows and the placeholder of the filter."""
        self.filter_input.placeholder = self.app.tr("tui.units.filter")
        self.rows.paint()

    def start_filter(self) -> None:
        """Remember the cursor and focus the filter."""
        if not self.filter_input.value:
            self.row_before_filter = self.rows.cursor_key
        self.screen.set_focus(self.filter_input)

    @abstractmethod
    def cancel_filter(self) -> None:
        """Show all rows again without choosing one."""

    def end_filter(self, cursor: str | None) -> None:
        """Clear the filter and move the cursor to a row."""
        self.filter_input.value = ""
        self.rows.apply_query("", cursor)
        self.rows.report_cursor(self.rows.cursor_key)

    @on(Input.Submitted)
    def _choose(self) -> None:
        self._apply_filter()
        self.choose_match()

    def choose_match(self) -> None:
        """Choose the row under the cursor."""
        self.rows.action_choose()

    @on(Input.Changed)
    def _apply_filter(self) -> None:
        """Apply the filter now, even if the message about the last letters has not arrived yet."""
        if self.filter_input.value != self.rows.search_text:
            self.rows.apply_query(self.filter_input.value)
            self.rows.report_cursor(self.rows.cursor_key)

    def on_key(self, event: Key) -> None:
        """Move the cursor of the list while typing."""
        if self.filter_input.has_focus and event.key in (*_MOVE_KEYS, *_PAGE_KEYS):
            self._apply_filter()
            if event.key in _MOVE_KEYS:
                self.rows.action_move(_MOVE_KEYS[event.key])
            else:
                self.rows.action_page(_PAGE_KEYS[event.key])
