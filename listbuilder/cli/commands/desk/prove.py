"""The command `desk prove`: check a list against the published commitments."""

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
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("list", metavar="LIST")
    parser.add_argument("--salt-file", metavar="FILE")


def run(arguments: Namespace, context: Context) -> int:
    """Print the players whose commitment matches the list."""
    tournament = Desk(Path(arguments.folder), context.library, context.data)
    army = load_one(arguments.list, context.library).army
    if arguments.salt_file:
        salts = [read_secret(arguments.salt_file)]
    else:
        salts = [salt_of(army, player.id, tournament) for player in tournament.register.players]
    if not (tournament.places.public / COMMITMENTS).is_file():
        context.talk("desk.nothing-published", folder=arguments.folder)
        return Exit.UNUSABLE
    commitments = load_commitments(tournament)
    players = [player for player, commitment in commitments if any(proves(army, salt, commitment) for salt in salts)]
    for player in players:
        print_line(context.terminal.line(context.say("desk.proved", name=army.name, player=player)))
    if not players:
        print_line(context.terminal.line(context.say("desk.not-proved", name=army.name)))
    return Exit.LEGAL if players else Exit.ILLEGAL
