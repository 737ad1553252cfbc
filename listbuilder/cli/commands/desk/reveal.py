"""Print the salt of a player's hidden list. With it and the list, anyone can check the commitment."""

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
    """Say which arguments it takes."""
    parser.add_argument("folder", metavar="DIR", help="the event folder")
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="only these players, by id or name (default: all)")


def run(arguments: Namespace, context: Context) -> int:
    """Print list, salt and commitment as JSON."""
    desk = Desk(Path(arguments.folder), context.library, context.data)
    sound = is_sound(desk, context)
    wanted = {find_player(one, desk).id for one in arguments.players}
    found = [one for one in entrants(desk) if not wanted or one.accepted.player in wanted]
    rows = [_row(one, salt_of(one.judged.army, one.accepted.player, desk)) for one in found]
    write_json({"event": desk.event.id, "lists": rows})
    return Exit.LEGAL if rows and sound else Exit.ILLEGAL


def _row(one: Entrant, salt: str) -> dict[str, str]:
    return {
        "player": one.player,
        "list": one.accepted.name,
        "share": one.accepted.share,
        "salt": salt,
        "commitment": commitment(one.judged.army, salt),
    }
