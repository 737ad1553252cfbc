"""Input and output of commands: list files, standard input, the organiser's secret, and files to write.

No output replaces another file by accident.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, count
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode, write_stdout
from listbuilder.datafiles.reader import MAX_FILE_SIZE, load_bytes, read_document
from listbuilder.disk import backup_path, make_folder, write_atomically, write_to_device
from listbuilder.errors import ListbuilderError
from listbuilder.judging.judge import judge_bytes, judge_file
from listbuilder.judging.results import Judged, Unreadable, require_single_list
from listbuilder.library import Library
from listbuilder.library.locations import is_folder, user_data_folders
from listbuilder.listfiles.hashes import generate_secret
from listbuilder.listfiles.share_string import is_share_string
from listbuilder.model import ArmyList, Event, slugify

STDIN = STDOUT = "-"
SECRET_VARIABLE = "LISTBUILDER_SECRET"  # noqa: S105  # the name of the variable
_MAX_SECRET_BYTES = 4096
_PDF_SIGNATURE = b"%PDF-"
_DEVICE_PATHS = ("/dev/std", "/dev/fd/", "/proc/")
"""Paths that are devices even if they look like regular files, such as `/dev/stdout` after a redirection."""


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


def is_share_argument(text: str) -> bool:
    """Return whether an argument is a list itself, as a share string."""
    return is_share_string(text) and not file_exists(text)


def read_list_argument(text: str) -> bytes:
    """Return the content of a file, of standard input, or of an argument that is a share string."""
    if text == STDIN:
        return read_stdin()
    return text.encode() if is_share_argument(text) else load_bytes(text)


def load_single_list(path: str, library: Library) -> Judged:
    """Load the only list in a file; raise UnreadableError if there is none or more than one."""
    return require_single_list(judge_path(path, library), path)


def load_lists(path: str, library: Library) -> tuple[list[Judged], list[Unreadable]]:
    """Load every list in a file; return the readable and the unreadable ones."""
    results = judge_path(path, library)
    return [result for result in results if isinstance(result, Judged)], [
        result for result in results if isinstance(result, Unreadable)
    ]


def choose_target(output: str | None, name: str, default: str, *, many: bool) -> str:
    """Return the path for an output file: in a folder, and for one of many files, it is called `name`."""
    target = default if output is None else output
    folder = many or Path(target).is_dir() or target.endswith(("/", "\\"))
    return str(Path(target) / name) if folder and target != STDOUT else target


def load_secret(file: str | None) -> str:
    """Return the organiser's secret from a file or the environment, or else a random one.

    It is never an argument, which other users could see.
    """
    return (read_secret(file) if file is not None else os.environ.get(SECRET_VARIABLE)) or generate_secret()


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


def unique_file_name(army: ArmyList, used_names: set[str]) -> str:
    """Return a file name for a list, without suffix, and add it to the taken ones; duplicates get a number."""
    name = slugify(army.name)[:80] or "list"
    candidates = chain((name,), (f"{name}-{number}" for number in count(2)))
    free = next(candidate for candidate in candidates if candidate not in used_names)
    used_names.add(free)
    return free


def write_output(
    content: bytes | str, output: str | None, context: Context, *, inputs: Iterable[str] = (), force: bool = False
) -> ExitCode:
    """Write the output of a command to a file or to standard output.

    An input file is never replaced, and another file only with `force`, which keeps a backup. A device or a pipe is
    written to directly.
    """
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    if output is None or output == STDOUT:
        if data.startswith(_PDF_SIGNATURE) and sys.stdout.isatty():
            context.print_message("cli.pdf-on-terminal")
            return ExitCode.ERROR
        write_stdout(data)  # bytes, because files are UTF-8 whatever the encoding of the stream
        return ExitCode.SUCCESS
    target = Path(output)
    if is_device(target):
        write_to_device(target, data)
        return ExitCode.SUCCESS
    if obstacle := _find_obstacle(target, inputs, force=force):
        context.print_message(obstacle, path=target)
        return ExitCode.ERROR
    make_folder(target.parent)
    write_atomically(target, data, new=not force)
    context.print_info("cli.written", path=target)
    return ExitCode.SUCCESS


def _find_obstacle(target: Path, inputs: Iterable[str], *, force: bool) -> str:
    """Return the key of the reason not to write to a file, or an empty string."""
    if any(is_same_file(target, path) or (force and is_same_file(backup_path(target), path)) for path in inputs):
        return "cli.is-input"
    if target.is_dir():
        return "cli.is-folder"
    return "cli.exists" if os.path.lexists(target) and not force else ""


def is_device(target: Path) -> bool:
    """Return whether a target exists and is neither a folder nor a regular file; it must not be replaced."""
    try:
        mode = target.stat().st_mode
    except (OSError, ValueError):
        return False
    named = os.path.abspath(target).startswith(_DEVICE_PATHS)  # noqa: PTH100  # links must not be followed
    return not stat.S_ISDIR(mode) and (named or not stat.S_ISREG(mode))


def is_same_file(target: Path, path: str) -> bool:
    """Return whether two paths, links or not, are the same file."""
    try:
        return target.samefile(path)
    except (OSError, ValueError):
        return False
