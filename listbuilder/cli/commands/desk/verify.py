"""Check whether a file, our printout, a QR code's text or a printed code is an accepted list."""

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
    """Say which arguments it takes."""
    parser.add_argument("folder", metavar="DIR", help="the event folder")
    parser.add_argument(
        "list", metavar="LIST", help="a file, the text of a QR code, a printed code, or - for standard input"
    )
    parser.add_argument("--player", default="", metavar="PLAYER", help="the player it should belong to, by id or name")


def run(arguments: Namespace, context: Context) -> int:
    """Compare, and say it."""
    desk = Desk(Path(arguments.folder), context.library, context.data)
    sound = is_sound(desk, context)
    player = find_player(arguments.player, desk).id if arguments.player else ""
    looked_up = [] if is_there(arguments.list) else verify_code(arguments.list, desk, player)
    found = looked_up or _compared(arguments.list.strip(), desk, player)
    for one in found:
        _tell(one, desk, context)
    return Exit.LEGAL if all(one.same for one in found) and sound else Exit.ILLEGAL


def _compared(text: str, desk: Desk, player: str) -> list[Verified]:
    if text == STDIN:
        raw = read_stdin()
    elif is_there(text) or not is_share(text):
        raw = load_bytes(text)
    else:
        raw = text.encode()
    return verify_bytes(raw, text, desk, player)


def _tell(one: Verified, desk: Desk, context: Context) -> None:
    if one.accepted is None:
        print_line(context.say("desk.verify.unknown"))
        return
    player = desk.register.find(one.accepted.player)
    values = {
        "player": player.name if player is not None else one.accepted.player,
        "list": one.accepted.name,
        "at": one.accepted.at,
        "by": one.accepted.by,
    }
    key = "same" if one.same else "same-army" if one.army else "differs"
    print_line(context.terminal.line(context.say(f"desk.verify.{key}", **values)))
    if one.diff is not None:
        emit(context.terminal.plain(format_diff_text(one.diff, context.language)))
