"""Where the open list lives: its file, the journal that survives a crash, and what others do to the file meanwhile."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from listbuilder.diagnostics import Report
from listbuilder.listfiles import Autosave, Comments, Stamp, load_list, save_list, stamp_of
from listbuilder.listfiles.errors import unsaved
from listbuilder.model import ArmyList, slug


class Outside(Enum):
    """What has happened to the file behind our back."""

    NOTHING = "nothing"
    CHANGED = "changed"
    GONE = "gone"


@dataclass
class Storage:
    """The file of one open list."""

    path: Path
    saved: ArmyList | None = None
    """The list as the file has it; None where there is no file yet."""
    stamp: Stamp | None = None
    comments: Comments | None = None
    journal: Autosave | None = None
    found: Report = field(default_factory=Report)
    """What was found about the file when it was read."""
    untouched: bool = False
    """Whether it is a new list or a copy of a sample that nobody has changed yet: leaving it behind loses nothing."""
    _seen: tuple[int, int] | None = None

    @classmethod
    def load(cls, path: Path, journal: Autosave | None = None) -> Storage:
        """Open a list file; raise UnreadableError where it is none."""
        loaded = load_list(path)
        storage = cls(path, loaded.army, loaded.stamp, loaded.comments, journal, loaded.report)
        storage._seen = _glance(path)
        return storage

    def is_saved(self, army: ArmyList) -> bool:
        """Tell whether the file has the list as it is."""
        return self.saved is not None and army == self.saved

    def save(self, army: ArmyList, written: ArmyList | None = None, *, force: bool = False) -> None:
        """Write the file: the list, or `written` with what only files hold.

        Raise SaveError where that is not possible, and ChangedOnDiskError unless forced.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unsaved(self.path, error) from error
        expected = None if force else (self.stamp or Stamp(None))
        self.stamp = save_list(written or army, self.path, expected=expected, comments=self.comments)
        self.saved = army
        self._seen = _glance(self.path)
        self.forget()

    def note(self, army: ArmyList) -> None:
        """Write down how the list looks now, so that a crash loses nothing; raise SaveError where that fails."""
        if self.journal is not None:
            self.journal.write(self.path, army)

    def forget(self) -> None:
        """Drop what was written down."""
        if self.journal is not None:
            self.journal.discard(self.path)

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
        return Outside.NOTHING if stamp_of(self.path).same_content(self.stamp) else Outside.CHANGED

    def reload(self) -> ArmyList:
        """Read the file again; raise UnreadableError where it is no list any more."""
        loaded = load_list(self.path)
        self.saved, self.stamp, self.comments = loaded.army, loaded.stamp, loaded.comments
        self._seen = _glance(self.path)
        return loaded.army


def is_file(path: Path) -> bool:
    """Tell whether there is such a file; a text that can be no file's name is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def free_path(folder: Path, name: str, waiting: Collection[Path] = ()) -> Path:
    """Find a name for a new file that no other file and no unsaved list has."""
    stem = slug(name)[:60] or "list"
    number = 1
    while True:
        path = folder / (f"{stem}.yaml" if number == 1 else f"{stem}-{number}.yaml")
        if not path.exists() and path.resolve() not in waiting:
            return path
        number += 1


def _glance(path: Path) -> tuple[int, int] | None:
    """Look at a file without reading it."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
