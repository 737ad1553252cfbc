"""The command `desk publish`: write the public pages of accepted lists or their commitments."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.commands.desk.arguments import is_sound
from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.streams import print_line
from listbuilder.model import Shown
from listbuilder.tournament.paths import Writer
from listbuilder.tournament.publication import OPEN_LISTS, publish
from listbuilder.tournament.tournament import Desk


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--hidden", action="store_true")
    shown.add_argument("--open", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Write the files in `public/`; one that was edited by hand is kept."""
    tournament = Desk(Path(arguments.folder), context.library, context.data)
    if not tournament.accepted:
        context.talk("desk.nothing-locked", folder=arguments.folder)
        return Exit.ILLEGAL
    sound = is_sound(tournament, context)
    shown = Shown.COMMITTED if arguments.hidden else Shown.OPEN if arguments.open else tournament.event.shown
    writer = Writer(tournament.places)
    files = dict(publish(tournament, shown, context.language))
    for name, data in files.items():
        writer.write(tournament.places.public / name, data)
    writer.finish()
    for path in writer.changed:
        print_line(context.terminal.line(str(path)))
    for path in writer.kept:
        context.talk("desk.edited", path=path)
    if not writer.changed and not writer.kept:
        context.mention("desk.public-same", folder=tournament.places.public)
    for name in OPEN_LISTS:
        if name not in files and (tournament.places.public / name).exists():
            context.talk("desk.shown-still", path=tournament.places.public / name)
    return Exit.LEGAL if sound else Exit.ILLEGAL
