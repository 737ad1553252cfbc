"""The commands there are, and their parsers. Only the module of the command that was asked for is imported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

from listbuilder import __version__
from listbuilder.cli.parser import PROGRAM, Parser

TYPE_CHECKING = False  # `typing` itself takes a third of what a bare interpreter does
if TYPE_CHECKING:
    from argparse import _SubParsersAction
    from types import ModuleType

COMMANDS: Mapping[str, str] = {
    "validate": "judge lists: files, folders, archives",
    "show": "print a list as a roster",
    "export": "write a list as PDF, HTML, Markdown, text or JSON",
    "import": "turn a foreign list into one of our own",
    "diff": "compare two lists, in words and points",
    "migrate": "bring a list up to today's books and format",
    "event": "begin an event's file, by questions",
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

OPEN = "run-sample"
"""What opens the builder: the command where none is named."""
_WITH_VALUE = frozenset({"--lang", "--data", "--color"})

_MODULES = {"import": "import_list", "run-sample": "run_sample"}
"""Modules that cannot be called like their command."""


def command_first(arguments: list[str]) -> list[str]:
    """Let options stand before the command, too: they are the command's, but for those that the program has."""
    place = next((place for place, argument in enumerate(arguments) if argument in COMMANDS), None)
    before = arguments[: _options(arguments) if place is None else place]
    if not before or not before[0].startswith("-") or {"-h", "--help", "--version"} & set(before):
        return arguments
    rest = arguments[len(before) :]
    return [*(rest or [OPEN]), *before]  # options alone are the builder's: `listbuilder --lang de`


def _options(arguments: Sequence[str]) -> int:
    """Count the options and their values at the beginning."""
    place = 0
    while place < len(arguments) and arguments[place].startswith("-"):
        place += 2 if arguments[place] in _WITH_VALUE else 1
    return place


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
    return import_module(f"listbuilder.cli.commands.{_MODULES.get(command, command)}")
