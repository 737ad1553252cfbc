"""The editor screen: its keys, the layout of its panes, and how its widgets work together."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import ClassVar, TypeAlias

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize, ScreenResume
from textual.widget import Widget

from listbuilder.listfiles.open_file import OpenListFile
from listbuilder.listfiles.version_history import VersionSource
from listbuilder.rules.edits import HistoryStep
from listbuilder.rules.upgrade_actions import Refusal
from listbuilder.tui.base_app import Page
from listbuilder.tui.editor.army_pane import ArmyPane, FilteredArmyPane
from listbuilder.tui.editor.catalogue_pane import FilteredCataloguePane
from listbuilder.tui.editor.header import Header
from listbuilder.tui.editor.list_dialogs import is_fixable, show_fixes
from listbuilder.tui.editor.navigation import open_destination
from listbuilder.tui.editor.pane import (
    HEIGHT_BREAKPOINTS,
    MEDIUM_WIDTH,
    WIDE_WIDTH,
    WIDTH_BREAKPOINTS,
    FilteredPane,
    Pane,
)
from listbuilder.tui.editor.saving import SaveController
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.status import ProblemsPane, StatusLine, most_urgent_finding
from listbuilder.tui.editor.unit_actions import UnitActions
from listbuilder.tui.editor.unit_pane import UnitPane
from listbuilder.tui.editor.unit_rows import RULES_KEY
from listbuilder.tui.labels import step_name
from listbuilder.tui.screens.history import HistoryScreen
from listbuilder.tui.widgets.idle_tasks import IdleTasks
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Row
from listbuilder.validation.preview import EditPreview

PANE_NAMES: tuple[str, ...] = ("units", "army", "detail")
_MIN_UNIT_WIDTH, _MAX_UNIT_WIDTH = 46, 50
"""The minimum and maximum width of the unit pane while the army needs room."""
_MIN_CATALOGUE_WIDTH, _MAX_CATALOGUE_SHARE = 30, 0.3
_REMAINING_WIDTH = "1fr"
_GEAR_WIDTH = 40
"""The width beyond the names in which the army shows equipment."""
_MAX_STEP_LENGTH = 26
"""How much of a step's name the key bar shows."""
KEY_BINDINGS: list[BindingType] = [
    Binding("full_stop", "second_half", "key.second-half", id="editor.second-half", key_display="."),
    Binding("a", "add", "key.add", id="editor.add"),
    Binding("x,delete", "remove", "key.remove", id="editor.remove"),
    Binding("u", "undo", "key.undo", id="editor.undo"),
    Binding("f", "fix", "key.fix", id="editor.fix"),
    Binding("c", "edit_unit('combine')", "key.combine", id="editor.combine"),
    Binding("j", "edit_unit('join')", "key.join", id="editor.join"),
    Binding("slash", "search", "key.search", id="editor.search"),
    Binding("p", "open('export')", "key.print", id="editor.print"),
    Binding("ctrl+r", "redo", "key.redo", id="editor.redo"),
    Binding("tab", "pane(1)", "key.pane", id="editor.pane", key_display="Tab"),
    Binding("d", "edit_unit('duplicate')", "key.duplicate", id="editor.duplicate"),
    Binding("r", "edit_unit('rename')", "key.rename", id="editor.rename"),
    Binding("e", "open('details')", "key.details", id="editor.details"),
    Binding("exclamation_mark", "problems", "key.problems", id="editor.problems"),
    Binding("escape", "back", "key.back", id="editor.back", key_display="Esc"),
    Binding("n", "edit_unit('note')", "key.note", show=False, id="editor.note"),
    Binding("E", "edit_unit('campaign')", "key.campaign", show=False, id="editor.campaign"),
    Binding("t", "change_view('texts')", "key.texts", show=False, id="editor.texts"),
    Binding("plus,equals_sign", "more(1)", "key.more", show=False, id="editor.more"),
    Binding("minus", "more(-1)", "key.less", show=False, id="editor.less"),
    Binding("shift+up,left_square_bracket", "edit_unit('up')", "key.move-up", show=False, id="editor.move-up"),
    Binding("shift+down,right_square_bracket", "edit_unit('down')", "key.move-down", show=False, id="editor.move-down"),
    Binding("shift+tab", "pane(-1)", "key.pane-back", show=False, id="editor.pane-back"),
    Binding("right", "pane(1)", "key.pane", show=False, id="editor.right"),
    Binding("left", "pane(-1)", "key.pane-back", show=False, id="editor.left"),
    Binding("1", "turn_to('units')", "key.pane-units", show=False, id="editor.pane-1"),
    Binding("2", "turn_to('army')", "key.pane-army", show=False, id="editor.pane-2"),
    Binding("3", "turn_to('detail')", "key.pane-unit", show=False, id="editor.pane-3"),
    Binding("m", "change_view('mark')", "key.mark", show=False, id="editor.mark"),
    Binding("z", "change_view('fold')", "key.fold", show=False, id="editor.fold"),
    Binding("Z", "change_view('fold_all')", "key.fold-all", show=False, id="editor.fold-all"),
    Binding("y", "change_view('order')", "key.order", show=False, id="editor.order"),
    Binding("h", "open('timeline')", "key.history", id="editor.timeline"),
    Binding("i", "open('summary')", "key.summary", id="editor.summary"),
    Binding("w", "open('odds')", "key.odds", show=False, id="editor.odds"),
    Binding("g", "open('play')", "key.play", id="editor.play"),
    Binding("b", "open('rules')", "key.rules", show=False, id="editor.rules"),
    Binding("v", "open('compare')", "key.compare", show=False, id="editor.compare"),
    Binding("o", "open('other_faction')", "key.other-faction", show=False, id="editor.other-faction"),
    Binding("ctrl+s", "save", "key.save", show=False, id="editor.save"),
    Binding("S", "save(True)", "key.save-as", show=False, id="editor.save-as"),
    Binding("question_mark,f1", "app.help", "key.help", id="editor.help", key_display="?"),
]


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
        owners = focused.ancestors_with_self if focused is not None else []
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
            preferred_widths = self._units.preferred_width, self._army.preferred_width
            widths["units"], widths["army"] = divide_width(width, *preferred_widths)
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


