"""Check, create, import or compare data files, or print their schema for your editor."""

from __future__ import annotations

from argparse import Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.parsers import Parser, common_arguments

_PARTS = {
    "check": "check data files: syntax, structure and references",
    "new": "create a commented template: a faction, a system, an event or a list",
    "schema": "print a schema for your editor",
    "import": "add Army Forge books to your data, as faction files",
    "diff": "show what changed between two versions of a faction",
    "where": "list the data folders",
}

_MODULES = {"import": "import_book"}


def add_arguments(parser: Parser) -> None:
    """Say which arguments the command takes."""
    added = parser.add_subparsers(title="subcommands", metavar="WHAT", required=True)
    for name, told in _PARTS.items():
        part = added.add_parser(name, help=told, parents=[common_arguments(again=True)])
        part.module = f"listbuilder.cli.commands.data.{_MODULES.get(name, name)}"


def run(arguments: Namespace, context: Context) -> int:
    """Do what was asked for."""
    return int(arguments.what(arguments, context))
