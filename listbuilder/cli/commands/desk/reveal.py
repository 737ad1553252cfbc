"""The command `desk reveal`: print the salts of hidden lists, with which anyone can check the commitments."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.commands.desk.arguments import check_acceptance_log, find_player, open_tournament
from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode
from listbuilder.cli.tables import print_json
from listbuilder.listfiles.hashes import compute_commitment
from listbuilder.tournament.publication import compute_salt, load_entrants


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("players", nargs="*", metavar="PLAYER")


def run(arguments: Namespace, context: Context) -> int:
    """Print lists, salts and commitments as JSON."""
    tournament = open_tournament(arguments, context)
    sound = check_acceptance_log(tournament, context)
    player_ids = {find_player(name, tournament).id for name in arguments.players}
    rows = []
    for entrant in load_entrants(tournament):
        army, accepted = entrant.judged.army, entrant.accepted
        if not player_ids or accepted.player in player_ids:
            salt = compute_salt(army, accepted.player, tournament)
            row = {"player": entrant.player, "list": accepted.name, "share": accepted.share, "salt": salt}
            rows.append(row | {"commitment": compute_commitment(army, salt)})
    print_json({"event": tournament.event.id, "lists": rows})
    return ExitCode.SUCCESS if rows and sound else ExitCode.PROBLEMS
