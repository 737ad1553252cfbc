"""The command `desk letters`: write a letter to every player."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.commands.desk.arguments import find_player, nobody
from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.streams import print_line
from listbuilder.tournament.letters import build_letter
from listbuilder.tournament.overview import View, build_table
from listbuilder.tournament.paths import Writer
from listbuilder.tournament.player_status import Status
from listbuilder.tournament.tournament import Desk


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("players", nargs="*", metavar="PLAYER")
    parser.add_argument("--missing", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Write the letters; one that was edited by hand is kept."""
    tournament = Desk(Path(arguments.folder), context.library, context.data)
    if not tournament.register.players:
        return nobody(tournament, context)
    wanted = {find_player(name, tournament).id for name in arguments.players}
    writer = Writer(tournament.places)
    view = View(language=context.language, own_language=True)
    for row in build_table(tournament, view).rows:
        if (wanted and row.player.id not in wanted) or (arguments.missing and row.status is not Status.MISSING):
            continue
        letter = build_letter(row, tournament.event, view.speak(row.player))
        stem = tournament.places.letters / row.player.folder
        writer.write(stem.with_suffix(".txt"), letter.text)
        writer.write(stem.with_suffix(".html"), letter.html)
        writer.write(stem.with_suffix(".eml"), letter.eml)
    writer.finish()
    for path in writer.changed:
        print_line(context.terminal.line(str(path)))
    for path in writer.kept:
        context.talk("desk.edited", path=path)
    context.mention("desk.letters", n=len(writer.changed) // 3, folder=tournament.places.letters)
    return Exit.LEGAL
