"""The files of an event folder, and a writer that respects changes made by hand."""

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
class TournamentPaths:
    """The paths of one event folder."""

    root: Path

    @property
    def event(self) -> Path:
        """The event file."""
        return self.root / "event.yaml"

    @property
    def players(self) -> Path:
        """The registrations."""
        return self.root / "players.csv"

    @property
    def inbox(self) -> Path:
        """The submissions, with a folder for each player."""
        return self.root / "inbox"

    @property
    def submission_table(self) -> Path:
        """The player and time of each file in the inbox."""
        return self.root / "taken.csv"

    @property
    def answers(self) -> Path:
        """The organiser's answers about whose list a file is."""
        return self.root / "answers.csv"

    @property
    def decisions(self) -> Path:
        """The organiser's decisions, with reasons."""
        return self.root / "decisions.csv"

    @property
    def acceptance_log(self) -> Path:
        """The acceptance log."""
        return self.root / "lock.jsonl"

    @property
    def letters(self) -> Path:
        """The letters to the players."""
        return self.root / "letters"

    @property
    def public(self) -> Path:
        """The files to publish."""
        return self.root / "public"

    @property
    def secret(self) -> Path:
        """The secret that commitments are salted with; only for the organiser."""
        return self.root / "secret.txt"

    @property
    def written_files(self) -> Path:
        """Hashes of generated files, to recognise changes made by hand."""
        return self.root / "written.csv"

    @property
    def is_tournament(self) -> bool:
        """Whether the folder is an event folder."""
        return self.event.is_file() and self.players.is_file()

    def fingerprint(self) -> tuple[object, ...]:
        """Return a value that changes when a file of the tournament changes."""
        files = [
            self.event,
            self.players,
            self.submission_table,
            self.acceptance_log,
            self.decisions,
            *self.inbox_files(),
        ]
        existing = [path for path in sorted(files) if path.exists()]
        return tuple((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in existing)

    def inbox_files(self) -> Iterator[Path]:
        """Yield every file in the inbox."""
        return (Path(folder) / name for folder, _, files in os.walk(self.inbox) for name in files)

    def protected_files(self) -> list[Path]:
        """Return the files that no output may overwrite."""
        return [*self._own_files, *self.inbox_files()]

    def is_own_file(self, path: Path) -> bool:
        """Return whether a file belongs to the tournament itself and is not a submission."""
        own = [folder.resolve() for folder in (*self._own_files, self.letters, self.public)]
        return any(path.resolve().is_relative_to(folder) for folder in own)

    @property
    def _own_files(self) -> tuple[Path, ...]:
        tables = (self.players, self.submission_table, self.answers, self.decisions, self.written_files)
        return (self.event, *tables, self.acceptance_log, self.secret)

    def require(self) -> None:
        """Raise UnreadableError if the folder is not an event folder."""
        for path in (self.event, self.players):
            if not path.is_file():
                raise UnreadableError([Diagnostic("DSK001", None, {"file": path.name}, place=Place(str(self.root)))])


class GeneratedFileWriter:
    """Writes generated files; those that were changed by hand are left alone."""

    def __init__(self, paths: TournamentPaths) -> None:
        self._paths = paths
        self.hand_edited: list[Path] = []
        """Files that were changed by hand and therefore not written."""
        self.changed: list[Path] = []
        """Files that are new or have changed."""

    def write(self, path: Path, data: bytes | str) -> None:
        """Write a file, unless it was changed by hand or is up to date."""
        raw = data.encode() if isinstance(data, str) else data
        name = path.relative_to(self._paths.root).as_posix()
        try:
            existing = hashlib.sha256(path.read_bytes()).hexdigest()
        except FileNotFoundError:
            existing = None
        digest = hashlib.sha256(raw).hexdigest()
        if existing not in (None, digest, self._hashes.get(name)):
            self.hand_edited.append(path)
            return
        if existing != digest:
            make_folder(path.parent)
            write_atomically(path, raw)
            self.changed.append(path)
        self._hashes[name] = digest

    def finish(self) -> None:
        """Save the hashes of all written files."""
        save_table(self._paths.written_files, ("file", "sha256"), sorted(self._hashes.items()))

    @cached_property
    def _hashes(self) -> dict[str, str]:
        try:
            raw = self._paths.written_files.read_bytes()
        except FileNotFoundError:
            return {}
        return {row.get("file"): row.get("sha256") for row in read_table(raw)[1]}
