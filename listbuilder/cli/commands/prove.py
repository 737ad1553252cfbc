"""Check a hidden list against its published commitment, using the list's salt."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.inputs import VARIABLE, Secret, load_one, read_secret
from listbuilder.cli.streams import print_line
from listbuilder.listfiles.hashes import proves
from listbuilder.model import ArmyList


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("list", metavar="LIST", help="the list, in any format")
    parser.add_argument("commitment", metavar="COMMITMENT", help="the published commitment (64 digits)")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--salt-file", metavar="FILE", help="file with the salt of this list")
    source.add_argument("--secret-file", metavar="FILE", help=f"file with the organiser's secret (or set {VARIABLE})")


def run(arguments: Namespace, context: Context) -> int:
    """Compare, and say it."""
    army = load_one(arguments.list, context.library).army
    salt = _salt(arguments, army)
    if salt is None:
        context.talk("cli.no-salt", variable=VARIABLE)
        return Exit.UNUSABLE
    same = proves(army, salt, arguments.commitment)
    print_line(context.terminal.plain(context.say("cli.proved" if same else "cli.not-proved", name=army.name)))
    return Exit.LEGAL if same else Exit.ILLEGAL


def _salt(arguments: Namespace, army: ArmyList) -> str | None:
    if arguments.salt_file is not None:
        return read_secret(arguments.salt_file)
    if arguments.secret_file is None and not os.environ.get(VARIABLE):
        return None
    return Secret.of(arguments.secret_file).salt(army)
