"""The history screen: every version of the list, and any two of them side by side."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Label

from listbuilder.diff.lists import compare_side_by_side
from listbuilder.listfiles.open_file import OpenListFile
from listbuilder.listfiles.version_history import Version, VersionSource, archive_recovered, list_versions
from listbuilder.rules.roster_builder import rebuild_roster
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import Page
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.screens.compare import side_by_side_rows
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Part, Row, info, row
from listbuilder.tui.widgets.row_list import RowLabel, RowList


class HistoryScreen(Page):
    """Edits and saved versions on the left, compared with the current list on the right.

    Recovered changes are one of the versions: Enter applies them, Escape leaves them for later.
    """

    CSS_PATH = "../styles/history.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "mark", "key.compare-with", id="timeline.mark"),
        Binding("x,delete", "archive", "key.archive", id="timeline.put-away"),
        Binding("tab", "other", "key.pane", id="timeline.other", key_display="Tab"),
        Binding("escape", "back", "key.back", id="timeline.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="timeline.help", key_display="?"),
    ]
    version_list = getters.query_one("#moments", RowList)
    comparison = getters.query_one("#sides", RowList)

    def __init__(self, session: EditorSession, keeper: OpenListFile, at: VersionSource | None = None) -> None:
        super().__init__()
        self._session = session
        self._keeper = keeper
        self._requested = at
        self._versions: tuple[Version, ...] = ()
        self._base: int | None = None
        """Index of the version to compare with; None for the current list."""

    def compose(self) -> ComposeResult:
        """Lay out the versions on the left and the comparison on the right."""
        yield Label(self.tr("tui.history.title"), classes="page-title", markup=False)
        yield RowLabel(id="hint")
        with Horizontal():
            yield RowList(id="moments", classes="pane", enter_label="key.go-there")
            yield RowList(id="sides", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the newest versions first and select the current or the requested one."""
        self.set_focus(self.version_list)
        self._load_versions()
        requested = [str(index) for index, version in enumerate(self._versions) if version.source is self._requested]
        current = [str(index) for index, version in enumerate(self._versions) if version.is_current]
        self._show_versions(next(iter((*reversed(requested), *current)), None))

    def _load_versions(self) -> None:
        self._versions = list_versions(self._session.history, self._keeper.path, self.app.journal)

    def _show_versions(self, cursor: str | None = None) -> None:
        rows: list[Row] = []
        for index, version in enumerate(self._versions):
            mark = "●" if index == self._base else "▶" if version.is_current else " "
            left = (Part(f"{mark} ", "accent"), Part(sanitize_line(version.to(self.app.language)), _role(version)))
            rows.append(row(str(index), left, (Part(_format_time(version), "dim"),), wrap=True, hang=2))
        self.version_list.show(rows[::-1], cursor)
        self._paint()

    @property
    def selected_index(self) -> int | None:
        """The index of the selected version."""
        key = self.version_list.cursor_key
        return int(key) if key is not None else None

    @property
    def selected_version(self) -> Version | None:
        """The selected version."""
        return self._versions[self.selected_index] if self.selected_index is not None else None

    @on(RowList.Resized, "#sides")
    @on(RowList.Highlighted, "#moments")
    def _paint(self) -> None:
        selected, index = self.selected_version, self.selected_index
        if selected is None or index is None:
            return
        current = next((position for position, version in enumerate(self._versions) if version.is_current), 0)
        base = current if self._base is None else self._base
        later = selected.source is VersionSource.UNSAVED or index > base
        sides = (self._versions[base], selected) if later else (selected, self._versions[base])
        language, now = self.app.language, self.tr("tui.history.now")
        old, new = (rebuild_roster(self._session.roster, version.army) for version in sides)
        left, right = (now if version.is_current else version.to(language) for version in sides)
        pairs = compare_side_by_side(old, new, language)
        rows = side_by_side_rows(pairs, language, self.comparison.row_width, (left, right))
        self.comparison.show(rows, from_top=True)
        hint = self.query_one("#hint", RowLabel)
        hint.display = selected.source is VersionSource.UNSAVED
        hint.show([info(self.tr("tui.history.unsaved"), "warn")])
        self.refresh_bindings()

    @on(RowList.Selected, "#moments")
    def _go_to_version(self) -> None:
        version = self.selected_version
        if version is not None:
            if version.recovered is not None:
                self._keeper.adopt_recovered(version.recovered, version.army)
            self._session.restore_version(version)
            self.dismiss()

    def action_mark(self) -> None:
        """Compare with the selected version, or with the current list again."""
        self._base = None if self.selected_index == self._base else self.selected_index
        self._show_versions()

    def action_archive(self) -> None:
        """Move recovered changes to the saved versions, so that they are not offered again."""
        version = self.selected_version
        if version is None or version.recovered is None:
            return
        with self.app.show_errors():
            archive_recovered(version.recovered, self.app.journal)
            self.app.show_message(self.tr("tui.history.put-away"))
        self._base = None
        self._load_versions()
        self._show_versions()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable `archive` only for recovered changes."""
        del parameters
        version = self.selected_version if self.is_mounted else None
        return action != "archive" or (version is not None and version.recovered is not None)

    def action_other(self) -> None:
        """Switch between the versions and the comparison."""
        self.set_focus(self.version_list if self.comparison.has_focus else self.comparison)


def _role(version: Version) -> str:
    if version.source in (VersionSource.UNSAVED, VersionSource.NAMED):
        return "warn" if version.source is VersionSource.UNSAVED else "accent"
    return "bold" if version.is_current else "dim" if version.source is VersionSource.UNDONE else ""


def _format_time(version: Version) -> str:
    """Return the time if it was today, else the date."""
    if version.saved_at is None:
        return ""
    then = version.saved_at.astimezone()
    return f"{then:%H:%M}" if then.date() == datetime.now().astimezone().date() else f"{then:%Y-%m-%d}"
