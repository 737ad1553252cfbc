"""The command `desk prove`: check a list against the published commitments."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.commands.desk.arguments import open_tournament
from listbuilder.cli.context import Context
from listbuilder.cli.input_output import load_single_list, read_secret
from listbuilder.cli.streams import ExitCode
from listbuilder.listfiles.hashes import matches_commitment
from listbuilder.tournament.publication import COMMITMENTS_FILE, compute_salt, load_commitments


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("list", metavar="LIST")
    parser.add_argument("--salt-file", metavar="FILE")


def run(arguments: Namespace, context: Context) -> int:
    """Print the players whose commitment matches the list."""
    tournament = open_tournament(arguments, context)
    army = load_single_list(arguments.list, context.library).army
    if arguments.salt_file:
        salts = [read_secret(arguments.salt_file)]
    else:
        salts = [compute_salt(army, player.id, tournament) for player in tournament.registrations.players]
    if not (tournament.paths.public / COMMITMENTS_FILE).is_file():
        context.print_message("desk.nothing-published", folder=arguments.folder)
        return ExitCode.ERROR
    players = [
        player
        for player, commitment in load_commitments(tournament)
        if any(matches_commitment(army, salt, commitment) for salt in salts)
    ]
    for player in players:
        context.print_result("desk.proved", name=army.name, player=player)
    if not players:
        context.print_result("desk.not-proved", name=army.name)
    return ExitCode.SUCCESS if players else ExitCode.PROBLEMS
