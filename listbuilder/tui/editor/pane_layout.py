"""The three panes side by side: as many are shown as there is room for, always the one in front."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget

from listbuilder.tui.editor.army_pane import ArmyFinder
from listbuilder.tui.editor.catalogue_pane import UnitsPane
from listbuilder.tui.editor.pane import MEDIUM, WIDE, Finder
from listbuilder.tui.editor.unit_pane import DetailPane
from listbuilder.tui.widgets.row import Row
from listbuilder.validation.preview import Ghost

PANES = ("units", "army", "detail")
_UNIT_LEAST, _UNIT_MOST = 46, 50
"""How wide the unit's pane is while the army has use for the room."""
_UNITS_LEAST, _UNITS_SHARE = 30, 0.3
_ALL = "1fr"
_GEAR = 40
"""How much room beyond the names the army has use for: there it shows what units carry."""


def divide(width: int, units: int, army: int) -> tuple[int, int]:
    """Give the widths of the units and of the army, of which each says what it needs; the rest is the unit's pane.

    Without units beside it, their width is nothing.
    """
    units = min(units, max(_UNITS_LEAST, int(width * _UNITS_SHARE)))
    rest = width - units
    unit = min(max(rest - army, _UNIT_LEAST), _UNIT_MOST)
    return units, min(rest - unit, army + _GEAR)


class Panes(Horizontal):
    """Units, army and unit; one of them is in front and says what its cursor is on."""

    BLANK: ClassVar[bool] = True  # nothing of its own is in sight

    def __init__(self, *, units: UnitsPane, army: ArmyFinder, detail: DetailPane) -> None:
        super().__init__(id="panes")
        self._units, self._army, self._detail = units, army, detail
        self._by_name: dict[str, Widget] = {"units": units, "army": army, "detail": detail}
        self._cells: dict[str, int | str] = {}
        self.pane = "army"
        """The name of the one in front."""

    def compose(self) -> ComposeResult:
        """Put them side by side."""
        yield from self._by_name.values()

    @property
    def front(self) -> Widget:
        """What takes the keys of the pane in front."""
        return self.finder.rows if self.finder is not None else self._detail

    @property
    def finder(self) -> Finder | None:
        """The pane in front where it has a filter."""
        return {"units": self._units, "army": self._army}.get(self.pane)

    def turn_to(self, pane: str) -> None:
        """Bring a pane to the front, painted at once, since the next key may be for it."""
        self.pane = pane
        self._show(self.app.size.width)
        if pane == "detail":
            self._detail.preview(None)
        self.paint()

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
        width = self.app.size.width
        self._show(width)
        for name, cells in self._widths(width).items():
            if cells != self._cells.get(name):
                self._cells[name] = cells
                self._by_name[name].styles.width = cells

    def _show(self, width: int) -> None:
        shown = self._shown(width)
        for name, pane in self._by_name.items():
            if pane.display != (name in shown):
                pane.display = name in shown

    def _shown(self, width: int) -> tuple[str, ...]:
        if width < MEDIUM:
            return (self.pane,)
        if width < WIDE:
            return ("units", "detail") if self.pane == "units" else ("army", "detail")
        return PANES

    def _widths(self, width: int) -> dict[str, int | str]:
        """Give each pane what it needs; what is left, and all where it is alone, is shared by itself."""
        if width < MEDIUM:
            return dict.fromkeys(PANES, _ALL)
        if width < WIDE:
            left = divide(width, 0, self._army.wanted)[1]
            return {"units": left, "army": left, "detail": _ALL}
        units, army = divide(width, self._units.wanted, self._army.wanted)
        return {"units": units, "army": army, "detail": _ALL}

    def look_ahead(self) -> tuple[Ghost | None, list[Row]]:
        """Tell what the thing under the cursor of the pane in front would lead to; show the unit that would come."""
        if self.pane == "army":
            self._detail.preview(None)
            self._detail.paint()
            return None, []
        pane = self._units if self.pane == "units" else self._detail
        self._detail.preview(self._units.coming() if self.pane == "units" else None)
        ghost = pane.ghost()
        return ghost, pane.hint(ghost)

    def paint(self) -> None:
        """Show the list where the eyes are: what is edited in the unit's pane there, all else in the army."""
        (self._detail if self.pane == "detail" else self._army).paint()

    def catch_up(self) -> None:
        """Show in all panes what follows from an edit or a step, and give each the room that it needs now."""
        self.show_fitting()
        for pane in (self._army, self._detail, self._units):
            pane.paint()

    def work_out(self) -> Iterator[None]:
        """Work out what may be picked, the visible first."""
        yield from self._detail.work_out()
        yield from self._units.work_out()
