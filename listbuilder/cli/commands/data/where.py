"""The command `data where`: list the data folders."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode, print_line
from listbuilder.library.locations import bundled_data_folder, user_data_folders


def add_arguments(parser: ArgumentParser) -> None:
    """Add nothing: the command has no arguments of its own."""


def run(arguments: Namespace, context: Context) -> int:  # noqa: ARG001  # same signature for every command
    """Print the folders; later ones take precedence."""
    for folder in (bundled_data_folder(), *user_data_folders(), *map(Path, context.data)):
        print_line(folder)
    return ExitCode.ERROR if context.library.problems else ExitCode.SUCCESS
