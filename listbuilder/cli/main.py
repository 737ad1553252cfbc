"""Run the command in the arguments and return its exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from listbuilder.cli.parsers import (
    COMMANDS,
    OPEN_COMMAND,
    UsageError,
    build_parser,
    lost_output_message,
    move_command_first,
    print_usage_error,
    requested_language,
)
from listbuilder.cli.streams import ExitCode, flush_streams, prepare_streams, write_stderr

if TYPE_CHECKING:
    from listbuilder.cli.context import Builder

COMPLETE = "complete"
"""An undocumented command that the shell completion scripts call."""


def main(arguments: Sequence[str], builder: Builder) -> int:
    """Run a command and return its exit code; errors are printed as a message."""
    prepare_streams()
    code, error = int(ExitCode.ERROR), None
    try:
        code = _dispatch(list(arguments), builder)
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
    except SystemExit as stop:  # argparse exits after printing help
        code = stop.code if isinstance(stop.code, int) else ExitCode.SUCCESS
    except OSError as raised:
        error = raised
    finally:
        error = flush_streams() or error
    if error is not None:
        write_stderr(lost_output_message(error, requested_language(arguments)))
        return ExitCode.ERROR
    return code


def _dispatch(typed: list[str], builder: Builder) -> int:
    arguments = move_command_first(typed)
    if arguments[:1] == [COMPLETE]:
        from listbuilder.cli.completion_engine import print_completions  # noqa: PLC0415  # no command needs it

        print_completions(arguments[1:])
        return ExitCode.SUCCESS
    if opens_builder(arguments):
        if is_interactive():
            return builder.open(arguments[0] if arguments else None)
        arguments = [OPEN_COMMAND, *arguments] if arguments else []
    elif _names_a_file(arguments):
        # `show` reports why a missing file cannot be read
        arguments = [OPEN_COMMAND if os.path.lexists(arguments[0]) else "show", *arguments]
    parser = build_parser(arguments, requested_language(typed))
    try:
        parsed = parser.parse_args(arguments)
    except UsageError as error:
        print_usage_error(error, typed)
        return ExitCode.ERROR
    if parsed.run is None:
        parser.print_help(sys.stderr)
        return ExitCode.ERROR
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


def is_interactive() -> bool:
    """Return whether the builder can be shown: on a terminal, or in the browser that Textual serves."""
    return (sys.stdin.isatty() and sys.stdout.isatty()) or "TEXTUAL_DRIVER" in os.environ
