"""Taking lists in: each is matched to a player, kept as a version of its own, and never taken twice.

What comes in, taken apart: files, folders, archives and saved mails become single lists, each with its clues.

Archives that were handed in, and archives in them: players pack what was packed already.
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
from listbuilder.disk import make_folder, move, write_atomically
from listbuilder.errors import UnreadableError
from listbuilder.importers.containers import files_in, read_members
from listbuilder.importers.dispatch import ZIP
from listbuilder.judging.judge import armies_in
from listbuilder.library import Library
from listbuilder.model import ArmyList, slug
from listbuilder.tournament.csv_tables import read_table, save_table
from listbuilder.tournament.email_files import Enclosure, Mail, is_mail, list_within, read_mails, without_quotes
from listbuilder.tournament.paths import Places
from listbuilder.tournament.player_matching import Candidate, Clues, candidates, decided, likely
from listbuilder.tournament.registrations import Player, Register
from listbuilder.tournament.submissions import (
    CLOCK_FILE,
    CLOCK_MAIL,
    MAIL,
    UNMATCHED,
    Submission,
    file_time,
    load_submissions,
    load_taken,
    save_taken,
)

_DEEPEST = 3
_MOST_FILES, _MOST_BYTES = 2_000, 50_000_000
"""Of all archives in one file together."""


def open_archives(raw: bytes, name: str) -> list[tuple[str, bytes | Diagnostic]]:
    """Give the files in an archive, or the file itself; of a file in it that cannot be read, why.

    An archive that cannot be opened, or has nothing in it that can be read, is handed in as it is.
    """
    found: list[tuple[str, bytes | Diagnostic]] = [(name, raw)]
    for _ in range(_DEEPEST):
        opened = [inside for path, data in found for inside in _opened(path, data)]
        if opened == found or len(opened) > _MOST_FILES or _size(opened) > _MOST_BYTES:
            break
        found = opened
    return found


def _size(found: list[tuple[str, bytes | Diagnostic]]) -> int:
    return sum(len(data) for _, data in found if isinstance(data, bytes))


def _opened(name: str, raw: bytes | Diagnostic) -> list[tuple[str, bytes | Diagnostic]]:
    if isinstance(raw, Diagnostic) or not raw.startswith(ZIP):
        return [(name, raw)]
    try:
        members = list(read_members(raw, name))
    except UnreadableError:
        return [(name, raw)]
    return members if any(isinstance(data, bytes) for _, data in members) else [(name, raw)]


_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"RIFF")
_PASTED = "pasted.txt"
_LARGEST = 50_000_000
"""Bytes of a file that is taken in: a mailbox holds everybody's list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One file that was handed in, before it is known whose it is."""

    name: str
    data: bytes
    clues: Clues
    received: str
    clock: str
    sender: str = ""
    source: str = ""
    """The file that it came in."""
    alone: bool = True
    """Whether nothing else came with it that may be somebody else's."""
    beside: tuple[str, ...] = ()
    """Files of the same mail that are no lists, and so not taken; pictures, as in many a signature, are not named."""


def take_apart(
    paths: Iterable[str], library: Library, passed_over: Callable[[Path], bool] = lambda _: False
) -> Iterator[Piece | Diagnostic]:
    """Give every list in the files, folders, archives and mails that are named, and what cannot be read at all."""
    brought = [Path(path) for path in paths]
    whole = _common_folder(brought)
    for file in (file for path in brought for file in _files(path)):
        if passed_over(file):
            continue
        try:
            raw = load_bytes(file, largest=_LARGEST)
        except UnreadableError as error:
            yield from error.diagnostics
            continue
        folders = Path(os.path.relpath(file.parent, whole)).parts if whole else ()
        for piece in _pieces(raw, file, library):
            yield _with_clues(piece, folders) if folders and isinstance(piece, Piece) else piece


def _with_clues(piece: Piece, folders: tuple[str, ...]) -> Piece:
    return replace(piece, clues=replace(piece.clues, texts=(*piece.clues.texts, *folders)))


def _common_folder(brought: list[Path]) -> str:
    """Give the folder that everything lies in: its name says nothing of anybody, those of folders in it may.

    Empty where there is none, as on several drives.
    """
    try:
        return os.path.commonpath([(path if path.is_dir() else path.parent).absolute() for path in brought])
    except ValueError:
        return ""


def _files(path: Path) -> list[Path]:
    """Give the files that are meant."""
    return [Path(file) for file in files_in(str(path))] if path.is_dir() else [path]


def _pieces(raw: bytes, file: Path, library: Library) -> Iterator[Piece | Diagnostic]:
    at = file_time(file)
    for name, data in open_archives(raw, file.name):
        if isinstance(data, Diagnostic):
            yield data
            continue
        if is_mail(data):
            for mail in read_mails(data, str(file)):
                yield from [mail] if isinstance(mail, Diagnostic) else _of_mail(mail, file, name, library)
            continue
        called = Path(name).name
        clues = Clues(file=called, names=_players(armies_in(data, name, library)), texts=_hints(name))
        yield Piece(name=called, data=data, clues=clues, received=at, clock=CLOCK_FILE, source=file.name)


