"""The command `desk verify`: check whether a file or code is an accepted list."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.commands.desk.arguments import check_acceptance_log, find_player, open_tournament
from listbuilder.cli.context import Context
from listbuilder.cli.input_output import file_exists, read_list_argument
from listbuilder.cli.streams import ExitCode, print_line, write_stdout
from listbuilder.exporters.diffs import format_list_diff_text
from listbuilder.tournament.acceptance import Verification, verify_bytes, verify_code
from listbuilder.tournament.tournament import Tournament


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("list", metavar="LIST")
    parser.add_argument("--player", default="", metavar="PLAYER")


def run(arguments: Namespace, context: Context) -> int:
    """Print whether each list was accepted, and how it differs if not."""
    tournament = open_tournament(arguments, context)
    sound = check_acceptance_log(tournament, context)
    player = find_player(arguments.player, tournament).id if arguments.player else ""
    results = [] if file_exists(arguments.list) else verify_code(arguments.list, tournament, player)
    if not results:
        text = arguments.list.strip()
        results = verify_bytes(read_list_argument(text), text, tournament, player)
    for result in results:
        _print_result(result, tournament, context)
    return ExitCode.SUCCESS if all(result.is_same for result in results) and sound else ExitCode.PROBLEMS


def _print_result(result: Verification, tournament: Tournament, context: Context) -> None:
    if result.accepted is None:
        print_line(context.translate("desk.verify.unknown"))
        return
    player = tournament.registrations.find(result.accepted.player)
    values = {
        "player": player.name if player is not None else result.accepted.player,
        "list": result.accepted.name,
        "at": result.accepted.at,
        "by": result.accepted.by,
    }
    key = "same" if result.is_same else "same-army" if result.same_army else "differs"
    context.print_result(f"desk.verify.{key}", **values)
    if result.diff is not None:
        write_stdout(context.terminal.sanitize(format_list_diff_text(result.diff, context.language)))
