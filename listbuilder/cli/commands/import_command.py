"""Turn a foreign list (Army Forge save, resolved export, share text, share string) into one of our own."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.exits import Exit
from listbuilder.cli.findings import finding_lines, finding_record
from listbuilder.cli.lists import STDIN
from listbuilder.cli.saving import write_text
from listbuilder.cli.terminal import Terminal
from listbuilder.diagnostics import Report
from listbuilder.importers import read_any
from listbuilder.library.reader import load_bytes
from listbuilder.listfiles import format_list, is_share, pin_books
from listbuilder.model import ArmyList, slug


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument(
        "file", metavar="FILE", help="the list, an archive of lists, a share string, or - for standard input"
    )
    parser.add_argument("--output", metavar="LIST", help="where to write: a file, or a folder for several lists")
    parser.add_argument("--force", action="store_true", help="replace an existing file")


def run(arguments: Namespace, context: Context) -> int:
    """Import the lists; what was assumed, ambiguous or not understood is told on standard error."""
    worst = Exit.LEGAL
    read = read_any(_bytes(arguments.file), arguments.file, context.library)
    for one in read:
        _tell(one.report, one.path, context)
        if one.army is None:
            worst = Exit.UNUSABLE
            continue
        army = pin_books(one.army, context.library)
        output = _target(arguments.output, army, many=len(read) > 1)
        worst = max(worst, write_text(format_list(army), output, context, force=arguments.force))
    return worst


def _bytes(file: str) -> bytes:
    """Read a file, standard input, or the argument itself where it is a share string."""
    if file == STDIN:
        return sys.stdin.buffer.read()
    if is_share(file):
        return file.encode()
    return load_bytes(file)


def _target(output: str | None, army: ArmyList, *, many: bool) -> str | None:
    if output is None or output == STDIN:
        return output
    if many or Path(output).is_dir():
        return str(Path(output) / f"{slug(army.name)[:80] or 'list'}.yaml")
    return output


def _tell(report: Report, path: str, context: Context) -> None:
    talk = Terminal.of(sys.stderr)
    for diagnostic in report:
        finding = finding_record(diagnostic, context.language)
        print("\n".join(finding_lines(finding, path, context.language, talk)), file=sys.stderr)
