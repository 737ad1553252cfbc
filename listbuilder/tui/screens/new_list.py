"""A new list: system, faction, points. Enter, Enter, Enter makes one."""

from __future__ import annotations

from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Input

from listbuilder.errors import ListbuilderError
from listbuilder.model import ArmyList, Book, FactionId, SystemId
from listbuilder.tui.face import Face, Leaf
from listbuilder.tui.view.new_list import EVENT, FORCE_ORG, Draft, likely_answer, step_rows, summary_rows
from listbuilder.tui.widgets.filter import Filter
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.lines import Lines
from listbuilder.tui.widgets.rows import Rows

STEPS = ("system", "faction", "points")


class NewListScreen(Leaf[tuple[ArmyList, str]]):
    """One question after the other, each with a sensible answer under the cursor."""

    app = getters.app(Face)
    CSS_PATH = "../styles/new_list.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "key.back", id="new.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="new.help", key_display="?"),
    ]
    choices = getters.query_one("#choices", Rows)
    typed = getters.query_one("#typed", Input)

    def __init__(self) -> None:
        super().__init__()
        self._step = 0
        self._draft = Draft()

    def compose(self) -> ComposeResult:
        """Put what is chosen above, what is asked below."""
        choices = Rows(id="choices", one_click=True, verb="key.choose")
        typed = Filter(choices, classes="")
        typed.id = "typed"
        yield from (Lines(id="summary"), typed, choices)
        yield KeyBar()

    def on_mount(self) -> None:
        """Ask for the system."""
        self._ask()

    def _ask(self) -> None:
        step = STEPS[self._step]
        self.typed.value = ""
        self.typed.placeholder = self.app.tr(f"tui.new.{step}.hint")
        self.typed.focus()
        self._paint(afresh=True)

    def _paint(self, *, afresh: bool = False) -> None:
        draft, language = self._draft, self.app.language
        self.query_one("#summary", Lines).show(summary_rows(draft, STEPS[self._step], self.app.library, language))
        question = (draft, STEPS[self._step], self.app.library)
        rows = step_rows(*question, language, self.typed.value)
        self.choices.show(rows, likely_answer(*question, self.typed.value) if afresh else None, afresh=afresh)
        self.refresh_bindings()

    @on(Input.Changed)
    def _search(self) -> None:
        self._paint(afresh=True)

    @on(Input.Submitted)
    def choose(self) -> None:
        """Take what is under the cursor."""
        self.choices.action_choose()

    @on(Rows.Chosen)
    def _chosen(self, event: Rows.Chosen) -> None:
        step = STEPS[self._step]
        if step == "points":
            self._choose_size(event.key)
            return
        self._draft = (
            self._draft.with_system(event.key, self.app.library)
            if step == "system"
            else self._draft.with_faction(event.key)
        )
        self._step = STEPS.index("points" if self._draft.faction else "faction")
        self._ask()

    def _choose_size(self, key: str) -> None:
        if key == FORCE_ORG:
            self._draft = self._draft.toggled()
        elif key.startswith(EVENT):
            self._draft = self._draft.with_event(key.removeprefix(EVENT))
        else:
            self._finish(int(key) if key else None)
            return
        self._paint()

    def _finish(self, points: int | None) -> None:
        draft, app = self._draft, self.app
        try:
            faction = app.library.faction(draft.faction, draft.system)
            event = app.library.event(draft.event) if draft.event else None
        except ListbuilderError as error:
            app.say_error(error)
            return
        if event is not None and event.points is not None:
            points = event.points
        name = " ".join(part for part in (faction.name.to(app.language), str(points or "")) if part)
        army = ArmyList(
            name=name,
            system=SystemId(draft.system),
            points=points,
            force_org=draft.force_org if event is None or event.force_org is None else event.force_org,
            event=draft.event or None,
            books={FactionId(faction.id): Book(faction.version, faction.sha256)},
        )
        self.dismiss((army, faction.id))

    def action_back(self) -> None:
        """Go back to the question before, or leave."""
        if self._step == 0:
            self.dismiss(None)
        else:
            self._step -= 1
            self._draft = self._draft.with_faction("") if self._step else Draft()
            self._ask()

    def on_key(self, event: Key) -> None:
        """Let the arrows move the cursor while typing."""
        if self.typed.has_focus and event.key in ("up", "down"):
            self.choices.action_move(1 if event.key == "down" else -1)
