"""What was being edited, written down every moment, so that a crash loses nothing.

The journal is a folder (in the state folder) of small files, one for each list that a process has open. A file belongs
to the process that began it: its name holds the list, the process and a random part, and a lock beside it tells whether
that process lives. What belongs to nobody alive is offered to whoever opens the list, and stays until it is saved or
expressly forgotten.
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
    is_held,
    is_running,
    make_folder,
    sweep_once,
    syscalls,
    take_lock,
    unsaved,
    write_atomically,
)
from listbuilder.errors import UnreadableError
from listbuilder.library.locations import is_folder, state_folder
from listbuilder.listfiles.files import load_list, parse_list
from listbuilder.listfiles.serialization import list_mapping
from listbuilder.model import ArmyList

_RECORD, _LOCK = ".json", ".lock"


@dataclass(frozen=True, slots=True)
class Recovered:
    """A list that was being edited and not saved: what it belongs to, when it was written, and the list."""

    of: str
    """The path of the list file, or the id of one that never had a file."""
    saved: datetime
    army: ArmyList
    base: str | None
    """The hash of the file that was being edited; None where there was none."""
    record: Path
    edits: int = 0
    """How many steps had been made since it was saved; 0 where nobody counted."""


class Notes:
    """What one process writes down about one list that it has open; nobody else touches it while the process lives."""

    def __init__(self, record: Path, of: str, lock: LockFile | None) -> None:
        self.record = record
        self._of = of
        self._lock = lock

    def write(self, army: ArmyList, base: str | None = None, edits: int = 0) -> None:
        """Write down how the list looks now; raise UnsavedError where that fails."""
        head = {"of": self._of, "saved": datetime.now(UTC).isoformat(), "base": base, "edits": edits}
        record = {**head, "list": list_mapping(army)}
        make_folder(self.record.parent)
        data = json.dumps(record, ensure_ascii=False).encode("utf-8", "replace")
        write_atomically(self.record, data, backup=False)

    def clear(self) -> None:
        """Forget what was written down: the list was saved, or nobody wants it back."""
        _remove(self.record)

    def close(self) -> None:
        """Let go of the list; what is still written down waits for the next who opens it."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


class Journal:
    """The folder of what is being edited, by this process and by others."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else state_folder() / "autosave"

    def begin(self, of: Path | str, *, alone: bool = True) -> Notes | None:
        """Begin to take notes on a list; None where another has it open, unless it need not be ours alone.

        Where the folder cannot be written there are notes all the same, which say so when they are to be written.
        """
        name = name_of(of)
        marked = mark_of(name if alone else f"{name}\n{secrets.token_hex(4)}")
        record = self.folder / f"{marked}-{os.getpid()}-{secrets.token_hex(4)}{_RECORD}"
        try:
            syscalls.make_folder(self.folder)
            # nobody else wants a lock of this name, but somebody may be sweeping and hold it for a moment
            lock = next(filter(None, (take_lock(record.with_suffix(_LOCK)) for _ in range(100))), None)
        except OSError:
            return Notes(record, name, None)
        notes = Notes(record, name, lock)
        if any(is_alive(other) for other in self.folder.glob(f"{marked}-*{_LOCK}") if other.stem != record.stem):
            notes.close()
            return None
        return notes

    def records(self) -> list[Recovered]:
        """Give everything that is written down, the latest first."""
        files = sorted(self.folder.glob(f"*{_RECORD}")) if is_folder(self.folder) else []
        found = [record for file in files if (record := _read(file)) is not None]
        return sorted(found, key=lambda record: record.saved, reverse=True)

    def pending(self, of: Path | str | None = None) -> list[Recovered]:
        """Give what was being edited by those who are gone and is not in its file, of one list or of all."""
        wanted = None if of is None else name_of(of)
        left = [record for record in self.records() if not is_alive(record.record.with_suffix(_LOCK))]
        return [record for record in left if wanted in (None, record.of) and not _is_on_disk(record)]

    def is_taken(self, of: Path | str) -> bool:
        """Tell whether a list of this name is open or waits here, so that no new one gets the name."""
        return any(self.folder.glob(f"{mark_of(name_of(of))}-*"))

    def discard(self, lost: Recovered) -> None:
        """Forget what was written down: it was saved, or the user does not want it back."""
        _remove(lost.record)

    def sweep(self) -> None:
        """Remove what processes that are gone have left behind and holds nothing: locks, and work that is saved."""
        sweep_once(self.folder)
        with contextlib.suppress(OSError):
            for left in self.folder.glob(f"*{_LOCK}"):
                if not is_alive(left) and (lock := take_lock(left)) is not None:
                    lock.release()
            for record in self.records():
                if not is_alive(record.record.with_suffix(_LOCK)) and _is_on_disk(record):
                    syscalls.unlink(record.record)


def is_alive(lock: Path) -> bool:
    """Tell whether the process that holds a lock lives; where locks tell nothing, whether there is such a process."""
    try:
        return is_held(lock)
    except OSError:
        process = lock.stem.partition("-")[2].partition("-")[0]
        return process.isdecimal() and is_running(int(process))


def _remove(record: Path) -> None:
    try:
        syscalls.unlink(record)
    except OSError as error:
        raise unsaved(record, error) from error


def name_of(of: Path | str) -> str:
    """Give the one name of a list: where its file really lies, or the id of one that never had a file."""
    return os.path.realpath(of) if isinstance(of, Path) else of


def mark_of(name: str) -> str:
    """Give what stands for a text in the names of files."""
    return hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:24]


def _read(file: Path) -> Recovered | None:
    """Read one record; one that cannot be read stays where it is and is passed over."""
    try:
        record = load_document(file).value
        if not isinstance(record, Mapping) or not isinstance(record.get("list"), Mapping):
            return None
        saved = datetime.fromisoformat(str(record.get("saved")))
        base, edits = record.get("base"), record.get("edits")
        return Recovered(
            of=str(record.get("of", "")),
            saved=saved if saved.tzinfo is not None else saved.replace(tzinfo=UTC),
            army=parse_list(record["list"]).army,
            base=base if isinstance(base, str) else None,
            record=file,
            edits=edits if isinstance(edits, int) else 0,
        )
    except (UnreadableError, ValueError):
        return None


def _is_on_disk(lost: Recovered) -> bool:
    """Tell whether the file already holds the list as it was being edited."""
    try:
        return _choices(load_list(lost.of).army) == _choices(lost.army)
    except UnreadableError:
        return False


def _choices(army: ArmyList) -> ArmyList:
    """Give a list without what only saving adds."""
    return replace(army, books={name: replace(book, points=None) for name, book in army.books.items()})
