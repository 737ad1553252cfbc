"""Run the command in the arguments and return its exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.parsers import COMMANDS, OPEN, UsageError, build_parser, command_first
from listbuilder.cli.streams import finish, prepare, talk
from listbuilder.cli.usage_errors import asked_language, say_lost, tell_usage

if TYPE_CHECKING:
    from listbuilder.cli.context import Builder

COMPLETE = "complete"
"""An undocumented command that the shell completion scripts call."""


def main(arguments: Sequence[str], builder: Builder) -> int:
    """Run a command and return its exit code; errors are printed as a message."""
    prepare()
    code, error = int(Exit.UNUSABLE), None
    try:
        code = _dispatch(list(arguments), builder)
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
    except SystemExit as stop:  # argparse exits after printing help
        code = stop.code if isinstance(stop.code, int) else Exit.LEGAL
    except OSError as raised:
        error = raised
    finally:
        error = finish() or error
    if error is not None:
        talk(say_lost(error, asked_language(arguments)))
        return Exit.UNUSABLE
    return code


def _dispatch(typed: list[str], builder: Builder) -> int:
    arguments = command_first(typed)
    if arguments[:1] == [COMPLETE]:
        from listbuilder.cli.completion import print_answers  # noqa: PLC0415  # no command needs it

        print_answers(arguments[1:])
        return Exit.LEGAL
    if opens_builder(arguments):
        if watched():
            return builder.open(arguments[0] if arguments else None)
        arguments = [OPEN, *arguments] if arguments else []
    elif _names_a_file(arguments):
        # `show` reports why a missing file cannot be read
        arguments = [OPEN if os.path.lexists(arguments[0]) else "show", *arguments]
    parser = build_parser(arguments, asked_language(typed))
    try:
        parsed = parser.parse_args(arguments)
    except UsageError as error:
        tell_usage(error, typed)
        return Exit.UNUSABLE
    if parsed.run is None:
        parser.print_help(sys.stderr)
        return Exit.UNUSABLE
    from listbuilder.cli.context import run_command  # noqa: PLC0415  # help does not need the library

    return run_command(parsed, builder)


def opens_builder(arguments: Sequence[str]) -> bool:
    """Return whether to open the builder: there are no arguments, or only an existing file."""
    return not arguments or (
        len(arguments) == 1 and not _is_command_or_option(arguments[0]) and os.path.lexists(arguments[0])
    )


def _is_command_or_option(argument: str) -> bool:
    return argument in COMMANDS or argument.startswith("-")


def _names_a_file(arguments: Sequence[str]) -> bool:
    """Return whether a file comes first, even a missing one: no command has a dot or a slash in its name."""
    first = arguments[0]
    return not _is_command_or_option(first) and (os.path.lexists(first) or any(mark in first for mark in "./\\"))


def watched() -> bool:
    """Return whether the builder can be shown: on a terminal, or in the browser that Textual serves."""
    return (sys.stdin.isatty() and sys.stdout.isatty()) or "TEXTUAL_DRIVER" in os.environ
