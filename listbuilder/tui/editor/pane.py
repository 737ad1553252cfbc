"""What the editor's panes have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from typing import Protocol

from textual import getters
from textual.content import Content
from textual.geometry import Region

from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Face
from listbuilder.tui.editor.selection import Bench
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
        self, bench: Bench, listener: Listener, name: str, *, one_click: bool = False, verb: str | None = None
    ) -> None:
        super().__init__(id=name, classes="pane", one_click=one_click, verb=verb)
        self.bench = bench
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
        basis = (self.bench.workspace.edition, self.room, self.app.language, self.basis)
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
