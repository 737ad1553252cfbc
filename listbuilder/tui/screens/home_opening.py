"""Ways to a list: open, new, sample, import, recovery."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from listbuilder.diagnostics import Report
from listbuilder.errors import SaveError, UnreadableError
from listbuilder.judging import Judged, Unread, judge_bytes, judge_file
from listbuilder.listfiles import Keeper, OpenElsewhereError, Recovered, load_list
from listbuilder.model import ArmyList
from listbuilder.sheet.plain import plain_line
from listbuilder.tui.dialogs.choose import ChooseDialog
from listbuilder.tui.dialogs.files import FileDialog
from listbuilder.tui.dialogs.write import WriteDialog
from listbuilder.tui.face import Page
from listbuilder.tui.paths import free_path, is_file
from listbuilder.tui.screens.editor import EditorScreen
from listbuilder.tui.settings import typed_path
from listbuilder.tui.shelf import note_recent
from listbuilder.tui.view.row import row
from listbuilder.tui.workspace import Workspace

FLAGSHIP = "aof-3.5-the-iron-vale.yaml"
"""The sample that somebody new sees first."""
_ADDRESS = re.compile(r"[a-z]+://\S+", re.IGNORECASE)
Then = Callable[[], object]


class Opening(Page):
    """How home opens lists."""

    @abstractmethod
    def look(self) -> None:
        """Look for lists again."""

    @abstractmethod
    def attempt(self, act: Callable[[], object]) -> None:
        """Do something with files, and say so where it does not work."""

    @abstractmethod
    def ask(self, title: str, sentence: str, answers: dict[str, str], then: Callable[[str | None], None]) -> None:
        """Ask a question."""

    def open_path(self, path: Path) -> None:
        """Open a list file, of a sample that ships a copy; raise UnreadableError where it is none.

        What a crash has left of the list is offered first, and a list that another builder has open is not touched.
        """
        if path.resolve() in {header.file.resolve() for header in self.app.library.sample_lists() if header.bundled}:
            self.open_copy(path)
            return
        try:
            keeper = Keeper.load(path, self.app.journal)
        except OpenElsewhereError as error:
            self._ask_elsewhere(error)
            return
        pending = self.app.journal.pending(path)
        if pending:
            keeper.close()  # while the question is open
            self._ask_recovery(pending[0], lambda: self._open_keeper(Keeper.load(path, self.app.journal)))
        else:
            self._open_keeper(keeper)

    def _open_keeper(self, keeper: Keeper) -> None:
        assert keeper.saved is not None
        try:
            note_recent(keeper.path)
        except SaveError as error:
            self.app.say_error(error)
        library, saved = self.app.library, keeper.saved
        self._edit(lambda: Workspace(library, saved, found=keeper.found), keeper)

    def _ask_elsewhere(self, error: OpenElsewhereError) -> None:
        answers = {name: self.tr(f"tui.elsewhere.{name}") for name in ("copy", "look")}

        def settle(answer: str | None) -> None:
            if answer == "copy":
                self.attempt(lambda: self.open_copy(error.path))
            elif answer == "look":
                self.attempt(lambda: self._open_keeper(Keeper.load(error.path, self.app.journal, look=True)))

        self.ask(self.tr("tui.elsewhere.title"), self.app.error_text(error), answers, settle)

    def open_copy(self, path: Path) -> None:
        """Open a list as a new one, so that the original stays as it is."""
        self.open_new(load_list(path).army)

    def open_sample(self) -> None:
        """Open the first sample list."""
        samples = [header.file for header in self.app.library.sample_lists()]
        shown = next((file for file in samples if file.name == FLAGSHIP), samples[0] if samples else None)
        if shown is None:
            self.app.say(self.tr("tui.home.no-sample"), "warning")
        else:
            self.attempt(lambda: self.open_copy(shown))

    def open_new(self, army: ArmyList, factions: tuple[str, ...] = (), findings: Report | None = None) -> None:
        """Open a list that has no file yet; it gets one when it is saved."""
        path = free_path(self.app.settings.lists_folder, army.name, self.app.journal.is_taken)
        keeper = Keeper(path, self.app.journal, untouched=findings is None)
        self._edit(lambda: Workspace(self.app.library, army, factions, findings), keeper, findings)

    def _edit(self, build: Callable[[], Workspace], keeper: Keeper, findings: Report | None = None) -> None:
        try:
            workspace = build()
        except BaseException:
            keeper.close()
            raise
        # in place of home and not above it: a screen below another one makes Textual paint both
        self.app.switch_screen(EditorScreen(workspace, keeper, findings))

    def offer_recovery(self) -> None:
        """Offer what was being edited when the program was killed."""
        pending = self.app.journal.pending()
        if pending:
            self._ask_recovery(pending[0], lambda: None, self.offer_recovery)

    def _ask_recovery(self, lost: Recovered, later: Then, discarded: Then | None = None) -> None:
        """Ask what to do with what a crash has left; without an answer it stays, and nothing is opened."""
        answers = {name: self.tr(f"tui.recovery.{name}") for name in ("open", "later", "discard")}
        when = lost.saved.astimezone().strftime("%Y-%m-%d %H:%M")
        sentence = self.tr("tui.recovery.sentence", name=lost.army.name, when=when)

        def settle(answer: str | None) -> None:
            if answer == "open":
                self.attempt(lambda: self._open_recovered(lost))
            elif answer == "later":
                self.attempt(later)
            elif answer == "discard":
                self.attempt(lambda: self.app.journal.discard(lost))
                self.attempt(discarded or (lambda: self.open_path(Path(lost.of))))

        self.ask(self.tr("tui.recovery.title"), sentence, answers, settle)

    def _open_recovered(self, lost: Recovered) -> None:
        keeper = self._keeper_of(lost)

        def build() -> Workspace:
            workspace = Workspace(self.app.library, keeper.saved or lost.army)
            workspace.exchange(lost.army, "tui.step.recover", lost.army.name)
            keeper.inherit(lost, workspace.army)
            return workspace

        self._edit(build, keeper)

    def _keeper_of(self, lost: Recovered) -> Keeper:
        """Find the file that recovered work belongs to; another one where that is no list, or no longer its own."""
        path = Path(lost.of)
        if lost.base is not None and is_file(path):
            with suppress(UnreadableError):
                return Keeper.load(path, self.app.journal)
        if path.exists():
            path = free_path(self.app.settings.lists_folder, lost.army.name, self.app.journal.is_taken)
        return Keeper(path, self.app.journal)

    def action_new(self) -> None:
        """Begin a new list."""
        from listbuilder.tui.screens.new_list import NewListScreen  # noqa: PLC0415 - loaded when it is wanted

        self.app.push_screen(NewListScreen(), self._begin_new)

    def _begin_new(self, made: tuple[ArmyList, str] | None) -> None:
        if made is not None:
            army, faction = made
            self.attempt(lambda: self.open_new(army, (faction,)))

    def action_folder(self) -> None:
        """Judge every list of a folder."""
        from listbuilder.tui.screens.folder import FolderScreen  # noqa: PLC0415 - loaded when it is wanted

        screen = FolderScreen(self.app.settings.lists_folder)

        def look_closer(_: None) -> None:
            opened = screen.opened
            if opened is not None:
                one = partial(self._open_imported, opened.judged)
                self.attempt(partial(self.open_any, opened.file) if opened.alone else one)

        self.app.push_screen(screen, look_closer)

    def action_rules(self) -> None:
        """Look up the rules of a system."""
        from listbuilder.tui.screens.rules import RulesScreen  # noqa: PLC0415 - loaded when it is wanted

        language = self.app.language
        headers = self.app.library.systems()
        rows = [row(header.id, plain_line(f"{header.name.to(language)} {header.edition}")) for header in headers]

        def show(answer: str | None) -> None:
            if answer is not None:
                self.attempt(lambda: self.app.push_screen(RulesScreen(self.app.library.system(answer), ())))

        self.app.push_screen(ChooseDialog(self.tr("tui.new.system"), rows), show)

    def action_open(self) -> None:
        """Choose a file to open: one of ours, or another program's."""

        def open_it(answer: Path | None) -> None:
            if answer is not None:
                self.attempt(lambda: self.open_any(answer))

        self.app.push_screen(FileDialog(self.tr("tui.open.title"), self.app.settings.lists_folder), open_it)

    def open_any(self, path: Path) -> None:
        """Open our own file or another program's; raise UnreadableError where it is neither."""
        found = judge_file(path, self.app.library)[0]
        if isinstance(found, Judged) and found.origin.loaded is not None:
            self.open_path(path)
        else:
            self._open_imported(found)

    def action_import(self) -> None:
        """Import another program's list: paste it, or name its file."""

        def import_it(answer: str | None) -> None:
            if answer and answer.strip():
                self.attempt(lambda: self._import(answer.strip()))

        self.app.push_screen(WriteDialog(self.tr("tui.import.title"), "", page=True), import_it)

    def _import(self, text: str) -> None:
        if "\n" not in text and is_file(typed_path(text)):
            self.open_any(typed_path(text))
        elif _ADDRESS.fullmatch(text):
            self.app.say(self.tr("tui.import.link"), "warning")
        else:
            raw = text.encode("utf-8", "replace")
            self._open_imported(judge_bytes(raw, self.tr("tui.import.pasted"), self.app.library)[0])

    def _open_imported(self, found: Judged | Unread) -> None:
        if not isinstance(found, Judged):
            raise UnreadableError(found.report.diagnostics)
        self.open_new(found.army, findings=found.origin.found)
