"""The commands there are, and their parsers. Only the module of the command that was asked for is imported.

Help as wide as the terminal.

A parser whose complaints can be told in the reader's language, and whose help ends with examples.

Arguments that every command takes.

Examples of every command and of every part of one; they end the help.

They name the files of the small world that `listbuilder sample` writes, where a test runs each of them.
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


TYPE_CHECKING = False  # `typing` itself takes a third of what a bare interpreter does
if TYPE_CHECKING:
    from collections.abc import Mapping

EXAMPLES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "": (
        ("lists/iron-vale.yaml", "open a list in the builder"),
        ("validate lists/iron-vale.yaml", "check whether it is legal, with fixes if not"),
        ("help validate", "show help for one command"),
    ),
    "validate": (
        ("validate lists/iron-vale.yaml", "validate one list"),
        ("validate lists/ --sort verdict -q", "all lists in a folder: only problems, worst first"),
        ("validate lists/ --event autumn-cup.yaml", "also check the rules of an event"),
        ("validate lists/ --format sarif", "for a build server; json, junit, github and more"),
    ),
    "show": (
        ("show lists/iron-vale.yaml", "print the roster with its rules"),
        ("show friends/save.json --no-texts", "an Army Forge save, without rule texts"),
    ),
    "export": (
        ("export lists/iron-vale.yaml", "a PDF in exports/"),
        ("export lists/iron-vale.yaml --layout cards --output cards.pdf", "a card for every unit"),
        ("export lists/ --book --sort player --output book.pdf", "all lists in a folder as one file"),
    ),
    "import": (
        ("import friends/save.json --output mine.yaml", "convert an Army Forge save into a list file"),
        ("import friends/share.txt", "convert a share text and print the list file"),
    ),
    "diff": (("diff lists/old.yaml lists/iron-vale.yaml", "what changed, unit by unit"),),
    "migrate": (
        ("migrate lists/old.yaml --dry-run", "show what the current army books would change"),
        ("migrate lists/old.yaml", "update it; the old version is kept as a backup"),
    ),
    "event": (('event new --name "Spring Cup" --system aof-3.5 --points 2000', "create an event file"),),
    "event new": (
        (
            'event new --name "Spring Cup" --system aof-3.5 --output spring-cup.yaml',
            "create an event without questions",
        ),
    ),
    "desk": (
        ("desk init club-day-2000 day/", "create an event folder"),
        ("desk take day/ lists/", "add lists to the inbox"),
        ("desk check day/", "see who is missing, late, illegal or legal"),
    ),
    "desk init": (("desk init autumn-cup.yaml cup/", "create a folder for your own event"),),
    "desk take": (("desk take cup/ lists/ --no-ask", "add lists and leave uncertain matches for later"),),
    "desk check": (
        ("desk check cup/ --sort status", "worst first"),
        ("desk check cup/ --status missing --status late", "only missing or late players"),
    ),
    "desk letters": (("desk letters cup/ --missing", "write reminders to players without a submission"),),
    "desk lock": (("desk lock cup/", "accept all legal lists"),),
    "desk verify": (("desk verify cup/ lists/iron-vale.yaml", "check whether it is the accepted list"),),
    "desk publish": (("desk publish cup/ --hidden", "publish commitments instead of lists"),),
    "desk reveal": (("desk reveal cup/", "print the salts of all hidden lists"),),
    "desk prove": (("desk prove cup/ lists/iron-vale.yaml", "check whether it is the committed list"),),
    "desk export": (("desk export cup/ pairing --output pairing.csv", "a file for a pairing tool"),),
    "odds": (
        ("odds human-empire/knights --charge", "a unit against the usual targets"),
        ("odds lists/iron-vale.yaml spears --against 10xD4+T1", "a unit from a list against a profile"),
    ),
    "systems": (
        ("systems", "list all systems"),
        ("systems aof-3.5", "show the limits of one system"),
    ),
    "rules": (
        ("rules aof-3.5", "the quick reference"),
        ("rules aof-3.5 Tough(3)", "one special rule"),
    ),
    "factions": (
        ("factions aof-3.5", "the factions of one system"),
        ("factions --sort units", "all factions, sorted by number of units"),
    ),
    "units": (
        ("units human-empire --system aof-3.5", "the units of a faction"),
        ("units human-empire --sort cost", "cheapest first"),
    ),
    "explain": (
        ("explain ORG001", "explain a problem, with examples"),
        ("explain", "all codes"),
    ),
    "data": (("data check own/", "check a folder of data files"),),
    "data check": (
        ("data check own/", "check your own folder"),
        ("data check", "check all data"),
    ),
    "data new": (
        ("data new --system aof-3.5 --output new-faction.yaml", "a commented faction"),
        ("data new system --system aof-3.5 --name Club --output club.yaml", "a game based on an existing one"),
        ('data new event --name "Spring Cup" --system aof-3.5 --output spring.yaml', "an event"),
        ("data new list --system aof-3.5 --faction dwarves --output dwarves.yaml", "a list with one unit"),
    ),
    "data schema": (
        ("data schema event", "the schema for events"),
        (
            "data schema --system aof-3.5 --output own/schemas/faction.schema.json",
            "a schema that knows the system's rules",
        ),
    ),
    "data import": (
        ("data import books/lake-folk-1.0.json --output own/", "convert an Army Forge book into a faction file"),
    ),
    "data diff": (
        ("data diff books/lake-folk-1.0.json books/lake-folk-1.1.json", "what changed between two versions"),
    ),
    "data where": (("data where", "list the data folders"),),
    "prove": (
        ("prove lists/iron-vale.yaml COMMITMENT --salt-file salt.txt", "check whether it is the committed list"),
    ),
    "sample": (("sample world", "create sample files; all these examples work with them"),),
    "serve": (("serve --port 8080", "the builder at http://127.0.0.1:8080"),),
    "run-sample": (("run-sample lists/iron-vale.yaml", "open a list"),),
    "completion": (
        ("completion bash", 'for bash: eval "$(listbuilder completion bash)" in ~/.bashrc'),
        ("completion zsh", "for zsh: save it as _listbuilder in a folder of $fpath"),
        ("completion fish", "for fish: save it as ~/.config/fish/completions/listbuilder.fish"),
    ),
    "help": (
        ("help validate", "help for a command"),
        ("help desk check", "help for a subcommand"),
        ("help --man", "the manual page: listbuilder help --man | man -l -"),
    ),
}
"""By command: lines to type, without the name of the program, and what they do."""


def format_examples(words: str) -> str:
    """Write the examples of a command as the end of its help."""
    found = EXAMPLES.get(words, ())
    shown = "".join(f"  listbuilder {line}\n      {told}\n" for line, told in found)
    return f"\nexamples:\n{shown}" if shown else ""
