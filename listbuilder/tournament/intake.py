"""Take submissions into the inbox: split files, archives and mails into lists, and match each to a player.

Every submission is stored as a new version, and never twice.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from listbuilder.datafiles.reader import load_bytes
from listbuilder.diagnostics import Diagnostic
from listbuilder.disk import make_folder, move_file, write_atomically
from listbuilder.errors import UnreadableError
from listbuilder.importers.containers import find_files, read_archive
from listbuilder.importers.dispatch import ZIP_MAGIC
from listbuilder.judging.judge import read_armies
from listbuilder.library import Library
from listbuilder.model import ArmyList, slugify
from listbuilder.tournament.csv_tables import load_table, save_table
from listbuilder.tournament.email_files import Attachment, Email, extract_list, is_email, read_emails, strip_quotes
from listbuilder.tournament.paths import TournamentPaths
from listbuilder.tournament.player_matching import Candidate, Clues, choose_player, likely_players, rank_candidates
from listbuilder.tournament.registrations import Player, Registrations
from listbuilder.tournament.submissions import (
    CLOCK_FILE,
    CLOCK_MAIL,
    MAIL_SUFFIX,
    UNMATCHED_FOLDER,
    Submission,
    file_time,
    load_submission_table,
    load_submissions,
    save_submission_table,
)

_MAX_ARCHIVE_DEPTH = 3
_MAX_FILES, _MAX_BYTES = 2_000, 50_000_000
"""For all archives in one file together."""


def unpack_archives(raw: bytes, name: str) -> list[tuple[str, bytes | Diagnostic]]:
    """Return the files in an archive and in archives inside it, or the file itself; findings for unreadable ones.

    An archive that cannot be opened, or has no readable file, is returned as it is.
    """
    files: list[tuple[str, bytes | Diagnostic]] = [(name, raw)]
    for _ in range(_MAX_ARCHIVE_DEPTH):
        opened = [inside for path, data in files for inside in _unpack(path, data)]
        size = sum(len(data) for _, data in opened if isinstance(data, bytes))
        if opened == files or len(opened) > _MAX_FILES or size > _MAX_BYTES:
            break
        files = opened
    return files


def _unpack(name: str, raw: bytes | Diagnostic) -> list[tuple[str, bytes | Diagnostic]]:
    if isinstance(raw, Diagnostic) or not raw.startswith(ZIP_MAGIC):
        return [(name, raw)]
    try:
        members = list(read_archive(raw, name))
    except UnreadableError:
        return [(name, raw)]
    return members if any(isinstance(data, bytes) for _, data in members) else [(name, raw)]


_PICTURE_SIGNATURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"RIFF")
_PASTED_NAME = "pasted.txt"
_MAX_FILE_SIZE = 50_000_000
"""Bytes of a submitted file; a mailbox may contain the lists of all players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncomingFile:
    """One submitted file, before its player is known."""

    name: str
    data: bytes
    clues: Clues
    received: str = ""
    clock: str = ""
    sender: str = ""
    source: str = ""
    """The file that it came in."""
    is_alone: bool = True
    """Whether it came without other lists, which may belong to other players."""
    skipped_files: tuple[str, ...] = ()
    """Other files of the same mail, which are not lists; pictures are ignored."""


def split_submissions(
    paths: Iterable[str], library: Library, is_skipped: Callable[[Path], bool] = lambda _: False
) -> Iterator[IncomingFile | Diagnostic]:
    """Yield every list in the given files, folders, archives and mails, and findings about unreadable ones."""
    inputs = [Path(path) for path in paths]
    try:  # the name of the folder that contains everything says nothing about a player; those below it may
        common = os.path.commonpath([(path if path.is_dir() else path.parent).absolute() for path in inputs])
    except ValueError:  # there is none, as on several drives
        common = ""
    for file in (Path(file) for path in inputs for file in (find_files(str(path)) if path.is_dir() else [path])):
        if is_skipped(file):
            continue
        try:
            raw = load_bytes(file, max_size=_MAX_FILE_SIZE)
        except UnreadableError as error:
            yield from error.diagnostics
            continue
        folders = Path(os.path.relpath(file.parent, common)).parts if common else ()
        for incoming in _split_file(raw, file, library):
            if folders and isinstance(incoming, IncomingFile):
                texts = (*incoming.clues.texts, *folders)
                yield replace(incoming, clues=replace(incoming.clues, texts=texts))
            else:
                yield incoming


def _split_file(raw: bytes, file: Path, library: Library) -> Iterator[IncomingFile | Diagnostic]:
    modified = file_time(file)
    for name, data in unpack_archives(raw, file.name):
        if isinstance(data, Diagnostic):
            yield data
            continue
        if is_email(data):
            for mail in read_emails(data, str(file)):
                yield from [mail] if isinstance(mail, Diagnostic) else _split_email(mail, file, name, library)
            continue
        file_name = Path(name).name
        clues = Clues(file=file_name, names=_player_names(read_armies(data, name, library)), texts=_name_clues(name))
        yield IncomingFile(
            name=file_name, data=data, clues=clues, received=modified, clock=CLOCK_FILE, source=file.name
        )


