"""What the parts of the editor share."""

from __future__ import annotations

from abc import abstractmethod

from textual.content import Content

from listbuilder.listfiles import Keeper
from listbuilder.model import RosterEntry
from listbuilder.sheet.plain import plain_line
from listbuilder.tui.face import Page
from listbuilder.tui.widgets.rows import Rows
from listbuilder.tui.widgets.unit_picker import UnitPicker
from listbuilder.tui.workspace import Workspace


class EditorBase(Page):
    """The editor as its actions see it."""

    workspace: Workspace
    keeper: Keeper
    selected: str | None
    texts: bool

    @property
    @abstractmethod
    def worked(self) -> RosterEntry | None:
        """The selected entry, worked out."""

    def rows(self, name: str) -> Rows:
        """Find a list by its name."""
        return self.query_one(f"#{name}", Rows)

    @property
    def unit_picker(self) -> UnitPicker:
        """The units to choose from."""
        return self.query_one(UnitPicker)

    @property
    @abstractmethod
    def pane(self) -> str:
        """The pane that is turned to."""

    @abstractmethod
    def turn_to(self, pane: str, *, focus: bool = True) -> None:
        """Bring a pane to the front."""

    @abstractmethod
    def paint(self) -> None:
        """Show the list as it is now."""

    @property
    @abstractmethod
    def is_kept(self) -> bool:
        """Whether leaving now would lose nothing."""

    @abstractmethod
    def tell(self, text: str) -> None:
        """Say something in the status line until the next step."""

    @abstractmethod
    def edited(self) -> None:
        """The list has changed: show it, and see that it is kept."""

    def as_title(self, text: str) -> Content:
        """Make a text fit to be a border's title: one line, and never markup."""
        return Content(plain_line(text, 40))
