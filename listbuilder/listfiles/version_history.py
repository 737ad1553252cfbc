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
from listbuilder.disk import UnsavedError, backup_of, make_folder, syscalls, write_atomically
from listbuilder.errors import UnreadableError
from listbuilder.i18n import translate
from listbuilder.library.locations import state_folder
from listbuilder.listfiles.files import load_list, parse_list
from listbuilder.listfiles.journal import Journal, Recovered, mark_of, name_of
from listbuilder.listfiles.serialization import list_mapping
from listbuilder.model import ArmyList
from listbuilder.rules.history import History

MOST = 20
"""Snapshots of one list that are kept in addition to those with a name."""
_NAMED_SUFFIX = "-named"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A saved version of a list; the name is empty unless the player gave one."""

    when: datetime
    army: ArmyList
    record: Path
    name: str = ""


class Snapshots:
    """The folder with the snapshots of all lists."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else state_folder() / "snapshots"

    @classmethod
    def beside(cls, journal: Journal) -> Snapshots:
        """Return the store that belongs to a journal."""
        return cls(journal.folder.parent / "snapshots")

    def keep(self, of: Path, army: ArmyList) -> None:
        """Store a version of a list, ignoring failures."""
        with contextlib.suppress(UnsavedError):
            self.store(of, army)

    def store(self, of: Path, army: ArmyList, name: str = "") -> None:
        """Store a version of a list unless it equals the last one; raise UnsavedError if that fails."""
        text = json.dumps({"of": name_of(of), "name": name, "list": list_mapping(army)}, ensure_ascii=False)
        content_hash, records = mark_of(text), self._records(of)
        if records and records[-1].stem.removesuffix(_NAMED_SUFFIX).endswith(content_hash):
            return
        record = (
            self.folder / f"{mark_of(name_of(of))}-{time_ns():020d}-{content_hash}{_NAMED_SUFFIX if name else ''}.json"
        )
        make_folder(self.folder)
        write_atomically(record, text.encode("utf-8", "replace"), backup=False)
        unnamed = [*(old for old in records if not old.stem.endswith(_NAMED_SUFFIX)), *([] if name else [record])]
        with contextlib.suppress(OSError):
            for old in unnamed[:-MOST]:
                syscalls.unlink(old)

    def of(self, path: Path) -> list[Snapshot]:
        """Return the snapshots of a list that can be read, latest first."""
        records = reversed(self._records(path))
        return [snapshot for record in records if (snapshot := _read_snapshot(record)) is not None]

    def _records(self, of: Path) -> list[Path]:
        return sorted(self.folder.glob(f"{mark_of(name_of(of))}-*.json")) if self.folder.is_dir() else []


def _read_snapshot(record: Path) -> Snapshot | None:
    try:
        value = load_document(record).value
        if not isinstance(value, Mapping) or not isinstance(value.get("list"), Mapping):
            return None
        when = datetime.fromtimestamp(int(record.stem.split("-")[1]) / 1e9, UTC)
        return Snapshot(when, parse_list(value["list"]).army, record, str(value.get("name", "")))
    except (UnreadableError, ValueError, IndexError, OverflowError):
        return None


class Provenance(Enum):
    """Where a version comes from; the texts are `timeline.…` in the catalogues."""

    SNAPSHOT = "snapshot"
    """The file held it until it was saved again."""
    BACKUP = "backup"
    """The `.bak` file next to the list, from before the last save or migration."""
    UNSAVED = "unsaved"
    """It was being edited when the program ended."""
    VERSION = "version"
    """The player kept it under a name."""
    START = "start"
    STEP = "step"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Moment:
    """A past, current or undone state of the list."""

    source: Provenance
    army: ArmyList
    label: str = ""
    subject: object = ""
    when: datetime | None = None
    place: int | None = None
    """The number of steps since the start of the history; None for versions from disk."""
    now: bool = False
    lost: Recovered | None = None
    """Its journal record, which is deleted once the version is saved or archived."""

    def to(self, language: str) -> str:
        """Return its description in a language."""
        key = self.label or f"timeline.{self.source.value}"
        edits = self.lost.edits if self.lost is not None else 0
        return translate(language, f"{key}.counted" if edits else key, subject=self.subject, edits=edits)


def moments(history: History, path: Path | None = None, journal: Journal | None = None) -> tuple[Moment, ...]:
    """Return all versions of a list, oldest first: those from disk by time, then the history."""
    stored = (
        [] if path is None else sorted(_load_versions(path, journal), key=lambda version: version.when or _LONG_AGO)
    )
    return (*_drop_duplicates(stored, history), *steps(history))


def steps(history: History) -> Iterator[Moment]:
    """Yield the states of a history in order: its start, the result of each step, and what was undone."""
    current = len(history.past)
    states = [step.army for step in history.past] + [history.present]
    yield Moment(Provenance.START, states[0], place=0, now=current == 0)
    for index, step in enumerate(history.past, 1):
        yield Moment(Provenance.STEP, states[index], step.label, step.subject, place=index, now=index == current)
    for index, step in enumerate(reversed(history.future), current + 1):
        yield Moment(Provenance.UNDONE, step.army, step.label, step.subject, place=index)


def go_to(history: History, version: Moment) -> History:
    """Return the history at a version: by undo and redo if it is part of it, else as a new step."""
    if version.place is None:
        return history.record(version.army, "edit.restore", VersionLabel(version))
    while len(history.past) > version.place:
        history = history.undo()
    while len(history.past) < version.place and history.future:
        history = history.redo()
    return history


@dataclass(frozen=True, slots=True)
class VersionLabel:
    """The name of a version as a history step shows it."""

    version: Moment

    def to(self, language: str) -> str:
        """Return the description of the version with its time."""
        when = self.version.when
        name = self.version.to(language)
        return name if when is None else f"{name} ({when.astimezone():%Y-%m-%d %H:%M})"

    def __str__(self) -> str:
        return self.to("en")


_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def _load_versions(path: Path, journal: Journal | None) -> Iterator[Moment]:
    """Yield the versions on disk: snapshots, unsaved changes and the backup."""
    if journal is not None:
        for snapshot in Snapshots.beside(journal).of(path):
            source = Provenance.VERSION if snapshot.name else Provenance.SNAPSHOT
            yield Moment(source, snapshot.army, subject=snapshot.name, when=snapshot.when)
        for recovered in journal.pending(path):
            yield Moment(Provenance.UNSAVED, recovered.army, when=recovered.saved, lost=recovered)
    try:
        backup = backup_of(path)
        when = datetime.fromtimestamp(backup.stat().st_mtime, UTC)
        yield Moment(Provenance.BACKUP, load_list(backup).army, when=when)
    except (UnreadableError, OSError, ValueError, OverflowError):
        return


def _drop_duplicates(stored: list[Moment], history: History) -> Iterator[Moment]:
    """Leave out versions without a name that equal the start of the history, a named one or a later one."""
    known = [next(steps(history)).army, *(version.army for version in stored if version.source is Provenance.VERSION)]
    for index, version in enumerate(stored):
        later = (other.army for other in stored[index + 1 :])
        if version.source is Provenance.VERSION or not (version.army in known or version.army in later):
            yield version


def put_away(recovered: Recovered, journal: Journal) -> None:
    """Turn recovered changes into a snapshot of their list; raise UnsavedError if that fails."""
    Snapshots.beside(journal).store(Path(recovered.of), recovered.army)
    journal.discard(recovered)
