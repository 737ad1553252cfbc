"""The army pane: the entries of the list, with a filter below."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from listbuilder.rules.army_summary import EntryOrder
from listbuilder.tui.editor.army_rows import army_rows, army_search_rows, army_width
from listbuilder.tui.editor.pane import FRAME_WIDTH, FilteredPane, PaneListener, SearchablePane
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.widgets.row import Row


class ArmyPane(SearchablePane):
    """The entries of the list."""

    def __init__(self, session: EditorSession, listener: PaneListener) -> None:
        super().__init__(session, listener, "army", enter_label="key.open-unit")

    @property
    def cache_key(self) -> Hashable:
        """The query, the view state and the height."""
        return self.search_text, self.session.army_view, self.size.height

    def build_rows(self) -> list[Row]:
        """Build the rows of all entries, or of those that match the query."""
        session, language = self.session, self.app.language
        if self.search_text.strip():
            return army_search_rows(session, language, self.row_width, self.session.army_view, self.search_text)
        return army_rows(session, language, self.row_width, self.session.army_view, self.size.height)

    def paint(self) -> None:
        """Show the entries with the cursor on the selected one."""
        self.set_titles(self.app.tr("tui.army.title"), " · ".join(self._view_hints()))
        self.show(self.current_rows(), self.session.selected_id)

    def _view_hints(self) -> Iterator[str]:
        """Yield what the subtitle shows: the number of marked entries and the sort order."""
        look = self.session.army_view
        if look.marked:
            yield self.app.tr("tui.army.marked", n=len(look.marked))
        if look.order is not EntryOrder.LISTED:
            yield self.app.tr(f"tui.army.by-{look.order.value}")


class FilteredArmyPane(FilteredPane):
    """The army pane with its filter, which is visible only during a search."""

    def __init__(self, rows: ArmyPane) -> None:
        super().__init__(rows, "army-pane")
        self.session = rows.session
        self.filter_input.display = False

    @property
    def preferred_width(self) -> int:
        """The width at which no entry is cut."""
        return army_width(self.session, self.app.language, self.session.army_view) + FRAME_WIDTH

    def start_filter(self) -> None:
        """Show the filter and focus it."""
        self.filter_input.display = True
        super().start_filter()

    def choose_match(self) -> None:
        """Select the match under the cursor and show the whole army again."""
        if self.rows.cursor_key is not None:
            self.end_filter(self.rows.cursor_key)
            super().choose_match()

    def cancel_filter(self) -> None:
        """Show the whole army again with the cursor where it was."""
        self.end_filter(self.row_before_filter)

    def end_filter(self, cursor: str | None) -> None:
        """Hide the filter and show the whole army."""
        if self.filter_input.has_focus:
            self.screen.set_focus(self.rows)
        self.filter_input.display = False
        super().end_filter(cursor)

    def paint(self) -> None:
        """Show the army; end the search if it hides the selected entry.

        While the user types, a query without matches does not end it, so that the next letter is not a command.
        """
        super().paint()
        is_typing = self.filter_input.has_focus and self.rows.cursor_key is None
        if self.rows.search_text and not is_typing and self.rows.cursor_key != self.session.selected_id:
            self.end_filter(self.session.selected_id)
