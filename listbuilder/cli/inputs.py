"""Input of commands: list files, standard input and the organiser's secret; and where a faction file goes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from listbuilder.cli.outputs import STDOUT
from listbuilder.datafiles.reader import MAX_FILE_SIZE, read_document
from listbuilder.errors import ListbuilderError
from listbuilder.judging.judge import judge_bytes, judge_file
from listbuilder.judging.results import Judged, Unreadable, require_single_list
from listbuilder.library import Library
from listbuilder.library.locations import is_folder, user_data_folders
from listbuilder.listfiles.hashes import derive_salt, generate_secret
from listbuilder.model import ArmyList, Event, slugify

STDIN = "-"
SECRET_VARIABLE = "LISTBUILDER_SECRET"  # noqa: S105  # the name of the variable
_MAX_SECRET_BYTES = 4096


def find_files(paths: Iterable[str]) -> Iterator[str]:
    """Yield the files at the paths; folders are searched, without hidden files and backups.

    Paths that cannot be opened are yielded, too: reading them reports why.
    """
    for path in paths:
        if path == STDIN or not is_folder(path):
            yield path
        else:
            from listbuilder.importers.containers import find_files  # noqa: PLC0415  # imports archive formats

            yield from find_files(path)


def file_exists(path: str) -> bool:
    """Return whether a file exists; a text that cannot be a file name, such as a share string, does not."""
    return os.path.exists(path)  # noqa: PTH110  # `Path.exists` raises for such a text


def judge_path(
    path: str, library: Library, event: Event | None = None, submitted: str | None = None
) -> list[Judged | Unreadable]:
    """Judge every list in a file or on standard input."""
    if path == STDIN:
        return judge_bytes(read_stdin(), path, library, event, submitted)
    return judge_file(path, library, event, submitted)


def read_stdin() -> bytes:
    """Return standard input, at most one byte more than a file may have."""
    return sys.stdin.buffer.read(MAX_FILE_SIZE + 1)


def load_single_list(path: str, library: Library) -> Judged:
    """Load the only list in a file; raise UnreadableError if there is none or more than one."""
    return require_single_list(judge_path(path, library), path)


def load_lists(path: str, library: Library) -> tuple[list[Judged], list[Unreadable]]:
    """Load every list in a file; return the readable and the unreadable ones."""
    results = judge_path(path, library)
    return [one for one in results if isinstance(one, Judged)], [one for one in results if isinstance(one, Unreadable)]


class Secret(NamedTuple):
    """The organiser's text from which salts are derived; never an argument, which other users could see."""

    text: str

    @classmethod
    def load(cls, file: str | None) -> Secret:
        """Return the secret from a file or the environment, or else a random one."""
        return cls((read_secret(file) if file is not None else os.environ.get(SECRET_VARIABLE)) or generate_secret())

    def salt_for(self, army: ArmyList) -> str:
        """Return the salt of a list."""
        return derive_salt(army, self.text)


def read_secret(file: str) -> str:
    """Return the text of a secret file; raise ListbuilderError if it is empty."""
    with Path(file).open("rb") as stream:
        text = stream.read(_MAX_SECRET_BYTES).decode("utf-8", "replace").strip()
    if not text:
        raise ListbuilderError(f"{file}: empty")
    return text


def faction_file_path(output: str | None, text: str, *, many: bool) -> str:
    """Return the path for a faction file: in a data folder, its name consists of system, id and version.

    The default is the user's own data folder, so that an imported book can be used at once.
    """
    folder = next(iter(user_data_folders()), None) if output is None else Path(output)
    if folder is None or output == STDOUT:
        return STDOUT
    if output is not None and not (many or folder.is_dir()):
        return output
    faction = read_document(text.encode(), "").value
    assert isinstance(faction, dict)  # we wrote it ourselves
    version = ".".join(filter(None, map(slugify, faction["version"].split("."))))
    return str(folder / "factions" / faction["systems"][0] / f"{faction['id']}-{version}.yaml")
