"""Accept all legal lists, or those of the named players. Later changes are reported and need a reason."""

from __future__ import annotations

import getpass
from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.commands.desk.arguments import find_player, is_sound, nobody
from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.streams import emit, print_line
from listbuilder.diff.lists import compare_lists
from listbuilder.exporters.diffs import format_diff_text
from listbuilder.listfiles.hashes import printed_code
from listbuilder.tournament.acceptance import lock_row, may_lock, unlock
from listbuilder.tournament.overview import PlayerStanding, View, build_table
from listbuilder.tournament.player_status import Status
from listbuilder.tournament.tournament import Desk


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments it takes."""
    parser.add_argument("folder", metavar="DIR", help="the event folder")
    parser.add_argument(
        "players", nargs="*", metavar="PLAYER", help="only these players, by id or name (default: all legal lists)"
    )
    parser.add_argument("--by", metavar="NAME", help="who accepts the lists (default: the current user)")
    parser.add_argument("--reason", default="", metavar="TEXT", help="reason for accepting an illegal or changed list")


def run(arguments: Namespace, context: Context) -> int:
    """Lock, and tell what was left."""
    desk = Desk(Path(arguments.folder), context.library, context.data)
    rows = build_table(desk, View(language=context.language, fresh=True, fixes=False)).rows
    if not rows:
        return nobody(desk, context)
    if arguments.players:
        wanted = [find_player(one, desk).id for one in arguments.players]
        rows = tuple(row for row in rows if row.player.id in wanted)
    sound, left = is_sound(desk, context), 0
    by = arguments.by or getpass.getuser()
    for row in rows:
        if row.status is Status.ACCEPTED:
            continue
        if not may_lock(row, arguments.reason if arguments.players else ""):
            left += 1
            values = {"player": row.player.name, "status": context.say(f"desk.status.{row.status.value}")}
            print_line(context.terminal.line(context.say("desk.not-locked", **values)))
            continue
        _lock(row, desk, context, by, arguments.reason)
    if desk.lock.lines:
        context.mention("desk.lock.head", n=len(desk.lock.lines), mark=printed_code(desk.lock.tip))
    context.mention("desk.locked.left" if left else "desk.locked", n=len(desk.accepted), left=left)
    return Exit.ILLEGAL if left or not sound else Exit.LEGAL


def _lock(row: PlayerStanding, desk: Desk, context: Context, by: str, reason: str) -> None:
    """Lock what a player handed in, and show what differs from what was accepted before."""
    before = {one.name: one for one in row.accepted}
    for new in lock_row(row, desk, by, reason):
        old = before.get(new.name) or next(iter(row.accepted), None)
        print_line(context.terminal.line(context.say("desk.lock", player=row.player.name, list=new.name)))
        then, now = (unlock(old, desk), unlock(new, desk)) if old is not None else (None, None)
        if then is not None and now is not None:
            emit(context.terminal.plain(format_diff_text(compare_lists(then.roster, now.roster), context.language)))
