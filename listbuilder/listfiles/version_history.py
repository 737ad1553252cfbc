"""Everything that an open list has been: the steps of its history, what was kept of it before, what a crash left.

for moment in moments(history, path, journal): show(moment.to("en"), moment.when, moment.now)     # the oldest first
history = go_to(history, moment)                           # undo or redo as far as that, or bring it back as a step
two_columns(roster_of(first.army), roster_of(second.army), "en")      # any two, of `rules.columns`

Earlier versions of a list, kept in the state folder whenever saving replaces one, or by name when a player says so.

Snapshots(folder).keep(path, army)          # what the file had before; a disk that refuses costs nobody his save
Snapshots(folder).store(path, army, "Cup")  # stays for good; of those without a name the oldest go first
Snapshots(folder).of(path)                  # the latest first
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
"""So many versions of one list are kept beside those that have a name."""
_NAMED = "-named"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A version of a list, when it was kept, and what the player called it."""

    when: datetime
    army: ArmyList
    record: Path
    name: str = ""


class Snapshots:
    """The folder of earlier versions, of all lists."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else state_folder() / "snapshots"

    @classmethod
    def beside(cls, journal: Journal) -> Snapshots:
        """Give the folder that belongs to a journal."""
        return cls(journal.folder.parent / "snapshots")

    def keep(self, of: Path, army: ArmyList) -> None:
        """Keep a version of a list if that is possible."""
        with contextlib.suppress(UnsavedError):
            self.store(of, army)

    def store(self, of: Path, army: ArmyList, name: str = "") -> None:
        """Keep a version of a list, unless the last one is the same; raise UnsavedError where that is not possible."""
        text = json.dumps({"of": name_of(of), "name": name, "list": list_mapping(army)}, ensure_ascii=False)
        content, found = mark_of(text), self._records(of)
        if found and found[-1].stem.removesuffix(_NAMED).endswith(content):
            return
        record = self.folder / f"{mark_of(name_of(of))}-{time_ns():020d}-{content}{_NAMED if name else ''}.json"
        make_folder(self.folder)
        write_atomically(record, text.encode("utf-8", "replace"), backup=False)
        passing = [*(old for old in found if not old.stem.endswith(_NAMED)), *([] if name else [record])]
        with contextlib.suppress(OSError):
            for old in passing[:-MOST]:
                syscalls.unlink(old)

    def of(self, path: Path) -> list[Snapshot]:
        """Give the versions of a list that were kept, the latest first; what cannot be read is passed over."""
        found = (_read(record) for record in reversed(self._records(path)))
        return [snapshot for snapshot in found if snapshot is not None]

    def _records(self, of: Path) -> list[Path]:
        return sorted(self.folder.glob(f"{mark_of(name_of(of))}-*.json")) if self.folder.is_dir() else []


def _read(record: Path) -> Snapshot | None:
    try:
        value = load_document(record).value
        if not isinstance(value, Mapping) or not isinstance(value.get("list"), Mapping):
            return None
        when = datetime.fromtimestamp(int(record.stem.split("-")[1]) / 1e9, UTC)
        return Snapshot(when, parse_list(value["list"]).army, record, str(value.get("name", "")))
    except (UnreadableError, ValueError, IndexError, OverflowError):
        return None


class Provenance(Enum):
    """Where a moment comes from; the words are `timeline.…` of the catalogues."""

    SNAPSHOT = "snapshot"
    """The file had it until it was saved anew."""
    BACKUP = "backup"
    """The file that stands beside the list as `.bak`: what it was before the last saving or migration."""
    UNSAVED = "unsaved"
    """It was being edited when the program ended."""
    VERSION = "version"
    """The player kept it under a name."""
    START = "start"
    STEP = "step"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Moment:
    """The list as it was, or would be again."""

    source: Provenance
    army: ArmyList
    label: str = ""
    subject: object = ""
    when: datetime | None = None
    place: int | None = None
    """Where in the history: so many steps after its start; None for what was kept before."""
    now: bool = False
    lost: Recovered | None = None
    """What the journal has of it; it goes from there once it has been saved or put away."""

    def to(self, language: str) -> str:
        """Name it: what was done, or what it is."""
        key = self.label or f"timeline.{self.source.value}"
        edits = self.lost.edits if self.lost is not None else 0
        return translate(language, f"{key}.counted" if edits else key, subject=self.subject, edits=edits)


def moments(history: History, path: Path | None = None, journal: Journal | None = None) -> tuple[Moment, ...]:
    """Give everything that a list has been, the oldest first: what was kept on disk by its time, then the history."""
    kept = () if path is None else sorted(_kept(path, journal), key=lambda moment: moment.when or _LONG_AGO)
    return (*_different(kept, history), *steps(history))


def steps(history: History) -> Iterator[Moment]:
    """Give the states of a history in order: its start, what each step led to, and what was undone."""
    here = len(history.past)
    states = [step.army for step in history.past] + [history.present]
    yield Moment(Provenance.START, states[0], place=0, now=here == 0)
    for place, step in enumerate(history.past, 1):
        yield Moment(Provenance.STEP, states[place], step.label, step.subject, place=place, now=place == here)
    for place, step in enumerate(reversed(history.future), here + 1):
        yield Moment(Provenance.UNDONE, step.army, step.label, step.subject, place=place)


def go_to(history: History, moment: Moment) -> History:
    """Make a moment the present: by undo and redo where it is of this history, else as a step that can be undone."""
    if moment.place is None:
        return history.record(moment.army, "edit.restore", NamedMoment(moment))
    while len(history.past) > moment.place:
        history = history.undo()
    while len(history.past) < moment.place and history.future:
        history = history.redo()
    return history


@dataclass(frozen=True, slots=True)
class NamedMoment:
    """A moment as a step of the history names it, in the language of its reader."""

    moment: Moment

    def to(self, language: str) -> str:
        """Name it with its time."""
        when = self.moment.when
        name = self.moment.to(language)
        return name if when is None else f"{name} ({when.astimezone():%Y-%m-%d %H:%M})"

    def __str__(self) -> str:
        return self.to("en")


_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def _kept(path: Path, journal: Journal | None) -> Iterator[Moment]:
    if journal is not None:
        for snapshot in Snapshots.beside(journal).of(path):
            source = Provenance.VERSION if snapshot.name else Provenance.SNAPSHOT
            yield Moment(source, snapshot.army, subject=snapshot.name, when=snapshot.when)
        for lost in journal.pending(path):
            yield Moment(Provenance.UNSAVED, lost.army, when=lost.saved, lost=lost)
    try:
        backup = backup_of(path)
        when = datetime.fromtimestamp(backup.stat().st_mtime, UTC)
        yield Moment(Provenance.BACKUP, load_list(backup).army, when=when)
    except (UnreadableError, OSError, ValueError, OverflowError):
        return


def _different(kept: list[Moment] | tuple[Moment, ...], history: History) -> Iterator[Moment]:
    """Leave out what the history begins with, and what was kept twice: a backup is often the last snapshot.

    What the player gave a name to is always there.
    """
    known = [next(steps(history)).army, *(moment.army for moment in kept if moment.source is Provenance.VERSION)]
    for place, moment in enumerate(kept):
        later = (other.army for other in kept[place + 1 :])
        if moment.source is Provenance.VERSION or not (moment.army in known or moment.army in later):
            yield moment


def put_away(lost: Recovered, journal: Journal) -> None:
    """Make what a crash left one of the earlier versions of its list; raise UnsavedError where it has to stay."""
    Snapshots.beside(journal).store(Path(lost.of), lost.army)
    journal.discard(lost)
