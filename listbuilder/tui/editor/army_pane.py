"""The army: its entries, one of them selected, with a filter under them while something is looked for."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from listbuilder.rules.summary import Order
from listbuilder.tui.editor.army_rows import army_cells, army_rows, found_rows
from listbuilder.tui.editor.pane import FRAME, Finder, Listener, SearchedPane
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.widgets.row import Row


class ArmyPane(SearchedPane):
    """The entries of the list in their order."""

    def __init__(self, session: EditorSession, listener: Listener) -> None:
        super().__init__(session, listener, "army", verb="key.open-unit")

    @property
    def basis(self) -> Hashable:
        """What is looked for, how, and how many lines there are."""
        return self.search, self.session.army_view, self.size.height

    def build(self) -> list[Row]:
        """List the entries, or those that are looked for."""
        session, language = self.session, self.app.language
        if self.search.strip():
            return found_rows(session, language, self.room, self.session.army_view, self.search)
        return army_rows(session, language, self.room, self.session.army_view, self.size.height)

    def paint(self) -> None:
        """Show the entries, the cursor on the selected one."""
        self.title(self.app.tr("tui.army.title"), " · ".join(self._ways()))
        self.show(self.current(), self.session.selected_id)

    def _ways(self) -> Iterator[str]:
        """Say how the player looks at it: how many are marked, in which order."""
        look = self.session.army_view
        if look.marked:
            yield self.app.tr("tui.army.marked", n=len(look.marked))
        if look.order is not Order.LISTED:
            yield self.app.tr(f"tui.army.by-{look.order.value}")


class ArmyFinder(Finder):
    """The army, and the filter that finds something in it; it is in sight only while something is looked for."""

    def __init__(self, rows: ArmyPane) -> None:
        super().__init__(rows, "army-pane")
        self.session = rows.session
        self.field.display = False

    @property
    def wanted(self) -> int:
        """How many cells the entries need to be read whole, with what is around them."""
        return army_cells(self.session, self.app.language, self.session.army_view) + FRAME

    def begin(self) -> None:
        """Begin to type."""
        self.field.display = True
        super().begin()

    def choose(self) -> None:
        """Turn to what was found, in the whole army."""
        if self.rows.cursor_key is not None:
            self.end(self.rows.cursor_key)
            super().choose()

    def give_up(self) -> None:
        """Show the whole army again and go back to where the cursor was: Enter turns to what was found."""
        self.end(self.came_from)

    def end(self, cursor: str | None) -> None:
        """Show the whole army again."""
        if self.field.has_focus:
            self.screen.set_focus(self.rows)
        self.field.display = False
        super().end(cursor)

    def paint(self) -> None:
        """Show the army; what is selected is in sight, also where the filter would hide it.

        Letters that find nothing hide it too; but who types goes on typing, and the next letter is no command.
        """
        super().paint()
        typing = self.field.has_focus and self.rows.cursor_key is None
        if self.rows.search and not typing and self.rows.cursor_key != self.session.selected_id:
            self.end(self.session.selected_id)
