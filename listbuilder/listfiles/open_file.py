"""An open list: its file, its recovery journal, and changes that others make to the file.

It decides what is safe and knows nothing about screens. A screen reports every edit to it and asks it to save.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from enum import Enum
from pathlib import Path
from threading import Lock

from listbuilder.diagnostics import Report
from listbuilder.disk import Stamp, UnsavedError, make_folder, read_stamp, remove_leftovers_once
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.journal import Journal, JournalEntry, RecoveredList
from listbuilder.listfiles.version_history import SnapshotStore
from listbuilder.listfiles.writer import Comments
from listbuilder.model import ArmyList


class ExternalChange(Enum):
    """What happened to the file outside this program."""

    NONE = "nothing"
    CHANGED = "changed"
    DELETED = "gone"


class OpenElsewhereError(UnsavedError):
    """The list is open in another builder."""

    def __init__(self, path: Path) -> None:
        super().__init__("save.elsewhere", path)


class OpenListFile:
    """The file of one open list, with its journal entry."""

    def __init__(
        self, path: Path, journal: Journal | None = None, *, is_unmodified: bool = False, read_only: bool = False
    ) -> None:
        self.path = path
        self.journal = journal
        self.saved_army: ArmyList | None = None
        """The list in the file; None if there is no file yet."""
        self.stamp: Stamp | None = None
        self.comments: Comments | None = None
        self.load_report = Report()
        """The findings from reading the file."""
        self.is_unmodified = is_unmodified
        """Whether it is a new list or copy without changes, which can be closed without loss."""
        self.read_only = read_only
        """Whether it can only be saved under a different name."""
        self._last_stat: tuple[int, ...] | None = None
        self._lock = Lock()
        self._recovered: list[tuple[RecoveredList, ArmyList]] = []
        self._journal_entry = self._open_journal(path, alone=not read_only)

    @classmethod
    def load(cls, path: Path, journal: Journal | None = None, *, read_only: bool = False) -> OpenListFile:
        """Open a list file; with `read_only`, it can only be saved under a different name.

        Raises:
            UnreadableError: The file is not a list.
            OpenElsewhereError: The list is open in another builder.
        """
        loaded = load_list(path)
        remove_leftovers_once(path.parent)
        opened = cls(path, journal, read_only=read_only)
        opened.saved_army, opened.stamp, opened.comments = loaded.army, loaded.stamp, loaded.comments
        opened.load_report = loaded.report
        opened._last_stat = _stat_file(path)
        return opened

    def adopt_recovered(self, recovered: RecoveredList, army: ArmyList) -> None:
        """Take over recovered changes; `army` is the open list with them. The old record stays until they are saved.

        If the file has changed since the changes were made, saving asks first.
        """
        self._recovered.append((recovered, army))
        self.is_unmodified = False
        if self.stamp is not None:
            self.stamp = Stamp(recovered.base_sha256)

    def is_saved(self, army: ArmyList) -> bool:
        """Return whether the file holds this list."""
        return self.saved_army is not None and army == self.saved_army

    def is_safe_to_close(self, army: ArmyList) -> bool:
        """Return whether closing loses nothing: the file holds the list, or it is unmodified."""
        return self.is_unmodified or self.is_saved(army)

    def save(self, army: ArmyList, to_write: ArmyList | None = None, *, force: bool = False) -> None:
        """Write the file.

        Args:
            army: The list as it is open.
            to_write: The list to write, with fields that only files hold; by default `army`.
            force: Whether to overwrite changes that others made.

        Raises:
            UnsavedError: The file cannot be written.
            ChangedOnDiskError: The file has changed since it was read.
        """
        if self.read_only:
            raise UnsavedError("save.looking", self.path)
        with self._lock:
            make_folder(self.path.parent)
            expected = None if force else (self.stamp or Stamp(None))
            if self.journal is not None and self.saved_army is not None and self.saved_army != army:
                SnapshotStore.for_journal(self.journal).try_save(self.path, self.saved_army)
            self.stamp = save_list(to_write or army, self.path, expected=expected, comments=self.comments)
            self._after_save(army)

    def save_as(self, path: Path, army: ArmyList, to_write: ArmyList | None = None) -> None:
        """Write the list to a new file, which it has from now on; existing files are not replaced."""
        is_same_file = not self.read_only and os.path.realpath(path) == os.path.realpath(self.path)
        old_entry, new_entry = self._journal_entry, self._journal_entry if is_same_file else self._open_journal(path)
        try:
            with self._lock:
                make_folder(path.parent)
                self.stamp = save_list(to_write or army, path, comments=self.comments, new=True)
                self._after_save(army, path)
        except BaseException:
            if new_entry is not old_entry:
                _close_entry(new_entry)
            raise
        if new_entry is not old_entry:
            _close_entry(old_entry)
        self._journal_entry = new_entry
        self.read_only = self.is_unmodified = False

    def _after_save(self, army: ArmyList, path: Path | None = None) -> None:
        self.path = path or self.path
        self.saved_army = army
        self._last_stat = _stat_file(self.path)
        with suppress(UnsavedError):  # a journal entry that equals the file is harmless
            if self._journal_entry is not None:
                self._journal_entry.clear()

    def discard_saved_recoveries(self, history: Iterable[ArmyList]) -> None:
        """Discard recovered records that are part of the saved history."""
        states = tuple(history)
        for recovered, army in self._recovered:
            if self.journal is not None and army in states:
                self.journal.discard(recovered)

    def write_journal(self, army: ArmyList, edits: int = 0) -> None:
        """Write the current list to the journal; raise UnsavedError if that fails.

        If the file already matches (saved, or everything undone), clear the journal so that undone edits are not
        offered for recovery. A closed list is not written.
        """
        with self._lock:
            if self._journal_entry is None:
                return
            if self.is_saved(army):
                self._journal_entry.clear()
            else:
                self._journal_entry.write(army, self.stamp.sha256 if self.stamp is not None else None, edits)

    def clear_journal(self) -> None:
        """Clear the journal entry of this session; recovered records of earlier sessions stay."""
        with self._lock, suppress(UnsavedError):  # a record that cannot be deleted is offered again
            if self._journal_entry is not None:
                self._journal_entry.clear()

    def close(self) -> None:
        """Release the list; unsaved changes stay in the journal for recovery."""
        with self._lock:
            _close_entry(self._journal_entry)
            self._journal_entry = None

    def check_external_change(self) -> ExternalChange:
        """Return whether the file has changed since it was read; each change is reported once."""
        if self.stamp is None:
            return ExternalChange.NONE
        stat = _stat_file(self.path)
        if stat == self._last_stat:
            return ExternalChange.NONE
        self._last_stat = stat
        if stat is None:
            return ExternalChange.DELETED
        try:
            return ExternalChange.NONE if read_stamp(self.path) == self.stamp else ExternalChange.CHANGED
        except OSError:
            return ExternalChange.CHANGED

    def mark_deleted(self) -> None:
        """Note that the file is gone: nothing is saved any more, and saving creates it again."""
        self.saved_army = self.stamp = None

    def reload(self) -> ArmyList:
        """Read the file again; raise UnreadableError if it is not a list any more."""
        loaded = load_list(self.path)
        self.saved_army, self.stamp, self.comments = loaded.army, loaded.stamp, loaded.comments
        self._last_stat = _stat_file(self.path)
        return loaded.army

    def _open_journal(self, path: Path, *, alone: bool = True) -> JournalEntry | None:
        """Open a journal entry; raise OpenElsewhereError if another builder has the list open."""
        if self.journal is None:
            return None
        entry = self.journal.open_entry(path, exclusive=alone)
        if entry is None:
            raise OpenElsewhereError(path)
        return entry


def _close_entry(entry: JournalEntry | None) -> None:
    if entry is not None:
        entry.close()


def _stat_file(path: Path) -> tuple[int, ...] | None:
    """Return time, size and inode of a file to detect changes without reading it; None if it is gone."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size, stat.st_ino
