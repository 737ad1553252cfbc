"""The command `import`: convert a list from another program into a list file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.inputs import STDIN, is_there, read_stdin
from listbuilder.cli.outputs import file_name, write_output
from listbuilder.datafiles.reader import load_bytes
from listbuilder.diagnostics import Diagnostic
from listbuilder.judging.judge import judge_bytes
from listbuilder.judging.results import Judged, Unread
from listbuilder.library import Library
from listbuilder.listfiles.book_versions import compare_with_pins, pin_books
from listbuilder.listfiles.share_string import is_share
from listbuilder.listfiles.writer import format_list
from listbuilder.model import ArmyList


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--output", metavar="LIST")
    parser.add_argument("--force", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Write the list files; findings of the import are printed on standard error."""
    worst = Exit.LEGAL
    name, content = _read(arguments.file)
    results = judge_bytes(content, name, context.library)
    lists = [result.army for result in results if result.army is not None]
    taken: set[str] = set()
    for result in results:
        context.tell_findings(_import_findings(result, context.library), result.path)
        if result.army is None:
            worst = Exit.UNUSABLE
            continue
        text = format_list(pin_books(result.army, context.library))
        output = _choose_target(arguments.output, result.army, taken, many=len(lists) > 1)
        if output in (None, STDIN) and result.army is not lists[0]:
            text = f"---\n{text}"
        worst = max(worst, write_output(text, output, context, inputs=[arguments.file], force=arguments.force))
    return worst


def _read(file: str) -> tuple[str, bytes]:
    """Return a name and the bytes of a file, of standard input, or of an argument that is a share string."""
    if file == STDIN:
        return file, read_stdin()
    if is_share(file) and not is_there(file):
        return "share", file.encode()
    return file, load_bytes(file)


def _import_findings(result: Judged | Unread, library: Library) -> Iterable[Diagnostic]:
    """Return what was found while a list was read, and what changed since the book versions that it names."""
    if not isinstance(result, Judged):
        return result.report
    return (*result.origin.found, *compare_with_pins(result.army, library, result.origin.carried).report)


def _choose_target(output: str | None, army: ArmyList, taken: set[str], *, many: bool) -> str | None:
    """Return the path for a list, or None for standard output."""
    if output is None or output == STDIN:
        return output
    if not many and not Path(output).is_dir() and not output.endswith(("/", "\\")):
        return output
    return str(Path(output) / f"{file_name(army, taken)}.yaml")
