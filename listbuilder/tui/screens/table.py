"""A page with a table that is filtered by typing and sorted by keys or by pointing at a column."""

from __future__ import annotations

from abc import abstractmethod
from enum import Enum
from typing import Generic, TypeVar

from textual import getters, on
from textual.events import Click, Key
from textual.widgets import Input

from listbuilder.tui.base import Page
from listbuilder.tui.editor.army_rows import Sorting
from listbuilder.tui.widgets.row_list import Rows

C = TypeVar("C", bound=Enum)


class TablePage(Page, Generic[C]):
    """What all such pages do with keys and the mouse; each paints its own rows."""

    table = getters.query_one("#table", Rows)
    search = getters.query_one("#search", Input)

    def __init__(self, sorting: Sorting[C]) -> None:
        super().__init__()
        self.sorting = sorting

    @abstractmethod
    def paint(self) -> None:
        """Show the rows that fit, in their order."""

    @abstractmethod
    def column_at(self, cell: int) -> C | None:
        """Tell which column stands at a cell of the head."""

    def action_search(self) -> None:
        """Type to filter the rows."""
        self.search.focus()

    def action_sort(self) -> None:
        """Sort by the next column."""
        self._sort(self.sorting.next())

    def action_turn(self) -> None:
        """Sort the other way round."""
        self._sort(self.sorting.turned())

    @on(Click, "#head")
    def _sort_here(self, event: Click) -> None:
        """Sort by the column that was clicked, and by a second click the other way round."""
        column = self.column_at(event.x)
        if column is not None:
            self._sort(self.sorting.by(column))

    def _sort(self, sorting: Sorting[C]) -> None:
        self.sorting = sorting
        self.paint()

    def on_key(self, event: Key) -> None:
        """Let the arrows move the cursor while typing."""
        if self.search.has_focus and event.key in ("up", "down"):
            self.table.action_move(1 if event.key == "down" else -1)

    def action_back(self) -> None:
        """Leave what is typed, then the filter; at last go home."""
        if self.table.has_focus and not self.search.value:
            self.dismiss()
            return
        if self.search.has_focus or self.table.has_focus:
            self.search.value = ""
        self.table.focus()
