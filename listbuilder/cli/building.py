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
    "validate": "validate lists (files, folders or archives)",
    "show": "print a list as a roster",
    "export": "write a list as PDF, HTML, Markdown, text or JSON",
    "import": "convert a list from another program",
    "diff": "compare two lists",
    "migrate": "update a list to the current army books and file format",
    "event": "create an event file interactively",
    "desk": "run an event: collect, check, accept and publish lists",
    "odds": "calculate the exact odds of an attack",
    "systems": "list available systems, or show the limits of one",
    "rules": "print a game's quick reference, or look up a rule",
    "factions": "list available factions",
    "units": "print a faction's units and upgrades",
    "explain": "explain a problem code",
    "data": "check, create, import or compare data files",
    "prove": "check a hidden list against its commitment",
    "sample": "create a folder of sample files",
    "serve": "run the builder in a browser on this computer",
    "run-sample": "open a list in the builder, or print it if there is no terminal",
    "completion": "print a shell completion script",
    "help": "print help for a command, or the manual page",
}

OPEN = "run-sample"
"""What opens the builder: the command where none is named."""
_WITH_VALUE = frozenset({"--lang", "--data", "--color"})


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
        description="Build, validate and print army lists for One Page Rules' fantasy games. Unofficial.",
        epilog="Without a command, the builder opens. "
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