def _of_mail(mail: Mail, file: Path, name: str, library: Library) -> Iterator[Piece]:
    """Give the lists of a mail; one without any is handed in as it is, so that nobody's mail gets lost."""
    if mail.received is not None:
        came = Came(received=mail.received.isoformat(timespec="seconds"), clock=CLOCK_MAIL, source=file.name)
    else:
        came = Came(received=file_time(file), clock=CLOCK_FILE, source=file.name)
    pieces = list(_in_mail(mail, came, library))
    whole = Enclosure(f"{Path(name).stem}{MAIL}", mail.raw)
    yield from pieces or [_piece(whole, [], mail, came)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
    """How a mail came in: of one that is passed on, only the outermost tells when it was here."""

    received: str
    clock: str
    source: str


def _in_mail(mail: Mail, came: Came, library: Library) -> Iterator[Piece]:
    """Give the lists of a mail and of the mails that it passes on, each with those whom it is from."""
    lists = _lists(mail, library)
    taken = {part.name for part, _ in lists}
    others = [part for part in mail.parts if part.name and not part.data.startswith(_PICTURES)]
    beside = tuple(part.name for part in others if lists and not _is_among(part.name, taken))
    for place, (part, armies) in enumerate(lists):
        yield replace(_piece(part, armies, mail, came), alone=len(lists) <= 1, beside=() if place else beside)
    for inner in mail.passed_on:
        yield from _in_mail(inner, came, library)


def _piece(part: Enclosure, armies: Iterable[ArmyList], mail: Mail, came: Came) -> Piece:
    names = (*_players(armies), mail.sender) if mail.sender else _players(armies)
    texts = (mail.subject, *_hints(part.name))
    return Piece(
        name=Path(part.name).name,
        data=part.data,
        clues=Clues(address=mail.address, names=names, texts=texts, writers=mail.writers),
        received=came.received,
        clock=came.clock,
        sender=mail.address,
        source=came.source,
    )


def _lists(mail: Mail, library: Library) -> list[tuple[Enclosure, list[ArmyList]]]:
    """Give the files of a mail that are lists, else what was pasted, else all its files: one of them was meant to be.

    A list often comes with its print of another tool, or with a photo of the army; what was pasted, as text and once
    more as a page.
    """
    parts = [part for part in mail.parts if not part.data.startswith(_PICTURES)]
    read = [found for part in parts if part.name for found in _files_in(part, library)]
    lists = [(part, armies) for part, armies in read if armies]
    texts = [part for part in parts if not part.name]
    own = [_cut(part, without_quotes) for part in texts]
    for kind in (own, texts, [_cut(part, list_within) for part in own]):
        for page in (False, True):
            pasted = [Enclosure(_PASTED, part.data) for part in kind if part.page is page] if not lists else []
            tried = [(part, armies_in(part.data, part.name, library)) for part in pasted]
            lists += [(part, armies) for part, armies in tried if armies]
    return lists or read


def _files_in(part: Enclosure, library: Library) -> list[tuple[Enclosure, list[ArmyList]]]:
    """Give a file, or those in it; an archive stays whole where its list may be what cannot be read."""
    inside = open_archives(part.data, part.name)
    files = [Enclosure(name, data) for name, data in inside if isinstance(data, bytes)]
    read = [(file, armies_in(file.data, file.name, library)) for file in files]
    told = len(files) == len(inside) or any(armies for _, armies in read)
    return read if told else [(part, [])]


def _cut(part: Enclosure, cut: Callable[[str], str]) -> Enclosure:
    return replace(part, data=cut(part.data.decode()).encode())


def _is_among(name: str, taken: Iterable[str]) -> bool:
    """Tell whether a file was taken, or something in it where it is an archive."""
    return any(one == name or one.startswith(f"{name}/") for one in taken)


def _hints(name: str) -> tuple[str, ...]:
    """Give what a file's name and its folders say, without its ending."""
    path = Path(name)
    return (path.stem, *path.parent.parts) if name else ()


def _players(armies: Iterable[ArmyList]) -> tuple[str, ...]:
    return tuple(army.player for army in armies if army.player)


Ask: TypeAlias = Callable[[Piece, list[Candidate]], Player | None]
"""Asks somebody whose a list is; None where nobody knows."""
_NUMBER = re.compile(r"[0-9]{1,6}(?=-)")
_TELLING = 16
"""Digits of a hash that no two files of an event share."""
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,8}")


@dataclass(frozen=True, slots=True)
class Intake:
    """What became of everything that was brought."""

    taken: list[Submission] = field(default_factory=list)
    again: list[Submission] = field(default_factory=list)
    """What had been taken before."""
    gone: list[Submission] = field(default_factory=list)
    """What of that somebody has taken out of the inbox since."""
    open: list[tuple[Submission, list[Candidate]]] = field(default_factory=list)
    """What nobody could be found for, and who it may be of."""
    unread: list[Diagnostic] = field(default_factory=list)
    """What could not be opened at all."""
    beside: list[tuple[Submission, tuple[str, ...]]] = field(default_factory=list)
    """What came in one mail with a list, is none itself, and was not taken."""


