"""Show what changed between two versions of a faction: units, prices, upgrades, rules."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.inputs import load_two
from listbuilder.cli.streams import ESCAPE, emit
from listbuilder.diff.books import compare_books
from listbuilder.exporters import diffs


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments it takes."""
    parser.add_argument("old", metavar="OLD", help="a faction file, an Army Forge book, or a faction's id")
    parser.add_argument("new", metavar="NEW", help="the newer version, in the same form")
    parser.add_argument("--system", metavar="ID", help="the system, if several have a faction with this id")
    parser.add_argument("--format", choices=["text", "markdown", "json"], default="text")


def run(arguments: Namespace, context: Context) -> int:
    """Compare them; exit with 1 where they differ."""
    old, new = load_two(arguments.old, arguments.new, context.library, arguments.system)
    found = compare_books(old, new)
    if arguments.format == "json":
        emit(diffs.format_json(found), escape=ESCAPE)
    elif arguments.format == "markdown":
        emit(diffs.format_markdown(found, context.language))
    else:
        emit(context.terminal.plain(diffs.format_text(found, context.language)))
    return Exit.ILLEGAL if found.differs else Exit.LEGAL
