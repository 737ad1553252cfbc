"""The command `factions`: list the installed factions."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode
from listbuilder.cli.tables import add_format_option, print_json, print_table, sort_rows

_COLUMNS = ("id", "name", "version", "systems", "units")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("wanted", nargs="?", metavar="SYSTEM")
    parser.add_argument("--system", metavar="ID")
    parser.add_argument("--sort", choices=_COLUMNS)
    add_format_option(parser)


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
    rows = sort_rows(rows, arguments.sort)
    if arguments.format == "json":
        print_json(rows)
    elif rows:
        print_table(context, rows, _COLUMNS)
    if not rows:
        context.print_message("cli.no-factions", system=system or "")
        return ExitCode.ERROR
    return ExitCode.SUCCESS
