"""The command `event`, whose subcommand `new` is short for `data new event`."""

from __future__ import annotations

from listbuilder.cli.parsers import Parser


def add_arguments(parser: Parser) -> None:
    """Add the subcommand."""
    parser.add_subcommands({"new": "listbuilder.cli.commands.data.new"})
