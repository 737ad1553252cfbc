"""Print a script that lets a shell complete commands, options, factions, systems, units, codes and events."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.streams import emit

_SCRIPTS = Path(__file__).parents[1] / "completion_scripts"


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    shells = sorted(path.suffix[1:] for path in _SCRIPTS.iterdir() if path.stem == "listbuilder")
    parser.add_argument("shell", choices=shells, metavar="SHELL", help=f"one of {', '.join(shells)}")


def run(arguments: Namespace, context: Context) -> int:  # noqa: ARG001  # every command takes the same
    """Print the script."""
    emit((_SCRIPTS / f"listbuilder.{arguments.shell}").read_text(encoding="utf-8"))
    return Exit.LEGAL
