"""The army pane: the entries of the list, with a filter below."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from listbuilder.rules.summary import Order
from listbuilder.tui.editor.army_rows import army_cells, army_rows, found_rows
from listbuilder.tui.editor.pane import FRAME, Finder, Listener, SearchedPane
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.widgets.row import Row


class ArmyPane(SearchedPane):
    """The entries of the list."""

    def __init__(self, session: EditorSession, listener: Listener) -> None:
        super().__init__(session, listener, "army", verb="key.open-unit")

    @property
    def basis(self) -> Hashable:
        """The query, the view state and the height."""
        return self.search, self.session.army_view, self.size.height

    def build(self) -> list[Row]:
        """Build the rows of all entries, or of those that match the query."""
        session, language = self.session, self.app.language
        if self.search.strip():
            return found_rows(session, language, self.room, self.session.army_view, self.search)
        return army_rows(session, language, self.room, self.session.army_view, self.size.height)

    def paint(self) -> None:
        """Show the entries with the cursor on the selected one."""
        self.title(self.app.tr("tui.army.title"), " · ".join(self._view_hints()))
        self.show(self.current(), self.session.selected_id)

    def _view_hints(self) -> Iterator[str]:
        """Yield what the subtitle shows: the number of marked entries and the sort order."""
        look = self.session.army_view
        if look.marked:
            yield self.app.tr("tui.army.marked", n=len(look.marked))
        if look.order is not Order.LISTED:
            yield self.app.tr(f"tui.army.by-{look.order.value}")


class ArmyFinder(Finder):
    """The army pane with its filter, which is visible only during a search."""

    def __init__(self, rows: ArmyPane) -> None:
        super().__init__(rows, "army-pane")
        self.session = rows.session
        self.field.display = False

    @property
    def wanted(self) -> int:
        """The width at which no entry is cut."""
        return army_cells(self.session, self.app.language, self.session.army_view) + FRAME

    def begin(self) -> None:
        """Show the filter and focus it."""
        self.field.display = True
        super().begin()

    def choose(self) -> None:
        """Select the match under the cursor and show the whole army again."""
        if self.rows.cursor_key is not None:
            self.end(self.rows.cursor_key)
            super().choose()

    def give_up(self) -> None:
        """Show the whole army again with the cursor where it was."""
        self.end(self.came_from)

    def end(self, cursor: str | None) -> None:
        """Hide the filter and show the whole army."""
        if self.field.has_focus:
            self.screen.set_focus(self.rows)
        self.field.display = False
        super().end(cursor)

    def paint(self) -> None:
        """Show the army; end the search if it hides the selected entry.

        While the user types, a query without matches does not end it, so that the next letter is not a command.
        """
        super().paint()
        is_typing = self.field.has_focus and self.rows.cursor_key is None
        if self.rows.search and not is_typing and self.rows.cursor_key != self.session.selected_id:
            self.end(self.session.selected_id)
