"""Create an event folder with the event's rules, a table of players and an inbox. Existing files are not changed."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.datafiles.reader import load_bytes
from listbuilder.disk import make_folder, write_atomically
from listbuilder.tournament.paths import Places
from listbuilder.tournament.registrations import format_register


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments it takes."""
    parser.add_argument("event", metavar="EVENT.yaml", help="an event file, or the id of a bundled event")
    parser.add_argument("folder", metavar="DIR", help="the folder to create")


def run(arguments: Namespace, context: Context) -> int:
    """Make what is missing."""
    source = _event_file(arguments.event, context)
    places = Places(Path(arguments.folder))
    make_folder(places.inbox)
    for path, data in ((places.event, load_bytes(source)), (places.players, format_register().encode())):
        if path.exists():
            context.mention("desk.kept", path=path)
        else:
            write_atomically(path, data, new=True)
            context.mention("cli.written", path=path)
    context.mention("desk.begun", folder=places.root)
    return Exit.LEGAL


def _event_file(wanted: str, context: Context) -> Path:
    """Find the file of an event, and read it once so that a broken one is told at once."""
    event = context.event(wanted)
    if Path(wanted).is_file():
        return Path(wanted)
    found = next(source for source in context.library.events() if source.id == event.id)
    return Path(found.file)
