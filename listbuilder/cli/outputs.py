"""Output of commands: to standard output, or to a file that never replaces another by accident."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from itertools import chain, count
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import ExitCode
from listbuilder.cli.streams import write_stdout
from listbuilder.disk import backup_path, make_folder, write_atomically, write_to_device
from listbuilder.model import ArmyList, slugify

STDOUT = "-"
_PDF_SIGNATURE = b"%PDF-"
_DEVICE_PATHS = ("/dev/std", "/dev/fd/", "/proc/")
"""Paths that are devices even if they look like regular files, such as `/dev/stdout` after a redirection."""


def unique_file_name(army: ArmyList, taken: set[str]) -> str:
    """Return a file name for a list, without suffix, and add it to the taken ones; duplicates get a number."""
    name = slugify(army.name)[:80] or "list"
    candidates = chain((name,), (f"{name}-{number}" for number in count(2)))
    free = next(candidate for candidate in candidates if candidate not in taken)
    taken.add(free)
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
