"""List available factions, for one system or for all."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.tables import add_format, add_sort, in_order, write_json, write_table

_COLUMNS = ("id", "name", "version", "systems", "units")


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("wanted", nargs="?", metavar="SYSTEM", help="a system's id (default: all systems)")
    parser.add_argument("--system", metavar="ID", help="same as SYSTEM")
    add_sort(parser, *_COLUMNS)
    add_format(parser)


def run(arguments: Namespace, context: Context) -> int:
    """Print the factions."""
    system = arguments.system or arguments.wanted
    if system is not None:
        context.library.system(system)
    rows = [
        {
            "id": header.id,
            "name": header.name.to(context.language),
            "version": header.version,
            "systems": list(header.systems),
            "units": header.units,
            "sha256": header.sha256,
        }
        for header in context.library.factions(system)
    ]
    rows = in_order(rows, arguments.sort)
    if arguments.format == "json":
        write_json(rows)
    elif rows:
        write_table(context, rows, _COLUMNS)
    if not rows:
        context.talk("cli.no-factions", system=system or "")
        return Exit.UNUSABLE
    return Exit.LEGAL
