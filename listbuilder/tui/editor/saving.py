"""Autosave to the journal, saving, and the questions about unsaved changes and changed files."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from listbuilder.disk import ChangedOnDiskError
from listbuilder.errors import ListbuilderError, SaveError
from listbuilder.listfiles.open_file import ExternalChange, OpenListFile
from listbuilder.tui.base_app import Dialog, Page
from listbuilder.tui.dialogs import QuestionDialog, TextDialog
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.home.list_files import unused_path
from listbuilder.tui.user_settings import parse_path, resolve_save_path

JOURNAL_DELAY = 0.4
FILE_CHECK_INTERVAL = 2.0
Callback = Callable[[], object]
_JOURNAL_LOCK = Lock()


def do_nothing() -> None:
    """Do nothing after saving."""


class SaveController:
    """Saves the open list: journal after edits, file on request, question when something is in the way."""

    def __init__(
        self,
        session: EditorSession,
        open_file: OpenListFile,
        page: Page,
        show_status: Callable[[str, str], object],
        paint: Callback,
    ) -> None:
        self.open_file = open_file
        self.is_asking = False
        """Whether a question about the file is open; the user may quit then, because the journal has the list."""
        self._session = session
        self._page = page
        self._show_status = show_status
        self._paint = paint
        self._journal_scheduled = False
        self._warned_about_journal = False
        self._saved_steps = 0
        """The number of steps in the history when the file was last saved."""

    @property
    def is_saved(self) -> bool:
        """Whether leaving now loses nothing: the list is saved, or it is an untouched copy."""
        return self.open_file.is_safe_to_close(self._session.army)

    def start_watching(self) -> None:
        """Start watching the file; write a recovered list to the journal."""
        self._page.set_interval(FILE_CHECK_INTERVAL, self.check_file)
        self._page.app.app_suspend_signal.subscribe(self._page, lambda _: self.write_journal())
        if not self.is_saved:
            self.schedule_journal()

    def handle_edit(self) -> None:
        """Schedule the journal after an edit."""
        self.open_file.is_unmodified = False
        self.schedule_journal()

    def schedule_journal(self) -> None:
        """Write the journal shortly after the first of several edits, even if the user never pauses."""
        if not self._journal_scheduled:
            self._journal_scheduled = True
            self._page.call_after(JOURNAL_DELAY, self._start_journal_thread)

    def _start_journal_thread(self) -> None:
        """Write the journal in a thread, so that a slow disk does not block the keys."""
        self._journal_scheduled = False
        self._page.run_worker(
            self._write_journal_in_thread, thread=True, group="journal", exclusive=False, exit_on_error=False
        )

    def _write_journal_in_thread(self) -> None:
        try:
            with _JOURNAL_LOCK:  # the last writer has read last, however late its thread started
                self._write_journal()
            self._warned_about_journal = False
        except SaveError as error:
            if not self._warned_about_journal:
                self._warned_about_journal = True
                self._page.app.call_from_thread(self._page.app.show_error, error)

    def _write_journal(self) -> None:
        history = self._session.history
        self.open_file.write_journal(history.present, max(1, abs(len(history.past) - self._saved_steps)))

    def leave(self, then: Callback) -> None:
        """Save the list and call `then`; if saving fails, ask what to do."""
        if self.is_asking:
            return
        try:
            if self.is_saved:
                self.open_file.clear_journal()
            else:
                self._save()
        except ChangedOnDiskError:
            self._ask_about_change(then)
        except SaveError as error:
            self._ask_after_failure(error, then)
        else:
            then()

    def save(self) -> None:
        """Save the file now, even if nothing was changed."""
        self.open_file.is_unmodified = False
        self.leave(self._show_saved)

    def save_as(self) -> None:
        """Ask for a name and save the list there."""
        self._ask_for_name(do_nothing)

    def _show_saved(self) -> None:
        self._show_status(self._page.tr("tui.saved", path=str(self.open_file.path)), "good")

    def _save(self, *, force: bool = False) -> None:
        self.open_file.save(self._session.army, self._session.army_to_save(), force=force)
        self._handle_saved()

    def _handle_saved(self) -> None:
        history = self._session.history
        self._saved_steps = len(history.past)
        self.open_file.discard_saved_recoveries((history.present, *(step.army for step in history.past)))
        self._paint()

    def write_journal(self) -> bool:
        """Write the journal now and return whether the list is safe there."""
        try:
            if not self.open_file.is_unmodified:
                self._write_journal()
        except SaveError as error:
            self._page.app.show_error(error)
            return False
        return True

    def _ask_for_name(self, then: Callback) -> None:
        app = self._page.app
        path = unused_path(app.settings.lists_folder, self._session.army.name, app.journal.is_name_taken)

        def save(answer: str) -> None:
            if not answer.strip():
                return
            target = resolve_save_path(path.parent, parse_path(answer), path.name)
            try:
                self.open_file.save_as(target, self._session.army, self._session.army_to_save())
            except SaveError as error:
                self._ask_after_failure(error, then)
            else:
                self._handle_saved()
                self._show_saved()
                then()

        self._ask(TextDialog(self._page.tr("tui.save-as.title"), str(path)), save)

    def _ask_after_failure(self, error: SaveError, then: Callback) -> None:
        """Offer a different name or leaving without the file."""
        is_leaving = then is not do_nothing and then != self._show_saved
        is_journaled = self.write_journal()
        answers = ["as", *(["later"] if is_journaled and is_leaving else []), *(["drop"] if is_leaving else [])]

        def handle(answer: str) -> None:
            if answer == "as":
                self._ask_for_name(then)
                return
            if answer == "drop":
                self.open_file.clear_journal()
            then()

        self._ask_question("unsaved", self._page.app.describe_error(error), answers, handle)

    def check_file(self) -> None:
        """Check whether a different program changed or removed the file."""
        if self.is_asking:
            return
        change = self.open_file.check_external_change()
        if change is ExternalChange.DELETED:
            self._show_status(self._page.tr("tui.outside.gone"), "warn")
            self.open_file.mark_deleted()
            self.schedule_journal()
            self._paint()
        elif change is ExternalChange.CHANGED:
            self._ask_about_change(do_nothing)

    def _ask_about_change(self, then: Callback) -> None:
        self.write_journal()

        def handle(answer: str) -> None:
            if answer == "as":
                self._ask_for_name(then)
                return
            try:
                if answer == "load":
                    army = self.open_file.reload()
                    self._session.replace_army(army, "tui.step.reload", army.name)
                else:
                    self._save(force=True)
            except SaveError as error:
                self._ask_after_failure(error, then)
            except ListbuilderError as error:
                self._page.app.show_error(error)
            else:
                then()

        self._ask_question("outside", self._page.tr("tui.outside.changed"), ["load", "mine", "as"], handle)

    def _ask_question(self, topic: str, sentence: str, answers: list[str], handle: Callable[[str], None]) -> None:
        labels = {name: self._page.tr(f"tui.{topic}.{name}") for name in answers}
        self._ask(QuestionDialog(self._page.tr(f"tui.{topic}.title"), sentence, labels), handle)

    def _ask(self, dialog: Dialog[str], handle: Callable[[str], None]) -> None:
        """Ask a question about the file; without an answer nothing changes."""

        def answered(answer: str | None) -> None:
            self.is_asking = False
            if answer is not None:
                handle(answer)

        self.is_asking = True
        self._page.app.push_screen(dialog, answered)
