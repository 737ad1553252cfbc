"""Base class of screens with a table that is filtered by typing and sorted by keys or clicks."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic

from textual import getters, on
from textual.events import Click, Key
from textual.widgets import Input

from listbuilder.tui.base_app import Page
from listbuilder.tui.screens.folder_rows import Column, ColumnTable
from listbuilder.tui.widgets.row import SortState, column_at
from listbuilder.tui.widgets.row_list import RowList


class TableScreen(Page, Generic[Column]):
    """Sorting and filtering; subclasses paint their rows."""

    table = getters.query_one("#table", RowList)
    search = getters.query_one("#search", Input)

    def __init__(self, sorting: SortState[Column]) -> None:
        super().__init__()
        self.sorting = sorting
        self.columns: ColumnTable[Column] | None = None

    @abstractmethod
    def paint(self) -> None:
        """Show the matching rows in their order."""

    def action_search(self) -> None:
        """Focus the filter."""
        self.search.focus()

    def action_sort(self) -> None:
        """Sort by the next column."""
        self._sort(self.sorting.by_next_column())

    def action_reverse(self) -> None:
        """Reverse the sort order."""
        self._sort(self.sorting.reversed())

    @on(Click, "#head")
    def _sort_clicked(self, event: Click) -> None:
        """Sort by the clicked column; a second click reverses the order."""
        column = column_at(self.columns.widths, event.x) if self.columns is not None else None
        if column is not None:
            self._sort(self.sorting.by_column(column))

    def _sort(self, sorting: SortState[Column]) -> None:
        self.sorting = sorting
        self.paint()

    def on_key(self, event: Key) -> None:
        """Move the cursor with the arrow keys while typing."""
        if self.search.has_focus and event.key in ("up", "down"):
            self.table.action_move(1 if event.key == "down" else -1)

    def action_back(self) -> None:
        """Clear the filter; if it is empty, close the screen."""
        if self.table.has_focus and not self.search.value:
            self.dismiss()
            return
        if self.search.has_focus or self.table.has_focus:
            self.search.value = ""
        self.table.focus()
