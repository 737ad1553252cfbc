"""Never lose a thing: the journal after each edit, the file on leaving, and what others do to the file."""

from __future__ import annotations

from textual.timer import Timer

from listbuilder.errors import ListbuilderError, SaveError, UnreadableError
from listbuilder.listfiles import ChangedOnDiskError
from listbuilder.tui.dialogs.ask import AskDialog
from listbuilder.tui.screens.editor_base import EditorBase
from listbuilder.tui.storage import Outside

AFTER_EDIT = 0.4
LOOK_EVERY = 2.0


class Keeping(EditorBase):
    """What keeps the list safe."""

    _note_timer: Timer | None = None
    _warned = False
    _asking = False

    def start_keeping(self) -> None:
        """Watch the file from now on; a list that comes from a crash is written down at once."""
        self.set_interval(LOOK_EVERY, self._look)
        self.app.app_suspend_signal.subscribe(self, lambda _: self._keep_in_journal())
        if not self.is_kept:
            self._note_soon()

    def edited(self) -> None:
        """Show the list, and write it down a moment later."""
        self.storage.untouched = False
        self.paint()
        self._note_soon()

    def _note_soon(self) -> None:
        if self._note_timer is not None:
            self._note_timer.stop()
        self._note_timer = self.set_timer(AFTER_EDIT, self._note_now)

    def _note_now(self) -> None:
        """Write the journal beside the screen: a slow disk must not stop the keys."""
        army = self.workspace.army
        self.run_worker(lambda: self._note(army), thread=True, group="journal", exclusive=False, exit_on_error=False)

    def _note(self, army: object) -> None:
        if army is not self.workspace.army:
            return  # a later edit has come, and writes itself down
        try:
            self.storage.note(self.workspace.army)
            self._warned = False
        except SaveError as error:
            if not self._warned:
                self._warned = True
                self.app.call_from_thread(self.app.say_error, error)

    @property
    def is_kept(self) -> bool:
        """Whether leaving now would lose nothing: the file has the list, or it is a copy that nobody has touched."""
        return self.storage.untouched or self.storage.is_saved(self.workspace.army)

    def keep(self) -> bool:
        """Save the file if it needs saving; tell whether all is safe."""
        army = self.workspace.army
        if self.is_kept:
            self.storage.forget()
            return True
        try:
            self.storage.save(army, self.workspace.to_save())
        except ChangedOnDiskError:
            self._ask_about_change()
            return False
        except SaveError as error:
            self._keep_in_journal()
            self.app.say_error(error)
            return False
        self.paint()
        return True

    def _keep_in_journal(self) -> None:
        if self.is_kept:
            return
        try:
            self.storage.note(self.workspace.army)
        except SaveError as error:
            self.app.say_error(error)

    def action_save(self) -> None:
        """Save the file now."""
        if self.keep():
            self.app.say(self.tr("tui.saved", path=str(self.storage.path)))

    def _look(self) -> None:
        """Notice what others have done to the file."""
        if self._asking:
            return
        found = self.storage.look()
        if found is Outside.GONE:
            self.app.say(self.tr("tui.outside.gone"), "warning")
            self.storage.saved = self.storage.stamp = None
            self._note_soon()
            self.paint()
        elif found is Outside.CHANGED:
            self._ask_about_change()

    def _ask_about_change(self) -> None:
        self._asking = True
        answers = {name: self.tr(f"tui.outside.{name}") for name in ("load", "mine")}
        dialog = AskDialog(self.tr("tui.outside.title"), self.tr("tui.outside.changed"), answers)
        self.app.push_screen(dialog, self._settle_change)

    def _settle_change(self, answer: str | None) -> None:
        self._asking = False
        try:
            if answer == "load":
                army = self.storage.reload()
                self.workspace.exchange(army, "tui.step.reload", army.name)
                self.paint()
            elif answer == "mine":
                self.storage.save(self.workspace.army, self.workspace.to_save(), force=True)
                self.paint()
        except (UnreadableError, SaveError, ListbuilderError) as error:
            self.app.say_error(error)
