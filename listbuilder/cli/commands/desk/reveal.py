"""The command `desk reveal`: print the salts of hidden lists, with which anyone can check the commitments."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.commands.desk.arguments import check_acceptance_log, find_player
from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode
from listbuilder.cli.tables import print_json
from listbuilder.listfiles.hashes import compute_commitment
from listbuilder.tournament.publication import Entrant, compute_salt, load_entrants
from listbuilder.tournament.tournament import Tournament


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("players", nargs="*", metavar="PLAYER")


def run(arguments: Namespace, context: Context) -> int:
    """Print lists, salts and commitments as JSON."""
    tournament = Tournament(Path(arguments.folder), context.library, context.data)
    sound = check_acceptance_log(tournament, context)
    wanted = {find_player(name, tournament).id for name in arguments.players}
    rows = [
        _build_row(entrant, compute_salt(entrant.judged.army, entrant.accepted.player, tournament))
        for entrant in load_entrants(tournament)
        if not wanted or entrant.accepted.player in wanted
    ]
    print_json({"event": tournament.event.id, "lists": rows})
    return ExitCode.SUCCESS if rows and sound else ExitCode.PROBLEMS


def _build_row(entrant: Entrant, salt: str) -> dict[str, str]:
    return {
        "player": entrant.player,
        "list": entrant.accepted.name,
        "share": entrant.accepted.share,
        "salt": salt,
        "commitment": compute_commitment(entrant.judged.army, salt),
    }
