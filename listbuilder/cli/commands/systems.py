"""The command `systems`: list the installed systems, or print the limits of one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode
from listbuilder.cli.system_output import system_record, system_rows
from listbuilder.cli.tables import add_format_option, add_sort_option, print_json, print_pairs, print_table, sort_rows

_COLUMNS = ("id", "name", "version")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("system", nargs="?", metavar="SYSTEM")
    add_sort_option(parser, *_COLUMNS)
    add_format_option(parser)


def run(arguments: Namespace, context: Context) -> int:
    """Print the systems, or the one that was named."""
    if arguments.system is not None:
        return _print_system(arguments, context)
    rows = [
        {"id": header.id, "name": header.name.to(context.language), "version": header.edition, "sha256": header.sha256}
        for header in context.library.systems()
    ]
    rows = sort_rows(rows, arguments.sort)
    if arguments.format == "json":
        print_json(rows)
    else:
        print_table(context, rows, _COLUMNS)
    return ExitCode.SUCCESS


def _print_system(arguments: Namespace, context: Context) -> int:
    system = context.library.system(arguments.system)
    if arguments.format == "json":
        print_json(system_record(system, context.language))
    else:
        name = f"{system.name.to(context.language)} {system.edition}"
        print_pairs(context, name, list(system_rows(system, context.language)))
    return ExitCode.SUCCESS
