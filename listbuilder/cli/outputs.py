"""What a command writes: to standard output, or to a file that takes nobody's place by accident."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from itertools import chain, count
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.streams import emit
from listbuilder.disk import backup_of, make_folder, write_atomically, write_through
from listbuilder.model import ArmyList, slug

STDOUT = "-"
_PDF = b"%PDF-"
_DEVICES = ("/dev/std", "/dev/fd/", "/proc/")
"""What is there stands for something else, whatever it looks like: `/dev/stdout` may be a regular file's other name."""


def file_name(army: ArmyList, taken: set[str]) -> str:
    """Give a list's name as the name of a file, without its end; one of several with the same name gets a number."""
    name = slug(army.name)[:80] or "list"
    numbered = (f"{name}-{number}" for number in count(2))
    free = next(each for each in chain((name,), numbered) if each not in taken)
    taken.add(free)
    return free


def write_output(
    made: bytes | str, output: str | None, context: Context, *, inputs: Iterable[str] = (), force: bool = False
) -> Exit:
    """Write what a command made where it is wanted; every command that writes does it here.

    A file is never written onto one of the inputs, and onto another one only with `force`, which keeps a backup. What
    is no regular file (a device, a pipe) is written through and stays what it is.
    """
    data = made.encode("utf-8", "replace") if isinstance(made, str) else made
    if output is None or output == STDOUT:
        if data.startswith(_PDF) and sys.stdout.isatty():
            context.talk("cli.pdf-on-terminal")
            return Exit.UNUSABLE
        emit(data)  # a file is UTF-8, whatever the output is
        return Exit.LEGAL
    target = Path(output)
    if is_device(target):
        write_through(target, data)
        return Exit.LEGAL
    against = _against(target, inputs, force=force)
    if against:
        context.talk(against, path=target)
        return Exit.UNUSABLE
    make_folder(target.parent)
    write_atomically(target, data, new=not force)
    context.mention("cli.written", path=target)
    return Exit.LEGAL


def _against(target: Path, inputs: Iterable[str], *, force: bool) -> str:
    """Give what speaks against writing there, by the key of its sentence; empty where nothing does."""
    if any(is_same(target, one) or (force and is_same(backup_of(target), one)) for one in inputs):
        return "cli.is-input"
    if target.is_dir():
        return "cli.is-folder"
    return "cli.exists" if os.path.lexists(target) and not force else ""


def is_device(target: Path) -> bool:
    """Tell whether a target is there and no regular file: it is written into, and never replaced."""
    try:
        mode = target.stat().st_mode
    except (OSError, ValueError):
        return False
    named = os.path.abspath(target).startswith(_DEVICES)  # noqa: PTH100  # links must not be followed
    return not stat.S_ISDIR(mode) and (named or not stat.S_ISREG(mode))


def is_same(target: Path, given: str) -> bool:
    """Tell whether two names, links or not, are one file."""
    try:
        return target.samefile(given)
    except (OSError, ValueError):
        return False
