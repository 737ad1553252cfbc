"""The command `data schema`: write the schema of a kind of data file, for editors."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.input_output import write_output
from listbuilder.datafiles.schema import build_system_schema, load_schema
from listbuilder.library.index import FILE_KINDS


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("kind", nargs="?", choices=FILE_KINDS, default="faction")
    parser.add_argument("--system", metavar="ID")
    parser.add_argument("--output", metavar="FILE")
    parser.add_argument("--force", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Write the schema."""
    schema = load_schema(arguments.kind)
    if arguments.system is not None:
        schema = build_system_schema(schema, context.library.system(arguments.system))
    text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
    return write_output(text, arguments.output, context, force=arguments.force)
