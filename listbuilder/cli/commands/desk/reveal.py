"""The command `desk reveal`: print the salts of hidden lists, with which anyone can check the commitments."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.commands.desk.arguments import find_player, is_sound
from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.tables import write_json
from listbuilder.listfiles.hashes import commitment
from listbuilder.tournament.publication import Entrant, entrants, salt_of
from listbuilder.tournament.tournament import Desk


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("players", nargs="*", metavar="PLAYER")


def run(arguments: Namespace, context: Context) -> int:
    """Print lists, salts and commitments as JSON."""
    tournament = Desk(Path(arguments.folder), context.library, context.data)
    sound = is_sound(tournament, context)
    wanted = {find_player(name, tournament).id for name in arguments.players}
    rows = [
        _build_row(entrant, salt_of(entrant.judged.army, entrant.accepted.player, tournament))
        for entrant in entrants(tournament)
        if not wanted or entrant.accepted.player in wanted
    ]
    write_json({"event": tournament.event.id, "lists": rows})
    return Exit.LEGAL if rows and sound else Exit.ILLEGAL


def _build_row(entrant: Entrant, salt: str) -> dict[str, str]:
    return {
        "player": entrant.player,
        "list": entrant.accepted.name,
        "share": entrant.accepted.share,
        "salt": salt,
        "commitment": commitment(entrant.judged.army, salt),
    }
