"""What was handed in: the files of the inbox, whose each is, and when it came."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from hashlib import sha256
from pathlib import Path

from listbuilder.importers.containers import files_in
from listbuilder.tournament.csv_tables import moment, read_table, save_table
from listbuilder.tournament.paths import Places
from listbuilder.tournament.registrations import Player, Register

UNMATCHED = "unmatched"
"""The folder of what nobody could be found for."""
COLUMNS = ("file", "player", "received", "clock", "source", "sender", "sha256")
CLOCK_MAIL, CLOCK_FILE, CLOCK_COLUMN = "mail", "file", "column"
MAIL = ".eml"
"""How a mail that no list was found in is called: it is kept, and counts only where there is nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """One file that was handed in."""

    file: str
    """Its place in the inbox, with strokes as on the web."""
    player: str = ""
    """The player's id; empty where nobody knows."""
    received: str = ""
    clock: str = ""
    """Where the time is from: the mail, the organiser's column, or only the date of the file."""
    source: str = ""
    sender: str = ""
    sha256: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """All that an organiser may call it: its place, its name there, and the file that it came in."""
        return self.file, self.file.rpartition("/")[2], self.source

    @property
    def moment(self) -> datetime:
        """When it came, to be put in order."""
        return moment(self.received) or datetime.min.replace(tzinfo=UTC)


def load_taken(places: Places) -> list[Submission]:
    """Load what was taken in so far, as the table has it; a row may be mended by hand."""
    try:
        rows = read_table(places.taken.read_bytes())[1]
    except FileNotFoundError:
        return []
    return [
        Submission(**{column: cells.get(column, "") for column in COLUMNS}) for _, cells in rows if cells.get("file")
    ]


def save_taken(places: Places, taken: Iterable[Submission]) -> None:
    """Save the table of what was taken in."""
    rows = [[getattr(one, column) for column in COLUMNS] for one in taken]
    save_table(places.taken, COLUMNS, rows)


def load_submissions(places: Places, register: Register, zone: tzinfo = UTC) -> list[Submission]:
    """Give everything in the inbox: what was taken in, and files that somebody put there by hand.

    A time that was noted without a zone is meant in the zone given.
    """
    known = {one.file: one for one in load_taken(places)}
    names = list(_names(places.inbox))
    gone = {known[file].sha256: known[file] for file in known.keys() - names if known[file].sha256}
    open_ones = len(names) + len(gone) > len(known) or not all(one.player for one in known.values())
    owners = _owners(register) if open_ones else {}
    found = [_owned(known[name], owners) if name in known else _dropped(name, places, owners, gone) for name in names]
    return [_dated(one, places, register, zone) for one in found]


def file_time(path: Path) -> str:
    """Give the date of a file, which proves little; of a link to nowhere its own."""
    found = path.stat() if path.exists() else path.lstat()
    return datetime.fromtimestamp(found.st_mtime, UTC).isoformat(timespec="seconds")


def different(submissions: Iterable[Submission], inbox: Path) -> int:
    """Count how many different files these are: one that was put there by hand may be a copy."""
    return len({one.sha256 or _digest(inbox / one.file) for one in submissions})


def _digest(path: Path) -> str:
    """Hash a file; one that cannot be read is like no other."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return str(path)


def _names(inbox: Path) -> Iterator[str]:
    """Give the places of all files; a folder that is empty may be missing: what keeps versions keeps no such."""
    if not inbox.is_dir():
        return iter(())
    skipped = len(os.fspath(inbox)) + 1
    return (path[skipped:].replace(os.sep, "/") for path in files_in(os.fspath(inbox)))


def _owners(register: Register) -> Mapping[str, str]:
    """Tell whose a file is, by the place that a player's column names and by its folder."""
    players = register.players[::-1]  # of two with one folder the first counts
    folders = {f"{name}/": player.id for player in players for name in (player.folder, player.id)}
    return folders | {_file_of(player): player.id for player in players if player.file}


def _owned(one: Submission, owners: Mapping[str, str]) -> Submission:
    """Give a file that was nobody's to the player whose column names its place; its name alone many files have."""
    return one if one.player or one.file not in owners else replace(one, player=owners[one.file])


def _dropped(name: str, places: Places, owners: Mapping[str, str], gone: Mapping[str, Submission]) -> Submission:
    """Take a file as it lies there: its folder, or the column of a player, says whose it is.

    One that was taken in and then moved by hand keeps all that was known of it.
    """
    folder, stroke, _ = name.partition("/")
    asked = (name, name.rpartition("/")[2], f"{folder}{stroke}" if stroke else "")
    owner = next((owners[one] for one in asked if one in owners), "")
    moved = gone.get(_digest(places.inbox / name)) if gone else None
    if moved is not None:
        return replace(moved, file=name, player=owner)
    return Submission(file=name, player=owner, received=file_time(places.inbox / name), clock=CLOCK_FILE, source=name)


def _dated(one: Submission, places: Places, register: Register, zone: tzinfo) -> Submission:
    """The organiser's own note of the time goes before every clock; where no time is known, there is the file's."""
    player = register.find(one.player)
    noted = player is not None and player.received and (not player.file or _is_file_of(player, one))
    at = moment(player.received, zone) if player is not None and noted else None
    clock = one.clock if at is None else CLOCK_COLUMN
    at = at or moment(one.received, zone)
    if at is None:
        return replace(one, received=file_time(places.inbox / one.file), clock=CLOCK_FILE)
    received = at.isoformat(timespec="seconds")
    return one if (received, clock) == (one.received, one.clock) else replace(one, received=received, clock=clock)


def named_by(player: Player, submissions: Iterable[Submission]) -> list[Submission]:
    """Give the submissions that a player's column names."""
    return [one for one in submissions if _is_file_of(player, one)] if player.file else []


def _is_file_of(player: Player, one: Submission) -> bool:
    return bool(player.file) and _file_of(player) in one.names


def _file_of(player: Player) -> str:
    return player.file.replace("\\", "/").removeprefix("inbox/")


def counts_for(player: Player, submissions: Iterable[Submission], number: int = 1) -> list[Submission]:
    """Give the submissions of a player that count, the newest first: as the column says, else the last so many."""
    own = lists_among(submissions)
    if len(own) > 1:  # most hand in once
        own.sort(key=lambda one: (one.moment, one.file))
    return (named_by(player, own) or own)[-number:][::-1]


def lists_among(submissions: Iterable[Submission]) -> list[Submission]:
    """Leave out mails without a list, of somebody who has handed in something else too."""
    every = list(submissions)
    return [one for one in every if not one.file.endswith(MAIL)] or every
