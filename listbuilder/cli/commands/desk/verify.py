"""The command `desk verify`: check whether a file or code is an accepted list."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.commands.desk.arguments import find_player, is_sound
from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.inputs import STDIN, is_there, read_stdin
from listbuilder.cli.streams import emit, print_line
from listbuilder.datafiles.reader import load_bytes
from listbuilder.exporters.diffs import format_diff_text
from listbuilder.listfiles.share_string import is_share
from listbuilder.tournament.acceptance import Verified, verify_bytes, verify_code
from listbuilder.tournament.tournament import Desk


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("list", metavar="LIST")
    parser.add_argument("--player", default="", metavar="PLAYER")


def run(arguments: Namespace, context: Context) -> int:
    """Print whether each list was accepted, and how it differs if not."""
    tournament = Desk(Path(arguments.folder), context.library, context.data)
    sound = is_sound(tournament, context)
    player = find_player(arguments.player, tournament).id if arguments.player else ""
    by_code = [] if is_there(arguments.list) else verify_code(arguments.list, tournament, player)
    results = by_code or _verify_list(arguments.list.strip(), tournament, player)
    for result in results:
        _print_result(result, tournament, context)
    return Exit.LEGAL if all(result.same for result in results) and sound else Exit.ILLEGAL


def _verify_list(text: str, tournament: Desk, player: str) -> list[Verified]:
    if text == STDIN:
        content = read_stdin()
    elif is_there(text) or not is_share(text):
        content = load_bytes(text)
    else:
        content = text.encode()
    return verify_bytes(content, text, tournament, player)


def _print_result(result: Verified, tournament: Desk, context: Context) -> None:
    if result.accepted is None:
        print_line(context.say("desk.verify.unknown"))
        return
    player = tournament.register.find(result.accepted.player)
    values = {
        "player": player.name if player is not None else result.accepted.player,
        "list": result.accepted.name,
        "at": result.accepted.at,
        "by": result.accepted.by,
    }
    key = "same" if result.same else "same-army" if result.army else "differs"
    print_line(context.terminal.line(context.say(f"desk.verify.{key}", **values)))
    if result.diff is not None:
        emit(context.terminal.plain(format_diff_text(result.diff, context.language)))
