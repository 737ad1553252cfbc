"""The files of a desk: one folder that an organiser can read, mail, version and mend by hand."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.disk import make_folder, write_atomically
from listbuilder.errors import UnreadableError
from listbuilder.tournament.csv_tables import read_table, save_table


@dataclass(frozen=True)
class Places:
    """Where everything of one desk stands."""

    root: Path

    @property
    def event(self) -> Path:
        """The event's rules."""
        return self.root / "event.yaml"

    @property
    def players(self) -> Path:
        """The registrations."""
        return self.root / "players.csv"

    @property
    def inbox(self) -> Path:
        """What was handed in, a folder for each player."""
        return self.root / "inbox"

    @property
    def taken(self) -> Path:
        """Whose each file of the inbox is, and when it came."""
        return self.root / "taken.csv"

    @property
    def answers(self) -> Path:
        """What was asked once about whose a list is, and answered."""
        return self.root / "answers.csv"

    @property
    def decisions(self) -> Path:
        """Lists that the organiser has turned down, with the reason."""
        return self.root / "decisions.csv"

    @property
    def lock(self) -> Path:
        """The lists that were accepted."""
        return self.root / "lock.jsonl"

    @property
    def letters(self) -> Path:
        """Letters to the players."""
        return self.root / "letters"

    @property
    def public(self) -> Path:
        """What everybody may see."""
        return self.root / "public"

    @property
    def secret(self) -> Path:
        """What commitments are salted with; it stays with the organiser."""
        return self.root / "secret.txt"

    @property
    def written(self) -> Path:
        """What we wrote ourselves, so that a file changed by hand is known."""
        return self.root / "written.csv"

    @property
    def is_desk(self) -> bool:
        """Whether there is a desk at all."""
        return self.event.is_file() and self.players.is_file()

    def stamp(self) -> tuple[object, ...]:
        """Give what changes when a file of the desk does."""
        found = [self.event, self.players, self.taken, self.lock, self.decisions, *self.submitted()]
        there = [path for path in sorted(found) if path.exists()]
        return tuple((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in there)

    def submitted(self) -> Iterator[Path]:
        """Give every file of the inbox."""
        return (Path(folder) / name for folder, _, files in os.walk(self.inbox) for name in files)

    def kept(self) -> list[Path]:
        """Give the files that the desk rests on: no output may take their place."""
        return [*self._own, *self.submitted()]

    def has_written(self, path: Path) -> bool:
        """Tell whether a file is one that the desk wrote itself, and so nobody handed in."""
        made = [one.resolve() for one in (*self._own, self.letters, self.public)]
        return any(path.resolve().is_relative_to(one) for one in made)

    @property
    def _own(self) -> tuple[Path, ...]:
        tables = (self.players, self.taken, self.answers, self.decisions, self.written)
        return (self.event, *tables, self.lock, self.secret)

    def require(self) -> None:
        """Raise UnreadableError where a folder is no desk."""
        for path in (self.event, self.players):
            if not path.is_file():
                raise UnreadableError([Diagnostic("DSK001", None, {"file": path.name}, place=Place(str(self.root)))])


class Writer:
    """Writes files that a person may change: one that was changed by hand since is left as it is."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self.kept: list[Path] = []
        """Files that were changed by hand, and so not written."""
        self.changed: list[Path] = []
        """Files that are new, or differ from what was there."""

    def write(self, path: Path, data: bytes | str) -> None:
        """Write a file, unless somebody has changed it by hand or it is the same already."""
        raw = data.encode() if isinstance(data, str) else data
        name = path.relative_to(self._places.root).as_posix()
        try:
            there = hashlib.sha256(path.read_bytes()).hexdigest()
        except FileNotFoundError:
            there = None
        made = hashlib.sha256(raw).hexdigest()
        if there not in (None, made, self._known.get(name)):
            self.kept.append(path)
            return
        if there != made:
            make_folder(path.parent)
            write_atomically(path, raw)
            self.changed.append(path)
        self._known[name] = made

    def finish(self) -> None:
        """Remember what was written."""
        save_table(self._places.written, ("file", "sha256"), sorted(self._known.items()))

    @cached_property
    def _known(self) -> dict[str, str]:
        try:
            raw = self._places.written.read_bytes()
        except FileNotFoundError:
            return {}
        return {row.get("file"): row.get("sha256") for row in read_table(raw)[1]}
