"""Tell a shell what fits at the end of a command line, one answer a line, with a tab before what it is."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.completing import complete
from listbuilder.cli.context import Context
from listbuilder.cli.exits import Exit
from listbuilder.cli.output import print_line


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("words", nargs="*", metavar="WORD", help="the command line up to where it is to be completed")


def run(arguments: Namespace, context: Context) -> int:
    """Print what fits."""
    for word, told in complete(arguments.words or [""], lambda: context.library):
        print_line("\t".join(filter(None, (word, context.terminal.line(told)))))
    return Exit.LEGAL
