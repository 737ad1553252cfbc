"""The command `run-sample`: open a list in the builder, or print its roster if there is no terminal."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.commands.show import show
from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.inputs import load_one
from listbuilder.cli.main import watched


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("list", nargs="?", metavar="LIST")


def run(arguments: Namespace, context: Context) -> int:
    """Open or print the list."""
    if watched():
        return context.builder.open(arguments.list, context.data, arguments.lang)
    if arguments.list is None:
        context.talk("cli.no-terminal")
        return Exit.UNUSABLE
    show(load_one(arguments.list, context.library), context)
    return Exit.LEGAL
