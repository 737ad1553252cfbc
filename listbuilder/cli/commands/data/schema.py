"""Print the schema that your editor uses for completion and checks, or save it for your files.

With --system, the editor also suggests the rules, groups and fields of that system.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.outputs import write_output
from listbuilder.datafiles.schema import load_schema, schema_for
from listbuilder.library.headers import KINDS


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments it takes."""
    parser.add_argument("kind", nargs="?", choices=KINDS, default="faction", help="kind of file (default: faction)")
    parser.add_argument("--system", metavar="ID", help="the system whose rules and groups the editor suggests")
    parser.add_argument("--output", metavar="FILE", help="output file (default: standard output)")
    parser.add_argument("--force", action="store_true", help="replace an existing file (a backup is kept)")


def run(arguments: Namespace, context: Context) -> int:
    """Write it."""
    schema = load_schema(arguments.kind)
    if arguments.system is not None:
        schema = schema_for(schema, context.library.system(arguments.system))
    text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
    return write_output(text, arguments.output, context, force=arguments.force)
