"""Show the builder in a browser; only this machine can reach it unless told otherwise."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.exits import Exit


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="the port (default: 8000)")
    parser.add_argument("--anyone", action="store_true", help="allow an address that other machines can reach")


def run(arguments: Namespace, context: Context) -> int:
    """Serve until it is stopped."""
    context.builder.serve(arguments.host, arguments.port, anyone=arguments.anyone)
    return Exit.LEGAL
