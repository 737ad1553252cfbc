"""The command `desk publish`: write the public pages of accepted lists or their commitments."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.commands.desk.arguments import check_acceptance_log, finish_writing, open_tournament
from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode
from listbuilder.model import ListVisibility
from listbuilder.tournament.paths import GeneratedFileWriter
from listbuilder.tournament.publication import OPEN_LIST_FILES, build_public_files


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--hidden", action="store_true")
    shown.add_argument("--open", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Write the files in `public/`; one that was edited by hand is kept."""
    tournament = open_tournament(arguments, context)
    if not tournament.accepted:
        context.print_message("desk.nothing-locked", folder=arguments.folder)
        return ExitCode.PROBLEMS
    sound = check_acceptance_log(tournament, context)
    forced = ListVisibility.COMMITTED if arguments.hidden else ListVisibility.OPEN if arguments.open else None
    writer = GeneratedFileWriter(tournament.paths)
    files = dict(build_public_files(tournament, forced or tournament.event.visibility, context.language))
    for name, data in files.items():
        writer.write(tournament.paths.public / name, data)
    finish_writing(writer, context)
    if not writer.changed and not writer.hand_edited:
        context.print_info("desk.public-same", folder=tournament.paths.public)
    for name in OPEN_LIST_FILES:
        if name not in files and (tournament.paths.public / name).exists():
            context.print_message("desk.shown-still", path=tournament.paths.public / name)
    return ExitCode.SUCCESS if sound else ExitCode.PROBLEMS
