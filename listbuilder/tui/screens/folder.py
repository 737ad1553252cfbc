"""The folder screen: check every list in a folder and show the verdicts as they come."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.widgets import Input, Label, ProgressBar
from textual.worker import get_current_worker

from listbuilder.diagnostics.messages import build_finding_record
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged, Unreadable
from listbuilder.library import Library
from listbuilder.tournament.paths import TournamentPaths
from listbuilder.tui.screens.folder_rows import (
    SORTED_BY_FILE,
    CheckedList,
    FolderColumn,
    FolderTable,
    finding_rows,
    order_lists,
    verdict_totals,
)
from listbuilder.tui.screens.table import TableScreen
from listbuilder.tui.tournament.screen import TournamentScreen
from listbuilder.tui.user_settings import is_file, is_folder, parse_path
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import column_at
from listbuilder.tui.widgets.row_list import RowLabel, RowList

_SKIPPED_SUFFIXES = (".bak", ".tmp")
_BATCH_SIZE = 10
_MAX_FILES = 20_000
"""Limit for huge folders, such as the root of a disk."""


@dataclass(frozen=True, slots=True)
class SelectedList:
    """The list that the player wants to open: a file, or one of several lists in it."""

    file: Path
    judged: Judged | Unreadable
    is_only_list: bool


class FolderScreen(TableScreen[FolderColumn]):
    """A live table of verdicts, with a progress bar and the findings of the selected list."""

    CSS_PATH = "../styles/folder.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "key.search", id="folder.search"),
        Binding("s", "sort", "key.sort", id="folder.sort"),
        Binding("r", "reverse", "key.turn", id="folder.turn"),
        Binding("o", "other", "key.other-folder", id="folder.other"),
        Binding("escape", "back", "key.back", id="folder.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="folder.help", key_display="?"),
    ]
    typed = getters.query_one("#typed", Input)

    def __init__(self, folder: Path) -> None:
        super().__init__(SORTED_BY_FILE)
        self._folder = folder
        self._lists: list[CheckedList] = []
        self._is_checking = True
        self.selection: SelectedList | None = None
        self._table_columns: FolderTable | None = None

    def compose(self) -> ComposeResult:
        """Lay out folder, filter, progress, table and findings."""
        yield Label(self.tr("tui.folder.title"), classes="page-title", markup=False)
        yield Input(str(self._folder), id="typed", compact=True)
        yield Input(id="search", placeholder=self.tr("tui.folder.search"), compact=True)
        yield ProgressBar(id="progress", show_eta=False)
        yield RowLabel(id="head")
        yield RowList(id="table", classes="pane", enter_label="key.open")
        yield RowLabel(id="findings", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Start checking the folder."""
        self.table.focus()
        self._start()

    def _start(self) -> None:
        if TournamentPaths(self._folder).is_tournament:  # event folders have their own screen
            self.app.push_screen(TournamentScreen(self._folder), self._close)
            return
        self._lists = []
        self._is_checking = True
        self.paint()
        self._check_all(self._folder)

    def _close(self, _: None) -> None:
        self.dismiss()  # not returned: Textual would wait for it

    @work(thread=True, exclusive=True, group="folder")
    def _check_all(self, folder: Path) -> None:
        worker = get_current_worker()
        exports = self.app.settings.exports_folder
        paths = sorted(islice(folder.rglob("*"), _MAX_FILES)) if is_folder(folder) else []
        files = [path for path in paths if _is_candidate(path, folder, exports)]
        self.app.call_from_thread(self._advance, 0, len(files), [])
        batch: list[CheckedList] = []
        for done, path in enumerate(files, 1):
            if worker.is_cancelled:
                return
            batch += check_file(path, self.app.library)
            if len(batch) >= _BATCH_SIZE or done == len(files):
                self.app.call_from_thread(self._advance, done, len(files), batch)
                batch = []

    def _advance(self, done: int, total: int, new: list[CheckedList]) -> None:
        self._lists += new
        self._is_checking = done < total
        with suppress(NoMatches):  # while closing
            self.query_one(ProgressBar).update(total=max(1, total), progress=done if total else 1)
            self.paint()

    @on(RowList.Resized, "#table")
    @on(Input.Changed, "#search")
    def paint(self) -> None:
        """Show the matching rows in their order."""
        language = self.app.language
        table = self._table_columns = FolderTable(self._lists, self.sorting, language, self.table.row_width)
        self.query_one("#head", RowLabel).show([table.header_row()])
        order = order_lists(self._lists, self.sorting, self.search.value, language)
        self.table.show(table.rows(order, checking=self._is_checking))
        self.table.border_title = verdict_totals(self._lists, language)
        self._show_findings()
        self.refresh_bindings()

    def column_at(self, cell: int) -> FolderColumn | None:
        """Return the column at a cell of the header."""
        return column_at(self._table_columns.widths, cell) if self._table_columns is not None else None

    @property
    def selected_list(self) -> CheckedList | None:
        """The list under the cursor."""
        key = self.table.cursor_key
        return self._lists[int(key)] if key is not None and key.isdecimal() else None

    @on(RowList.Highlighted, "#table")
    def _show_findings(self) -> None:
        listed = self.selected_list
        language = self.app.language
        records = (
            [build_finding_record(finding, language) for finding in listed.judged.report] if listed is not None else []
        )
        self.query_one("#findings", RowLabel).show(finding_rows(records, language) if listed is not None else [])

    @on(Input.Submitted, "#search")
    @on(RowList.Selected, "#table")
    def open_selected(self) -> None:
        """Open the list under the cursor."""
        listed = self.selected_list
        if listed is not None and listed.judged.army is not None:
            is_only_list = sum(other.file == listed.file for other in self._lists) == 1
            self.selection = SelectedList(listed.file, listed.judged, is_only_list)
            self.dismiss()

    @on(Input.Submitted, "#typed")
    def _open_typed_folder(self) -> None:
        self._folder = parse_path(self.typed.value)
        self.table.focus()
        self._start()

    def action_other(self) -> None:
        """Focus the input for a different folder."""
        self.typed.focus()


def check_file(path: Path, library: Library) -> list[CheckedList]:
    """Check every list in a file; an archive may hold several."""
    return [CheckedList(path, judged) for judged in judge_file(path, library)]


def _is_candidate(path: Path, folder: Path, exports: Path) -> bool:
    """Return whether a file may be a list: neither hidden nor a backup nor an export of this program."""
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    exported = exports in path.parents and exports != folder and exports not in folder.parents
    return is_file(path) and not hidden and not exported and path.suffix not in _SKIPPED_SUFFIXES
