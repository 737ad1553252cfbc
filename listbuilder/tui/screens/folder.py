"""Check a folder: every list in it judged, while you watch."""

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

from listbuilder.diagnostics.messages import finding_record
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged, Unread
from listbuilder.library import Library
from listbuilder.tournament.paths import Places
from listbuilder.tui.editor.army_rows import column_at
from listbuilder.tui.screens.folder_rows import (
    BY_FILE,
    FolderColumn,
    FolderTable,
    Listed,
    arrange,
    finding_rows,
    totals,
)
from listbuilder.tui.screens.table import TablePage
from listbuilder.tui.settings import is_file, is_folder, typed_path
from listbuilder.tui.tournament.screen import DeskScreen
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row_list import Lines, Rows

_SKIPPED = (".bak", ".tmp")
_EVERY = 10
_MOST = 20_000
"""So many files are looked at; whoever names the root of a disk gets an answer too."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What the player wants to look at closer: a file, or one of several lists in it."""

    file: Path
    judged: Judged | Unread
    alone: bool


class FolderScreen(TablePage[FolderColumn]):
    """A live table of verdicts, with a progress bar and the findings of the list under the cursor."""

    CSS_PATH = "../styles/folder.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "key.search", id="folder.search"),
        Binding("s", "sort", "key.sort", id="folder.sort"),
        Binding("r", "turn", "key.turn", id="folder.turn"),
        Binding("o", "other", "key.other-folder", id="folder.other"),
        Binding("escape", "back", "key.back", id="folder.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="folder.help", key_display="?"),
    ]
    typed = getters.query_one("#typed", Input)

    def __init__(self, folder: Path) -> None:
        super().__init__(BY_FILE)
        self._folder = folder
        self._lists: list[Listed] = []
        self._reading = True
        self.opened: Opened | None = None
        self._columns: FolderTable | None = None

    def compose(self) -> ComposeResult:
        """Put folder, filter and progress above, the table below, findings under it."""
        yield Label(self.tr("tui.folder.title"), classes="page-title", markup=False)
        yield Input(str(self._folder), id="typed", compact=True)
        yield Input(id="search", placeholder=self.tr("tui.folder.search"), compact=True)
        yield ProgressBar(id="progress", show_eta=False)
        yield Lines(id="head")
        yield Rows(id="table", classes="pane", verb="key.open")
        yield Lines(id="findings", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with the player's own folder."""
        self.table.focus()
        self._start()

    def _start(self) -> None:
        if Places(self._folder).is_desk:  # an organiser's folder has a screen of its own
            self.app.push_screen(DeskScreen(self._folder), self._leave)
            return
        self._lists = []
        self._reading = True
        self.paint()
        self._judge_all(self._folder)

    def _leave(self, _: None) -> None:
        """Go home with who leaves the desk: as a folder of lists there is nothing in it."""
        self.dismiss()

    @work(thread=True, exclusive=True, group="folder")
    def _judge_all(self, folder: Path) -> None:
        worker = get_current_worker()
        prints = self.app.settings.exports_folder
        found = sorted(islice(folder.rglob("*"), _MOST)) if is_folder(folder) else []
        files = [path for path in found if _is_candidate(path, folder, prints)]
        self.app.call_from_thread(self._advance, 0, len(files), [])
        waiting: list[Listed] = []
        for done, path in enumerate(files, 1):
            if worker.is_cancelled:
                return
            waiting += list_file(path, self.app.library)
            if len(waiting) >= _EVERY or done == len(files):
                self.app.call_from_thread(self._advance, done, len(files), waiting)
                waiting = []

    def _advance(self, done: int, total: int, new: list[Listed]) -> None:
        self._lists += new
        self._reading = done < total
        with suppress(NoMatches):  # it is being closed
            self.query_one(ProgressBar).update(total=max(1, total), progress=done if total else 1)
            self.paint()

    @on(Rows.Resized, "#table")
    def _fit(self) -> None:
        """Set the columns for the new width."""
        self.paint()

    @on(Input.Changed, "#search")
    def paint(self) -> None:
        """Show the rows that fit, in their order."""
        language = self.app.language
        table = self._columns = FolderTable(self._lists, self.sorting, language, self.table.room)
        self.query_one("#head", Lines).show([table.head()])
        places = arrange(self._lists, self.sorting, self.search.value, language)
        self.table.show(table.rows(places, reading=self._reading))
        self.table.border_title = totals(self._lists, language)
        self._tell()
        self.refresh_bindings()

    def column_at(self, cell: int) -> FolderColumn | None:
        """Tell which column stands at a cell of the head."""
        return column_at(self._columns.widths, cell) if self._columns is not None else None

    @property
    def listed(self) -> Listed | None:
        """The list under the cursor."""
        key = self.table.cursor_key
        return self._lists[int(key)] if key is not None and key.isdecimal() else None

    @on(Rows.Highlighted, "#table")
    def _tell(self) -> None:
        listed = self.listed
        language = self.app.language
        found = [finding_record(one, language) for one in listed.judged.report] if listed is not None else []
        self.query_one("#findings", Lines).show(finding_rows(found, language) if listed is not None else [])

    @on(Input.Submitted, "#search")
    @on(Rows.Chosen, "#table")
    def open(self) -> None:
        """Open the list under the cursor."""
        listed = self.listed
        if listed is not None and listed.judged.army is not None:
            alone = sum(other.file == listed.file for other in self._lists) == 1
            self.opened = Opened(listed.file, listed.judged, alone)
            self.dismiss()

    @on(Input.Submitted, "#typed")
    def _other(self) -> None:
        self._folder = typed_path(self.typed.value)
        self.table.focus()
        self._start()

    def action_other(self) -> None:
        """Type another folder."""
        self.typed.focus()


def list_file(path: Path, library: Library) -> list[Listed]:
    """Judge every list in a file; an archive may hold several."""
    return [Listed(path, judged) for judged in judge_file(path, library)]


def _is_candidate(path: Path, folder: Path, prints: Path) -> bool:
    """Tell whether a file may be a list that somebody handed in; what was printed here is none."""
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    printed = prints in path.parents and prints != folder and prints not in folder.parents
    return is_file(path) and not hidden and not printed and path.suffix not in _SKIPPED
