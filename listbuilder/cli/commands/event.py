"""Begin an event's file, by the name that organisers look for: `event new` is `data new event`.

It asks a few questions on a terminal; with --name it asks nothing."""

from __future__ import annotations

from argparse import Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.parsers import Parser, common_arguments


def add_arguments(parser: Parser) -> None:
    """Say which arguments the command takes."""
    added = parser.add_subparsers(title="what to do", metavar="WHAT", required=True)
    told = "ask a few questions and write an event's file"
    new = added.add_parser(
        "new", help=told, description=f"{told.capitalize()}.", parents=[common_arguments(again=True)]
    )
    new.event_arguments(new)
    new.set_defaults(kind="event", what=new.run)


def run(arguments: Namespace, context: Context) -> int:
    """Do what was asked for."""
    return int(arguments.what(arguments, context))
