"""Where an open list lives: its file, the journal that survives a crash, and what others do to the file meanwhile.

A screen tells it of every edit and asks it to save; it decides what is safe. It knows no screen.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from enum import Enum
from pathlib import Path
from threading import Lock as Guard

from listbuilder.diagnostics import Report
from listbuilder.disk import Stamp, UnsavedError, make_folder, stamp_of, sweep_once
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.journal import Journal, Notes, Recovered
from listbuilder.listfiles.version_history import Snapshots
from listbuilder.listfiles.writer import Comments
from listbuilder.model import ArmyList


class Outside(Enum):
    """What has happened to the file behind our back."""

    NOTHING = "nothing"
    CHANGED = "changed"
    GONE = "gone"


class OpenElsewhereError(UnsavedError):
    """Another builder has the list open."""

    def __init__(self, path: Path) -> None:
        super().__init__("save.elsewhere", path)


class Keeper:
    """The file of one open list and the notes on it."""

    def __init__(
        self, path: Path, journal: Journal | None = None, *, untouched: bool = False, look: bool = False
    ) -> None:
        self.path = path
        self.journal = journal
        self.saved: ArmyList | None = None
        """The list as the file has it; None where there is no file yet."""
        self.stamp: Stamp | None = None
        self.comments: Comments | None = None
        self.found = Report()
        """What was found about the file when it was read."""
        self.untouched = untouched
        """Whether it is a new list or a copy that nobody has changed yet: leaving it behind loses nothing."""
        self.read_only = look
        """Whether it was opened only to look at: it can be saved under another name."""
        self._seen: tuple[int, ...] | None = None
        self._guard = Guard()
        self._inherited: list[tuple[Recovered, ArmyList]] = []
        self._notes = self._begin(path, alone=not look)

    @classmethod
    def load(cls, path: Path, journal: Journal | None = None, *, look: bool = False) -> Keeper:
        """Open a list file, perhaps only to look; raise UnreadableError, or OpenElsewhereError where another has it."""
        loaded = load_list(path)
        sweep_once(path.parent)
        keeper = cls(path, journal, look=look)
        keeper.saved, keeper.stamp, keeper.comments = loaded.army, loaded.stamp, loaded.comments
        keeper.found = loaded.report
        keeper._seen = _glance(path)
        return keeper

    def inherit(self, lost: Recovered, army: ArmyList) -> None:
        """Take over what a crash has left: `army` is that work in the open list. It is noted anew; the old note stays.

        Where the file has changed since, saving asks first, as if it had changed under our eyes.
        """
        self._inherited.append((lost, army))
        self.untouched = False
        if self.stamp is not None:
            self.stamp = Stamp(lost.base)

    def is_saved(self, army: ArmyList) -> bool:
        """Tell whether the file has the list as it is."""
        return self.saved is not None and army == self.saved

    def is_safe(self, army: ArmyList) -> bool:
        """Tell whether leaving now would lose nothing: the file has the list, or it is a copy that nobody touched."""
        return self.untouched or self.is_saved(army)

    def save(self, army: ArmyList, written: ArmyList | None = None, *, force: bool = False) -> None:
        """Write the file: the list, or `written` with what only files hold.

        Raise UnsavedError where that is not possible, and ChangedOnDiskError unless forced.
        """
        if self.read_only:
            raise UnsavedError("save.looking", self.path)
        with self._guard:
            make_folder(self.path.parent)
            expected = None if force else (self.stamp or Stamp(None))
            if self.journal is not None and self.saved is not None and self.saved != army:
                Snapshots.beside(self.journal).keep(self.path, self.saved)
            self.stamp = save_list(written or army, self.path, expected=expected, comments=self.comments)
            self._is_written(army)

    def save_as(self, path: Path, army: ArmyList, written: ArmyList | None = None) -> None:
        """Write the list under another name, which it has from now on; nothing that is there is replaced."""
        ours = not self.read_only and os.path.realpath(path) == os.path.realpath(self.path)
        before, notes = self._notes, self._notes if ours else self._begin(path)
        try:
            with self._guard:
                make_folder(path.parent)
                self.stamp = save_list(written or army, path, comments=self.comments, new=True)
                self._is_written(army, path)
        except BaseException:
            if notes is not before:
                _close(notes)
            raise
        if notes is not before:
            _close(before)
        self._notes = notes
        self.read_only = self.untouched = False

    def _is_written(self, army: ArmyList, path: Path | None = None) -> None:
        self.path = path or self.path
        self.saved = army
        self._seen = _glance(self.path)
        with suppress(UnsavedError):  # the file has it; a note that says the same harms nobody
            if self._notes is not None:
                self._notes.clear()

    def settle(self, history: Iterable[ArmyList]) -> None:
        """Forget what a crash had left, once it has gone into what was saved."""
        states = tuple(history)
        for lost, army in self._inherited:
            if self.journal is not None and army in states:
                self.journal.discard(lost)

    def note(self, army: ArmyList, edits: int = 0) -> None:
        """Write down how the list looks now, so that a crash loses nothing; raise UnsavedError where that fails.

        Where the file has it so, since it was saved or all was undone, nothing stays written down: what the player took
        back would be told to be unsaved work. A note that comes when the list has been left is not written any more.
        """
        with self._guard:
            if self._notes is None:
                return
            if self.is_saved(army):
                self._notes.clear()
            else:
                self._notes.write(army, self.stamp.sha256 if self.stamp is not None else None, edits)

    def drop(self) -> None:
        """Forget what was noted here; what a crash had left before stays. A note that will not go is offered again."""
        with self._guard, suppress(UnsavedError):
            if self._notes is not None:
                self._notes.clear()

    def close(self) -> None:
        """Let go of the list; what is noted and not saved waits for the next who opens it."""
        with self._guard:
            _close(self._notes)
            self._notes = None

    def look(self) -> Outside:
        """Tell whether somebody else has changed the file since it was read; each change is told once."""
        if self.stamp is None:
            return Outside.NOTHING
        glance = _glance(self.path)
        if glance == self._seen:
            return Outside.NOTHING
        self._seen = glance
        if glance is None:
            return Outside.GONE
        try:
            return Outside.NOTHING if stamp_of(self.path) == self.stamp else Outside.CHANGED
        except OSError:
            return Outside.CHANGED

    def lose(self) -> None:
        """The file is gone: nothing is saved any more, and saving makes a new one."""
        self.saved = self.stamp = None

    def reload(self) -> ArmyList:
        """Read the file again; raise UnreadableError where it is no list any more."""
        loaded = load_list(self.path)
        self.saved, self.stamp, self.comments = loaded.army, loaded.stamp, loaded.comments
        self._seen = _glance(self.path)
        return loaded.army

    def _begin(self, path: Path, *, alone: bool = True) -> Notes | None:
        if self.journal is None:
            return None
        notes = self.journal.begin(path, alone=alone)
        if notes is None:
            raise OpenElsewhereError(path)
        return notes


def _close(notes: Notes | None) -> None:
    if notes is not None:
        notes.close()


def _glance(path: Path) -> tuple[int, ...] | None:
    """Look at a file without reading it; the time is one sign among others, for clocks are set."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
