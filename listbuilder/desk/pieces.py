"""What comes in, taken apart: files, folders, archives and saved mails become single lists, each with its clues."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from listbuilder.desk.inbox import CLOCK_FILE, CLOCK_MAIL
from listbuilder.desk.mails import Mail, Part, is_mail, read_mails
from listbuilder.desk.matching import Clues
from listbuilder.diagnostics import Diagnostic
from listbuilder.errors import UnreadableError
from listbuilder.importers.archive import read_members
from listbuilder.importers.reading import ZIP
from listbuilder.judging import judge_bytes
from listbuilder.library import Library
from listbuilder.library.reader import load_bytes
from listbuilder.values import dataclass

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


def take_apart(paths: Iterable[str], library: Library) -> Iterator[Piece]:
    """Give every list in the files, folders, archives and mails that are named; raise UnreadableError for others."""
    for path in paths:
        for file, clue in _files(Path(path)):
            raw = load_bytes(file, largest=_LARGEST)
            for piece in _pieces(raw, file, library):
                texts = (*piece.clues.texts, clue) if clue else piece.clues.texts
                yield replace(piece, clues=replace(piece.clues, texts=texts))


def _files(path: Path) -> Iterator[tuple[Path, str]]:
    """Give the files that are meant, each with the folder it lies in where that may be a player's."""
    if not path.is_dir():
        yield path, ""
        return
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        clue = "" if Path(folder) == path else Path(folder).name
        for name in sorted(files):
            if not name.startswith(".") and not name.endswith((".bak", ".tmp")):
                yield Path(folder) / name, clue


def _pieces(raw: bytes, file: Path, library: Library) -> Iterator[Piece]:
    if is_mail(raw):
        for mail in read_mails(raw):
            yield from _of_mail(mail, file, raw, library)
        return
    at = datetime.fromtimestamp(file.stat().st_mtime, UTC).isoformat(timespec="seconds")
    for name, data in _opened(raw, file.name):
        clues = Clues(names=_players(data, name, library), texts=_hints(name))
        yield Piece(name=Path(name).name, data=data, clues=clues, received=at, clock=CLOCK_FILE, source=file.name)


def _of_mail(mail: Mail, file: Path, raw: bytes, library: Library) -> Iterator[Piece]:
    """Give the lists of a mail; one without any is handed in as it is, so that nobody's mail gets lost."""
    parts = [part for part in mail.parts if not part.data.startswith(_PICTURES)]
    files = [Part(name, data) for part in parts if part.name for name, data in _opened(part.data, part.name)]
    pasted = [Part(_PASTED, part.data) for part in parts if not part.name and _is_list(part.data, library)]
    at = mail.received.isoformat(timespec="seconds") if mail.received is not None else ""
    for part in (files or pasted) or [Part(file.name, raw)]:
        own = _players(part.data, part.name, library) if (files or pasted) else ()
        names = (*own, mail.sender) if mail.sender else own
        clues = Clues(address=mail.address, names=names, texts=(mail.subject, *_hints(part.name)))
        yield Piece(
            name=Path(part.name).name,
            data=part.data,
            clues=clues,
            received=at,
            clock=CLOCK_MAIL if at else "",
            sender=mail.address,
            source=file.name,
        )


def _opened(raw: bytes, name: str) -> list[tuple[str, bytes]]:
    """Give the files in an archive, or the file itself; an archive that cannot be opened is handed in as it is."""
    if not raw.startswith(ZIP):
        return [(name, raw)]
    try:
        members = list(read_members(raw, name))
    except UnreadableError:
        return [(name, raw)]
    good = [(path, data) for path, data in members if not isinstance(data, Diagnostic)]
    return good if len(good) == len(members) and good else [(name, raw)]


def _hints(name: str) -> tuple[str, ...]:
    """Give what a file's name and its folders say, without its ending."""
    path = Path(name)
    return tuple(part for part in (path.stem, path.parent.name) if part)


def _players(data: bytes, name: str, library: Library) -> tuple[str, ...]:
    armies = [judged.army for judged in judge_bytes(data, name, library)]
    return tuple(army.player for army in armies if army is not None and army.player)


def _is_list(data: bytes, library: Library) -> bool:
    return any(judged.army is not None for judged in judge_bytes(data, _PASTED, library))
