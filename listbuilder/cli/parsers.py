"""The commands there are, and their parsers. Only the module of the command that was asked for is imported.

Help as wide as the terminal.

A parser whose complaints can be told in the reader's language, and whose help ends with examples.

Arguments that every command takes.
"""

from __future__ import annotations

import argparse
import sys
from argparse import SUPPRESS, ArgumentTypeError
from collections.abc import Mapping, Sequence
from importlib import import_module

from listbuilder import __version__
from listbuilder.cli.streams import emit, talk, terminal_width


class HelpText(argparse.HelpFormatter):
    """Asks for the width by itself: argparse would import all of `shutil` to ask, also where no help is wanted."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=terminal_width(sys.stdout) - 2)


TYPE_CHECKING = False  # `typing` itself takes a third of what a bare interpreter does
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, NoReturn

PROGRAM = "listbuilder"


class UsageError(Exception):
    """Arguments that make no sense: to which parser, which argument it is about, and what argparse says of it."""

    def __init__(self, parser: Parser, about: str | None, message: str, rest: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.parser = parser
        self.about = about
        self.message = message
        self.rest = tuple(rest)
        """Arguments that nobody wants."""


class Parser(argparse.ArgumentParser):
    """The parser of the program, of a command or of a part of one."""

    module = ""
    """Where the arguments of a part stand: imported when it is asked for, since the others would take as long."""

    def __init__(self, *given: Any, **options: Any) -> None:
        options.setdefault("formatter_class", HelpText)
        super().__init__(*given, **{**options, "exit_on_error": False})

    @property
    def words(self) -> str:
        """How the command is called, without the program: `desk check`."""
        return self.prog.removeprefix(PROGRAM).strip()

    @property
    def actions(self) -> Sequence[argparse.Action]:
        """All arguments that it takes."""
        self._fill()
        return self._actions

    @property
    def parts(self) -> Mapping[str, Parser]:
        """The commands below it, by name."""
        return next((action.choices for action in self._actions if _is_fork(action)), {})  # type: ignore[misc]

    def everybody(self) -> Iterator[Parser]:
        """Give this parser and all below it."""
        yield self
        for part in self.parts.values():
            yield from part.everybody()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: D102  # as argparse has it
        self._fill()
        try:
            found, rest = super().parse_known_args(args, namespace)
        except argparse.ArgumentError as error:
            raise UsageError(self, error.argument_name, error.message) from None
        if rest:  # a parser above has no use for it either, and knows less of what was meant
            raise UsageError(self, None, "", rest)
        return found, rest

    def error(self, message: str) -> NoReturn:  # noqa: D102  # as argparse has it
        raise UsageError(self, None, message)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help and version as all else is printed: argparse would not tell that they got lost."""
        emit(message) if file in (None, sys.stdout) else talk(message, end="")

    def format_help(self) -> str:
        """Write the help, with examples at its end."""
        self._fill()
        from listbuilder.cli.examples import format_examples  # noqa: PLC0415  # only who asks for help reads them

        return super().format_help() + format_examples(self.words)

    def _fill(self) -> None:
        if self.module and self.get_default("what") is None:
            part = import_module(self.module)
            self.description = part.__doc__
            part.add_arguments(self)
            self.set_defaults(what=part.run)


def _is_fork(action: argparse.Action) -> bool:
    return isinstance(action.choices, dict)


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
    command, common = _module(name), [common_arguments()]
    sub = added.add_parser(name, help=COMMANDS[name], description=command.__doc__, parents=common)
    command.add_arguments(sub)
    sub.set_defaults(run=command.run)


def _module(command: str) -> ModuleType:
    return import_module(f"listbuilder.cli.commands.{_MODULES.get(command, command)}")


TYPE_CHECKING = False  # `typing` itself takes a third of what a bare interpreter does
if TYPE_CHECKING:
    from typing import Any

COLOURS = ("auto", "always", "never")


def common_arguments(*, again: bool = False) -> Parser:
    """Give them for a command, or `again` for a part of one, where they may stand as well."""
    # what a part of a command does not say must not undo what was said before it
    unsaid = {"argument_default": SUPPRESS} if again else {}
    common = Parser(add_help=False, **unsaid)
    common.add_argument("--data", action="append", metavar="DIR", help="a folder of your own data files")
    common.add_argument("--lang", metavar="LANG", help="output language (en, de)")
    common.add_argument("-q", "--quiet", help="only print problems", **_switch(again=again))
    common.add_argument("--color", choices=COLOURS, help="use colours: on a terminal (auto), always or never")
    common.add_argument("--debug", help="show the traceback of an internal error", **_switch(again=again))
    return common


def count(text: str) -> int:
    """Read a number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"usage.no-count {text}")
    return int(text)


def _switch(*, again: bool) -> dict[str, Any]:
    """Give what makes an option a switch, which argparse sets to False where nothing else is said."""
    return {"action": "store_true", "default": SUPPRESS if again else False}
