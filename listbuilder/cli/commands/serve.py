"""The command `serve`: run the builder in a browser."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode

_MAX_PORT = 65535


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS")
    parser.add_argument("--port", type=_parse_port, default=8000, metavar="PORT")
    parser.add_argument("--anyone", action="store_true")


def _parse_port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= _MAX_PORT):
        raise ArgumentTypeError(f"usage.no-port {text}")
    return int(text)


def run(arguments: Namespace, context: Context) -> int:
    """Serve until the user stops it."""
    context.builder.serve(arguments.host, arguments.port, anyone=arguments.anyone)
    return ExitCode.SUCCESS
