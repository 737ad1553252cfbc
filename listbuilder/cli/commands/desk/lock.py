"""The command `desk lock`: accept lists and add them to the acceptance log."""

from __future__ import annotations

import getpass
from argparse import ArgumentParser, Namespace

from listbuilder.cli.commands.desk.arguments import (
    check_acceptance_log,
    find_player,
    open_tournament,
    report_no_players,
)
from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode, write_stdout
from listbuilder.diff.lists import compare_lists
from listbuilder.exporters.diffs import format_list_diff_text
from listbuilder.listfiles.hashes import format_printed_code
from listbuilder.tournament.acceptance import accept_lists, may_accept, rebuild_accepted
from listbuilder.tournament.overview import OverviewOptions, PlayerRow, build_overview
from listbuilder.tournament.player_status import PlayerStatus
from listbuilder.tournament.tournament import Tournament


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("players", nargs="*", metavar="PLAYER")
    parser.add_argument("--by", metavar="NAME")
    parser.add_argument("--reason", default="", metavar="TEXT")


def run(arguments: Namespace, context: Context) -> int:
    """Accept lists and print what was not accepted."""
    tournament = open_tournament(arguments, context)
    rows = build_overview(tournament, OverviewOptions(language=context.language, fresh=True, fixes=False)).rows
    if not rows:
        return report_no_players(tournament, context)
    if arguments.players:
        player_ids = [find_player(name, tournament).id for name in arguments.players]
        rows = tuple(row for row in rows if row.player.id in player_ids)
    sound, left = check_acceptance_log(tournament, context), 0
    by = arguments.by or getpass.getuser()
    for row in rows:
        if row.status is PlayerStatus.ACCEPTED:
            continue
        if not may_accept(row, arguments.reason if arguments.players else ""):
            left += 1
            values = {"player": row.player.name, "status": context.translate(f"desk.status.{row.status.value}")}
            context.print_result("desk.not-locked", **values)
            continue
        _accept(row, tournament, context, by, arguments.reason)
    log = tournament.acceptance_log
    if log.lines:
        context.print_info("desk.lock.head", n=len(log.lines), mark=format_printed_code(log.last_hash))
    context.print_info("desk.locked.left" if left else "desk.locked", n=len(tournament.accepted), left=left)
    return ExitCode.PROBLEMS if left or not sound else ExitCode.SUCCESS


def _accept(row: PlayerRow, tournament: Tournament, context: Context, by: str, reason: str) -> None:
    """Accept a player's submission and print the differences from the list accepted before."""
    accepted = {before.name: before for before in row.accepted}
    for new in accept_lists(row, tournament, by, reason):
        old = accepted.get(new.name) or next(iter(row.accepted), None)
        context.print_result("desk.lock", player=row.player.name, list=new.name)
        before = rebuild_accepted(old, tournament) if old is not None else None
        after = rebuild_accepted(new, tournament) if before is not None else None
        if before is not None and after is not None:
            diff = compare_lists(before.roster, after.roster)
            write_stdout(context.terminal.sanitize(format_list_diff_text(diff, context.language)))
