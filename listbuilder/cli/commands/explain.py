"""Explain a problem code: what it means, why it matters, an illegal and a legal example."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.streams import emit, print_line
from listbuilder.diagnostics import CODES
from listbuilder.errors import UnknownIdError
from listbuilder.library.code_pages import explain, format_explanation


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument(
        "code", nargs="?", metavar="CODE", help="a code such as ORG001, or its name (default: list all)"
    )


def run(arguments: Namespace, context: Context) -> int:
    """Print the page of a code, or all codes."""
    if arguments.code is None:
        for code in CODES.values():
            print_line(f"{code.code}  {code.severity:<8} {code.name}")
        return Exit.LEGAL
    emit(format_explanation(explain(_find(arguments.code), context.language)))
    return Exit.LEGAL


def _find(wanted: str) -> str:
    for code in CODES.values():
        if wanted.upper() == code.code or wanted == code.name:
            return code.code
    raise UnknownIdError("code", wanted, (*CODES, *(code.name for code in CODES.values())))
