"""From arguments to an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.parsers import COMMANDS, OPEN, UsageError, build_parser, command_first
from listbuilder.cli.streams import finish, prepare, talk
from listbuilder.cli.usage_errors import asked_language, say_lost, tell_usage

TYPE_CHECKING = False  # `typing` itself takes a third of what a bare interpreter does
if TYPE_CHECKING:
    from listbuilder.cli.context import Builder

COMPLETE = "complete"
"""What the shells' scripts ask, which nobody types: it is answered without all that a command needs."""


def main(arguments: Sequence[str], builder: Builder) -> int:
    """Run a command and give its exit code; whatever goes wrong is said in a sentence."""
    prepare()
    code, lost, failed = int(Exit.UNUSABLE), None, None
    try:
        code = _dispatch(list(arguments), builder)
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
    except SystemExit as stop:  # argparse ends so once it has helped; whether that got through is still to be seen
        code = stop.code if isinstance(stop.code, int) else Exit.LEGAL
    except OSError as error:
        lost = error
    finally:
        failed = finish() or lost
    if failed is not None:
        talk(say_lost(failed, asked_language(arguments)))
        return Exit.UNUSABLE
    return code


def _dispatch(typed: list[str], builder: Builder) -> int:
    arguments = command_first(typed)
    if arguments[:1] == [COMPLETE]:
        from listbuilder.cli.completion import print_answers  # noqa: PLC0415  # commands need none of it

        print_answers(arguments[1:])
        return Exit.LEGAL
    if opens_builder(arguments):
        if watched():
            return builder.open(arguments[0] if arguments else None)
        arguments = [OPEN, *arguments] if arguments else []
    elif _names_a_file(arguments):
        # with options it opens all the same; of one that is not there, `show` says why it cannot be read
        arguments = [OPEN if _exists(arguments[0]) else "show", *arguments]
    parser = build_parser(arguments)
    try:
        parsed = parser.parse_args(arguments)
    except UsageError as wrong:
        tell_usage(wrong, typed)
        return Exit.UNUSABLE
    if parsed.run is None:
        parser.print_help(sys.stderr)
        return Exit.UNUSABLE
    from listbuilder.cli.context import run_command  # noqa: PLC0415  # help needs none of it

    return run_command(parsed, builder)


def opens_builder(arguments: Sequence[str]) -> bool:
    """Tell whether to open the builder: nothing was asked for, or just a list file."""
    return not arguments or (len(arguments) == 1 and _is_no_command(arguments) and _exists(arguments[0]))


def _is_no_command(arguments: Sequence[str]) -> bool:
    return arguments[0] not in COMMANDS and not arguments[0].startswith("-")


def _names_a_file(arguments: Sequence[str]) -> bool:
    """Tell whether a file comes first, there or not: no command has a dot or a stroke in it."""
    return _is_no_command(arguments) and (_exists(arguments[0]) or any(sign in arguments[0] for sign in "./\\"))


def _exists(path: str) -> bool:
    return os.path.lexists(path)


def watched() -> bool:
    """Tell whether somebody is there to use the builder: at a terminal, or through the browser that Textual serves."""
    return (sys.stdin.isatty() and sys.stdout.isatty()) or "TEXTUAL_DRIVER" in os.environ
