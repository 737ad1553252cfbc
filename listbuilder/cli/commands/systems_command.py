"""Name the rule sets there are."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.exits import Exit
from listbuilder.cli.tables import add_format, write_json, write_table


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    add_format(parser)


def run(arguments: Namespace, context: Context) -> int:
    """Print the systems."""
    rows = [
        {"id": header.id, "name": header.name.to(context.language), "version": header.edition, "sha256": header.sha256}
        for header in context.library.systems()
    ]
    if arguments.format == "json":
        write_json(rows)
    else:
        write_table(context, rows, ("id", "name", "version"))
    return Exit.LEGAL
