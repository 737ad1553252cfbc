"""Never lose a thing: when to note, to save and to ask. The keeper does it; a screen lends its clock and its voice."""

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
_ONE_AT_A_TIME = Lock()


def stay() -> None:
    """Do nothing more once all is safe."""


class Voice(Protocol):
    """What custody needs of the screen beside what every page has."""

    def tell(self, text: str, role: str = "accent") -> None:
        """Say something in the status line."""

    def paint(self) -> None:
        """Show the list as it is now."""


class Custody:
    """Keeps one open list safe as long as it is on a screen."""

    def __init__(self, session: EditorSession, keeper: Keeper, page: Page, voice: Voice) -> None:
        self.keeper = keeper
        self.asking = False
        """Whether a question about the file is open: who wants to quit all the same may; the journal has the list."""
        self._session = session
        self._page = page
        self._voice = voice
        self._noting = False
        """Whether the journal is to be written in a moment."""
        self._warned = False
        self._saved_at = 0
        """How long the history was when the file had the list last."""

    @property
    def is_kept(self) -> bool:
        """Whether leaving now would lose nothing: the file has the list, or it is a copy that nobody touched."""
        return self.keeper.is_safe(self._session.army)

    def start(self) -> None:
        """Watch the file from now on; a list that comes from a crash is written down at once."""
        self._page.set_interval(LOOK_EVERY, self.look)
        self._page.app.app_suspend_signal.subscribe(self._page, lambda _: self.keep_in_journal())
        if not self.is_kept:
            self.note_soon()

    def edited(self) -> None:
        """The list has changed: write it down a moment later."""
        self.keeper.untouched = False
        self.note_soon()

    def note_soon(self) -> None:
        """Write the journal a moment after the first of several edits: who never pauses is kept safe too."""
        if not self._noting:
            self._noting = True
            self._page.after(AFTER_EDIT, self._note_now)

    def _note_now(self) -> None:
        """Write the journal beside the screen: a slow disk must not stop the keys."""
        self._noting = False
        self._page.run_worker(self._note, thread=True, group="journal", exclusive=False, exit_on_error=False)

    def _note(self) -> None:
        try:
            with _ONE_AT_A_TIME:  # so that whoever writes last has read last, however late its thread began
                self._write_down()
            self._warned = False
        except SaveError as error:
            if not self._warned:
                self._warned = True
                self._page.app.call_from_thread(self._page.app.say_error, error)

    def _write_down(self) -> None:
        history = self._session.history
        self.keeper.note(history.present, max(1, abs(len(history.past) - self._saved_at)))

    def leave(self, then: Then) -> None:
        """Save the list and go on; where it cannot be saved, ask what to do with it."""
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
            self._ask_where(error, then)
        else:
            then()

    def save(self) -> None:
        """Save the file now, also of a list that nobody has changed yet."""
        self.keeper.untouched = False
        self.leave(self._tell_saved)

    def save_as(self) -> None:
        """Save the list under another name."""
        self._ask_name(stay)

    def _tell_saved(self) -> None:
        self._voice.tell(self._page.tr("tui.saved", path=str(self.keeper.path)), "good")

    def _save(self, *, force: bool = False) -> None:
        self.keeper.save(self._session.army, self._session.army_to_save(), force=force)
        self._saved()

    def _saved(self) -> None:
        history = self._session.history
        self._saved_at = len(history.past)
        self.keeper.settle((history.present, *(step.army for step in history.past)))
        self._voice.paint()

    def keep_in_journal(self) -> bool:
        """Note the list at once; tell whether it is safe there."""
        try:
            if not self.keeper.untouched:
                self._write_down()
        except SaveError as error:
            self._page.app.say_error(error)
            return False
        return True

    def _ask_name(self, then: Then) -> None:
        app = self._page.app
        path = free_path(app.settings.lists_folder, self._session.army.name, app.journal.is_taken)

        def save_as(answer: str | None) -> None:
            self.asking = False
            if answer is not None and answer.strip():
                self._save_under(path_to_save(path.parent, typed_path(answer), path.name), then)

        self.asking = True
        app.push_screen(WriteDialog(self._page.tr("tui.save-as.title"), str(path)), save_as)

    def _save_under(self, path: Path, then: Then) -> None:
        session = self._session
        try:
            self.keeper.save_as(path, session.army, session.army_to_save())
        except SaveError as error:
            self._ask_where(error, then)
        else:
            self._saved()
            self._tell_saved()
            then()

    def _ask_where(self, error: SaveError, then: Then) -> None:
        """Offer another name, or to leave: nobody is held by a file that cannot be written."""
        leaving = then is not stay and then != self._tell_saved
        noted = self.keep_in_journal()
        names = ["as", *(["later"] if noted and leaving else []), *(["drop"] if leaving else [])]

        def settle(answer: str) -> None:
            if answer == "as":
                self._ask_name(then)
                return
            if answer == "drop":
                self.keeper.drop()
            then()

        self._ask("unsaved", self._page.app.error_text(error), names, settle)

    def look(self) -> None:
        """Notice what others have done to the file."""
        if self.asking:
            return
        found = self.keeper.look()
        if found is Outside.GONE:
            self._voice.tell(self._page.tr("tui.outside.gone"), "warn")
            self.keeper.lose()
            self.note_soon()
            self._voice.paint()
        elif found is Outside.CHANGED:
            self._ask_about_change(stay)

    def _ask_about_change(self, then: Then) -> None:
        self.keep_in_journal()

        def settle(answer: str) -> None:
            if answer == "as":
                self._ask_name(then)
            else:
                self._settle_change(answer, then)

        self._ask("outside", self._page.tr("tui.outside.changed"), ["load", "mine", "as"], settle)

    def _settle_change(self, answer: str, then: Then) -> None:
        try:
            if answer == "load":
                army = self.keeper.reload()
                self._session.replace_army(army, "tui.step.reload", army.name)
            else:
                self._save(force=True)
        except SaveError as error:
            self._ask_where(error, then)
        except ListbuilderError as error:
            self._page.app.say_error(error)
        else:
            then()

    def _ask(self, topic: str, sentence: str, names: list[str], settle: Callable[[str], None]) -> None:
        """Ask a question about the file; without an answer all stays as it is."""

        def answered(answer: str | None) -> None:
            self.asking = False
            if answer is not None:
                settle(answer)

        self.asking = True
        answers = {name: self._page.tr(f"tui.{topic}.{name}") for name in names}
        self._page.app.push_screen(AskDialog(self._page.tr(f"tui.{topic}.title"), sentence, answers), answered)
