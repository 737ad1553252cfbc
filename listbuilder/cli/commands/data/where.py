"""The command `data where`: list the data folders."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.streams import print_line
from listbuilder.library.locations import bundled_data, user_data


def add_arguments(parser: ArgumentParser) -> None:
    """Add nothing: the command has no arguments of its own."""


def run(arguments: Namespace, context: Context) -> int:  # noqa: ARG001  # same signature for every command
    """Print the folders; later ones take precedence."""
    for folder in (bundled_data(), *user_data(), *map(Path, context.data)):
        print_line(folder)
    return Exit.UNUSABLE if context.library.problems else Exit.LEGAL
