"""The files of an event folder, and a writer that respects changes made by hand."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.disk import make_folder, write_atomically
from listbuilder.errors import UnreadableError
from listbuilder.tournament.csv_tables import load_table, save_table


class TournamentPaths:
    """The paths of one event folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.event = root / "event.yaml"
        self.players = root / "players.csv"
        """The registrations."""
        self.inbox = root / "inbox"
        """The submissions, with a folder for each player."""
        self.submission_table = root / "taken.csv"
        """The player and time of each file in the inbox."""
        self.answers = root / "answers.csv"
        """The organiser's answers about whose list a file is."""
        self.decisions = root / "decisions.csv"
        """The organiser's decisions, with reasons."""
        self.acceptance_log = root / "lock.jsonl"
        self.letters = root / "letters"
        self.public = root / "public"
        """The files to publish."""
        self.secret = root / "secret.txt"
        """The secret that commitments are salted with; only for the organiser."""
        self.written_files = root / "written.csv"
        """Hashes of generated files, to recognise changes made by hand."""
        tables = (self.players, self.submission_table, self.answers, self.decisions, self.written_files)
        self._own_files = (self.event, *tables, self.acceptance_log, self.secret)

    @property
    def is_tournament(self) -> bool:
        """Whether the folder is an event folder."""
        return self.event.is_file() and self.players.is_file()

    def fingerprint(self) -> tuple[object, ...]:
        """Return a value that changes when a file of the tournament changes."""
        files = (self.event, self.players, self.submission_table, self.acceptance_log, self.decisions)
        existing = [path for path in sorted([*files, *self.inbox_files()]) if path.exists()]
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

    def require(self) -> None:
        """Raise UnreadableError if the folder is not an event folder."""
        for path in (self.event, self.players):
            if not path.is_file():
                raise UnreadableError([Diagnostic("DSK001", None, {"file": path.name}, place=Place(str(self.root)))])


class GeneratedFileWriter:
    """Writes generated files; those that were changed by hand are left alone."""

    def __init__(self, paths: TournamentPaths) -> None:
        self._paths = paths
        self._hashes = {row.get("file"): row.get("sha256") for row in load_table(paths.written_files)[1]}
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
