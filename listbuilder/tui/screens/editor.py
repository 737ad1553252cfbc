"""The editor: units to choose from, the army, the selected unit, and what is wrong."""

from __future__ import annotations

import gc
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Input

from listbuilder.diagnostics import Report
from listbuilder.listfiles import Keeper
from listbuilder.model import RosterEntry
from listbuilder.tui.screens.editor_actions import EditActions
from listbuilder.tui.screens.editor_keeping import Keeping
from listbuilder.tui.screens.editor_outings import Outings
from listbuilder.tui.screens.editor_painting import Painting
from listbuilder.tui.view.army import army_order
from listbuilder.tui.view.detail import RULES
from listbuilder.tui.view.problems import foremost
from listbuilder.tui.view.words import step_name
from listbuilder.tui.widgets.idle import Idle
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.lines import Lines
from listbuilder.tui.widgets.rows import Rows
from listbuilder.tui.widgets.unit_picker import UnitPicker
from listbuilder.tui.workspace import Workspace

PANES = ("units", "army", "detail")
LONGEST_NAME = 26
"""How much of an undone step's name fits into the line of keys."""
MEDIUM, WIDE = 90, 120
"""From how many columns on two and three panes fit side by side."""


class EditorScreen(Painting, EditActions, Keeping, Outings):
    """A list being built."""

    CSS_PATH = "../styles/editor.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "add", "key.add", id="editor.add"),
        Binding("A", "add_anyway", "key.add-anyway", show=False, id="editor.add-anyway"),
        Binding("x,delete", "remove", "key.remove", id="editor.remove"),
        Binding("u", "undo", "key.undo", id="editor.undo"),
        Binding("f", "fix", "key.fix", id="editor.fix"),
        Binding("c", "combine", "key.combine", id="editor.combine"),
        Binding("j", "join", "key.join", id="editor.join"),
        Binding("slash", "search", "key.search", id="editor.search"),
        Binding("p", "export", "key.print", id="editor.print"),
        Binding("ctrl+r", "redo", "key.redo", id="editor.redo"),
        Binding("tab", "pane(1)", "key.pane", id="editor.pane", key_display="Tab"),
        Binding("d", "duplicate", "key.duplicate", id="editor.duplicate"),
        Binding("r", "rename", "key.rename", id="editor.rename"),
        Binding("e", "details", "key.details", id="editor.details"),
        Binding("exclamation_mark", "problems", "key.problems", id="editor.problems"),
        Binding("escape", "back", "key.back", id="editor.back", key_display="Esc"),
        Binding("n", "note", "key.note", show=False, id="editor.note"),
        Binding("t", "texts", "key.texts", show=False, id="editor.texts"),
        Binding("plus,equals_sign", "more(1)", "key.more", show=False, id="editor.more"),
        Binding("minus", "more(-1)", "key.less", show=False, id="editor.less"),
        Binding("shift+up,left_square_bracket", "shift(-1)", "key.move-up", show=False, id="editor.move-up"),
        Binding("shift+down,right_square_bracket", "shift(1)", "key.move-down", show=False, id="editor.move-down"),
        Binding("shift+tab", "pane(-1)", "key.pane-back", show=False, id="editor.pane-back"),
        Binding("right", "pane(1)", "key.pane", show=False, id="editor.right"),
        Binding("left", "pane(-1)", "key.pane-back", show=False, id="editor.left"),
        Binding("1", "turn('units')", "key.pane-units", show=False, id="editor.pane-1"),
        Binding("2", "turn('army')", "key.pane-army", show=False, id="editor.pane-2"),
        Binding("3", "turn('detail')", "key.pane-unit", show=False, id="editor.pane-3"),
        Binding("b", "rules", "key.rules", show=False, id="editor.rules"),
        Binding("v", "compare", "key.compare", show=False, id="editor.compare"),
        Binding("o", "other_faction", "key.other-faction", show=False, id="editor.other-faction"),
        Binding("ctrl+s", "save", "key.save", show=False, id="editor.save"),
        Binding("S", "save_as", "key.save-as", show=False, id="editor.save-as"),
        Binding("question_mark,f1", "app.help", "key.help", id="editor.help", key_display="?"),
    ]

    def __init__(self, workspace: Workspace, keeper: Keeper, findings: Report | None = None) -> None:
        super().__init__()
        self._findings = findings
        self.workspace = workspace
        self.keeper = keeper
        self.selected: str | None = None
        self.texts = False
        self._idle = Idle(self)
        self._pane = "army"

    def compose(self) -> ComposeResult:
        """Put the panes side by side; the style sheet decides how many are seen."""
        yield Lines(id="header")
        with Horizontal(id="panes"):
            yield UnitPicker(self.tr("tui.units.filter"))
            yield Rows(id="army", classes="pane", verb="key.open-unit")
            yield Rows(id="detail", classes="pane", one_click=True, verb="key.take")
        yield Rows(id="problems", verb="key.jump")
        yield Lines(id="status")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the list."""
        self._title_panes()
        self.selected = next(iter(army_order(self.workspace.roster)), None)
        self.turn_to("army" if self.workspace.army.entries else "units")
        self.paint()
        self.start_keeping()
        if self._findings:
            self.call_after_refresh(self.show_findings, self._findings)
        # the books are many small values that live as long as the program: looking at them again costs a visible pause
        gc.freeze()

    def _title_panes(self) -> None:
        for name in ("units", "army", "problems"):
            self.rows(name).border_title = self.tr(f"tui.{name}.title")

    def relabel(self) -> None:
        """Write titles and hints in the language of now."""
        self._title_panes()
        self.query_one("#filter", Input).placeholder = self.tr("tui.units.filter")
        self.paint()

    def on_resize(self) -> None:
        """Draw the gauge for the new width, and show as many panes as there is room for."""
        self._arrange_panes()
        self.paint_header()
        self.call_after_refresh(self.paint_army)

    def _arrange_panes(self) -> None:
        """Show three, two or one; set by hand, since a class on a container would style everything in it anew."""
        shown: tuple[str, ...] = PANES
        if self.size.width < MEDIUM:
            shown = (self._pane,)
        elif self.size.width < WIDE:
            shown = ("units", "army") if self._pane == "units" else ("army", "detail")
        for name, widget in (("units", self.picker), ("army", self.army), ("detail", self.detail)):
            if widget.display != (name in shown):
                widget.display = name in shown

    @property
    def worked(self) -> RosterEntry | None:
        """The selected entry, worked out."""
        return self.workspace.find(self.selected)

    @property
    def pane(self) -> str:
        """The pane that is turned to."""
        return self._pane

    def turn_to(self, pane: str, *, focus: bool = True) -> None:
        """Bring a pane to the front and give it the keys."""
        self._pane = pane
        self._arrange_panes()
        if focus:
            self.query_one(f"#{pane}", Rows).focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim the keys that do nothing now."""
        del parameters
        history, worked = self.workspace.history, self.worked
        if action in ("undo", "redo"):
            return True if (history.undoable if action == "undo" else history.redoable) is not None else None
        if action in ("remove", "duplicate", "rename", "note"):
            return True if self.selected is not None else None
        if action == "fix":
            finding = foremost(self.workspace, self.selected)
            return True if finding is not None and finding.fix is not None and finding.fix.edits else None
        if action == "combine":
            return True if worked is not None and self.workspace.system.combining.allowed else None
        if action == "join":
            return True if worked is not None and (worked.hero or worked.entry.joins) else None
        return True

    def name_binding(self, binding: str | None) -> str | None:
        """Name the keys whose meaning depends on the list."""
        if binding == "editor.undo" and (step := self.workspace.history.undoable) is not None:
            return f"{self.tr('key.undo')} “{step_name(step, self.app.language, LONGEST_NAME)}”"
        worked = self.worked
        if binding == "editor.combine" and worked is not None and worked.entry.combined is not None:
            return self.tr("key.split")
        if binding == "editor.join" and worked is not None and worked.entry.joins is not None:
            return self.tr("key.part")
        return None

    @on(Rows.Highlighted, "#army")
    def _select(self, event: Rows.Highlighted) -> None:
        self._told = ""
        self.selected = event.key
        self.paint_detail()
        self.paint_status()
        self.refresh_bindings()
        self._idle.start(self._offers())

    @on(Rows.Highlighted, "#units")
    @on(Rows.Highlighted, "#detail")
    def _explain(self) -> None:
        self._told = ""
        self.paint_status()

    @on(Rows.Chosen, "#army")
    def _open_detail(self) -> None:
        self.turn_to("detail")
        self.paint_status()

    @on(Rows.Chosen, "#units")
    def _add_chosen(self) -> None:
        self.add_highlighted()

    @on(Rows.Chosen, "#detail")
    def _pick_chosen(self, event: Rows.Chosen) -> None:
        if event.key == RULES:
            self.action_texts()
        else:
            self.toggle_pick(event.key)

    @on(UnitPicker.Filtered)
    def _filter(self) -> None:
        self.paint_units()
        self.paint_status()

    def on_descendant_focus(self) -> None:
        """Follow the focus: the pane that has the keys is the one in front."""
        focused = self.focused
        name = "units" if isinstance(focused, Input) else (focused.id if focused is not None else None)
        if name in PANES and name != self.pane:
            self.turn_to(name, focus=False)
        self.paint_status()
