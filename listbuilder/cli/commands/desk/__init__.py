"""An organiser's event folder: make it, take lists in, check everybody, write letters, lock, verify, publish."""

from __future__ import annotations

from argparse import Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.parsers import Parser, common_arguments

_PARTS = {
    "init": "make a folder for an event",
    "take": "take files, folders, archives and saved mails into the inbox",
    "check": "tell how everybody stands",
    "letters": "write a letter to every player; nothing is sent",
    "lock": "accept lists, so that every later change shows",
    "verify": "tell whether a file, a print, a QR code's text or a printed code is an accepted list",
    "publish": "write what everybody may see",
    "reveal": "give the salt of a hidden list, so that it can be proved",
    "prove": "check that a list is the one that a public commitment was made for",
    "export": "write the judge's book, table cards, labels and a file for the pairing tool",
}


def add_arguments(parser: Parser) -> None:
    """Say which arguments the command takes."""
    added = parser.add_subparsers(title="what to do", metavar="WHAT", required=True)
    common = [common_arguments(again=True)]
    for name, told in _PARTS.items():
        part = added.add_parser(name, help=told, parents=common)
        part.module = f"listbuilder.cli.commands.desk.{name}"


def run(arguments: Namespace, context: Context) -> int:
    """Do what was asked for."""
    return int(arguments.what(arguments, context))
