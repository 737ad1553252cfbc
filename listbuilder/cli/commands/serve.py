"""Run the builder in a browser. Only this computer can reach it unless you allow more."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit

_LAST_PORT = 65535


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="address to listen on (default: 127.0.0.1)"
    )
    parser.add_argument("--port", type=_port, default=8000, metavar="PORT", help="port, 1 to 65535 (default: 8000)")
    parser.add_argument("--anyone", action="store_true", help="allow addresses that other computers can reach")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= _LAST_PORT):
        raise ArgumentTypeError(f"usage.no-port {text}")
    return int(text)


def run(arguments: Namespace, context: Context) -> int:
    """Serve until it is stopped."""
    context.builder.serve(arguments.host, arguments.port, anyone=arguments.anyone)
    return Exit.LEGAL
