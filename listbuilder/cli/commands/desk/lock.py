"""The command `desk lock`: accept lists and add them to the acceptance log."""

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
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("players", nargs="*", metavar="PLAYER")
    parser.add_argument("--by", metavar="NAME")
    parser.add_argument("--reason", default="", metavar="TEXT")


def run(arguments: Namespace, context: Context) -> int:
    """Accept lists and print what was not accepted."""
    tournament = Desk(Path(arguments.folder), context.library, context.data)
    rows = build_table(tournament, View(language=context.language, fresh=True, fixes=False)).rows
    if not rows:
        return nobody(tournament, context)
    if arguments.players:
        wanted = [find_player(name, tournament).id for name in arguments.players]
        rows = tuple(row for row in rows if row.player.id in wanted)
    sound, left = is_sound(tournament, context), 0
    by = arguments.by or getpass.getuser()
    for row in rows:
        if row.status is Status.ACCEPTED:
            continue
        if not may_lock(row, arguments.reason if arguments.players else ""):
            left += 1
            values = {"player": row.player.name, "status": context.say(f"desk.status.{row.status.value}")}
            print_line(context.terminal.line(context.say("desk.not-locked", **values)))
            continue
        _accept(row, tournament, context, by, arguments.reason)
    if tournament.lock.lines:
        context.mention("desk.lock.head", n=len(tournament.lock.lines), mark=printed_code(tournament.lock.tip))
    context.mention("desk.locked.left" if left else "desk.locked", n=len(tournament.accepted), left=left)
    return Exit.ILLEGAL if left or not sound else Exit.LEGAL


def _accept(row: PlayerStanding, tournament: Desk, context: Context, by: str, reason: str) -> None:
    """Accept a player's submission and print the differences from the list accepted before."""
    accepted = {one.name: one for one in row.accepted}
    for new in lock_row(row, tournament, by, reason):
        old = accepted.get(new.name) or next(iter(row.accepted), None)
        print_line(context.terminal.line(context.say("desk.lock", player=row.player.name, list=new.name)))
        before, after = (unlock(old, tournament), unlock(new, tournament)) if old is not None else (None, None)
        if before is not None and after is not None:
            diff = compare_lists(before.roster, after.roster)
            emit(context.terminal.plain(format_diff_text(diff, context.language)))
