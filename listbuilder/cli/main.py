"""From arguments to an exit code. Only the module of the command that was asked for is imported."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module

from listbuilder import __version__
from listbuilder.cli.exits import Exit
from listbuilder.cli.output import finish, prepare, talk
from listbuilder.cli.parser import PROGRAM, Parser, UsageError

TYPE_CHECKING = False  # `typing` itself takes a third of what a bare interpreter does
if TYPE_CHECKING:
    from argparse import _SubParsersAction
    from types import ModuleType

    from listbuilder.cli.builder import Builder

COMMANDS: Mapping[str, str] = {
    "validate": "judge lists: files, folders, archives",
    "show": "print a list as a roster",
    "export": "write a list as PDF, HTML, Markdown, text or JSON",
    "import": "turn a foreign list into one of our own",
    "diff": "compare two lists, in words and points",
    "migrate": "bring a list up to today's books and format",
    "desk": "an organiser's event folder: take lists in, check, answer, lock, publish",
    "odds": "work out what a unit does to another, exactly",
    "systems": "name the rule sets there are, or show one's limits",
    "rules": "print how a game is played, or look one rule up",
    "factions": "name the factions there are",
    "units": "print a faction's units and upgrades",
    "explain": "tell what a finding means",
    "data": "check, start, import or compare data files",
    "prove": "check the commitment to a hidden list",
    "sample": "write a small world of files to try everything with",
    "serve": "show the builder in a browser on this machine",
    "run-sample": "open the builder with a list, or print it where there is no terminal",
    "completion": "print what lets a shell complete commands, options and names",
    "help": "print the help of a command, or the manual page",
}
COMPLETE = "complete"
"""What the shells' scripts ask, which nobody types: it is answered without all that a command needs."""


def main(arguments: Sequence[str], builder: Builder) -> int:
    """Run a command and give its exit code; whatever goes wrong is said in a sentence."""
    prepare()
    failed = None
    try:
        code = _dispatch(list(arguments), builder)
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
    finally:
        failed = finish()
    if failed is not None:
        talk(f"listbuilder: {failed.strerror}")
        return Exit.UNUSABLE
    return code


def _dispatch(arguments: list[str], builder: Builder) -> int:
    arguments = _command_first(arguments)
    if arguments[:1] == [COMPLETE]:
        from listbuilder.cli.completing import print_answers  # noqa: PLC0415  # commands need none of it

        print_answers(arguments[1:])
        return Exit.LEGAL
    if opens_builder(arguments):
        if watched():
            return builder.open(arguments[0] if arguments else None)
        arguments = ["run-sample", *arguments] if arguments else []
    elif _names_a_file(arguments):
        # with options it opens all the same; of one that is not there, `show` says why it cannot be read
        arguments = ["run-sample" if _exists(arguments[0]) else "show", *arguments]
    parser = build_parser(arguments)
    try:
        parsed = parser.parse_args(arguments)
    except UsageError as wrong:
        from listbuilder.cli.usage import tell_usage  # noqa: PLC0415  # only when something is wrong

        tell_usage(wrong, arguments)
        return Exit.UNUSABLE
    if parsed.run is None:
        parser.print_help(sys.stderr)
        return Exit.UNUSABLE
    from listbuilder.cli.context import run_command  # noqa: PLC0415  # help needs none of it

    return run_command(parsed, builder)


def _command_first(arguments: list[str]) -> list[str]:
    """Let options stand before the command, too: they are the command's, but for those that the program has."""
    place = next((place for place, argument in enumerate(arguments) if argument in COMMANDS), 0)
    before = arguments[:place]
    if not before or not before[0].startswith("-") or {"-h", "--help", "--version"} & set(before):
        return arguments
    return [*arguments[place:], *before]


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


def build_parser(arguments: Sequence[str], *, whole: bool = False) -> Parser:
    """Build the parser for the command that is asked for; the others are at most listed, unless the `whole` is."""
    wanted = next((argument for argument in arguments if not argument.startswith("-")), "")
    parser = Parser(
        prog=PROGRAM,
        description="Army lists for One Page Rules' fantasy games: built, judged and printed. Unofficial.",
        epilog="Without a command the builder opens. "
        "Exit codes: 0 legal, 1 illegal or unchecked, 2 unreadable or wrong usage.",
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    parser.set_defaults(run=None)
    added = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name in [wanted] if wanted in COMMANDS and arguments[0] == wanted else COMMANDS:
        if whole or name == wanted:
            _add_command(added, name)
        else:
            added.add_parser(name, help=COMMANDS[name], add_help=False)
    return parser


def _add_command(added: _SubParsersAction[Parser], name: str) -> None:
    from listbuilder.cli.common_arguments import common_arguments  # noqa: PLC0415  # help needs none of it

    command, common = _module(name), [common_arguments()]
    sub = added.add_parser(name, help=COMMANDS[name], description=command.__doc__, parents=common)
    command.add_arguments(sub)
    sub.set_defaults(run=command.run)


def _module(command: str) -> ModuleType:
    return import_module(f"listbuilder.cli.commands.{command.replace('-', '_')}_command")
