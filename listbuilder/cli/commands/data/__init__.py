"""Data files: check them, start one, give editors their schema, import an Army Forge book, compare two versions."""

from __future__ import annotations

from argparse import Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.parsers import Parser, common_arguments

_PARTS = {
    "check": "check data files: writing, shape and references",
    "new": "write a commented file to begin with: a faction, a system, an event or a list",
    "schema": "give editors what they complete and underline by",
    "import": "add Army Forge books to your data, as faction files",
    "diff": "tell what changed between two versions of a faction",
    "where": "name the folders that data is read from",
}

_MODULES = {"import": "import_book"}


def add_arguments(parser: Parser) -> None:
    """Say which arguments the command takes."""
    added = parser.add_subparsers(title="what to do", metavar="WHAT", required=True)
    for name, told in _PARTS.items():
        part = added.add_parser(name, help=told, parents=[common_arguments(again=True)])
        part.module = f"listbuilder.cli.commands.data.{_MODULES.get(name, name)}"


def run(arguments: Namespace, context: Context) -> int:
    """Do what was asked for."""
    return int(arguments.what(arguments, context))
