"""The command `desk letters`: write a letter to every player."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.commands.desk.arguments import find_player, finish_writing, open_tournament, report_no_players
from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode
from listbuilder.tournament.letters import build_letter
from listbuilder.tournament.overview import OverviewOptions, build_overview
from listbuilder.tournament.paths import GeneratedFileWriter
from listbuilder.tournament.player_status import PlayerStatus


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("players", nargs="*", metavar="PLAYER")
    parser.add_argument("--missing", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Write the letters; one that was edited by hand is kept."""
    tournament = open_tournament(arguments, context)
    if not tournament.registrations.players:
        return report_no_players(tournament, context)
    ids = {find_player(name, tournament).id for name in arguments.players}
    writer = GeneratedFileWriter(tournament.paths)
    view = OverviewOptions(language=context.language, own_language=True)
    for row in build_overview(tournament, view).rows:
        if (ids and row.player.id not in ids) or (arguments.missing and row.status is not PlayerStatus.MISSING):
            continue
        letter = build_letter(row, tournament.event, view.language_for(row.player))
        stem = tournament.paths.letters / row.player.folder
        writer.write(stem.with_suffix(".txt"), letter.text)
        writer.write(stem.with_suffix(".html"), letter.html)
        writer.write(stem.with_suffix(".eml"), letter.eml)
    finish_writing(writer, context)
    context.print_info("desk.letters", n=len(writer.changed) // 3, folder=tournament.paths.letters)
    return ExitCode.SUCCESS
