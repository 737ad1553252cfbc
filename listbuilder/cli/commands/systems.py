"""The command `systems`: list the installed systems, or print the limits of one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.system_output import system_lines, system_record
from listbuilder.cli.tables import add_format, add_sort, in_order, write_json, write_pairs, write_table

_COLUMNS = ("id", "name", "version")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("system", nargs="?", metavar="SYSTEM")
    add_sort(parser, *_COLUMNS)
    add_format(parser)


def run(arguments: Namespace, context: Context) -> int:
    """Print the systems, or the one that was named."""
    if arguments.system is not None:
        return _print_system(arguments, context)
    rows = [
        {"id": header.id, "name": header.name.to(context.language), "version": header.edition, "sha256": header.sha256}
        for header in context.library.systems()
    ]
    rows = in_order(rows, arguments.sort)
    if arguments.format == "json":
        write_json(rows)
    else:
        write_table(context, rows, _COLUMNS)
    return Exit.LEGAL


def _print_system(arguments: Namespace, context: Context) -> int:
    system = context.library.system(arguments.system)
    if arguments.format == "json":
        write_json(system_record(system, context.language))
    else:
        name = f"{system.name.to(context.language)} {system.edition}"
        write_pairs(context, name, list(system_lines(system, context.language)))
    return Exit.LEGAL
