"""Check a list against its published commitment. Needs the list's salt, or the secret in this event folder."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.inputs import load_one, read_secret
from listbuilder.cli.streams import print_line
from listbuilder.listfiles.hashes import proves
from listbuilder.tournament.publication import COMMITMENTS, load_commitments, salt_of
from listbuilder.tournament.tournament import Desk


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments it takes."""
    parser.add_argument("folder", metavar="DIR", help="the event folder")
    parser.add_argument("list", metavar="LIST", help="the list, in any format")
    parser.add_argument("--salt-file", metavar="FILE", help="file with the salt of this list")


def run(arguments: Namespace, context: Context) -> int:
    """Look for the commitment of the list, and say whose it is."""
    desk = Desk(Path(arguments.folder), context.library, context.data)
    army = load_one(arguments.list, context.library).army
    if arguments.salt_file:
        salts = [read_secret(arguments.salt_file)]
    else:
        salts = [salt_of(army, player.id, desk) for player in desk.register.players]
    promised = desk.places.public / COMMITMENTS
    if not promised.is_file():
        context.talk("desk.nothing-published", folder=arguments.folder)
        return Exit.UNUSABLE
    public = load_commitments(desk)
    found = [player for player, made in public if any(proves(army, salt, made) for salt in salts)]
    for player in found:
        print_line(context.terminal.line(context.say("desk.proved", name=army.name, player=player)))
    if not found:
        print_line(context.terminal.line(context.say("desk.not-proved", name=army.name)))
    return Exit.LEGAL if found else Exit.ILLEGAL
