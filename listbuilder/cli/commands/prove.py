"""The command `prove`: check a hidden list against its commitment."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.input_output import SECRET_VARIABLE, load_secret, load_single_list, read_secret
from listbuilder.cli.streams import ExitCode, print_line
from listbuilder.listfiles.hashes import derive_salt, matches_commitment


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("list", metavar="LIST")
    parser.add_argument("commitment", metavar="COMMITMENT")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--salt-file", metavar="FILE")
    source.add_argument("--secret-file", metavar="FILE")


def run(arguments: Namespace, context: Context) -> int:
    """Print whether the list matches the commitment."""
    army = load_single_list(arguments.list, context.library).army
    if arguments.salt_file is not None:
        salt = read_secret(arguments.salt_file)
    elif arguments.secret_file is not None or os.environ.get(SECRET_VARIABLE):
        salt = derive_salt(army, load_secret(arguments.secret_file))
    else:
        context.print_message("cli.no-salt", variable=SECRET_VARIABLE)
        return ExitCode.ERROR
    same = matches_commitment(army, salt, arguments.commitment)
    print_line(context.terminal.sanitize(context.translate("cli.proved" if same else "cli.not-proved", name=army.name)))
    return ExitCode.SUCCESS if same else ExitCode.PROBLEMS
