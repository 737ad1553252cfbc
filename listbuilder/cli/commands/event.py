"""Create an event file (short for `data new event`).

Asks a few questions on a terminal; with --name it asks nothing.
"""

from __future__ import annotations

from argparse import Namespace

from listbuilder.cli.commands.data import new as new_command
from listbuilder.cli.context import Context
from listbuilder.cli.parsers import Parser, common_arguments


def add_arguments(parser: Parser) -> None:
    """Say which arguments the command takes."""
    added = parser.add_subparsers(title="subcommands", metavar="WHAT", required=True)
    told = "ask a few questions and create an event file"
    new = added.add_parser(
        "new", help=told, description=f"{told.capitalize()}.", parents=[common_arguments(again=True)]
    )
    new_command.event_arguments(new)
    new.set_defaults(kind="event", what=new_command.run)


def run(arguments: Namespace, context: Context) -> int:
    """Do what was asked for."""
    return int(arguments.what(arguments, context))
