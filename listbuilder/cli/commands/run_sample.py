"""The command `run-sample`: open a list in the builder, or print its roster if there is no terminal."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.commands.show import print_roster
from listbuilder.cli.context import Context
from listbuilder.cli.input_output import load_single_list
from listbuilder.cli.main import is_interactive
from listbuilder.cli.streams import ExitCode


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("list", nargs="?", metavar="LIST")


def run(arguments: Namespace, context: Context) -> int:
    """Open or print the list."""
    if is_interactive():
        return context.builder.open(arguments.list, context.data, arguments.lang)
    if arguments.list is None:
        context.print_message("cli.no-terminal")
        return ExitCode.ERROR
    print_roster(load_single_list(arguments.list, context.library), context)
    return ExitCode.SUCCESS
