"""The history screen: every version of the list, and any two of them side by side."""

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
    """Edits and saved versions on the left, compared with the current list on the right.

    Recovered changes are one of the versions: Enter applies them, Escape leaves them for later.
    """

    CSS_PATH = "../styles/history.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "mark", "key.hold-against", id="timeline.mark"),
        Binding("x,delete", "archive", "key.put-away", id="timeline.put-away"),
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
        self._requested = at
        self._versions: tuple[Moment, ...] = ()
        self._base: int | None = None
        """Index of the version to compare with; None for the current list."""

    def compose(self) -> ComposeResult:
        """Lay out the versions on the left and the comparison on the right."""
        yield Label(self.tr("tui.timeline.title"), classes="page-title", markup=False)
        yield Lines(id="hint")
        with Horizontal():
            yield Rows(id="moments", classes="pane", verb="key.go-there")
            yield Rows(id="sides", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the newest versions first and select the current or the requested one."""
        self._load_versions()
        requested = [str(index) for index, version in enumerate(self._versions) if version.source is self._requested]
        current = [str(index) for index, version in enumerate(self._versions) if version.now]
        self.set_focus(self.names)
        self.names.show(self._rows(), next(iter((*reversed(requested), *current)), None))
        self._paint()

    def _load_versions(self) -> None:
        self._versions = moments(self._session.history, self._keeper.path, self.app.journal)

    def _rows(self) -> list[Row]:
        return [self._row(index) for index in reversed(range(len(self._versions)))]

    def _row(self, index: int) -> Row:
        version = self._versions[index]
        mark = "●" if index == self._base else "▶" if version.now else " "
        left = (Part(f"{mark} ", "accent"), Part(plain_line(version.to(self.app.language)), _role(version)))
        return row(str(index), left, (Part(_format_time(version), "dim"),), wrap=True, hang=2)

    @property
    def place(self) -> int | None:
        """The index of the selected version."""
        key = self.names.cursor_key
        return int(key) if key is not None else None

    @property
    def moment(self) -> Moment | None:
        """The selected version."""
        return self._versions[self.place] if self.place is not None else None

    @on(Rows.Resized, "#sides")
    @on(Rows.Highlighted, "#moments")
    def _paint(self) -> None:
        selected, index = self.moment, self.place
        if selected is None or index is None:
            return
        base = (
            next((position for position, version in enumerate(self._versions) if version.now), 0)
            if self._base is None
            else self._base
        )
        later = selected.source is Provenance.UNSAVED or index > base
        sides = (self._versions[base], selected) if later else (selected, self._versions[base])
        session, language = self._session, self.app.language
        old, new = (rework(session.roster, version.army) for version in sides)
        heads = (self._title(sides[0]), self._title(sides[1]))
        self.sides.show(column_rows(two_columns(old, new, language), language, self.sides.room, heads), afresh=True)
        hint = self.query_one("#hint", Lines)
        hint.display = selected.source is Provenance.UNSAVED
        hint.show([info(self.tr("tui.timeline.unsaved"), "warn")])
        self.refresh_bindings()

    def _title(self, version: Moment) -> str:
        """Return the title of a side; the current list is always called so."""
        return self.tr("tui.timeline.now") if version.now else version.to(self.app.language)

    @on(Rows.Chosen, "#moments")
    def _go_to_version(self) -> None:
        version = self.moment
        if version is not None:
            if version.lost is not None:
                self._keeper.inherit(version.lost, version.army)
            self._session.restore_version(version)
            self.dismiss()

    def action_mark(self) -> None:
        """Compare with the selected version, or with the current list again."""
        self._base = None if self.place == self._base else self.place
        self.names.show(self._rows())
        self._paint()

    def action_archive(self) -> None:
        """Move recovered changes to the saved versions, so that they are not offered again."""
        version = self.moment
        if version is None or version.lost is None:
            return
        try:
            put_away(version.lost, self.app.journal)
        except SaveError as error:
            self.app.say_error(error)
        else:
            self.app.say(self.tr("tui.timeline.put-away"))
        self._base = None
        self._load_versions()
        self.names.show(self._rows())
        self._paint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable `archive` only for recovered changes."""
        del parameters
        version = self.moment if self.is_mounted else None
        return action != "archive" or (version is not None and version.lost is not None)

    def action_other(self) -> None:
        """Switch between the versions and the comparison."""
        self.set_focus(self.names if self.sides.has_focus else self.sides)

    def action_back(self) -> None:
        """Return to the list."""
        self.dismiss()


def _role(version: Moment) -> str:
    if version.source in (Provenance.UNSAVED, Provenance.VERSION):
        return "warn" if version.source is Provenance.UNSAVED else "accent"
    return "bold" if version.now else "dim" if version.source is Provenance.UNDONE else ""


def _format_time(version: Moment) -> str:
    """Return the time if it was today, else the date."""
    if version.when is None:
        return ""
    then = version.when.astimezone()
    return f"{then:%H:%M}" if then.date() == datetime.now().astimezone().date() else f"{then:%Y-%m-%d}"
