"""The command `desk verify`: check whether a file or code is an accepted list."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.commands.desk.arguments import check_acceptance_log, find_player
from listbuilder.cli.context import Context
from listbuilder.cli.input_output import STDIN, file_exists, read_stdin
from listbuilder.cli.streams import ExitCode, print_line, write_stdout
from listbuilder.datafiles.reader import load_bytes
from listbuilder.exporters.diffs import format_list_diff_text
from listbuilder.listfiles.share_string import is_share_string
from listbuilder.tournament.acceptance import Verification, verify_bytes, verify_code
from listbuilder.tournament.tournament import Tournament


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("list", metavar="LIST")
    parser.add_argument("--player", default="", metavar="PLAYER")


def run(arguments: Namespace, context: Context) -> int:
    """Print whether each list was accepted, and how it differs if not."""
    tournament = Tournament(Path(arguments.folder), context.library, context.data)
    sound = check_acceptance_log(tournament, context)
    player = find_player(arguments.player, tournament).id if arguments.player else ""
    by_code = [] if file_exists(arguments.list) else verify_code(arguments.list, tournament, player)
    results = by_code or _verify_list(arguments.list.strip(), tournament, player)
    for result in results:
        _print_result(result, tournament, context)
    return ExitCode.SUCCESS if all(result.is_same for result in results) and sound else ExitCode.PROBLEMS


def _verify_list(text: str, tournament: Tournament, player: str) -> list[Verification]:
    if text == STDIN:
        content = read_stdin()
    elif file_exists(text) or not is_share_string(text):
        content = load_bytes(text)
    else:
        content = text.encode()
    return verify_bytes(content, text, tournament, player)


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
    print_line(context.terminal.sanitize_line(context.translate(f"desk.verify.{key}", **values)))
    if result.diff is not None:
        write_stdout(context.terminal.sanitize(format_list_diff_text(result.diff, context.language)))
