"""The timeline: everything that the list has been, and any two states of it side by side."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Label

from listbuilder.diff.side_by_side import two_columns
from listbuilder.errors import SaveError
from listbuilder.listfiles.open_file import Keeper
from listbuilder.listfiles.version_history import Moment, Provenance, moments, put_away
from listbuilder.rules.roster import rework
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Page
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.screens.compare import column_rows
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Part, Row, info, row
from listbuilder.tui.widgets.row_list import Lines, Rows


class TimelineScreen(Page):
    """Steps and kept versions on the left, the one under the cursor held against the list of now on the right.

    What a crash left is one of them: Enter takes it as a step, Escape leaves it where it is.
    """

    CSS_PATH = "../styles/history.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "mark", "key.hold-against", id="timeline.mark"),
        Binding("x,delete", "put_away", "key.put-away", id="timeline.put-away"),
        Binding("tab", "other", "key.pane", id="timeline.other", key_display="Tab"),
        Binding("escape", "back", "key.back", id="timeline.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="timeline.help", key_display="?"),
    ]
    names = getters.query_one("#moments", Rows)
    sides = getters.query_one("#sides", Rows)

    def __init__(self, session: EditorSession, keeper: Keeper, at: Provenance | None = None) -> None:
        super().__init__()
        self._session = session
        self._keeper = keeper
        self._at = at
        self._moments: tuple[Moment, ...] = ()
        self._base: int | None = None
        """What is held against the moment under the cursor; None for the list of now."""

    def compose(self) -> ComposeResult:
        """Put the moments left, two columns right."""
        yield Label(self.tr("tui.timeline.title"), classes="page-title", markup=False)
        yield Lines(id="hint")
        with Horizontal():
            yield Rows(id="moments", classes="pane", verb="key.go-there")
            yield Rows(id="sides", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the latest first, and where we are or what was asked for."""
        self._look()
        wanted = [str(place) for place, moment in enumerate(self._moments) if moment.source is self._at]
        now = [str(place) for place, moment in enumerate(self._moments) if moment.now]
        self.set_focus(self.names)
        self.names.show(self._rows(), next(iter((*reversed(wanted), *now)), None))
        self._paint()

    def _look(self) -> None:
        self._moments = moments(self._session.history, self._keeper.path, self.app.journal)

    @on(Rows.Resized, "#sides")
    def _fit(self) -> None:
        """Set the columns for the new width."""
        self._paint()

    def _rows(self) -> list[Row]:
        return [self._row(place) for place in reversed(range(len(self._moments)))]

    def _row(self, place: int) -> Row:
        moment = self._moments[place]
        mark = "●" if place == self._base else "▶" if moment.now else " "
        left = (Part(f"{mark} ", "accent"), Part(plain_line(moment.to(self.app.language)), _role(moment)))
        return row(str(place), left, (Part(_when(moment), "dim"),), wrap=True, hang=2)

    @property
    def place(self) -> int | None:
        """Which moment the cursor is on."""
        key = self.names.cursor_key
        return int(key) if key is not None else None

    @property
    def moment(self) -> Moment | None:
        """The moment under the cursor."""
        return self._moments[self.place] if self.place is not None else None

    @on(Rows.Highlighted, "#moments")
    def _paint(self) -> None:
        here, place = self.moment, self.place
        if here is None or place is None:
            return
        base = (
            next((at for at, moment in enumerate(self._moments) if moment.now), 0) if self._base is None else self._base
        )
        later = here.source is Provenance.UNSAVED or place > base
        sides = (self._moments[base], here) if later else (here, self._moments[base])
        session, language = self._session, self.app.language
        old, new = (rework(session.roster, moment.army) for moment in sides)
        heads = (self._head(sides[0]), self._head(sides[1]))
        self.sides.show(column_rows(two_columns(old, new, language), language, self.sides.room, heads), afresh=True)
        hint = self.query_one("#hint", Lines)
        hint.display = here.source is Provenance.UNSAVED
        hint.show([info(self.tr("tui.timeline.unsaved"), "warn")])
        self.refresh_bindings()

    def _head(self, moment: Moment) -> str:
        """Name a side: the list of now is called so, whatever the last step was."""
        return self.tr("tui.timeline.now") if moment.now else moment.to(self.app.language)

    @on(Rows.Chosen, "#moments")
    def _go(self) -> None:
        moment = self.moment
        if moment is not None:
            if moment.lost is not None:
                self._keeper.inherit(moment.lost, moment.army)
            self._session.restore_version(moment)
            self.dismiss()

    def action_mark(self) -> None:
        """Hold the others against the moment under the cursor, or against the list of now again."""
        self._base = None if self.place == self._base else self.place
        self.names.show(self._rows())
        self._paint()

    def action_put_away(self) -> None:
        """Put what a crash left among the earlier versions; it is not shown again when the list is opened."""
        moment = self.moment
        if moment is None or moment.lost is None:
            return
        try:
            put_away(moment.lost, self.app.journal)
        except SaveError as error:
            self.app.say_error(error)
        else:
            self.app.say(self.tr("tui.timeline.put-away"))
        self._base = None
        self._look()
        self.names.show(self._rows())
        self._paint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to put away only what waits to be decided on."""
        del parameters
        moment = self.moment if self.is_mounted else None
        return action != "put_away" or (moment is not None and moment.lost is not None)

    def action_other(self) -> None:
        """Turn to the columns, or back."""
        self.set_focus(self.names if self.sides.has_focus else self.sides)

    def action_back(self) -> None:
        """Go back to the list."""
        self.dismiss()


def _role(moment: Moment) -> str:
    if moment.source in (Provenance.UNSAVED, Provenance.VERSION):
        return "warn" if moment.source is Provenance.UNSAVED else "accent"
    return "bold" if moment.now else "dim" if moment.source is Provenance.UNDONE else ""


def _when(moment: Moment) -> str:
    """Say when it was: the time of today, the day of what is older."""
    if moment.when is None:
        return ""
    then = moment.when.astimezone()
    return f"{then:%H:%M}" if then.date() == datetime.now().astimezone().date() else f"{then:%Y-%m-%d}"
