"""Lists as commands get them: files found on disk, standard input, and what becomes of them.

The secret behind hidden lists: from a file or the environment, never from the command line, which others see.

A faction from wherever it is: by its id, from a faction file, or from an Army Forge book; and where one goes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from listbuilder.cli.outputs import STDOUT
from listbuilder.datafiles.reader import LARGEST, read_document
from listbuilder.errors import ListbuilderError
from listbuilder.judging.judge import judge_bytes, judge_file
from listbuilder.judging.results import Judged, Unread, only_one
from listbuilder.library import Library
from listbuilder.library.locations import is_folder, user_data
from listbuilder.listfiles.hashes import list_salt, new_secret
from listbuilder.model import ArmyList, Event, Faction, slug

STDIN = "-"


def find_files(paths: Iterable[str]) -> Iterator[str]:
    """Give the files that are meant: folders are searched through, hidden ones and backups left out.

    What cannot be opened, folders among it, is meant too: reading it tells why, and nothing is passed over unsaid.
    """
    for path in paths:
        if path == STDIN or not is_folder(path):
            yield path
        else:
            from listbuilder.importers.containers import files_in  # noqa: PLC0415  # start-up is measured

            yield from files_in(path)


def is_there(path: str) -> bool:
    """Tell whether there is such a file; a text that no file can be called, a share string perhaps, is none."""
    return os.path.exists(path)  # noqa: PTH110  # `Path.exists` raises there


def judge(
    path: str, library: Library, event: Event | None = None, submitted: str | None = None
) -> list[Judged | Unread]:
    """Judge every list in a file or in standard input."""
    if path == STDIN:
        return judge_bytes(read_stdin(), path, library, event, submitted)
    return judge_file(path, library, event, submitted)


def read_stdin() -> bytes:
    """Read standard input as far as a file may be long, and a byte more where it is too long."""
    return sys.stdin.buffer.read(LARGEST + 1)


def load_one(path: str, library: Library) -> Judged:
    """Read the one list that a command works on; raise UnreadableError where there is none, or where there are more."""
    return only_one(judge(path, library), path)


def load_all(path: str, library: Library) -> tuple[list[Judged], list[Unread]]:
    """Read every list in a file: those that could be worked out, and those that could not."""
    judged = judge(path, library)
    return [one for one in judged if isinstance(one, Judged)], [one for one in judged if isinstance(one, Unread)]


VARIABLE = "LISTBUILDER_SECRET"
_LONGEST = 4096


@dataclass(frozen=True, slots=True)
class Secret:
    """What the salts of many lists are made of."""

    text: str

    @classmethod
    def of(cls, file: str | None) -> Secret:
        """Read the secret from a file, else from the environment; where there is none, make one up."""
        return cls((read_secret(file) if file is not None else os.environ.get(VARIABLE)) or new_secret())

    def salt(self, army: ArmyList) -> str:
        """Give the salt of one list."""
        return list_salt(army, self.text)


def read_secret(file: str) -> str:
    """Read the one line of a secret file; raise ListbuilderError where there is none."""
    with Path(file).open("rb") as stream:
        text = stream.read(_LONGEST).decode("utf-8", "replace").strip()
    if not text:
        raise ListbuilderError(f"{file}: empty")
    return text


def load_two(old: str, new: str, library: Library, system: str | None = None) -> tuple[Faction, Faction]:
    """Load two factions to compare, each by its id or from a file: an id means the one of the other's game."""
    if system is None and _is_file(old) != _is_file(new):
        known = load_faction(old if _is_file(old) else new, library)
        system = known.systems[0]
    return load_faction(old, library, system), load_faction(new, library, system)


def load_faction(wanted: str, library: Library, system: str | None = None) -> Faction:
    """Load a faction by its id or from a file; raise UnreadableError where the file is none."""
    from listbuilder.importers import faction_files  # noqa: PLC0415  # the importers of army books

    return faction_files.load_faction(wanted, library) if _is_file(wanted) else library.faction(wanted, system)


def book_target(output: str | None, text: str, *, many: bool) -> str:
    """Choose where a faction's text goes: in a data folder by game, id and version, each in its own place.

    Where nothing is asked for it goes into the user's own data: who imports a book wants to play with it.
    """
    folder = next(iter(user_data()), None) if output is None else Path(output)
    if folder is None or output == STDOUT:
        return STDOUT
    if output is not None and not (many or folder.is_dir()):
        return output
    faction = read_document(text.encode(), "").value
    assert isinstance(faction, dict)  # it was written by ourselves
    version = ".".join(filter(None, map(slug, faction["version"].split("."))))
    return str(folder / "factions" / faction["systems"][0] / f"{faction['id']}-{version}.yaml")


def _is_file(wanted: str) -> bool:
    return is_there(wanted) or bool(Path(wanted).suffix)  # an id has none
