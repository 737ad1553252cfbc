"""The three panes side by side: as many are shown as there is room for, always the one in front."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget

from listbuilder.tui.panes.army import ArmyPane
from listbuilder.tui.panes.detail import DetailPane
from listbuilder.tui.panes.pane import MEDIUM, WIDE
from listbuilder.tui.panes.units import UnitsPane
from listbuilder.tui.view.row import Row
from listbuilder.validation.ghost import Ghost

PANES = ("units", "army", "detail")


class Panes(Horizontal):
    """Units, army and unit; one of them is in front and says what its cursor is on."""

    def __init__(self, *, units: UnitsPane, army: ArmyPane, detail: DetailPane) -> None:
        super().__init__(id="panes")
        self._units, self._army, self._detail = units, army, detail
        self._by_name: dict[str, Widget] = {"units": units, "army": army, "detail": detail}
        self.pane = "army"
        """The name of the one in front."""

    def compose(self) -> ComposeResult:
        """Put them side by side."""
        yield from self._by_name.values()

    @property
    def front(self) -> Widget:
        """What takes the keys of the pane in front."""
        return self._units.rows if self.pane == "units" else self._by_name[self.pane]

    def turn_to(self, pane: str) -> None:
        """Bring a pane to the front."""
        self.pane = pane
        self.show_fitting()

    def follow(self, focused: Widget | None) -> bool:
        """Bring the pane to the front that has the focus; tell whether it is one of ours."""
        if focused is None:
            return False
        found = next((name for name, pane in self._by_name.items() if pane in focused.ancestors_with_self), None)
        if found is not None and found != self.pane:
            self.turn_to(found)
        return found is not None

    def on_resize(self) -> None:
        """Show as many panes as there is room for now."""
        self.show_fitting()

    def show_fitting(self) -> None:
        """Show three, two or one; set by hand, since a class on a container would style everything in it anew."""
        shown = self._shown(self.app.size.width)
        for name, pane in self._by_name.items():
            if pane.display != (name in shown):
                pane.display = name in shown

    def _shown(self, width: int) -> tuple[str, ...]:
        if width < MEDIUM:
            return (self.pane,)
        if width < WIDE:
            return ("units", "detail") if self.pane == "units" else ("army", "detail")
        return PANES

    def look_ahead(self) -> tuple[Ghost | None, list[Row]]:
        """Tell what the thing under the cursor of the pane in front would lead to; show the unit that would come."""
        if self.pane == "army":
            self._detail.preview(None)
            return None, []
        pane = self._units if self.pane == "units" else self._detail
        self._detail.preview(self._units.coming() if self.pane == "units" else None)
        ghost = pane.ghost()
        return ghost, pane.hint(ghost)

    def paint(self) -> None:
        """Show the list in all panes."""
        for pane in (self._army, self._detail, self._units):
            pane.paint()

    def work_out(self) -> Iterator[None]:
        """Work out what may be picked, the visible first."""
        yield from self._detail.work_out()
        yield from self._units.work_out()
