"""What the editor shows: each part is painted from the workspace, and only lines that change are touched."""

from __future__ import annotations

from collections.abc import Iterator

from textual import getters

from listbuilder.tui.screens.editor_base import EditorBase
from listbuilder.tui.view.army import army_order, army_rows
from listbuilder.tui.view.detail import detail_rows, explain, places
from listbuilder.tui.view.header import header_rows
from listbuilder.tui.view.problems import foremost, problem_parts, problem_rows
from listbuilder.tui.view.row import info, row
from listbuilder.tui.view.units import unit_rows
from listbuilder.tui.view.words import reason, title_of
from listbuilder.tui.widgets.idle import Idle
from listbuilder.tui.widgets.lines import Lines
from listbuilder.tui.widgets.rows import Rows
from listbuilder.tui.widgets.unit_picker import UnitPicker
from listbuilder.tui.workspace import find_unit


class Painting(EditorBase):
    """The editor's panes and how they are filled."""

    _idle: Idle
    _last_place = 0
    _detail_titles = ("", "")
    _told = ""
    header = getters.query_one("#header", Lines)
    units = getters.query_one("#units", Rows)
    army = getters.query_one("#army", Rows)
    detail = getters.query_one("#detail", Rows)
    problems = getters.query_one("#problems", Rows)
    status = getters.query_one("#status", Lines)
    picker = getters.query_one("#units-pane", UnitPicker)

    def paint(self) -> None:
        """Show the list as it is now; what takes longer is worked out afterwards."""
        self._told = ""
        order = army_order(self.workspace.roster)
        if self.selected not in order:
            self.selected = order[min(self._last_place, len(order) - 1)] if order else None
        if self.selected is not None:
            self._last_place = order.index(self.selected)
        self.paint_header()
        self.paint_army()
        self.paint_detail()
        self.paint_units()
        self.problems.show(problem_rows(self.workspace, self.app.language))
        self.paint_status()
        self.refresh_bindings()
        self._idle.start(self._offers())

    def paint_header(self) -> None:
        """Show name, points and verdict."""
        saved = self.is_kept
        self.header.show(header_rows(self.workspace, self.app.language, self.size.width, saved=saved))

    def paint_army(self) -> None:
        """Show the entries."""
        rows = army_rows(self.workspace, self.app.language, self.army.size.width or self.size.width)
        self.army.show(rows, self.selected)

    def paint_units(self) -> None:
        """Show the units that match the filter."""
        self.units.show(unit_rows(self.workspace, self.app.language, self.picker.search))

    def paint_detail(self) -> None:
        """Show the selected unit."""
        worked = self.worked
        if worked is None:
            self._title_detail(self.tr("tui.detail.title"), "")
            self.detail.show([info(self.tr("tui.detail.nothing"), "dim")])
            return
        self._title_detail(title_of(worked, self.app.language), f"{worked.cost} {self.tr('sheet.word.points')}")
        self.detail.show(detail_rows(self.workspace, worked, self.app.language, texts=self.texts))

    def _title_detail(self, title: str, subtitle: str) -> None:
        """Head the pane; a title that is set is painted with the whole pane, so only a new one is."""
        if (title, subtitle) != self._detail_titles:
            self._detail_titles = (title, subtitle)
            self.detail.border_title = self.as_title(title)
            self.detail.border_subtitle = self.as_title(subtitle)

    def paint_status(self) -> None:
        """Say why what is under the cursor cannot be picked, or what is wrong with the list."""
        language = self.app.language
        if self._told:
            self.status.show([info(self._told, "accent")])
            return
        text = self._explanation()
        if text:
            self.status.show([row("status", text, wrap=True, pickable=False)])
            return
        finding = foremost(self.workspace, self.selected)
        if finding is None:
            self.status.show([info(self.tr("tui.problems.none"), "good")])
        else:
            parts = problem_parts(self.workspace, finding, language)
            self.status.show([row("status", parts, wrap=True, pickable=False, hang=2)])

    def tell(self, text: str) -> None:
        """Say something in the status line until the next step; a toast would cost the key press its speed."""
        self._told = text
        self.paint_status()

    def _explanation(self) -> str:
        language, worked = self.app.language, self.worked
        if self.pane == "units":
            unit = find_unit(self.workspace, self.units.cursor_key or "")
            return reason(self.workspace.unit_offer(unit), language) if unit is not None else ""
        if self.pane == "detail" and worked is not None:
            return explain(self.workspace, worked, self.detail.cursor_key, language)
        return ""

    def _offers(self) -> Iterator[None]:
        """Work out what may be picked, the visible first; then show it."""
        worked = self.worked
        for place in places(worked) if worked is not None else ():
            if worked is not None and place.option is not None:
                self.workspace.option_offer(worked, place.section, place.option, place.half)
                yield
        if worked is not None:
            self.paint_detail()
            yield
        for unit in [unit for book in self.workspace.factions for unit in book.units.values()]:
            self.workspace.unit_offer(unit)
            yield
        self.paint_units()
        self.paint_status()
