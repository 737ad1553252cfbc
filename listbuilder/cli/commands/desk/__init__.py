"""Run an event from a folder: create it, add submissions, check players, write letters, accept lists, publish."""

from __future__ import annotations

from argparse import Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.parsers import Parser, common_arguments

_PARTS = {
    "init": "create an event folder",
    "take": "add files, folders, archives and saved mails to the inbox",
    "check": "show every player's status",
    "letters": "write a letter to every player; nothing is sent",
    "lock": "accept lists and record them in the acceptance log",
    "verify": "check whether a file, printout, QR code text or printed code is an accepted list",
    "publish": "write the public pages",
    "reveal": "print the salt of a hidden list, so that it can be proved",
    "prove": "check a list against its published commitment",
    "export": "export the judge's book, table cards, labels or a file for a pairing tool",
}


def add_arguments(parser: Parser) -> None:
    """Say which arguments the command takes."""
    added = parser.add_subparsers(title="subcommands", metavar="WHAT", required=True)
    common = [common_arguments(again=True)]
    for name, told in _PARTS.items():
        part = added.add_parser(name, help=told, parents=common)
        part.module = f"listbuilder.cli.commands.desk.{name}"


def run(arguments: Namespace, context: Context) -> int:
    """Do what was asked for."""
    return int(arguments.what(arguments, context))
