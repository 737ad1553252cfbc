"""The timeline: everything that the list has been, and any two states of it side by side."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Label

from listbuilder.listfiles.timeline import Moment, Source, moments
from listbuilder.rules.columns import two_columns
from listbuilder.rules.roster import rework
from listbuilder.sheet.plain import plain_line
from listbuilder.tui.bench import Bench
from listbuilder.tui.face import Page
from listbuilder.tui.view.columns import column_rows
from listbuilder.tui.view.row import Part, Row, row
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.rows import Rows


class TimelineScreen(Page):
    """Steps and kept versions on the left, the one under the cursor held against the list of now on the right."""

    CSS_PATH = "../styles/timeline.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "mark", "key.hold-against", id="timeline.mark"),
        Binding("tab", "other", "key.pane", id="timeline.other", key_display="Tab"),
        Binding("escape", "back", "key.back", id="timeline.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="timeline.help", key_display="?"),
    ]
    names = getters.query_one("#moments", Rows)
    sides = getters.query_one("#sides", Rows)

    def __init__(self, bench: Bench, path: Path) -> None:
        super().__init__()
        self._bench = bench
        self._path = path
        self._moments: tuple[Moment, ...] = ()
        self._base: int | None = None
        """What is held against the moment under the cursor; None for the list of now."""

    def compose(self) -> ComposeResult:
        """Put the moments left, two columns right."""
        yield Label(self.tr("tui.timeline.title"), classes="page-title", markup=False)
        with Horizontal():
            yield Rows(id="moments", classes="pane", verb="key.go-there")
            yield Rows(id="sides", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the latest first, and where we are."""
        self._moments = moments(self._bench.workspace.history, self._path, self.app.journal)
        now = next((str(place) for place, moment in enumerate(self._moments) if moment.now), None)
        self.set_focus(self.names)
        self.names.show(self._rows(), now)
        self._paint()

    def on_resize(self) -> None:
        """Set the columns for the new width."""
        self.call_after_refresh(self._paint)

    def _rows(self) -> list[Row]:
        return [self._row(place) for place in reversed(range(len(self._moments)))]

    def _row(self, place: int) -> Row:
        moment = self._moments[place]
        mark = "●" if place == self._base else "▶" if moment.now else " "
        role = "bold" if moment.now else "dim" if moment.source is Source.UNDONE else ""
        when = "" if moment.when is None else f"{moment.when.astimezone():%m-%d %H:%M}"
        left = (Part(f"{mark} ", "accent"), Part(plain_line(moment.to(self.app.language)), role))
        return row(str(place), left, (Part(when, "dim"),))

    @property
    def moment(self) -> Moment | None:
        """The moment under the cursor."""
        key = self.names.cursor_key
        return self._moments[int(key)] if key is not None else None

    @on(Rows.Highlighted, "#moments")
    def _paint(self) -> None:
        here = self.moment
        workspace, language = self._bench.workspace, self.app.language
        if here is None:
            return
        other = workspace.roster if self._base is None else rework(workspace.roster, self._moments[self._base].army)
        pairs = two_columns(rework(workspace.roster, here.army), other, language)
        self.sides.show(column_rows(pairs, language, self.sides.room))

    @on(Rows.Chosen, "#moments")
    def _go(self) -> None:
        moment = self.moment
        if moment is not None:
            self._bench.go_to(moment)
            self.dismiss()

    def action_mark(self) -> None:
        """Hold the others against the moment under the cursor, or against the list of now again."""
        key = self.names.cursor_key
        place = int(key) if key is not None else None
        self._base = None if place == self._base else place
        self.names.show(self._rows())
        self._paint()

    def action_other(self) -> None:
        """Turn to the columns, or back."""
        self.set_focus(self.names if self.sides.has_focus else self.sides)

    def action_back(self) -> None:
        """Go back to the list."""
        self.dismiss()
