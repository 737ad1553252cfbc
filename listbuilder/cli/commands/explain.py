"""The command `explain`: print the page of a problem code, or all codes."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode, print_line, write_stdout
from listbuilder.diagnostics import CODES
from listbuilder.errors import UnknownIdError
from listbuilder.library.code_pages import explain, format_explanation


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("code", nargs="?", metavar="CODE")


def run(arguments: Namespace, context: Context) -> int:
    """Print the page of a code, or all codes."""
    if arguments.code is None:
        for code in CODES.values():
            print_line(f"{code.code}  {code.severity:<8} {code.name}")
        return ExitCode.SUCCESS
    names = {code.name: code.code for code in CODES.values()} | {code: code for code in CODES}
    code_or_name = arguments.code if arguments.code in names else arguments.code.upper()
    if code_or_name not in names:
        raise UnknownIdError("code", arguments.code, (*CODES, *(code.name for code in CODES.values())))
    write_stdout(format_explanation(explain(names[code_or_name], context.language)))
    return ExitCode.SUCCESS
