"""Create a folder of sample files: lists for each game, lists from other programs, an event, and custom data."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.streams import emit
from listbuilder.sample import world_files, write_world


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("folder", metavar="DIR", help="a new or empty folder")


def run(arguments: Namespace, context: Context) -> int:
    """Write it, and tell what to try first."""
    folder = Path(arguments.folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        context.talk("sample.not-empty", path=folder)
        return Exit.UNUSABLE
    write_world(folder)
    context.talk("sample.written", path=folder)
    emit(next(raw for place, raw in world_files() if place.name == "README.txt"))
    return Exit.LEGAL
