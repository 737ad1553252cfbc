"""Write the public pages: all accepted lists as a web page and a book, or commitments to hidden lists."""

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
    """Say which arguments it takes."""
    parser.add_argument("folder", metavar="DIR", help="the event folder")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--hidden", action="store_true", help="publish only commitments, whatever the event says")
    shown.add_argument("--open", action="store_true", help="publish all lists, whatever the event says")


def run(arguments: Namespace, context: Context) -> int:
    """Write the files of `public/`."""
    desk = Desk(Path(arguments.folder), context.library, context.data)
    if not desk.accepted:
        context.talk("desk.nothing-locked", folder=arguments.folder)
        return Exit.ILLEGAL
    sound = is_sound(desk, context)
    shown = Shown.COMMITTED if arguments.hidden else Shown.OPEN if arguments.open else desk.event.shown
    writer = Writer(desk.places)
    made = dict(publish(desk, shown, context.language))
    for name, data in made.items():
        writer.write(desk.places.public / name, data)
    writer.finish()
    for path in writer.changed:
        print_line(context.terminal.line(str(path)))
    for path in writer.kept:
        context.talk("desk.edited", path=path)
    if not writer.changed and not writer.kept:
        context.mention("desk.public-same", folder=desk.places.public)
    for name in OPEN_LISTS:
        if name not in made and (desk.places.public / name).exists():
            context.talk("desk.shown-still", path=desk.places.public / name)
    return Exit.LEGAL if sound else Exit.ILLEGAL
