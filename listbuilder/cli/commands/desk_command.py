"""An organiser's event folder: make it, take lists in, check everybody, write letters, lock, verify, publish."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module
from typing import Any

from listbuilder.cli.common_arguments import common_arguments
from listbuilder.cli.context import Context

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


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    added = parser.add_subparsers(title="what to do", metavar="WHAT", required=True, parser_class=_Part)
    for name, told in _PARTS.items():
        common: Any = [common_arguments(again=True)]
        part = added.add_parser(name, help=told, parents=common)
        part.module = f"listbuilder.cli.desk.{name}_part"


class _Part(ArgumentParser):
    """The arguments of one part; its module is imported when it is asked for, since the others would take as long."""

    module = ""

    def parse_known_args(self, *given: Any, **more: Any) -> Any:
        """Parse arguments."""
        self._fill()
        return super().parse_known_args(*given, **more)

    def format_help(self) -> str:
        """Tell what it takes."""
        self._fill()
        return super().format_help()

    def _fill(self) -> None:
        if self.get_default("what") is None:
            part = import_module(self.module)
            self.description = part.__doc__
            part.add_arguments(self)
            self.set_defaults(what=part.run)


def run(arguments: Namespace, context: Context) -> int:
    """Do what was asked for."""
    return int(arguments.what(arguments, context))
