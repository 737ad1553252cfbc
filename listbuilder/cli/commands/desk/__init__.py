"""The command `desk`, which runs an event from its folder: one module per subcommand."""

from __future__ import annotations

from listbuilder.cli.parsers import Parser

_NAMES = ("init", "take", "check", "letters", "lock", "verify", "publish", "reveal", "prove", "export")


def add_arguments(parser: Parser) -> None:
    """Add the subcommands."""
    parser.add_subcommands({name: f"{__name__}.{name}" for name in _NAMES})
