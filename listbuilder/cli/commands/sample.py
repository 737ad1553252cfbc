"""The command `sample`: create a folder of sample files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode, write_stdout
from listbuilder.sample import world_files, write_world


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")


def run(arguments: Namespace, context: Context) -> int:
    """Write the files and print the README, which says what to try first."""
    folder = Path(arguments.folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        context.print_message("sample.not-empty", path=folder)
        return ExitCode.ERROR
    write_world(folder)
    context.print_message("sample.written", path=folder)
    write_stdout(next(content for path, content in world_files() if path.name == "README.txt"))
    return ExitCode.SUCCESS
