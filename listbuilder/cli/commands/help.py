"""Print help for a command or subcommand, or for the program."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.parsers import Parser, build_parser
from listbuilder.cli.streams import emit
from listbuilder.errors import UnknownIdError


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("topic", nargs="*", metavar="COMMAND", help="a command, with its subcommand if it has any")
    parser.add_argument("--man", action="store_true", help="print the manual page, for man -l")


def run(arguments: Namespace, context: Context) -> int:  # noqa: ARG001  # every command takes the same
    """Print the help, or the manual page."""
    if arguments.man:
        from listbuilder.cli.man_page import format_man_page  # noqa: PLC0415  # few ask for it

        emit(format_man_page(build_parser([], whole=True)))
    else:
        emit(_find(arguments.topic).format_help())
    return Exit.LEGAL


def _find(topic: list[str]) -> Parser:
    """Find the parser that is meant; one is built for the command that is asked for and no other."""
    parser = build_parser([])
    for place, name in enumerate(topic):
        if name not in parser.parts:
            raise UnknownIdError("part" if place else "command", name, tuple(parser.parts))
        parser = build_parser(topic).parts[name] if not place else parser.parts[name]
    return parser
