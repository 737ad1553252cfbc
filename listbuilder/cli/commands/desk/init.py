"""The command `desk init`: create an event folder."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode
from listbuilder.datafiles.reader import load_bytes
from listbuilder.disk import make_folder, write_atomically
from listbuilder.tournament.paths import TournamentPaths
from listbuilder.tournament.registrations import format_registrations


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("event", metavar="EVENT.yaml")
    parser.add_argument("folder", metavar="DIR")


def run(arguments: Namespace, context: Context) -> int:
    """Create the missing files; existing ones are kept."""
    event, source = context.find_event(arguments.event), arguments.event
    if not Path(source).is_file():
        source = next(header.file for header in context.library.events() if header.id == event.id)
    places = TournamentPaths(Path(arguments.folder))
    make_folder(places.inbox)
    for path, data in ((places.event, load_bytes(source)), (places.players, format_registrations().encode())):
        if path.exists():
            context.print_info("desk.kept", path=path)
        else:
            write_atomically(path, data, new=True)
            context.print_info("cli.written", path=path)
    context.print_info("desk.begun", folder=places.root)
    return ExitCode.SUCCESS
