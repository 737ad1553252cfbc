"""Ways to a list: a file, a copy, a sample, an import, what a crash has left."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from listbuilder.diagnostics import Report
from listbuilder.errors import ListbuilderError, SaveError, UnreadableError
from listbuilder.judging import Judged, Unread, judge_bytes, judge_file
from listbuilder.listfiles import Keeper, OpenElsewhereError, Recovered, load_list
from listbuilder.model import ArmyList
from listbuilder.tui.dialogs.ask import AskDialog
from listbuilder.tui.face import Face
from listbuilder.tui.paths import free_path, is_file
from listbuilder.tui.screens.editor import EditorScreen
from listbuilder.tui.settings import typed_path
from listbuilder.tui.shelf import note_recent
from listbuilder.tui.workspace import Workspace

FLAGSHIP = "aof-3.5-the-iron-vale.yaml"
"""The sample that somebody new sees first."""
_ADDRESS = re.compile(r"[a-z]+://\S+", re.IGNORECASE)
Then = Callable[[], object]


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

    def open_any(self, path: Path) -> None:
        """Open our own file or another program's; raise UnreadableError where it is neither."""
        found = judge_file(path, self._app.library)[0]
        if isinstance(found, Judged) and found.origin.loaded is not None:
            self.open_path(path)
        else:
            self.open_imported(found)

    def open_path(self, path: Path) -> None:
        """Open a list file, of a sample that ships a copy; raise UnreadableError where it is none.

        What a crash has left of the list is offered first, and a list that another builder has open is not touched.
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
        pending = journal.pending(path)
        if pending:
            keeper.close()  # while the question is open
            self._ask_recovery(pending[0], lambda: self._open_keeper(Keeper.load(path, journal)))
        else:
            self._open_keeper(keeper)

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

    def open_new(self, army: ArmyList, factions: tuple[str, ...] = (), findings: Report | None = None) -> None:
        """Open a list that has no file yet; it gets one when it is saved."""
        path = free_path(self._app.settings.lists_folder, army.name, self._app.journal.is_taken)
        keeper = Keeper(path, self._app.journal, untouched=findings is None)
        self._edit(lambda: Workspace(self._app.library, army, factions, findings), keeper, findings)

    def open_text(self, text: str) -> None:
        """Open what was pasted: another program's list, the path of a file; a link gets a hint."""
        if "\n" not in text and is_file(typed_path(text)):
            self.open_any(typed_path(text))
        elif _ADDRESS.fullmatch(text):
            self._app.say(self._app.tr("tui.import.link"), "warning")
        else:
            raw = text.encode("utf-8", "replace")
            self.open_imported(judge_bytes(raw, self._app.tr("tui.import.pasted"), self._app.library)[0])

    def open_imported(self, found: Judged | Unread) -> None:
        """Open a list of another program; raise UnreadableError where it is none."""
        if not isinstance(found, Judged):
            raise UnreadableError(found.report.diagnostics)
        self.open_new(found.army, findings=found.origin.found)

    def offer_recovery(self) -> None:
        """Offer what was being edited when the program was killed."""
        pending = self._app.journal.pending()
        if pending:
            self._ask_recovery(pending[0], lambda: None, self.offer_recovery)

    def _open_keeper(self, keeper: Keeper) -> None:
        assert keeper.saved is not None
        library, saved = self._app.library, keeper.saved
        self._edit(lambda: Workspace(library, saved, found=keeper.found), keeper)
        try:
            note_recent(keeper.path)
        except SaveError as error:
            self._app.say_error(error)

    def _edit(self, build: Callable[[], Workspace], keeper: Keeper, findings: Report | None = None) -> None:
        try:
            workspace = build()
        except BaseException:
            keeper.close()
            raise
        # in place of home and not above it: a screen below another one makes Textual paint both
        self._app.switch_screen(EditorScreen(workspace, keeper, findings))

    def _ask_elsewhere(self, error: OpenElsewhereError) -> None:
        def settle(answer: str) -> None:
            if answer == "copy":
                self.open_copy(error.path)
            else:
                self._open_keeper(Keeper.load(error.path, self._app.journal, look=True))

        self._ask("elsewhere", self._app.error_text(error), ("copy", "look"), settle)

    def _ask_recovery(self, lost: Recovered, later: Then, discarded: Then | None = None) -> None:
        """Ask what to do with what a crash has left; without an answer it stays, and nothing is opened."""
        when = lost.saved.astimezone().strftime("%Y-%m-%d %H:%M")
        sentence = self._app.tr("tui.recovery.sentence", name=lost.army.name, when=when)

        def settle(answer: str) -> None:
            if answer == "open":
                self._open_recovered(lost)
            elif answer == "later":
                later()
            else:
                self.attempt(lambda: self._app.journal.discard(lost))
                (discarded or (lambda: self.open_path(Path(lost.of))))()

        self._ask("recovery", sentence, ("open", "later", "discard"), settle)

    def _open_recovered(self, lost: Recovered) -> None:
        keeper = self._keeper_of(lost)

        def build() -> Workspace:
            workspace = Workspace(self._app.library, keeper.saved or lost.army)
            workspace.exchange(lost.army, "tui.step.recover", lost.army.name)
            keeper.inherit(lost, workspace.army)
            return workspace

        self._edit(build, keeper)

    def _keeper_of(self, lost: Recovered) -> Keeper:
        """Find the file that recovered work belongs to; another one where that is no list, or no longer its own."""
        path, journal = Path(lost.of), self._app.journal
        if lost.base is not None and is_file(path):
            with suppress(UnreadableError):
                return Keeper.load(path, journal)
        if path.exists():
            path = free_path(self._app.settings.lists_folder, lost.army.name, journal.is_taken)
        return Keeper(path, journal)

    def _ask(self, topic: str, sentence: str, names: tuple[str, ...], settle: Callable[[str], None]) -> None:
        """Ask a question about a list; without an answer nothing happens."""

        def answered(answer: str | None) -> None:
            if answer is not None:
                self.attempt(lambda: settle(answer))

        answers = {name: self._app.tr(f"tui.{topic}.{name}") for name in names}
        self._app.push_screen(AskDialog(self._app.tr(f"tui.{topic}.title"), sentence, answers), answered)
