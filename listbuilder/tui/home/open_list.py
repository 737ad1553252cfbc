"""Ways to a list: a file, a copy, a sample, an import, what a crash has left; and what is shown of it first.

Choose a file: walk through folders, filter by typing, or type a path.
"""

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
from listbuilder.errors import ListbuilderError, SaveError, UnreadableError
from listbuilder.judging.judge import judge_bytes, judge_file
from listbuilder.judging.results import Judged, Unread
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.journal import Recovered
from listbuilder.listfiles.open_file import Keeper, OpenElsewhereError
from listbuilder.listfiles.version_history import Provenance
from listbuilder.model import ArmyList
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Dialog, Face
from listbuilder.tui.dialogs import AskDialog
from listbuilder.tui.editor.navigation import show_findings, travel
from listbuilder.tui.editor.screen import EditorScreen, Greeting
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.home.list_files import note_recent
from listbuilder.tui.settings import free_path, is_file, is_folder, typed_path
from listbuilder.tui.widgets.key_bar import Filter, KeyBar
from listbuilder.tui.widgets.row import Part, Row, info, row
from listbuilder.tui.widgets.row_list import Rows

FLAGSHIP = "aof-3.5-the-iron-vale.yaml"
"""The sample that somebody new sees first."""
_ADDRESS = re.compile(r"[a-z]+://\S+", re.IGNORECASE)
Then = Callable[[], object]


def at_first_finding(screen: EditorScreen) -> None:
    """Show a list at its first finding: the panel open, and the cursor on the unit that it is about."""
    finding = next(iter(screen.session.report), None)
    if finding is not None:
        screen.session.select(finding.on or screen.session.selected_id)
        screen.problems.opened = True
        screen.paint()
        screen.action_turn_to("army")


class Opener:
    """Opens lists in the place of the screen in front."""

    def __init__(self, app: Face) -> None:
        self._app = app

    def attempt(self, act: Then) -> None:
        """Do something with files, and say so where it does not work."""
        try:
            act()
        except ListbuilderError as error:
            self._app.say_error(error)

    def open_any(self, path: Path, greeting: Greeting | None = None) -> None:
        """Open our own file or another program's; raise UnreadableError where it is neither."""
        found = judge_file(path, self._app.library)[0]
        if isinstance(found, Judged) and found.origin.loaded is not None:
            self.open_path(path, greeting)
        else:
            self.open_imported(found, greeting)

    def open_path(self, path: Path, greeting: Greeting | None = None) -> None:
        """Open a list file, of a sample that ships a copy; raise UnreadableError where it is none.

        What a crash has left of the list is shown in its timeline, and a list that another builder has open is not
        touched.
        """
        samples = self._app.library.sample_lists()
        if path.resolve() in {header.file.resolve() for header in samples if header.bundled}:
            self.open_copy(path)
            return
        journal = self._app.journal
        try:
            keeper = Keeper.load(path, journal)
        except OpenElsewhereError as error:
            self._ask_elsewhere(error)
            return
        unsaved = journal.pending(path)
        self._open_keeper(keeper, (lambda screen: travel(screen.trip, Provenance.UNSAVED)) if unsaved else greeting)

    def open_copy(self, path: Path) -> None:
        """Open a list as a new one, so that the original stays as it is."""
        self.open_new(load_list(path).army)

    def open_sample(self) -> None:
        """Open the first sample list."""
        samples = [header.file for header in self._app.library.sample_lists()]
        shown = next((file for file in samples if file.name == FLAGSHIP), samples[0] if samples else None)
        if shown is None:
            self._app.say(self._app.tr("tui.home.no-sample"), "warning")
        else:
            self.attempt(lambda: self.open_copy(shown))

    def open_new(
        self,
        army: ArmyList,
        factions: tuple[str, ...] = (),
        findings: Report | None = None,
        greeting: Greeting | None = None,
    ) -> None:
        """Open a list that has no file yet; it gets one when it is saved."""
        path = free_path(self._app.settings.lists_folder, army.name, self._app.journal.is_taken)
        keeper = Keeper(path, self._app.journal, untouched=findings is None)
        if greeting is None and findings:
            greeting = partial(show_findings, findings=findings)
        self._edit(lambda: EditorSession(self._app.library, army, factions, findings), keeper, greeting)

    def open_text(self, text: str) -> None:
        """Open what was pasted: another program's list, the path of a file; a link gets a hint."""
        if "\n" not in text and is_file(typed_path(text)):
            self.open_any(typed_path(text))
        elif _ADDRESS.fullmatch(text):
            self._app.say(self._app.tr("tui.import.link"), "warning")
        else:
            raw = text.encode("utf-8", "replace")
            self.open_imported(judge_bytes(raw, self._app.tr("tui.import.pasted"), self._app.library)[0])

    def open_imported(self, found: Judged | Unread, greeting: Greeting | None = None) -> None:
        """Open a list of another program; raise UnreadableError where it is none."""
        if not isinstance(found, Judged):
            raise UnreadableError(found.report.diagnostics)
        self.open_new(found.army, findings=found.origin.found, greeting=greeting)

    def open_lost(self, lost: Recovered) -> None:
        """Open what a crash has left: its list at its timeline; by itself where that is no list, or never was one."""
        path = Path(lost.of)
        if lost.base is not None and is_file(path):
            with suppress(UnreadableError):
                self.open_path(path)
                return
        if path.exists() or not path.is_absolute():
            path = free_path(self._app.settings.lists_folder, lost.army.name, self._app.journal.is_taken)
        keeper = Keeper(path, self._app.journal)

        def build() -> EditorSession:
            session = EditorSession(self._app.library, lost.army)
            keeper.inherit(lost, session.army)
            return session

        self._edit(build, keeper, lambda screen: screen.tell(screen.tr("tui.lost.opened")))

    def _open_keeper(self, keeper: Keeper, greeting: Greeting | None = None) -> None:
        assert keeper.saved is not None
        library, saved = self._app.library, keeper.saved
        self._edit(lambda: EditorSession(library, saved, file_report=keeper.found), keeper, greeting)
        try:
            note_recent(keeper.path)
        except SaveError as error:
            self._app.say_error(error)

    def _edit(self, build: Callable[[], EditorSession], keeper: Keeper, greeting: Greeting | None = None) -> None:
        try:
            session = build()
        except BaseException:
            keeper.close()
            raise
        # in place of home and not above it: a screen below another one makes Textual paint both
        self._app.switch_screen(EditorScreen(session, keeper, greeting))

    def _ask_elsewhere(self, error: OpenElsewhereError) -> None:
        def settle(answer: str) -> None:
            if answer == "copy":
                self.open_copy(error.path)
            else:
                self._open_keeper(Keeper.load(error.path, self._app.journal, look=True))

        self._ask("elsewhere", self._app.error_text(error), ("copy", "look"), settle)

    def _ask(self, topic: str, sentence: str, names: tuple[str, ...], settle: Callable[[str], None]) -> None:
        """Ask a question about a list; without an answer nothing happens."""

        def answered(answer: str | None) -> None:
            if answer is not None:
                self.attempt(lambda: settle(answer))

        answers = {name: self._app.tr(f"tui.{topic}.{name}") for name in names}
        self._app.push_screen(AskDialog(self._app.tr(f"tui.{topic}.title"), sentence, answers), answered)


