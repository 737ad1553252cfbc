"""A page with a table that is filtered by typing and sorted by keys."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, Protocol, Self, TypeVar

from textual import getters
from textual.events import Key
from textual.widgets import Input

from listbuilder.tui.face import Page
from listbuilder.tui.widgets.rows import Rows


class Order(Protocol):
    """By what a table is sorted, and which way round."""

    def next(self) -> Self:
        """Sort by the next column."""

    def turned(self) -> Self:
        """Sort the other way round."""


S = TypeVar("S", bound=Order)


class TablePage(Page, Generic[S]):
    """What all such pages do with keys; each paints its own rows."""

    table = getters.query_one("#table", Rows)
    search = getters.query_one("#search", Input)

    def __init__(self, sorting: S) -> None:
        super().__init__()
        self.sorting = sorting

    @abstractmethod
    def paint(self) -> None:
        """Show the rows that fit, in their order."""

    def action_search(self) -> None:
        """Type to filter the rows."""
        self.search.focus()

    def action_sort(self) -> None:
        """Sort by the next column."""
        self.sorting = self.sorting.next()
        self.paint()

    def action_turn(self) -> None:
        """Sort the other way round."""
        self.sorting = self.sorting.turned()
        self.paint()

    def on_key(self, event: Key) -> None:
        """Let the arrows move the cursor while typing."""
        if self.search.has_focus and event.key in ("up", "down"):
            event.stop()
            self.table.action_move(1 if event.key == "down" else -1)

    def action_back(self) -> None:
        """Leave what is typed, then the filter; at last go home."""
        if self.table.has_focus and not self.search.value:
            self.dismiss()
            return
        if self.search.has_focus or self.table.has_focus:
            self.search.value = ""
        self.table.focus()
