"""The command `data`: one module per subcommand."""

from __future__ import annotations

from listbuilder.cli.parsers import Parser

_MODULES = {
    "check": "check",
    "new": "new",
    "schema": "schema",
    "import": "import_book",
    "diff": "diff",
    "where": "where",
}


def add_arguments(parser: Parser) -> None:
    """Add the subcommands."""
    parser.add_subcommands({name: f"{__name__}.{module}" for name, module in _MODULES.items()})
