"""Ways to a list: open, new, sample, import, recovery."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from pathlib import Path

from listbuilder.diagnostics import Report, build_report
from listbuilder.errors import SaveError, UnreadableError
from listbuilder.importers import ReadList, load_any, read_any
from listbuilder.listfiles import Recovered, price_changes
from listbuilder.model import ArmyList
from listbuilder.sheet.plain import plain_line
from listbuilder.tui.dialogs.choose import ChooseDialog
from listbuilder.tui.dialogs.files import FileDialog
from listbuilder.tui.dialogs.write import WriteDialog
from listbuilder.tui.face import Page
from listbuilder.tui.screens.editor import EditorScreen
from listbuilder.tui.settings import typed_path
from listbuilder.tui.shelf import note_recent
from listbuilder.tui.storage import Storage, free_path, is_file
from listbuilder.tui.view.row import row
from listbuilder.tui.workspace import Workspace

FLAGSHIP = "aof-3.5-the-iron-vale.yaml"
"""The sample that somebody new sees first."""


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
        """Open a list file, of a sample that ships a copy; raise UnreadableError where it is none."""
        if path.resolve() in {header.file.resolve() for header in self.app.library.sample_lists() if header.bundled}:
            self.open_copy(path)
            return
        storage = Storage.load(path, self.app.journal)
        assert storage.saved is not None
        try:
            note_recent(path)
        except SaveError as error:
            self.app.say_error(error)
        found = build_report([*storage.found, *price_changes(storage.saved, self.app.library)])
        self._edit(Workspace(self.app.library, storage.saved, found=found), storage)

    def open_copy(self, path: Path) -> None:
        """Open a list as a new one, so that the original stays as it is."""
        loaded = Storage.load(path).saved
        assert loaded is not None
        self.open_new(loaded)

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
        waiting = {Path(lost.of) for lost in self.app.journal.pending()}
        path = free_path(self.app.settings.lists_folder, army.name, waiting)
        storage = Storage(path, journal=self.app.journal, untouched=findings is None)
        self._edit(Workspace(self.app.library, army, factions, findings), storage, findings)

    def _edit(self, workspace: Workspace, storage: Storage, findings: Report | None = None) -> None:
        # in place of home and not above it: a screen below another one makes Textual paint both
        self.app.switch_screen(EditorScreen(workspace, storage, findings))

    def offer_recovery(self) -> None:
        """Offer what was being edited when the program was killed."""
        pending = self.app.journal.pending()
        if pending:
            lost = pending[0]
            answers = {name: self.tr(f"tui.recovery.{name}") for name in ("open", "later", "discard")}
            when = lost.saved.astimezone().strftime("%Y-%m-%d %H:%M")
            sentence = self.tr("tui.recovery.sentence", name=lost.army.name, when=when)
            self.ask(self.tr("tui.recovery.title"), sentence, answers, lambda answer: self.recover(answer, lost))

    def recover(self, answer: str | None, lost: Recovered) -> None:
        """Open a recovered list, or forget it."""
        if answer == "discard":
            self.app.journal.discard(lost.of)
            self.offer_recovery()
        elif answer == "open":
            self.attempt(lambda: self._open_recovered(lost))

    def _open_recovered(self, lost: Recovered) -> None:
        path = Path(lost.of)
        if path.is_file():
            storage = Storage.load(path, self.app.journal)
            assert storage.saved is not None
            workspace = Workspace(self.app.library, storage.saved)
            workspace.exchange(lost.army, "tui.step.recover", lost.army.name)
        else:
            storage = Storage(path, journal=self.app.journal)
            workspace = Workspace(self.app.library, lost.army)
        self._edit(workspace, storage)

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
                act = partial(self.open_any, opened.path) if opened.alone else partial(self.open_new, opened.army)
                self.attempt(act)

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
        found = load_any(path, self.app.library)[0]
        if found.imported is not None and found.imported.loaded is not None:
            self.open_path(path)
        else:
            self._open_imported(found)

    def action_import(self) -> None:
        """Import another program's list: paste it, or name its file."""

        def import_it(answer: str | None) -> None:
            if answer and answer.strip():
                self.attempt(lambda: self._import(answer.strip()))

        self.app.push_screen(WriteDialog(self.tr("tui.import.title"), "", lines=True), import_it)

    def _import(self, text: str) -> None:
        if "\n" not in text and is_file(typed_path(text)):
            self.open_any(typed_path(text))
        else:
            self._open_imported(
                read_any(text.encode("utf-8", "replace"), self.tr("tui.import.pasted"), self.app.library)[0]
            )

    def _open_imported(self, found: ReadList) -> None:
        if found.army is None:
            raise UnreadableError(found.report.diagnostics)
        self.open_new(found.army, findings=found.report)
