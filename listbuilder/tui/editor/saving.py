"""Autosave to the journal, saving, and the questions about unsaved changes and changed files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Protocol

from listbuilder.disk import ChangedOnDiskError
from listbuilder.errors import ListbuilderError, SaveError
from listbuilder.listfiles.open_file import Keeper, Outside
from listbuilder.tui.base import Page
from listbuilder.tui.dialogs import AskDialog, WriteDialog
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.settings import free_path, path_to_save, typed_path

AFTER_EDIT = 0.4
LOOK_EVERY = 2.0
Then = Callable[[], object]
_JOURNAL_LOCK = Lock()


def stay() -> None:
    """Do nothing after saving."""


class Voice(Protocol):
    """What the controller needs of the editor, in addition to a page."""

    def tell(self, text: str, role: str = "accent") -> None:
        """Show a message in the status line."""

    def paint(self) -> None:
        """Show the list as it is now."""


class Custody:
    """Saves the open list: journal after edits, file on request, question when something is in the way."""

    def __init__(self, session: EditorSession, keeper: Keeper, page: Page, voice: Voice) -> None:
        self.keeper = keeper
        self.asking = False
        """Whether a question about the file is open; the user may quit then, because the journal has the list."""
        self._session = session
        self._page = page
        self._reporter = voice
        self._journal_scheduled = False
        """Whether writing the journal is scheduled."""
        self._warned_about_journal = False
        self._saved_steps = 0
        """The number of steps in the history when the file was last saved."""

    @property
    def is_kept(self) -> bool:
        """Whether leaving now loses nothing: the list is saved, or it is an untouched copy."""
        return self.keeper.is_safe(self._session.army)

    def start(self) -> None:
        """Start watching the file; write a recovered list to the journal."""
        self._page.set_interval(LOOK_EVERY, self.look)
        self._page.app.app_suspend_signal.subscribe(self._page, lambda _: self.keep_in_journal())
        if not self.is_kept:
            self.note_soon()

    def edited(self) -> None:
        """Schedule the journal after an edit."""
        self.keeper.untouched = False
        self.note_soon()

    def note_soon(self) -> None:
        """Write the journal shortly after the first of several edits, even if the user never pauses."""
        if not self._journal_scheduled:
            self._journal_scheduled = True
            self._page.after(AFTER_EDIT, self._start_journal_thread)

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
                self._page.app.call_from_thread(self._page.app.say_error, error)

    def _write_journal(self) -> None:
        history = self._session.history
        self.keeper.note(history.present, max(1, abs(len(history.past) - self._saved_steps)))

    def leave(self, then: Then) -> None:
        """Save the list and call `then`; if saving fails, ask what to do."""
        if self.asking:
            return
        try:
            if self.is_kept:
                self.keeper.drop()
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
        self.keeper.untouched = False
        self.leave(self._show_saved)

    def save_as(self) -> None:
        """Ask for a name and save the list there."""
        self._ask_for_name(stay)

    def _show_saved(self) -> None:
        self._reporter.tell(self._page.tr("tui.saved", path=str(self.keeper.path)), "good")

    def _save(self, *, force: bool = False) -> None:
        self.keeper.save(self._session.army, self._session.army_to_save(), force=force)
        self._handle_saved()

    def _handle_saved(self) -> None:
        history = self._session.history
        self._saved_steps = len(history.past)
        self.keeper.settle((history.present, *(step.army for step in history.past)))
        self._reporter.paint()

    def keep_in_journal(self) -> bool:
        """Write the journal now and return whether the list is safe there."""
        try:
            if not self.keeper.untouched:
                self._write_journal()
        except SaveError as error:
            self._page.app.say_error(error)
            return False
        return True

    def _ask_for_name(self, then: Then) -> None:
        app = self._page.app
        path = free_path(app.settings.lists_folder, self._session.army.name, app.journal.is_taken)

        def handle(answer: str | None) -> None:
            self.asking = False
            if answer is not None and answer.strip():
                self._save_to(path_to_save(path.parent, typed_path(answer), path.name), then)

        self.asking = True
        app.push_screen(WriteDialog(self._page.tr("tui.save-as.title"), str(path)), handle)

    def _save_to(self, path: Path, then: Then) -> None:
        session = self._session
        try:
            self.keeper.save_as(path, session.army, session.army_to_save())
        except SaveError as error:
            self._ask_after_failure(error, then)
        else:
            self._handle_saved()
            self._show_saved()
            then()

    def _ask_after_failure(self, error: SaveError, then: Then) -> None:
        """Offer a different name or leaving without the file."""
        is_leaving = then is not stay and then != self._show_saved
        is_journaled = self.keep_in_journal()
        answers = ["as", *(["later"] if is_journaled and is_leaving else []), *(["drop"] if is_leaving else [])]

        def handle(answer: str) -> None:
            if answer == "as":
                self._ask_for_name(then)
                return
            if answer == "drop":
                self.keeper.drop()
            then()

        self._ask("unsaved", self._page.app.error_text(error), answers, handle)

    def look(self) -> None:
        """Check whether a different program changed or removed the file."""
        if self.asking:
            return
        change = self.keeper.look()
        if change is Outside.GONE:
            self._reporter.tell(self._page.tr("tui.outside.gone"), "warn")
            self.keeper.lose()
            self.note_soon()
            self._reporter.paint()
        elif change is Outside.CHANGED:
            self._ask_about_change(stay)

    def _ask_about_change(self, then: Then) -> None:
        self.keep_in_journal()

        def handle(answer: str) -> None:
            if answer == "as":
                self._ask_for_name(then)
            else:
                self._resolve_change(answer, then)

        self._ask("outside", self._page.tr("tui.outside.changed"), ["load", "mine", "as"], handle)

    def _resolve_change(self, answer: str, then: Then) -> None:
        try:
            if answer == "load":
                army = self.keeper.reload()
                self._session.replace_army(army, "tui.step.reload", army.name)
            else:
                self._save(force=True)
        except SaveError as error:
            self._ask_after_failure(error, then)
        except ListbuilderError as error:
            self._page.app.say_error(error)
        else:
            then()

    def _ask(self, topic: str, sentence: str, answers: list[str], handle: Callable[[str], None]) -> None:
        """Ask a question about the file; without an answer nothing changes."""

        def answered(answer: str | None) -> None:
            self.asking = False
            if answer is not None:
                handle(answer)

        self.asking = True
        labels = {name: self._page.tr(f"tui.{topic}.{name}") for name in answers}
        self._page.app.push_screen(AskDialog(self._page.tr(f"tui.{topic}.title"), sentence, labels), answered)
