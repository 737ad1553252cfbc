"""Never lose a thing: the journal after each edit, the file on leaving, and what others do to the file."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from textual.timer import Timer

from listbuilder.disk import ChangedOnDiskError
from listbuilder.errors import ListbuilderError, SaveError
from listbuilder.listfiles import Outside
from listbuilder.tui.dialogs.ask import AskDialog
from listbuilder.tui.dialogs.write import WriteDialog
from listbuilder.tui.paths import free_path
from listbuilder.tui.screens.editor_base import EditorBase
from listbuilder.tui.settings import typed_path

AFTER_EDIT = 0.4
LOOK_EVERY = 2.0
Then = Callable[[], object]
_ONE_AT_A_TIME = Lock()


def stay() -> None:
    """Do nothing more once all is safe."""


class Keeping(EditorBase):
    """What keeps the list safe: when to note, to save and to ask. The keeper does it."""

    _note_timer: Timer | None = None
    _warned = False
    asking = False
    """Whether a question about the file is open: who wants to quit all the same may do so, the journal has the list."""

    def start_keeping(self) -> None:
        """Watch the file from now on; a list that comes from a crash is written down at once."""
        self.set_interval(LOOK_EVERY, self._look)
        self.app.app_suspend_signal.subscribe(self, lambda _: self._keep_in_journal())
        if not self.is_kept:
            self._note_soon()

    def on_unmount(self) -> None:
        """Let go of the list, however the screen was left."""
        self.keeper.close()

    def edited(self) -> None:
        """Show the list, and write it down a moment later."""
        self.keeper.untouched = False
        self.paint()
        self._note_soon()

    def _note_soon(self) -> None:
        """Write the journal a moment after the first of several edits: who never pauses is kept safe too."""
        if self._note_timer is None:
            self._note_timer = self.set_timer(AFTER_EDIT, self._note_now)

    def _note_now(self) -> None:
        """Write the journal beside the screen: a slow disk must not stop the keys."""
        self._note_timer = None
        self.run_worker(self._note, thread=True, group="journal", exclusive=False, exit_on_error=False)

    def _note(self) -> None:
        try:
            with _ONE_AT_A_TIME:  # so that whoever writes last has read last, however late its thread began
                self.keeper.note(self.workspace.army)
            self._warned = False
        except SaveError as error:
            if not self._warned:
                self._warned = True
                self.app.call_from_thread(self.app.say_error, error)

    @property
    def is_kept(self) -> bool:
        """Whether leaving now would lose nothing: the file has the list, or it is a copy that nobody has touched."""
        return self.keeper.is_safe(self.workspace.army)

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

    def _save(self, *, force: bool = False) -> None:
        self.keeper.save(self.workspace.army, self.workspace.to_save(), force=force)
        self._saved()

    def _saved(self) -> None:
        history = self.workspace.history
        self.keeper.settle((history.present, *(step.army for step in history.past)))
        self.paint()

    def _keep_in_journal(self) -> bool:
        """Note the list at once; tell whether it is safe there."""
        try:
            if not self.is_kept:
                self.keeper.note(self.workspace.army)
        except SaveError as error:
            self.app.say_error(error)
            return False
        return True

    def action_save(self) -> None:
        """Save the file now, also of a list that nobody has changed yet."""
        self.keeper.untouched = False
        self.leave(stay)
        if self.is_kept:
            self.app.say(self.tr("tui.saved", path=str(self.keeper.path)))

    def action_save_as(self) -> None:
        """Save the list under another name."""
        self._ask_name(stay)

    def _ask_name(self, then: Then) -> None:
        path = free_path(self.app.settings.lists_folder, self.workspace.army.name, self.app.journal.is_taken)

        def save_as(answer: str | None) -> None:
            self.asking = False
            if answer is not None and answer.strip():
                self._save_as(answer, then)

        self.asking = True
        self.app.push_screen(WriteDialog(self.tr("tui.save-as.title"), str(path)), save_as)

    def _save_as(self, answer: str, then: Then) -> None:
        path = typed_path(answer)
        path = path if path.suffix else path.with_suffix(".yaml")
        try:
            self.keeper.save_as(self.app.settings.lists_folder / path, self.workspace.army, self.workspace.to_save())
        except SaveError as error:
            self._ask_where(error, then)
        else:
            self._saved()
            self.app.say(self.tr("tui.saved", path=str(self.keeper.path)))
            then()

    def _ask_where(self, error: SaveError, then: Then) -> None:
        """Offer another name, or to leave: nobody is held by a file that cannot be written."""
        noted = self._keep_in_journal()
        names = ["as", *(["later"] if noted and then is not stay else []), *(["drop"] if then is not stay else [])]
        answers = {name: self.tr(f"tui.unsaved.{name}") for name in names}

        def settle(answer: str | None) -> None:
            self.asking = False
            if answer == "as":
                self._ask_name(then)
            elif answer == "later":
                then()
            elif answer == "drop":
                self.keeper.drop()
                then()

        self.asking = True
        self.app.push_screen(AskDialog(self.tr("tui.unsaved.title"), self.app.error_text(error), answers), settle)

    def _look(self) -> None:
        """Notice what others have done to the file."""
        if self.asking:
            return
        found = self.keeper.look()
        if found is Outside.GONE:
            self.app.say(self.tr("tui.outside.gone"), "warning")
            self.keeper.lose()
            self._note_soon()
            self.paint()
        elif found is Outside.CHANGED:
            self._ask_about_change(stay)

    def _ask_about_change(self, then: Then) -> None:
        self._keep_in_journal()
        answers = {name: self.tr(f"tui.outside.{name}") for name in ("load", "mine", "as")}

        def settle(answer: str | None) -> None:
            self.asking = False
            if answer == "as":
                self._ask_name(then)
            elif answer is not None:
                self._settle_change(answer, then)

        self.asking = True
        self.app.push_screen(AskDialog(self.tr("tui.outside.title"), self.tr("tui.outside.changed"), answers), settle)

    def _settle_change(self, answer: str, then: Then) -> None:
        try:
            if answer == "load":
                army = self.keeper.reload()
                self.workspace.exchange(army, "tui.step.reload", army.name)
                self.paint()
            else:
                self._save(force=True)
        except SaveError as error:
            self._ask_where(error, then)
        except ListbuilderError as error:
            self.app.say_error(error)
        else:
            then()
