"""The command `completion`: print the completion script of a shell."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode, write_stdout

_SCRIPTS = Path(__file__).parents[1] / "completion_scripts"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    shells = sorted(path.suffix[1:] for path in _SCRIPTS.iterdir() if path.stem == "listbuilder")
    parser.add_argument("shell", choices=shells, metavar="SHELL")


def run(arguments: Namespace, context: Context) -> int:  # noqa: ARG001  # same signature for every command
    """Print the script."""
    write_stdout((_SCRIPTS / f"listbuilder.{arguments.shell}").read_text(encoding="utf-8"))
    return ExitCode.SUCCESS
