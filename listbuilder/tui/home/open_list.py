"""Open a list in the editor: a file, a copy, a sample, an import or recovered changes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Input

from listbuilder.diagnostics import Report
from listbuilder.errors import UnreadableError
from listbuilder.judging.judge import judge_bytes, judge_file
from listbuilder.judging.results import Judged, Unreadable
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.journal import RecoveredList
from listbuilder.listfiles.open_file import OpenElsewhereError, OpenListFile
from listbuilder.listfiles.version_history import VersionSource
from listbuilder.model import ArmyList
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import BaseApp, Dialog
from listbuilder.tui.dialogs import QuestionDialog
from listbuilder.tui.editor.navigation import show_import_findings
from listbuilder.tui.editor.screen import EditorScreen, Greeting
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.home.list_files import add_recent_path, unused_path
from listbuilder.tui.user_settings import is_file, is_folder, parse_path
from listbuilder.tui.widgets.key_bar import FilterInput, KeyBar
from listbuilder.tui.widgets.row import Part, Row, info, row
from listbuilder.tui.widgets.row_list import RowList

FLAGSHIP_SAMPLE = "aof-3.5-the-iron-vale.yaml"
"""The sample that a new player sees first."""
_LINK = re.compile(r"[a-z]+://\S+", re.IGNORECASE)
_UP = ".."
_MAX_ITEMS = 500


def show_first_finding(screen: EditorScreen) -> None:
    """Open the problems panel and select the unit of the first finding."""
    finding = next(iter(screen.session.report), None)
    if finding is not None:
        screen.session.select(finding.on or screen.session.selected_id)
        screen.problems.is_open = True
        screen.paint()
        screen.action_turn_to("army")


class ListOpener:
    """Opens lists in the editor, in place of the current screen."""

    def __init__(self, app: BaseApp) -> None:
        self._app = app

    def open_file(self, path: Path, greeting: Greeting | None = None) -> None:
        """Open a list file of this or a different program. Raise UnreadableError if it is neither."""
        judged = judge_file(path, self._app.library)[0]
        if isinstance(judged, Judged) and judged.import_info.loaded is not None:
            self.open_list_file(path, greeting)
        else:
            self.open_imported(judged, greeting)

    def open_list_file(self, path: Path, greeting: Greeting | None = None) -> None:
        """Open a list file; a bundled sample is opened as a copy.

        Recovered changes are shown in the history. If a different session has the list open, ask what to do.
        Raise UnreadableError if the file is not a list.
        """
        samples = self._app.library.sample_lists()
        if path.resolve() in {header.file.resolve() for header in samples if header.bundled}:
            self.open_copy(path)
            return
        journal = self._app.journal
        try:
            keeper = OpenListFile.load(path, journal)
        except OpenElsewhereError as error:
            self._ask_elsewhere(error)
            return
        unsaved = journal.find_recoverable(path)
        self._open_loaded(keeper, (lambda screen: screen.show_history(VersionSource.UNSAVED)) if unsaved else greeting)

    def open_copy(self, path: Path) -> None:
        """Open a list as a new one, so that the original is unchanged."""
        self.open_new(load_list(path).army)

    def open_sample(self) -> None:
        """Open the first sample list."""
        samples = [header.file for header in self._app.library.sample_lists()]
        sample = next((file for file in samples if file.name == FLAGSHIP_SAMPLE), samples[0] if samples else None)
        if sample is None:
            self._app.show_message(self._app.tr("tui.home.no-sample"), "warning")
        else:
            with self._app.show_errors():
                self.open_copy(sample)

    def open_new(
        self,
        army: ArmyList,
        factions: tuple[str, ...] = (),
        findings: Report | None = None,
        greeting: Greeting | None = None,
    ) -> None:
        """Open a list that has no file yet; saving creates it."""
        path = unused_path(self._app.settings.lists_folder, army.name, self._app.journal.is_name_taken)
        keeper = OpenListFile(path, self._app.journal, is_unmodified=findings is None)
        if greeting is None and findings:
            greeting = partial(show_import_findings, findings=findings)
        self._edit(lambda: EditorSession(self._app.library, army, factions, findings), keeper, greeting)

    def open_pasted_text(self, text: str) -> None:
        """Open pasted text: a list of a different program, or the path of a file. A link shows a hint."""
        if "\n" not in text and is_file(parse_path(text)):
            self.open_file(parse_path(text))
        elif _LINK.fullmatch(text):
            self._app.show_message(self._app.tr("tui.import.link"), "warning")
        else:
            raw = text.encode("utf-8", "replace")
            self.open_imported(judge_bytes(raw, self._app.tr("tui.import.pasted"), self._app.library)[0])

    def open_imported(self, judged: Judged | Unreadable, greeting: Greeting | None = None) -> None:
        """Open a list that was imported. Raise UnreadableError if it could not be read."""
        if not isinstance(judged, Judged):
            raise UnreadableError(judged.report.diagnostics)
        self.open_new(judged.army, findings=judged.import_info.findings, greeting=greeting)

    def open_recovered(self, recovered: RecoveredList) -> None:
        """Open recovered changes: their list at its history, or the changes alone if there is no such list."""
        path = Path(recovered.list_id)
        if recovered.base_sha256 is not None and is_file(path):
            with suppress(UnreadableError):
                self.open_list_file(path)
                return
        if path.exists() or not path.is_absolute():
            path = unused_path(self._app.settings.lists_folder, recovered.army.name, self._app.journal.is_name_taken)
        keeper = OpenListFile(path, self._app.journal)

        def build() -> EditorSession:
            session = EditorSession(self._app.library, recovered.army)
            keeper.adopt_recovered(recovered, session.army)
            return session

        self._edit(build, keeper, lambda screen: screen.show_status(screen.tr("tui.lost.opened")))

    def _open_loaded(self, keeper: OpenListFile, greeting: Greeting | None = None) -> None:
        assert keeper.saved_army is not None
        library, saved = self._app.library, keeper.saved_army
        self._edit(lambda: EditorSession(library, saved, file_report=keeper.load_report), keeper, greeting)
        with self._app.show_errors():
            add_recent_path(keeper.path)

    def _edit(self, build: Callable[[], EditorSession], keeper: OpenListFile, greeting: Greeting | None = None) -> None:
        try:
            session = build()
        except BaseException:
            keeper.close()
            raise
        # replace the home screen: Textual would paint a screen below as well
        self._app.switch_screen(EditorScreen(session, keeper, greeting))

    def _ask_elsewhere(self, error: OpenElsewhereError) -> None:
        def open_as(answer: str) -> None:
            if answer == "copy":
                self.open_copy(error.path)
            else:
                self._open_loaded(OpenListFile.load(error.path, self._app.journal, read_only=True))

        answers = {name: self._app.tr(f"tui.elsewhere.{name}") for name in ("copy", "look")}
        title, sentence = self._app.tr("tui.elsewhere.title"), self._app.describe_error(error)
        self._app.ask(QuestionDialog(title, sentence, answers), open_as)


class FileDialog(Dialog[Path]):
    """A dialog that returns the path of a file; folders can be browsed, filtered or typed."""

    def __init__(self, title: str, folder: Path) -> None:
        super().__init__()
        self._title = title
        self._folder = folder

    def compose(self) -> ComposeResult:
        """Lay out the input above the folder."""
        rows = RowList(choose_on_click=True, enter_label="key.open")
        with Vertical(classes="dialog files"):
            yield FilterInput(rows, self.tr("tui.files.hint"), "search")
            yield rows
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the folder, or its nearest parent that exists."""
        while not is_folder(self._folder) and self._folder != self._folder.parent:
            self._folder = self._folder.parent
        self._enter(self._folder)

    def _enter(self, folder: Path) -> None:
        self._folder = folder
        self.query_one(Input).value = ""
        self.query_one(Vertical).border_title = Content(sanitize_line(f"{self._title}: {folder}", 60))
        self._paint()

    @on(Input.Changed)
    def _paint(self) -> None:
        typed = self.query_one(Input).value
        folder, words = self._typed_folder(typed)
        rows = [item for item in _folder_rows(folder) if all(word in item.text.casefold() for word in words)]
        self.query_one(RowList).show(rows or [info(self.tr("tui.nothing-found"), "dim")], from_top=True)

    def _typed_folder(self, typed: str) -> tuple[Path, list[str]]:
        """Return the folder to show and the words that filter it. A typed path leads to its folder."""
        path = self._folder / parse_path(typed)
        if "/" not in typed and os.sep not in typed:
            return self._folder, typed.casefold().split()
        if typed.endswith(("/", os.sep)) and is_folder(path):
            return path, []
        return (path.parent, [path.name.casefold()]) if is_folder(path.parent) else (self._folder, [typed.casefold()])

    @on(Input.Submitted)
    def _submit(self, event: Input.Submitted) -> None:
        typed = self._folder / parse_path(event.value)
        if is_file(typed):
            self.dismiss(typed)
        elif event.value.strip() and is_folder(typed):
            self._enter(typed.resolve())
        else:
            self.query_one(RowList).action_choose()

    @on(RowList.Selected)
    def _choose(self, event: RowList.Selected) -> None:
        folder, _ = self._typed_folder(self.query_one(Input).value)
        path = folder.parent if event.key == _UP else folder / event.key
        if is_folder(path):
            self._enter(path)
        else:
            self.dismiss(path)

    def on_key(self, event: Key) -> None:
        """Move the cursor with the arrow keys while typing."""
        if isinstance(self.focused, Input) and event.key in ("up", "down"):
            self.query_one(RowList).action_move(1 if event.key == "down" else -1)


def _folder_rows(folder: Path) -> Iterator[Row]:
    """Yield rows for the parent folder, subfolders and files, without hidden ones."""
    yield row(_UP, (Part("↑ ", "accent"), Part(_UP)))
    try:
        items = [item for item in folder.iterdir() if not item.name.startswith(".")]
        folders = {item for item in items if is_folder(item)}
    except OSError:
        return  # unreadable folder
    ordered = sorted(items, key=lambda item: (item not in folders, item.name.casefold()))
    for item in ordered[:_MAX_ITEMS]:
        mark, slash = (Part("▸ ", "accent"), "/") if item in folders else (Part("  "), "")
        yield row(item.name, (mark, Part(sanitize_line(item.name) + slash)))