def _split_email(mail: Email, file: Path, name: str, library: Library) -> Iterator[IncomingFile]:
    """Yield the lists of a mail; a mail without lists is submitted as it is, so that none is lost.

    Of forwarded mails, the outermost one says when the list was received.
    """
    received, clock = file_time(file), CLOCK_FILE
    if mail.received is not None:
        received, clock = mail.received.isoformat(timespec="seconds"), CLOCK_MAIL
    attachment = Attachment(f"{Path(name).stem}{MAIL_SUFFIX}", mail.raw)
    for incoming in list(_find_in_email(mail, library)) or [_build_incoming(attachment, [], mail)]:
        yield replace(incoming, received=received, clock=clock, source=file.name)


def _find_in_email(mail: Email, library: Library) -> Iterator[IncomingFile]:
    """Yield the lists of a mail and of the mails that it forwards."""
    lists = _find_lists(mail, library)
    files = [part.name for part in mail.parts if part.name and not part.data.startswith(_PICTURE_SIGNATURES)]
    names = [part.name for part, _ in lists]  # perhaps something in a file
    skipped = tuple(name for name in files if names and not any(f"{other}/".startswith(f"{name}/") for other in names))
    for index, (part, armies) in enumerate(lists):
        incoming = _build_incoming(part, armies, mail)
        yield replace(incoming, is_alone=len(lists) <= 1, skipped_files=() if index else skipped)
    for forwarded in mail.forwarded:
        yield from _find_in_email(forwarded, library)


def _build_incoming(part: Attachment, armies: Iterable[ArmyList], mail: Email) -> IncomingFile:
    names = (*_player_names(armies), mail.sender) if mail.sender else _player_names(armies)
    texts = (mail.subject, *_name_clues(part.name))
    return IncomingFile(
        name=Path(part.name).name,
        data=part.data,
        clues=Clues(address=mail.address, names=names, texts=texts, writers=mail.quoted_writers),
        sender=mail.address,
    )


def _find_lists(mail: Email, library: Library) -> list[tuple[Attachment, list[ArmyList]]]:
    """Return the lists among a mail's files, otherwise among its texts, otherwise all files.

    A list often comes with a print or a photo of the army. A pasted list often comes as text and as HTML.
    """
    parts = [part for part in mail.parts if not part.data.startswith(_PICTURE_SIGNATURES)]
    read = [file for part in parts if part.name for file in _read_attachment(part, library)]
    lists = [(part, armies) for part, armies in read if armies]
    texts = [part for part in parts if not part.name]
    unquoted = [_map_text(part, strip_quotes) for part in texts]
    for bodies in (unquoted, texts, [_map_text(part, extract_list) for part in unquoted]):
        for page in (False, True):
            if not lists:
                pasted = [Attachment(_PASTED_NAME, part.data) for part in bodies if part.is_html is page]
                parsed = [(part, read_armies(part.data, part.name, library)) for part in pasted]
                lists = [(part, armies) for part, armies in parsed if armies]
    return lists or read


def _read_attachment(part: Attachment, library: Library) -> list[tuple[Attachment, list[ArmyList]]]:
    """Return a file or those in it; an archive stays whole if its only list may be unreadable."""
    inside = unpack_archives(part.data, part.name)
    files = [Attachment(name, data) for name, data in inside if isinstance(data, bytes)]
    read = [(file, read_armies(file.data, file.name, library)) for file in files]
    is_complete = len(files) == len(inside) or any(armies for _, armies in read)
    return read if is_complete else [(part, [])]


def _map_text(part: Attachment, cut: Callable[[str], str]) -> Attachment:
    return replace(part, data=cut(part.data.decode()).encode())


def _name_clues(name: str) -> tuple[str, ...]:
    """Return the names of a file and its folders, without the suffix."""
    path = Path(name)
    return (path.stem, *path.parent.parts) if name else ()


def _player_names(armies: Iterable[ArmyList]) -> tuple[str, ...]:
    return tuple(army.player for army in armies if army.player)


AskForPlayer: TypeAlias = Callable[[IncomingFile, list[Candidate]], Player | None]
"""Asks the organiser whose list it is; returns None if that is unknown."""
_VERSION_NUMBER = re.compile(r"[0-9]{1,6}(?=-)")
_HASH_DIGITS = 16
"""Digits of a hash that are enough to identify a file."""
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,8}")


@dataclass(frozen=True, slots=True)
class IntakeResult:
    """The result of taking in files."""

    taken: list[Submission] = field(default_factory=list)
    already_taken: list[Submission] = field(default_factory=list)
    """Submissions that were taken before."""
    removed: list[Submission] = field(default_factory=list)
    """Of these, the ones that are no longer in the inbox."""
    unmatched: list[tuple[Submission, list[Candidate]]] = field(default_factory=list)
    """Submissions without a player, with the candidates."""
    unreadable: list[Diagnostic] = field(default_factory=list)
    """Findings about files that could not be opened."""
    skipped_files: list[tuple[Submission, tuple[str, ...]]] = field(default_factory=list)
    """Files that came in one mail with a list and were not taken."""