class Taker:
    """Takes lists into the inbox of a desk."""

    def __init__(self, places: Places, register: Register, library: Library, ask: Ask | None = None) -> None:
        self._places = places
        self._register = register
        self._library = library
        self._ask = ask
        self._taken = load_taken(places)
        self._answers = _load_answers(places)

    def take(self, paths: Iterable[str]) -> Intake:
        """Take in everything in the files, folders, archives and mails."""
        intake = Intake()
        try:
            for piece in take_apart(paths, self._library, self._places.has_written):
                if isinstance(piece, Diagnostic):
                    intake.unread.append(piece)
                else:
                    self._take_one(piece, intake)
        finally:  # what lies in the inbox is noted, even where a later file cannot be read
            save_taken(self._places, self._taken)
        intake.gone.extend(self._gone(intake.again))
        return intake

    def _gone(self, again: list[Submission]) -> list[Submission]:
        """Find what is no longer in the inbox, not even moved to another place."""
        missing = [one for one in again if not (self._places.inbox / one.file).is_file()]
        there = {one.sha256 for one in load_submissions(self._places, self._register)} if missing else set()
        return [one for one in missing if one.sha256 not in there]

    def _take_one(self, piece: Piece, intake: Intake) -> None:
        digest = hashlib.sha256(piece.data).hexdigest()
        found = candidates(piece.clues, self._register.players)
        player = self._whose(piece, found, digest)
        owner, folder = (player.id, player.folder) if player is not None else ("", UNMATCHED)
        same = [one for one in self._taken if one.sha256 == digest]
        known = next((one for one in same if one.player == owner or not owner), None)
        if known is not None:
            intake.again.append(known)
            return
        lying = next((one for one in same if not one.player), None)
        if lying is not None:  # it was there before anybody knew whose it is, perhaps since a moment ago
            self._taken.remove(lying)
            intake.open[:] = [row for row in intake.open if row[0] is not lying]
        submission = self._keep(piece, owner, folder, digest, lying)
        self._taken.append(submission)
        if piece.beside:
            intake.beside.append((submission, piece.beside))
        if owner:
            intake.taken.append(submission)
        else:
            intake.open.append((submission, found))

    def _whose(self, piece: Piece, found: list[Candidate], digest: str) -> Player | None:
        """Find the player: by what was answered before, by the clues, by asking; what is answered is remembered.

        Who sends lists of several people is asked about each: one answer speaks for an address only where a list comes
        alone and nothing else in it speaks for somebody. What came without an address, or quotes another's mail and so
        may be passed on, is known by what is in it: many a list is called army, by a player called Your Name.
        """
        address = piece.clues.address if not piece.clues.writers else ""
        this = f"{address} / {piece.name}" if address else f"{piece.name} / {digest[:_TELLING]}"
        keys = [this, address] if address and piece.alone and not likely(found) else [this]
        answered = next((self._answers[key] for key in keys if key in self._answers), None)
        player = (self._register.find(answered) if answered is not None else None) or decided(found)
        if player is None and self._ask is not None:
            player = self._ask(piece, found)
            if player is not None:
                self._answers[keys[-1]] = player.id
                save_table(self._places.answers, ("clue", "player"), sorted(self._answers.items()))
        return player

    def _keep(self, piece: Piece, owner: str, where: str, digest: str, lying: Submission | None) -> Submission:
        """Keep a file as a version of its own; one that lies in the inbox already moves to its player."""
        folder = self._places.inbox / where
        make_folder(folder)
        before = [one.file.rpartition("/")[2] for one in self._taken if one.file.startswith(f"{folder.name}/")]
        name = _free_name([*before, *(path.name for path in folder.iterdir())], piece.name)
        if lying is not None and (self._places.inbox / lying.file).is_file():
            move(self._places.inbox / lying.file, folder / name)
        else:
            write_atomically(folder / name, piece.data, new=True)
        return Submission(
            file=f"{folder.name}/{name}",
            player=owner,
            received=piece.received,
            clock=piece.clock,
            source=piece.source,
            sender=piece.sender,
            sha256=digest,
        )


def _free_name(names: Iterable[str], wanted: str) -> str:
    """Number the versions of a player, so that their order shows; a name from a mail is only a name."""
    ending = Path(wanted).suffix.lower()
    stem = slug(Path(wanted).stem)[:60] or "list"
    numbers = [int(found[0]) for name in names if (found := _NUMBER.match(name))]
    number = max(numbers, default=0) + 1
    return f"{number:02}-{stem}{ending if _ENDING.fullmatch(ending) else '.txt'}"


def _load_answers(places: Places) -> dict[str, str]:
    try:
        rows = read_table(places.answers.read_bytes())[1]
    except FileNotFoundError:
        return {}
    return {row.get("clue"): row.get("player") for row in rows}
