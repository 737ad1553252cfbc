"""Submissions: the files in the inbox, whose they are and when they were received."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from hashlib import sha256
from pathlib import Path

from listbuilder.importers.containers import find_files
from listbuilder.tournament.csv_tables import load_table, parse_moment_in_zone, save_table
from listbuilder.tournament.paths import TournamentPaths
from listbuilder.tournament.registrations import Player, Registrations

UNMATCHED_FOLDER = "unmatched"
"""The folder of submissions without a player."""
SUBMISSION_COLUMNS = ("file", "player", "received", "clock", "source", "sender", "sha256")
CLOCK_MAIL, CLOCK_FILE, CLOCK_COLUMN = "mail", "file", "column"
MAIL_SUFFIX = ".eml"
"""The suffix of mails without a list; they count only if there is nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """One submitted file."""

    file: str
    """Its path in the inbox, with forward slashes."""
    player: str = ""
    """The player's id; empty if it is unknown."""
    received: str = ""
    clock: str = ""
    """Where the time comes from: the mail, the organiser's table, or the date of the file."""
    source: str = ""
    sender: str = ""
    sha256: str = ""

    @property
    def received_at(self) -> datetime:
        """When it was received, for sorting."""
        return parse_moment_in_zone(self.received) or datetime.min.replace(tzinfo=UTC)


def load_submission_table(paths: TournamentPaths) -> list[Submission]:
    """Load the table of submissions, which may be edited by hand."""
    rows = [row for row in load_table(paths.submission_table)[1] if row.get("file")]
    return [Submission(**{column: row.get(column) for column in SUBMISSION_COLUMNS}) for row in rows]


def save_submission_table(paths: TournamentPaths, submissions: Iterable[Submission]) -> None:
    """Save the table of submissions."""
    rows = [[getattr(submission, column) for column in SUBMISSION_COLUMNS] for submission in submissions]
    save_table(paths.submission_table, SUBMISSION_COLUMNS, rows)


def load_submissions(paths: TournamentPaths, registrations: Registrations, zone: tzinfo = UTC) -> list[Submission]:
    """Return everything in the inbox: submissions in the table, and files that were put there by hand.

    Times without a zone are in the given one.
    """
    known = {submission.file: submission for submission in load_submission_table(paths)}
    inbox = os.fspath(paths.inbox)
    files = find_files(inbox) if paths.inbox.is_dir() else ()
    names = [path[len(inbox) + 1 :].replace(os.sep, "/") for path in files]
    missing = {known[file].sha256: known[file] for file in known.keys() - names if known[file].sha256}
    needs_owners = len(names) + len(missing) > len(known) or not all(submission.player for submission in known.values())
    owners = _find_owners(registrations) if needs_owners else {}
    submissions = [known.get(name) or _build_untabled(name, paths, owners, missing) for name in names]
    return [
        _with_time(
            submission
            if submission.player or submission.file not in owners  # the player table may name its path
            else replace(submission, player=owners[submission.file]),
            paths,
            registrations,
            zone,
        )
        for submission in submissions
    ]


def file_time(path: Path) -> str:
    """Return the date of a file, or of a dangling link itself."""
    status = path.stat() if path.exists() else path.lstat()
    return datetime.fromtimestamp(status.st_mtime, UTC).isoformat(timespec="seconds")


def count_different(submissions: Iterable[Submission], inbox: Path) -> int:
    """Return how many different files there are; a file may be a copy of another."""
    return len({submission.sha256 or _hash_file(inbox / submission.file) for submission in submissions})


def _hash_file(path: Path) -> str:
    """Return the hash of a file; an unreadable one is unique."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return str(path)


def _find_owners(registrations: Registrations) -> Mapping[str, str]:
    """Return the player ids by the files and folders that belong to them."""
    players = registrations.players[::-1]  # reversed, so that the first player with a folder counts
    folders = {f"{name}/": player.id for player in players for name in (player.folder, player.id)}
    return folders | {_named_file(player): player.id for player in players if player.file}


def _build_untabled(
    name: str, paths: TournamentPaths, owners: Mapping[str, str], missing: Mapping[str, Submission]
) -> Submission:
    """Build the submission of a file that is not in the table; its folder or the player table gives its player.

    One that was moved by hand keeps what was known about it.
    """
    folder, slash, _ = name.partition("/")
    keys = (name, name.rpartition("/")[2], f"{folder}{slash}" if slash else "")
    owner = next((owners[key] for key in keys if key in owners), "")
    moved = missing.get(_hash_file(paths.inbox / name)) if missing else None
    if moved is not None:
        return replace(moved, file=name, player=owner)
    return Submission(file=name, player=owner, received=file_time(paths.inbox / name), clock=CLOCK_FILE, source=name)


def _with_time(
    submission: Submission, paths: TournamentPaths, registrations: Registrations, zone: tzinfo
) -> Submission:
    """Return a submission with its time: as noted by the organiser, as recorded, or the date of the file."""
    player = registrations.find(submission.player)
    has_note = player is not None and player.received and (not player.file or _is_named_file(player, submission))
    received_at = parse_moment_in_zone(player.received, zone) if player is not None and has_note else None
    clock = submission.clock if received_at is None else CLOCK_COLUMN
    received_at = received_at or parse_moment_in_zone(submission.received, zone)
    if received_at is None:
        return replace(submission, received=file_time(paths.inbox / submission.file), clock=CLOCK_FILE)
    return replace(submission, received=received_at.isoformat(timespec="seconds"), clock=clock)


def find_named(player: Player, submissions: Iterable[Submission]) -> list[Submission]:
    """Return the submissions that the player table names."""
    return [submission for submission in submissions if _is_named_file(player, submission)] if player.file else []


def _is_named_file(player: Player, submission: Submission) -> bool:
    """Return whether the player table names a submission, by its path, file name or original file."""
    names = (submission.file, submission.file.rpartition("/")[2], submission.source)
    return bool(player.file) and _named_file(player) in names


def _named_file(player: Player) -> str:
    return player.file.replace("\\", "/").removeprefix("inbox/")


def select_counting(player: Player, submissions: Iterable[Submission], number: int = 1) -> list[Submission]:
    """Return the submissions of a player that count, the newest first: those in the player table or the latest."""
    own = exclude_bare_mails(submissions)
    if len(own) > 1:
        own.sort(key=lambda submission: (submission.received_at, submission.file))
    return (find_named(player, own) or own)[-number:][::-1]


def exclude_bare_mails(submissions: Iterable[Submission]) -> list[Submission]:
    """Leave out mails without a list, if there are other submissions."""
    all_submissions = list(submissions)
    lists = [submission for submission in all_submissions if not submission.file.endswith(MAIL_SUFFIX)]
    return lists or all_submissions