class SubmissionIntake:
    """Takes submissions into the inbox of a tournament."""

    def __init__(
        self, paths: TournamentPaths, registrations: Registrations, library: Library, ask: AskForPlayer | None = None
    ) -> None:
        self._paths = paths
        self._registrations = registrations
        self._library = library
        self._ask = ask
        self._taken = load_submission_table(paths)
        self._answers = {row.get("clue"): row.get("player") for row in load_table(paths.answers)[1]}

    def take(self, paths: Iterable[str]) -> IntakeResult:
        """Take in everything in the given files, folders, archives and mails."""
        intake = IntakeResult()
        try:
            for incoming in split_submissions(paths, self._library, self._paths.is_own_file):
                if isinstance(incoming, Diagnostic):
                    intake.unreadable.append(incoming)
                else:
                    self._take_file(incoming, intake)
        finally:  # record what is in the inbox, even if a later file fails
            save_submission_table(self._paths, self._taken)
        inbox, known = self._paths.inbox, intake.already_taken
        missing = [submission for submission in known if not (inbox / submission.file).is_file()]
        if missing:  # perhaps only renamed
            present = {moved.sha256 for moved in load_submissions(self._paths, self._registrations)}
            intake.removed.extend(submission for submission in missing if submission.sha256 not in present)
        return intake

    def _take_file(self, incoming: IncomingFile, intake: IntakeResult) -> None:
        digest = hashlib.sha256(incoming.data).hexdigest()
        ranked = rank_candidates(incoming.clues, self._registrations.players)
        player = self._find_player(incoming, ranked, digest)
        owner, folder = (player.id, player.folder) if player is not None else ("", UNMATCHED_FOLDER)
        same = [submission for submission in self._taken if submission.sha256 == digest]
        known = next((submission for submission in same if submission.player == owner or not owner), None)
        if known is not None:
            intake.already_taken.append(known)
            return
        unowned = next((submission for submission in same if not submission.player), None)
        if unowned is not None:  # it was taken before its player was known
            self._taken.remove(unowned)
            intake.unmatched[:] = [row for row in intake.unmatched if row[0] is not unowned]
        submission = self._store(incoming, owner, folder, digest, unowned)
        self._taken.append(submission)
        if incoming.skipped_files:
            intake.skipped_files.append((submission, incoming.skipped_files))
        if owner:
            intake.taken.append(submission)
        else:
            intake.unmatched.append((submission, ranked))

    def _find_player(self, incoming: IncomingFile, ranked: list[Candidate], digest: str) -> Player | None:
        """Return the player by an earlier answer, by the clues, or by asking; answers are stored.

        An answer is valid for a whole address only if the list came alone and no player is likely. Files without an
        address, and mails that quote others, are identified by their content instead.
        """
        address = incoming.clues.address if not incoming.clues.writers else ""
        own_key = f"{address} / {incoming.name}" if address else f"{incoming.name} / {digest[:_HASH_DIGITS]}"
        keys = [own_key, address] if address and incoming.is_alone and not likely_players(ranked) else [own_key]
        earlier_answer = next((self._answers[key] for key in keys if key in self._answers), None)
        player = self._registrations.find(earlier_answer) if earlier_answer is not None else None
        player = player or choose_player(ranked)
        if player is None and self._ask is not None:
            player = self._ask(incoming, ranked)
            if player is not None:
                self._answers[keys[-1]] = player.id
                save_table(self._paths.answers, ("clue", "player"), sorted(self._answers.items()))
        return player

    def _store(
        self, incoming: IncomingFile, owner: str, folder_name: str, digest: str, unowned: Submission | None
    ) -> Submission:
        """Store a file as a new version; if it is already in the inbox, move it to its player."""
        folder = self._paths.inbox / folder_name
        make_folder(folder)
        prefix = f"{folder.name}/"
        earlier = [row.file.rpartition("/")[2] for row in self._taken if row.file.startswith(prefix)]
        name = _free_name([*earlier, *(path.name for path in folder.iterdir())], incoming.name)
        if unowned is not None and (self._paths.inbox / unowned.file).is_file():
            move_file(self._paths.inbox / unowned.file, folder / name)
        else:
            write_atomically(folder / name, incoming.data, new=True)
        return Submission(
            file=f"{folder.name}/{name}",
            player=owner,
            received=incoming.received,
            clock=incoming.clock,
            source=incoming.source,
            sender=incoming.sender,
            sha256=digest,
        )


def _free_name(names: Iterable[str], original: str) -> str:
    """Return a numbered file name that shows the order of versions; names from mails are sanitised."""
    ending = Path(original).suffix.lower()
    stem = slugify(Path(original).stem)[:60] or "list"
    numbers = [int(match[0]) for name in names if (match := _VERSION_NUMBER.match(name))]
    number = max(numbers, default=0) + 1
    return f"{number:02}-{stem}{ending if _SUFFIX.fullmatch(ending) else '.txt'}"