Greeting: TypeAlias = "Callable[[EditorScreen], object]"
"""What is shown first after opening a list."""


class EditorScreen(Page):
    """The screen on which a list is edited; it forwards keys and shows the result."""

    CSS_PATH = "../styles/editor.tcss"
    BINDINGS: ClassVar[list[BindingType]] = KEY_BINDINGS
    HORIZONTAL_BREAKPOINTS = WIDTH_BREAKPOINTS
    VERTICAL_BREAKPOINTS = HEIGHT_BREAKPOINTS
    BLANK: ClassVar[bool] = True  # it has no visible content of its own

    def __init__(self, session: EditorSession, keeper: OpenListFile, greeting: Greeting | None = None) -> None:
        super().__init__()
        self._greeting = greeting
        self.session = session
        self.save_controller = SaveController(self.session, keeper, self, self.show_status, self.paint)
        self.unit_actions = UnitActions(self.session, self)
        self.idle_tasks = IdleTasks(self)
        self.header = Header(self.session)
        self.units = FilteredCataloguePane(self.session, self)
        self.army = ArmyPane(self.session, self)
        self.detail = UnitPane(self.session, self)
        self.panes = PaneLayout(units=self.units, army=FilteredArmyPane(self.army), detail=self.detail)
        self.problems = ProblemsPane(self.session, self)
        self.status = StatusLine(self.session, self.problems)

    def compose(self) -> ComposeResult:
        """Lay out header, panes, problems, status line and key bar."""
        yield from (self.header, self.panes, self.problems, self.status, KeyBar())

    def on_mount(self) -> None:
        """Show the list."""
        self.session.on_change = self._handle_edit
        self.action_turn_to("army" if self.session.army.entries else "units")
        self.paint()
        self.save_controller.start_watching()
        if self._greeting is not None:
            self.call_after_refresh(self._greeting, self)
        # army books are many small objects that are never freed; scanning them again would cause a visible pause
        gc.freeze()

    def on_unmount(self) -> None:
        """Close the file, however the screen was left."""
        self.save_controller.open_file.close()

    def paint(self) -> None:
        """Show the list as it is now; slower parts follow after the paint."""
        self.panes.paint_edited()
        if self.problems.has_focus:  # the next key may act on its cursor
            self.problems.paint()
        self._show_preview(at_once=True)
        self.header.paint(saved=self.save_controller.is_saved)
        self._schedule_update()

    relabel = paint

    @on(ScreenResume)
    @on(Resize)
    def _schedule_update(self) -> None:
        """After the next paint, update the other widgets and compute fixes, odds and possible choices."""
        self.idle_tasks.start(self._update_in_slices())

    def _update_in_slices(self) -> Iterator[None]:
        self.panes.paint_all()
        self._show_preview()
        self.refresh_bindings()
        yield
        fixes, odds = self.problems.compute_fixes(), self.detail.compute_odds()
        for work in (fixes, odds, self.detail.check_options(), self.units.check_units()):
            yield from work
            self._show_preview()

    def _handle_edit(self) -> None:
        self.save_controller.handle_edit()
        self.status.clear_message()
        self.paint()

    def show_status(self, text: str, role: str = "accent") -> None:
        """Show a message in the status line until the next step."""
        self.status.show_message(text, role)

    def _show_preview(self, *, at_once: bool = False) -> None:
        """Show the preview of what the cursor is on: in the gauge, in the unit pane and as text.

        With `at_once`, only if it is quick: other texts follow later, and none while keys are waiting.
        """
        preview, rows = (None, []) if at_once and self.app.key_queue.has_pending else self.panes.preview_cursor()
        if preview is not None or not at_once:
            self.header.shade_preview(preview)
            self.status.paint(rows)

    def cursor_moved(self, pane: Pane, key: str | None) -> None:
        """The cursor of a pane moved to a row."""
        self.status.clear_message()
        if pane is self.army and key is not None:
            self.session.select(key)
        self._show_preview(at_once=True)
        self._schedule_update()

    def row_chosen(self, pane: Pane, key: str) -> None:
        """A row of a pane was chosen."""
        if pane is self.army:
            self.action_turn_to("detail")
        elif pane is self.problems:
            finding = self.problems.cursor_finding
            self.problems.is_open = False
            self.go_to_entry(finding.on if finding is not None else None)
        elif pane is self.detail:
            if key == RULES_KEY:
                self.detail.toggle_rule_texts()
            self._show_refusal(self.detail.toggle_option())
        else:
            self.units.add_unit()

    def _show_refusal(self, refusal: Refusal | None) -> None:
        """Show why an edit was refused."""
        if refusal is not None:
            self.show_status(refusal.to(self.app.language), "warn")

    def action_turn_to(self, pane: str) -> None:
        """Bring a pane to the front and focus it at once, because the next key may already be waiting."""
        self.panes.bring_to_front(pane)
        self.set_focus(self.panes.front_widget)
        self._schedule_update()

    def on_descendant_focus(self) -> None:
        """Bring the pane with the focus to the front."""
        if self.panes.follow_focus(self.focused):
            self._schedule_update()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim the keys that have no effect now."""
        session, front = self.session, self.panes.front_name
        is_enabled = True
        if action == "edit_unit":  # the selected unit must be visible
            is_enabled = front != "units" and self.unit_actions.is_enabled(str(parameters[0]))
        elif action == "second_half":
            is_enabled = front == "detail" and self.detail.has_halves
        elif action == "undo":
            is_enabled = session.history.next_undo is not None
        elif action == "redo":
            is_enabled = session.history.next_redo is not None
        elif action == "remove":
            is_enabled = front == "units" or session.selected_id is not None
        elif action == "fix":
            is_enabled = any(map(is_fixable, session.report)) if session.has_fixes else bool(session.report.diagnostics)
        return True if is_enabled else None

    def name_binding(self, binding: str | None) -> str | None:
        """Return the label of a key that depends on the list and the front pane; None for all others."""
        entry, step = self.session.selected_entry, self.session.history.next_undo
        if binding == "editor.undo" and step is not None:
            return f"{self.tr('key.undo')} “{step_name(step, self.app.language, _MAX_STEP_LENGTH)}”"
        if binding == "editor.remove" and self.panes.front_name == "units":
            return self.tr("key.take-out")
        if binding == "editor.combine" and entry is not None and entry.entry.combined is not None:
            return self.tr("key.split")
        if binding == "editor.join" and entry is not None and entry.entry.joins is not None:
            return self.tr("key.part")
        return None

    def action_add(self) -> None:
        """Bring the catalogue to the front; if it is there, add the unit under the cursor."""
        if self.panes.front_name == "units" and self.focused is self.units.rows:
            self.units.add_unit()
        else:
            self.action_turn_to("units")

    def action_remove(self) -> None:
        """Remove the selected unit; in the catalogue, the last copy of the unit under the cursor."""
        if self.panes.front_name == "units":
            self.show_status(self.units.remove_last_copy())
        else:
            self.unit_actions.run("remove")

    def action_edit_unit(self, name: str) -> None:
        """Run an action on the selected unit."""
        self.unit_actions.run(name)

    def action_change_view(self, change: str) -> None:
        """Change how the army is shown: mark, fold, sort order or rule texts."""
        if change == "texts":
            self.detail.toggle_rule_texts()
            return
        if change == "mark":
            self.session.toggle_mark()
        elif change == "order":
            self.session.sort_by_next_order()
        else:
            self.session.toggle_fold(every=change == "fold_all")
        self.army.paint()

    def action_open(self, name: str) -> None:
        """Open a different screen or a dialog."""
        open_destination(name, self, self.session, self.save_controller.open_file)

    def show_history(self, source: VersionSource) -> None:
        """Show the version history at the latest version of a kind."""
        self.app.push_screen(HistoryScreen(self.session, self.save_controller.open_file, source))

    def action_undo(self) -> None:
        """Undo the last step and show its name."""
        self._show_step("tui.undone", self.session.undo())

    def action_redo(self) -> None:
        """Redo the last undone step and show its name."""
        self._show_step("tui.redone", self.session.redo())

    def _show_step(self, sentence: str, step: HistoryStep | None) -> None:
        if step is not None:
            self.show_status(self.tr(sentence, step=step_name(step, self.app.language)))

    def action_fix(self) -> None:
        """Show the fixes of the current finding, best first."""
        finding = most_urgent_finding(self.session, self.session.selected_id)
        if self.problems.has_focus:
            finding = self.problems.cursor_finding
        if finding is None or not show_fixes(self, self.session, finding):
            self.show_status(self.tr("tui.problems.no-fix"), "warn")

    def action_more(self, by: int) -> None:
        """Take one more or one less of the option under the cursor."""
        if self.panes.front_name == "detail":
            self._show_refusal(self.detail.change_count(by))

    def action_second_half(self) -> None:
        """Toggle the option under the cursor for the second copy of a combined unit."""
        self._show_refusal(self.detail.toggle_option(half=1))

    def action_search(self) -> None:
        """Start a search in the army if it is in front, else in the catalogue."""
        if self.panes.front_name != "army":
            self.panes.bring_to_front("units")
        if self.panes.front_filter is not None:
            self.panes.front_filter.start_filter()

    def action_pane(self, by: int) -> None:
        """Bring the next pane to the front."""
        self.action_turn_to(PANE_NAMES[(PANE_NAMES.index(self.panes.front_name) + by) % len(PANE_NAMES)])

    def action_save(self, elsewhere: bool = False) -> None:
        """Save the file, or ask for a different name first."""
        (self.save_controller.save_as if elsewhere else self.save_controller.save)()

    def action_problems(self) -> None:
        """Open or close the problem panel."""
        if self.problems.is_open:
            self.problems.is_open = False
            self.action_turn_to(self.panes.front_name)
        else:
            self.problems.is_open = True
            self.status.clear_message()
            self.problems.paint()
            self.set_focus(self.problems)
            self._schedule_update()

    def go_to_entry(self, entry: str | None) -> None:
        """Select an entry and show its options; without one, show the army."""
        exists = self.session.army.find_entry(entry or "") is not None
        self.session.select(entry if exists else self.session.selected_id)
        self.paint()
        self.action_turn_to("detail" if exists and self.session.selected_entry is not None else "army")

    def action_back(self) -> None:
        """Close the search, the panel or the pane; if none is open, go home."""
        finder = self.panes.front_filter
        if finder is not None and finder.is_searching:
            finder.cancel_filter()
            self.action_turn_to(self.panes.front_name)
        elif self.problems.is_open:
            self.action_problems()
        elif self.panes.front_name != "army":
            self.action_turn_to("army")
        else:
            self.save_controller.leave(self._go_home)

    def _go_home(self) -> None:
        self.save_controller.open_file.close()
        self.app.go_home(self.save_controller.open_file.path)
