"""Recovery journal: unsaved changes of every open list, written to disk so that a crash loses nothing.

The journal is a folder in the state folder. Each open list has a record whose name holds the list, the process and a
random part. A lock next to it shows whether the process is alive. Other records can be recovered.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from listbuilder.datafiles.reader import load_document
from listbuilder.disk import (
    LockFile,
    acquire_lock,
    is_locked,
    is_process_running,
    make_folder,
    remove_leftovers_once,
    syscalls,
    to_unsaved_error,
    write_atomically,
)
from listbuilder.errors import UnreadableError
from listbuilder.library.locations import is_folder, state_folder
from listbuilder.listfiles.files import load_list, parse_list
from listbuilder.listfiles.serialization import list_to_mapping
from listbuilder.model import ArmyList

_RECORD_SUFFIX, _LOCK_SUFFIX = ".json", ".lock"


@dataclass(frozen=True, slots=True)
class RecoveredList:
    """Unsaved changes of a list, found in the journal."""

    list_id: str
    """The path of the list file, or the id of a list without a file."""
    saved_at: datetime
    army: ArmyList
    base_sha256: str | None
    """The hash of the file that was edited; None if there was none."""
    record_path: Path
    edits: int = 0
    """The number of edits since the last save; 0 if unknown."""


class JournalEntry:
    """The journal record of a list that this process has open."""

    def __init__(self, record: Path, of: str, lock: LockFile | None) -> None:
        self.record_path = record
        self._of = of
        self._lock = lock

    def write(self, army: ArmyList, base: str | None = None, edits: int = 0) -> None:
        """Write the current list; raise UnsavedError if that fails."""
        record = {
            "of": self._of,
            "saved": datetime.now(UTC).isoformat(),
            "base": base,
            "edits": edits,
            "list": list_to_mapping(army),
        }
        make_folder(self.record_path.parent)
        data = json.dumps(record, ensure_ascii=False).encode("utf-8", "replace")
        write_atomically(self.record_path, data, backup=False)

    def clear(self) -> None:
        """Delete the record because the list was saved or the changes were discarded."""
        _remove(self.record_path)

    def close(self) -> None:
        """Release the list; changes that are still recorded can be recovered."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


class Journal:
    """The journal folder, with the records of this and other processes."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else state_folder() / "autosave"

    def open_entry(self, list_id: Path | str, *, exclusive: bool = True) -> JournalEntry | None:
        """Open a journal entry for a list; return None if another process has the list open.

        If the folder cannot be written, the entry raises UnsavedError when it is written.

        Args:
            list_id: The path of the list file, or the id of a list without a file.
            exclusive: Whether the list must not be open elsewhere.
        """
        name = canonical_list_id(list_id)
        prefix = short_hash(name if exclusive else f"{name}\n{secrets.token_hex(4)}")
        record = self.folder / f"{prefix}-{os.getpid()}-{secrets.token_hex(4)}{_RECORD_SUFFIX}"
        try:
            syscalls.make_folder(self.folder)
            # the name is unique, but another process that cleans up may hold the lock for a moment
            lock = next(filter(None, (acquire_lock(record.with_suffix(_LOCK_SUFFIX)) for _ in range(100))), None)
        except OSError:
            return JournalEntry(record, name, None)
        entry = JournalEntry(record, name, lock)
        others = (other for other in self.folder.glob(f"{prefix}-*{_LOCK_SUFFIX}") if other.stem != record.stem)
        if any(map(is_lock_owner_alive, others)):
            entry.close()
            return None
        return entry

    def records(self) -> list[RecoveredList]:
        """Return all records that can be read, latest first."""
        files = sorted(self.folder.glob(f"*{_RECORD_SUFFIX}")) if is_folder(self.folder) else []
        records = [record for file in files if (record := _read_record(file)) is not None]
        return sorted(records, key=lambda record: record.saved_at, reverse=True)

    def find_recoverable(self, list_id: Path | str | None = None) -> list[RecoveredList]:
        """Return the unsaved changes that ended processes left, of one list or of all."""
        name = None if list_id is None else canonical_list_id(list_id)
        abandoned = [
            record for record in self.records() if not is_lock_owner_alive(record.record_path.with_suffix(_LOCK_SUFFIX))
        ]
        return [record for record in abandoned if name in (None, record.list_id) and not _is_on_disk(record)]

    def is_name_taken(self, list_id: Path | str) -> bool:
        """Return whether a list of this name is open or has a record, so that no new list gets the name."""
        return any(self.folder.glob(f"{short_hash(canonical_list_id(list_id))}-*"))

    def discard(self, recovered: RecoveredList) -> None:
        """Delete a record because it was saved or is not wanted."""
        _remove(recovered.record_path)

    def clean_up(self) -> None:
        """Remove locks and saved records of processes that have ended."""
        remove_leftovers_once(self.folder)
        with contextlib.suppress(OSError):
            for path in self.folder.glob(f"*{_LOCK_SUFFIX}"):
                if not is_lock_owner_alive(path) and (lock := acquire_lock(path)) is not None:
                    lock.release()
            for record in self.records():
                if not is_lock_owner_alive(record.record_path.with_suffix(_LOCK_SUFFIX)) and _is_on_disk(record):
                    syscalls.unlink(record.record_path)


def is_lock_owner_alive(lock: Path) -> bool:
    """Return whether the process that holds a lock is alive; without file locks, its process id decides."""
    try:
        return is_locked(lock)
    except OSError:
        process_id = lock.stem.partition("-")[2].partition("-")[0]
        return process_id.isdecimal() and is_process_running(int(process_id))


def _remove(record: Path) -> None:
    try:
        syscalls.unlink(record)
    except OSError as error:
        raise to_unsaved_error(record, error) from error


def canonical_list_id(list_id: Path | str) -> str:
    """Return the one name of a list: the real path of its file, or its id."""
    return os.path.realpath(list_id) if isinstance(list_id, Path) else list_id


def short_hash(name: str) -> str:
    """Return a short hash of a text for file names."""
    return hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:24]


def _read_record(file: Path) -> RecoveredList | None:
    """Return the record in a file; None if it cannot be read."""
    try:
        record = load_document(file).value
        if not isinstance(record, Mapping) or not isinstance(record.get("list"), Mapping):
            return None
        saved = datetime.fromisoformat(str(record.get("saved")))
        base, edits = record.get("base"), record.get("edits")
        return RecoveredList(
            list_id=str(record.get("of", "")),
            saved_at=saved if saved.tzinfo is not None else saved.replace(tzinfo=UTC),
            army=parse_list(record["list"]).army,
            base_sha256=base if isinstance(base, str) else None,
            record_path=file,
            edits=edits if isinstance(edits, int) else 0,
        )
    except (UnreadableError, ValueError):
        return None


def _is_on_disk(recovered: RecoveredList) -> bool:
    """Return whether the list file already holds the recovered changes."""
    try:
        return _without_book_points(load_list(recovered.list_id).army) == _without_book_points(recovered.army)
    except UnreadableError:
        return False


def _without_book_points(army: ArmyList) -> ArmyList:
    """Return a list without the points that saving adds to its books."""
    return replace(army, books={name: replace(book, points=None) for name, book in army.books.items()})