_UP = ".."
_MOST = 500


class FileDialog(Dialog[Path]):
    """A folder to choose a file from; gives its path."""

    def __init__(self, title: str, folder: Path) -> None:
        super().__init__()
        self._title = title
        self._folder = folder

    def compose(self) -> ComposeResult:
        """Put a line to type in above the folder."""
        rows = Rows(one_click=True, verb="key.open")
        with Vertical(classes="dialog files"):
            yield Filter(rows, self.tr("tui.files.hint"), "search")
            yield rows
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the folder, or the nearest one above it that is there."""
        while not is_folder(self._folder) and self._folder != self._folder.parent:
            self._folder = self._folder.parent
        self._enter(self._folder)

    def _enter(self, folder: Path) -> None:
        self._folder = folder
        self.query_one(Input).value = ""
        self.query_one(Vertical).border_title = Content(plain_line(f"{self._title}: {folder}", 60))
        self._paint()

    @on(Input.Changed)
    def _paint(self) -> None:
        typed = self.query_one(Input).value
        folder, words = self._typed_folder(typed)
        found = [item for item in _folder_rows(folder) if all(word in item.text.casefold() for word in words)]
        self.query_one(Rows).show(found or [info(self.tr("tui.nothing-found"), "dim")], afresh=True)

    def _typed_folder(self, typed: str) -> tuple[Path, list[str]]:
        """Give the folder whose content is to be seen, and the words that filter it: a path leads to its folder."""
        path = self._folder / typed_path(typed)
        if "/" not in typed and os.sep not in typed:
            return self._folder, typed.casefold().split()
        if typed.endswith(("/", os.sep)) and is_folder(path):
            return path, []
        return (path.parent, [path.name.casefold()]) if is_folder(path.parent) else (self._folder, [typed.casefold()])

    @on(Input.Submitted)
    def _submit(self, event: Input.Submitted) -> None:
        typed = self._folder / typed_path(event.value)
        if not event.value.strip():
            self.query_one(Rows).action_choose()
        elif is_file(typed):
            self.dismiss(typed)
        elif is_folder(typed):
            self._enter(typed.resolve())
        else:
            self.query_one(Rows).action_choose()

    @on(Rows.Chosen)
    def _chosen(self, event: Rows.Chosen) -> None:
        folder, _ = self._typed_folder(self.query_one(Input).value)
        path = folder.parent if event.key == _UP else folder / event.key
        if is_folder(path):
            self._enter(path)
        else:
            self.dismiss(path)

    def on_key(self, event: Key) -> None:
        """Let the arrows move the cursor while typing."""
        if isinstance(self.focused, Input) and event.key in ("up", "down"):
            self.query_one(Rows).action_move(1 if event.key == "down" else -1)


def _folder_rows(folder: Path) -> Iterator[Row]:
    """List what is in a folder: the way up, folders, files; what is hidden stays hidden."""
    yield row(_UP, (Part("↑ ", "accent"), Part(_UP)))
    try:
        items = [item for item in folder.iterdir() if not item.name.startswith(".")]
        folders = {item for item in items if is_folder(item)}
    except OSError:
        return  # a folder that cannot be read has nothing to choose
    ordered = sorted(items, key=lambda item: (item not in folders, item.name.casefold()))
    for item in ordered[:_MOST]:
        if item in folders:
            yield row(item.name, (Part("▸ ", "accent"), Part(f"{plain_line(item.name)}/")))
        else:
            yield row(item.name, (Part("  "), Part(plain_line(item.name))))
