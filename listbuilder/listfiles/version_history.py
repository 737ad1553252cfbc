"""All versions of an open list: its undo history, snapshots of saved states, the backup and recovered changes.

Snapshots are kept in the state folder whenever saving replaces a version, or under a name that the player chose.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from time import time_ns

from listbuilder.datafiles.reader import load_document
from listbuilder.disk import UnsavedError, backup_path, make_folder, syscalls, write_atomically
from listbuilder.errors import UnreadableError
from listbuilder.i18n import translate
from listbuilder.library.locations import state_folder
from listbuilder.listfiles.files import load_list, parse_list
from listbuilder.listfiles.journal import Journal, RecoveredList, canonical_list_id, short_hash
from listbuilder.listfiles.serialization import list_to_mapping
from listbuilder.model import ArmyList
from listbuilder.rules.edits import History

MAX_SNAPSHOTS = 20
"""Snapshots of one list that are kept in addition to those with a name."""
_NAMED_SUFFIX = "-named"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A saved version of a list; the name is empty unless the player gave one."""

    saved_at: datetime
    army: ArmyList
    record_path: Path
    name: str = ""


class SnapshotStore:
    """The folder with the snapshots of all lists."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else state_folder() / "snapshots"

    @classmethod
    def for_journal(cls, journal: Journal) -> SnapshotStore:
        """Return the store that belongs to a journal."""
        return cls(journal.folder.parent / "snapshots")

    def try_save(self, of: Path, army: ArmyList) -> None:
        """Store a version of a list, ignoring failures."""
        with contextlib.suppress(UnsavedError):
            self.save(of, army)

    def save(self, of: Path, army: ArmyList, name: str = "") -> None:
        """Store a version of a list unless it equals the last one; raise UnsavedError if that fails."""
        list_id = canonical_list_id(of)
        text = json.dumps({"of": list_id, "name": name, "list": list_to_mapping(army)}, ensure_ascii=False)
        content_hash, records = short_hash(text), self._records(of)
        if records and records[-1].stem.removesuffix(_NAMED_SUFFIX).endswith(content_hash):
            return
        stem = f"{short_hash(list_id)}-{time_ns():020d}-{content_hash}{_NAMED_SUFFIX if name else ''}"
        record = self.folder / f"{stem}.json"
        make_folder(self.folder)
        write_atomically(record, text.encode("utf-8", "replace"), backup=False)
        unnamed = [*(old for old in records if not old.stem.endswith(_NAMED_SUFFIX)), *([] if name else [record])]
        with contextlib.suppress(OSError):
            for old in unnamed[:-MAX_SNAPSHOTS]:
                syscalls.unlink(old)

    def load_all(self, path: Path) -> list[Snapshot]:
        """Return the snapshots of a list that can be read, latest first."""
        records = reversed(self._records(path))
        return [snapshot for record in records if (snapshot := _read_snapshot(record)) is not None]

    def _records(self, of: Path) -> list[Path]:
        return sorted(self.folder.glob(f"{short_hash(canonical_list_id(of))}-*.json")) if self.folder.is_dir() else []


def _read_snapshot(record: Path) -> Snapshot | None:
    try:
        value = load_document(record).value
        if not isinstance(value, Mapping) or not isinstance(value.get("list"), Mapping):
            return None
        when = datetime.fromtimestamp(int(record.stem.split("-")[1]) / 1e9, UTC)
        return Snapshot(when, parse_list(value["list"]).army, record, str(value.get("name", "")))
    except (UnreadableError, ValueError, IndexError, OverflowError):
        return None


class VersionSource(Enum):
    """Where a version comes from; the texts are `history.…` in the catalogues."""

    SNAPSHOT = "snapshot"
    """The file held it until it was saved again."""
    BACKUP = "backup"
    """The `.bak` file next to the list, from before the last save or migration."""
    UNSAVED = "unsaved"
    """It was being edited when the program ended."""
    NAMED = "version"
    """The player kept it under a name."""
    START = "start"
    STEP = "step"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Version:
    """A past, current or undone state of the list."""

    source: VersionSource
    army: ArmyList
    label: str = ""
    subject: object = ""
    saved_at: datetime | None = None
    step: int | None = None
    """The number of steps since the start of the history; None for versions from disk."""
    is_current: bool = False
    recovered: RecoveredList | None = None
    """Its journal record, which is deleted once the version is saved or archived."""

    def to(self, language: str) -> str:
        """Return its description in a language."""
        key = self.label or f"history.{self.source.value}"
        edits = self.recovered.edits if self.recovered is not None else 0
        return translate(language, f"{key}.counted" if edits else key, subject=self.subject, edits=edits)


def list_versions(history: History, path: Path | None = None, journal: Journal | None = None) -> tuple[Version, ...]:
    """Return all versions of a list, oldest first: those from disk by time, then the history."""
    loaded = () if path is None else _load_versions(path, journal)
    stored = sorted(loaded, key=lambda version: version.saved_at or _LONG_AGO)
    known = [history.past[0].army if history.past else history.present]
    known += [version.army for version in stored if version.source is VersionSource.NAMED]
    # a version without a name is left out if it equals the start of the history, a named one or a later one
    distinct_versions = [
        version
        for index, version in enumerate(stored)
        if version.source is VersionSource.NAMED
        or version.army not in (*known, *(later.army for later in stored[index + 1 :]))
    ]
    return (*distinct_versions, *history_versions(history))


def history_versions(history: History) -> Iterator[Version]:
    """Yield the states of a history in order: its start, the result of each step, and what was undone."""
    current = len(history.past)
    states = [step.army for step in history.past] + [history.present]
    yield Version(VersionSource.START, states[0], step=0, is_current=current == 0)
    for index, step in enumerate(history.past, 1):
        is_current = index == current
        yield Version(VersionSource.STEP, states[index], step.label, step.subject, step=index, is_current=is_current)
    for index, step in enumerate(reversed(history.future), current + 1):
        yield Version(VersionSource.UNDONE, step.army, step.label, step.subject, step=index)


def restore_version(history: History, version: Version) -> History:
    """Return the history at a version: by undo and redo if it is part of it, else as a new step."""
    if version.step is None:
        return history.record(version.army, "edit.restore", VersionLabel(version))
    while len(history.past) > version.step:
        history = history.undo()
    while len(history.past) < version.step and history.future:
        history = history.redo()
    return history


@dataclass(frozen=True, slots=True)
class VersionLabel:
    """The name of a version as a history step shows it."""

    version: Version

    def to(self, language: str) -> str:
        """Return the description of the version with its time."""
        when = self.version.saved_at
        name = self.version.to(language)
        return name if when is None else f"{name} ({when.astimezone():%Y-%m-%d %H:%M})"

    def __str__(self) -> str:
        return self.to("en")


_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def _load_versions(path: Path, journal: Journal | None) -> Iterator[Version]:
    """Yield the versions on disk: snapshots, unsaved changes and the backup."""
    if journal is not None:
        for snapshot in SnapshotStore.for_journal(journal).load_all(path):
            source = VersionSource.NAMED if snapshot.name else VersionSource.SNAPSHOT
            yield Version(source, snapshot.army, subject=snapshot.name, saved_at=snapshot.saved_at)
        for recovered in journal.find_recoverable(path):
            yield Version(VersionSource.UNSAVED, recovered.army, saved_at=recovered.saved_at, recovered=recovered)
    try:
        backup = backup_path(path)
        when = datetime.fromtimestamp(backup.stat().st_mtime, UTC)
        yield Version(VersionSource.BACKUP, load_list(backup).army, saved_at=when)
    except (UnreadableError, OSError, ValueError, OverflowError):
        return


def archive_recovered(recovered: RecoveredList, journal: Journal) -> None:
    """Turn recovered changes into a snapshot of their list; raise UnsavedError if that fails."""
    SnapshotStore.for_journal(journal).save(Path(recovered.list_id), recovered.army)
    journal.discard(recovered)
