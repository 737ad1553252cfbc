"""Convert a list from another program (Army Forge save, resolved export, share text, share string)."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.inputs import STDIN, read_stdin
from listbuilder.cli.outputs import file_name, write_output
from listbuilder.datafiles.reader import load_bytes
from listbuilder.diagnostics import Diagnostic, Report
from listbuilder.judging.judge import judge_bytes
from listbuilder.judging.results import Judged, Unread
from listbuilder.library import Library
from listbuilder.listfiles.book_versions import compare_with_pins, pin_books
from listbuilder.listfiles.share_string import is_share
from listbuilder.listfiles.writer import format_list
from listbuilder.model import ArmyList


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument(
        "file", metavar="FILE", help="a list file, an archive of lists, a share string, or - for standard input"
    )
    parser.add_argument("--output", metavar="LIST", help="output file, or a folder for several lists")
    parser.add_argument("--force", action="store_true", help="replace an existing file (a backup is kept)")


def run(arguments: Namespace, context: Context) -> int:
    """Import the lists; what was assumed, ambiguous or not understood is told on standard error."""
    worst = Exit.LEGAL
    name = "share" if _is_word(arguments.file) else arguments.file
    read = judge_bytes(_bytes(arguments.file), name, context.library)
    lists = [one.army for one in read if one.army is not None]
    taken: set[str] = set()
    for one in read:
        context.tell_findings((*_found(one), *_changes(one, context.library)), one.path)
        if one.army is None:
            worst = Exit.UNUSABLE
            continue
        text = format_list(pin_books(one.army, context.library))
        output = _target(arguments.output, one.army, taken, many=len(lists) > 1)
        if output in (None, STDIN) and one.army is not lists[0]:
            text = f"---\n{text}"
        worst = max(worst, write_output(text, output, context, inputs=[arguments.file], force=arguments.force))
    return worst


def _found(one: Judged | Unread) -> Report:
    """Give what was found while a list was read; whether it is legal is not asked here."""
    return one.origin.found if isinstance(one, Judged) else one.report


def _changes(one: Judged | Unread, library: Library) -> Iterable[Diagnostic]:
    """Give what changed since the books that a list names, because it will name those of today."""
    if not isinstance(one, Judged):
        return ()  # what could not be worked out cannot be compared; other findings say why
    return compare_with_pins(one.army, library, one.origin.carried).report


def _bytes(file: str) -> bytes:
    """Read a file, standard input, or the argument itself where it is a share string."""
    if file == STDIN:
        return read_stdin()
    return file.encode() if _is_word(file) else load_bytes(file)


def _is_word(file: str) -> bool:
    """Tell whether an argument is a share string and not the name of a file that looks like one."""
    return is_share(file) and not os.path.exists(file)  # noqa: PTH110  # a string may be too long for a Path


def _target(output: str | None, army: ArmyList, taken: set[str], *, many: bool) -> str | None:
    """Choose where a list goes."""
    if output is None or output == STDIN:
        return output
    if not many and not Path(output).is_dir() and not output.endswith(("/", "\\")):
        return output
    return str(Path(output) / f"{file_name(army, taken)}.yaml")
