"""Name the factions there are, of one system or of all."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.exits import Exit
from listbuilder.cli.tables import add_format, write_json, write_table


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("--system", metavar="ID", help="only the factions of this system")
    add_format(parser)


def run(arguments: Namespace, context: Context) -> int:
    """Print the factions."""
    if arguments.system is not None:
        context.library.system(arguments.system)
    rows = [
        {
            "id": header.id,
            "name": header.name.to(context.language),
            "version": header.version,
            "systems": list(header.systems),
            "units": header.units,
            "sha256": header.sha256,
        }
        for header in context.library.factions(arguments.system)
    ]
    if arguments.format == "json":
        write_json(rows)
    else:
        write_table(context, rows, ("id", "name", "version", "systems", "units"))
    return Exit.LEGAL
