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
    write_stdout(format_explanation(explain(_find_code(arguments.code), context.language)))
    return ExitCode.SUCCESS


def _find_code(wanted: str) -> str:
    for code in CODES.values():
        if wanted.upper() == code.code or wanted == code.name:
            return code.code
    raise UnknownIdError("code", wanted, (*CODES, *(code.name for code in CODES.values())))
