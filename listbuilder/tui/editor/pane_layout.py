"""The layout of the three panes: one, two or three are visible, depending on the width."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget

from listbuilder.tui.editor.army_pane import FilteredArmyPane
from listbuilder.tui.editor.catalogue_pane import FilteredCataloguePane
from listbuilder.tui.editor.pane import MEDIUM_WIDTH, WIDE_WIDTH, FilteredPane
from listbuilder.tui.editor.unit_pane import UnitPane
from listbuilder.tui.widgets.row import Row
from listbuilder.validation.preview import EditPreview

PANE_NAMES: tuple[str, ...] = ("units", "army", "detail")
_MIN_UNIT_WIDTH, _MAX_UNIT_WIDTH = 46, 50
"""The minimum and maximum width of the unit pane while the army needs room."""
_MIN_CATALOGUE_WIDTH, _MAX_CATALOGUE_SHARE = 30, 0.3
_REMAINING_WIDTH = "1fr"
_GEAR_WIDTH = 40
"""The width beyond the names in which the army shows equipment."""


def divide_width(width: int, units: int, army: int) -> tuple[int, int]:
    """Return the widths of catalogue and army from their preferred widths; the unit pane gets the rest."""
    units = min(units, max(_MIN_CATALOGUE_WIDTH, int(width * _MAX_CATALOGUE_SHARE)))
    rest = width - units
    unit = min(max(rest - army, _MIN_UNIT_WIDTH), _MAX_UNIT_WIDTH)
    return units, min(rest - unit, army + _GEAR_WIDTH)


class PaneLayout(Horizontal):
    """Catalogue, army and unit pane side by side; one of them is in front."""

    BLANK: ClassVar[bool] = True  # it has no visible content of its own

    def __init__(self, *, units: FilteredCataloguePane, army: FilteredArmyPane, detail: UnitPane) -> None:
        super().__init__(id="panes")
        self._units, self._army, self._detail = units, army, detail
        self._by_name: dict[str, Widget] = {"units": units, "army": army, "detail": detail}
        self._width_by_name: dict[str, int | str] = {}
        self.front_name = "army"
        """The name of the pane in front."""

    def compose(self) -> ComposeResult:
        """Put the panes side by side."""
        yield from self._by_name.values()

    @property
    def front_widget(self) -> Widget:
        """The widget that receives the keys of the pane in front."""
        return self.front_filter.rows if self.front_filter is not None else self._detail

    @property
    def front_filter(self) -> FilteredPane | None:
        """The pane in front if it has a filter, else None."""
        return {"units": self._units, "army": self._army}.get(self.front_name)

    def bring_to_front(self, pane: str) -> None:
        """Bring a pane to the front and paint it at once, since the next key may be for it."""
        self.front_name = pane
        self._show_panes(self.app.size.width)
        if pane == "detail":
            self._detail.show_previewed(None)
        self.paint_edited()

    def follow_focus(self, focused: Widget | None) -> bool:
        """Bring the pane with the focus to the front; return whether a pane has it."""
        if focused is None:
            return False
        owners = focused.ancestors_with_self
        name = next((name for name, pane in self._by_name.items() if pane in owners), None)
        if name is not None and name != self.front_name:
            self.bring_to_front(name)
        return name is not None

    def on_resize(self) -> None:
        """Show as many panes as fit."""
        self.show_fitting()

    def show_fitting(self) -> None:
        """Show one to three panes; set sizes directly, because a class would restyle everything."""
        width = self.app.size.width
        self._show_panes(width)
        widths: dict[str, int | str] = dict.fromkeys(PANE_NAMES, _REMAINING_WIDTH)
        if width >= WIDE_WIDTH:
            wanted = self._units.preferred_width, self._army.preferred_width
            widths["units"], widths["army"] = divide_width(width, *wanted)
        elif width >= MEDIUM_WIDTH:
            widths["units"] = widths["army"] = divide_width(width, 0, self._army.preferred_width)[1]
        for name, cells in widths.items():
            if cells != self._width_by_name.get(name):
                self._width_by_name[name] = cells
                self._by_name[name].styles.width = cells

    def _show_panes(self, width: int) -> None:
        shown = PANE_NAMES
        if width < MEDIUM_WIDTH:
            shown = (self.front_name,)
        elif width < WIDE_WIDTH:
            shown = ("units" if self.front_name == "units" else "army", "detail")
        for name, pane in self._by_name.items():
            if pane.display != (name in shown):
                pane.display = name in shown

    def preview_cursor(self) -> tuple[EditPreview | None, list[Row]]:
        """Return the preview of what the cursor is on, with its rows; show the unit that would be added."""
        if self.front_name == "army":
            self._detail.show_previewed(None)
            self._detail.paint()
            return None, []
        pane = self._units if self.front_name == "units" else self._detail
        self._detail.show_previewed(self._units.previewed_entry() if self.front_name == "units" else None)
        preview = pane.cursor_preview()
        return preview, pane.hint_rows(preview)

    def paint_edited(self) -> None:
        """Paint the pane that shows the edit: the unit pane if it is in front, else the army."""
        (self._detail if self.front_name == "detail" else self._army).paint()

    def paint_all(self) -> None:
        """Paint all panes and adjust their widths."""
        self.show_fitting()
        for pane in (self._army, self._detail, self._units):
            pane.paint()
