"""The argument parsers of the program and its commands, and the messages about wrong arguments.

Only the module of the requested command is imported. Help texts come from the catalogue `help.json`.
"""

from __future__ import annotations

import argparse
import errno
import re
import sys
from argparse import SUPPRESS, Action, ArgumentTypeError
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from textwrap import wrap
from typing import Any, NoReturn

from listbuilder import __version__
from listbuilder.cli.streams import Terminal, terminal_width, write_stderr, write_stdout
from listbuilder.errors import UnknownIdError
from listbuilder.i18n import (
    FALLBACK_LANGUAGE,
    add_catalogue_folder,
    detect_language,
    environment_choice,
    has_sentence,
    languages,
    translate,
)
from listbuilder.textutil.fuzzy import find_similar

# our catalogue translates, and `_ARGPARSE_MESSAGES` matches the English messages; gettext would search for files
argparse._ = str  # type: ignore[attr-defined]

PROGRAM = "listbuilder"
OPEN_COMMAND = "run-sample"
"""The command that opens the builder; it may be left out."""
COMMANDS = (
    "validate", "show", "export", "import", "diff", "migrate", "event", "desk", "odds", "systems", "rules", "factions",
    "units", "explain", "data", "prove", "sample", "serve", OPEN_COMMAND, "completion", "help",
)  # fmt: skip
COLOURS = ("auto", "always", "never")
_MODULES = {
    "import": "import_list",
    OPEN_COMMAND: "run_sample",
    "data import": "data.import_book",
    "event new": "data.new",
}
"""Commands whose module has a different name; `event new` is short for `data new event`."""
_SUBCOMMANDS = {
    "event": ("new",),
    "desk": ("init", "take", "check", "letters", "lock", "verify", "publish", "reveal", "prove", "export"),
    "data": ("check", "new", "schema", "import", "diff", "where"),
}
_WITH_VALUE = frozenset({"--lang", "--data", "--color"})
_ENDING = ("-h", "--help", "--version")
"""Options of the program itself; other options are ignored next to them."""
_MAX_NAMED = 30
"""If there are more choices, the message names a command that lists them."""
_LISTED_BY = {
    "code": "listbuilder explain",
    "faction": "listbuilder factions",
    "rule": "listbuilder rules SYSTEM",
    "player": "listbuilder desk check DIR",
}
_ARGPARSE_MESSAGES: Mapping[str, str] = {
    "usage.missing": r"the following arguments are required: (?P<names>.+)",
    "usage.no-number": r"invalid \w+ value: '(?P<value>.*)'",
    "usage.needs-value": r"expected .*arguments?",
    "usage.takes-none": r"ignored explicit argument '(?P<value>.*)'",
    "usage.not-together": r"not allowed with argument (?P<other>.+)",
    "usage.ambiguous": r"ambiguous option: (?P<value>\S+) could match (?P<others>.+)",
}
"""Messages of argparse by the key of our own sentence; any other message is shown as it is."""
_INVALID_CHOICE = r"invalid choice: '?(?P<value>.*?)'? \(choose from "


class UsageError(Exception):
    """Arguments that the parser cannot accept; `about` is the argument and `rest` holds unexpected arguments."""

    def __init__(self, parser: Parser, about: str | None, message: str, rest: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.parser = parser
        self.argument = about
        self.message = message
        self.unexpected = tuple(rest)


class _HelpFormatter(argparse.HelpFormatter):
    """A formatter for help as wide as the terminal, in the user's language."""

    def __init__(self, prog: str, language: str) -> None:
        # argparse would import `shutil` to find the width, even if no help is printed
        super().__init__(prog, width=terminal_width(sys.stdout) - 2)
        self._language = language

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        own = f"{translate(self._language, 'help.word.usage')}: " if prefix is None else prefix
        super().add_usage(usage, actions, groups, own)


class Parser(argparse.ArgumentParser):
    """The parser of the program, a command or a subcommand.

    The arguments of a command are added when they are first needed, so that only its own module is imported.
    """

    def __init__(self, *, language: str = FALLBACK_LANGUAGE, **options: Any) -> None:
        formatter = partial(_HelpFormatter, language=language)
        super().__init__(formatter_class=formatter, add_help=False, exit_on_error=False, **options)
        self.language = language
        self._is_filled = not self.command
        self.add_argument("-h", "--help", action="help")

    @property
    def command(self) -> str:
        """The command without the name of the program, such as `desk check`."""
        return self.prog.removeprefix(PROGRAM).strip()

    @property
    def actions(self) -> Sequence[Action]:
        """All arguments."""
        self._fill()
        return self._actions

    @property
    def subcommands(self) -> Mapping[str, Parser]:
        """The subcommands by name."""
        return next((action.choices for action in self.actions if is_subcommand(action)), {})  # type: ignore[misc]

    def walk(self) -> Iterator[Parser]:
        """Yield this parser and those of all subcommands below it."""
        yield self
        for part in self.subcommands.values():
            yield from part.walk()

    def add_subcommands(self, names: Iterable[str]) -> None:
        """Add subcommands."""
        metavar = "WHAT" if self.command else "COMMAND"
        parser_class: Any = partial(Parser, language=self.language)
        added = self.add_subparsers(
            title=metavar, metavar=metavar, prog=self.prog, required=bool(self.command), parser_class=parser_class
        )
        for name in names:
            added.add_parser(name, help="")

    def text(self, *names: str) -> str:
        """Return a help text of this command, such as the one with the key `help.desk.check.description`."""
        return translate(self.language, ".".join(["help", *self.command.split(), *names]))

    def help_of(self, action: Action) -> str:
        """Return the help of an argument: the command's own text, or else the text that commands share."""
        name = action.option_strings[-1].lstrip("-") if action.option_strings else action.dest
        own = ".".join(["help", *self.command.split(), name])
        return translate(
            self.language, own if self.command and has_sentence(self.language, own) else f"help.option.{name}"
        )

    def examples(self) -> list[tuple[str, str]]:
        """Return the example lines, without the name of the program, with their descriptions."""
        lines = EXAMPLES.get(self.command, ())
        return [(line, self.text("example", str(number))) for number, line in enumerate(lines, 1)]

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: D102  # as in argparse
        self._fill()
        try:
            parsed, rest = super().parse_known_args(args, namespace)
        except argparse.ArgumentError as error:
            raise UsageError(self, error.argument_name, error.message) from None
        if rest:  # raise here, because the parser of the program knows fewer options to suggest
            raise UsageError(self, None, "", rest)
        return parsed, rest

    def error(self, message: str) -> NoReturn:  # noqa: D102  # as in argparse
        raise UsageError(self, None, message)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help and version through our own streams, which report a full disk."""
        write_stdout(message) if file in (None, sys.stdout) else write_stderr(message, end="")

    def format_help(self) -> str:
        """Return the help, with examples at its end."""
        self._fill()
        self.description = self.text("description")
        self.epilog = None if self.command else self.text("epilog")
        self._positionals.title = self._word("positional")
        self._optionals.title = self._word("options")
        for action in self._actions:
            if not is_subcommand(action):
                action.help = self.help_of(action).replace("%", "%%")
            elif self._subparsers is not None:
                self._subparsers.title = self._word("subcommands" if self.command else "commands")
                for choice in getattr(action, "_choices_actions", ()):
                    choice.help = self.text(choice.dest)
        examples = "".join(f"  {PROGRAM} {line}\n      {text}\n" for line, text in self.examples())
        return f"{super().format_help()}\n{self._word('examples')}:\n{examples}"

    def _word(self, name: str) -> str:
        return translate(self.language, f"help.word.{name}")

    def _fill(self) -> None:
        """Add the options that all commands share and the arguments of the command's module."""
        if self._is_filled:
            return
        self._is_filled = True
        # without a default, a subcommand does not reset an option that was given in front of it
        default, switch = (SUPPRESS, SUPPRESS) if " " in self.command else (None, False)
        self.add_argument("--data", action="append", metavar="DIR", default=default)
        self.add_argument("--lang", metavar="LANG", default=default)
        self.add_argument("-q", "--quiet", action="store_true", default=switch)
        self.add_argument("--color", choices=COLOURS, default=default)
        self.add_argument("--debug", action="store_true", default=switch)
        if self.command in _SUBCOMMANDS:
            self.add_subcommands(_SUBCOMMANDS[self.command])
            return
        name = _MODULES.get(self.command, self.command.replace(" ", "."))
        module = import_module(f"listbuilder.cli.commands.{name}")
        module.add_arguments(self)
        self.set_defaults(run=module.run)


def is_subcommand(action: Action) -> bool:
    """Return whether an argument is the choice of a subcommand."""
    return isinstance(action.choices, dict)


def build_parser(arguments: Sequence[str], language: str = FALLBACK_LANGUAGE) -> Parser:
    """Build the parser for the command in the arguments; if none comes first, the parser of all commands."""
    parser = Parser(prog=PROGRAM, language=language)
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    parser.set_defaults(run=None)
    parser.add_subcommands(arguments[:1] if arguments and arguments[0] in COMMANDS else COMMANDS)
    return parser


def move_command_first(arguments: list[str]) -> list[str]:
    """Move options in front of the command behind it, because the parsers of the commands define them."""
    index = next((index for index, argument in enumerate(arguments) if argument in COMMANDS), None)
    if index is None:
        index = 0
        while index < len(arguments) and arguments[index].startswith("-"):
            index += 2 if arguments[index] in _WITH_VALUE else 1
    before = arguments[:index]
    if not before or not before[0].startswith("-"):
        return arguments
    if ending := next((argument for argument in before if argument in _ENDING), None):
        return [ending]
    return [*(arguments[index:] or [OPEN_COMMAND]), *before]  # `listbuilder --lang de` opens the builder


def positive_int(text: str) -> int:
    """Parse a positive whole number; raise ArgumentTypeError for anything else."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"usage.no-count {text}")
    return int(text)


def requested_language(arguments: Sequence[str]) -> str:
    """Return the language that unparsed arguments or the environment ask for.

    The user's own languages are looked up only if the wanted one is not bundled: that imports the whole library.
    """
    named, folders = list(_values_of(arguments, "--lang")), list(_values_of(arguments, "--data"))
    requested = named[-1] if named else environment_choice()
    if folders or (requested.islower() and requested not in languages()):
        add_user_languages(folders)
    known = [language for language in named if language in languages()]
    return known[-1] if known else detect_language()


def add_user_languages(folders: Sequence[str]) -> None:
    """Add the languages in the user's data folders and in the given ones."""
    from listbuilder.library.locations import LANGUAGE_FOLDER, user_data_folders  # noqa: PLC0415  # keeps `--help` quick

    for folder in (*user_data_folders(), *map(Path, folders)):
        add_catalogue_folder(folder / LANGUAGE_FOLDER)


def _values_of(arguments: Sequence[str], option: str) -> Iterator[str]:
    """Yield the values of an option, written as `--option value` or `--option=value`."""
    for index, argument in enumerate(arguments):
        if argument.startswith(f"{option}="):
            yield argument.partition("=")[2]
        elif argument == option:
            yield from arguments[index + 1 : index + 2]


def unknown_id_message(language: str, error: UnknownIdError) -> str:
    """Return the message about an unknown name, with similar names or else the available ones."""
    values = {"kind": translate(language, f"kind.{error.kind}"), "wanted": error.wanted}
    near = find_similar(error.wanted, error.known)
    if near:
        return translate(language, "cli.unknown-near", near=near, **values)
    if not error.known:
        return translate(language, "cli.unknown-none", **values)
    if len(error.known) > _MAX_NAMED and error.kind in _LISTED_BY:
        return translate(language, "cli.unknown-many", command=_LISTED_BY[error.kind], **values)
    return translate(language, "cli.unknown", known=", ".join(error.known), **values)


def lost_output_message(error: OSError, language: str) -> str:
    """Return the message about output that could not be written."""
    if error.errno == errno.ENOSPC:
        return translate(language, "cli.output-full")
    return translate(language, "cli.output-lost", reason=error.strerror or str(error))


def print_usage_error(wrong: UsageError, arguments: Sequence[str]) -> None:
    """Print on standard error what is wrong with the arguments."""
    terminal = Terminal.detect(sys.stderr)
    for text in _build_messages(wrong, arguments, requested_language(arguments)):
        write_stderr("\n".join(wrap(terminal.sanitize(text), terminal.width, break_on_hyphens=False)))


def _build_messages(wrong: UsageError, arguments: Sequence[str], language: str) -> Iterator[str]:
    """Yield what is wrong, an example if something is missing, and where to find help."""
    parser = wrong.parser
    missing, parts = wrong.message.startswith("the following"), ", ".join(parser.subcommands)
    message = translate(language, "usage.parts", parts=parts) if missing and parts else _build_message(wrong, language)
    command = parser.command if parser.command.partition(" ")[0] in arguments else ""  # `run-sample` may be left out
    yield f"{' '.join(filter(None, (PROGRAM, command)))}: {message}"
    if missing and not parts and parser.command in EXAMPLES:
        yield translate(language, "usage.example", line=f"{PROGRAM} {EXAMPLES[parser.command][0]}")
    yield translate(language, "usage.more", command=" ".join(filter(None, (PROGRAM, "help", command))))


def _build_message(wrong: UsageError, language: str) -> str:
    if wrong.unexpected:
        option = next((word for word in wrong.unexpected if word.startswith("-")), None)
        if option is None:
            return translate(language, "usage.too-much", words=wrong.unexpected)
        known = tuple(name for action in wrong.parser.actions for name in action.option_strings)
        return unknown_id_message(language, UnknownIdError("option", option.partition("=")[0], known))
    action = next((action for action in wrong.parser.actions if _format_name(action) == wrong.argument), None)
    if action is not None and (choice := re.match(_INVALID_CHOICE, wrong.message)):
        kind = {"COMMAND": "command", "WHAT": "part"}.get(wrong.argument or "", "value")
        message = unknown_id_message(
            language, UnknownIdError(kind, choice["value"], tuple(map(str, action.choices or ())))
        )
        return _prefix_argument(wrong, message) if kind == "value" else message
    key, _, value = wrong.message.partition(" ")
    if has_sentence(language, key):  # raised by one of our own argument types
        return _prefix_argument(wrong, translate(language, key, value=value))
    for key, pattern in _ARGPARSE_MESSAGES.items():
        if match := re.match(pattern, wrong.message):
            values: dict[str, object] = match.groupdict()
            if "names" in values:  # argparse also names arguments that may be left out
                optional = {_format_name(action) for action in wrong.parser.actions if action.nargs in ("*", "?")}
                values["names"] = tuple(name for name in match["names"].split(", ") if name not in optional)
            return _prefix_argument(wrong, translate(language, key, **values))
    return _prefix_argument(wrong, wrong.message)


def _prefix_argument(wrong: UsageError, message: str) -> str:
    return f"{wrong.argument}: {message}" if wrong.argument else message


def _format_name(action: Action) -> str | None:
    """Return the name of an argument as argparse writes it in its messages."""
    if action.option_strings:
        return "/".join(action.option_strings)
    return action.metavar if isinstance(action.metavar, str) else action.dest


EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "": ("lists/iron-vale.yaml", "validate lists/iron-vale.yaml", "help validate"),
    "validate": (
        "validate lists/iron-vale.yaml",
        "validate lists/ --sort verdict -q",
        "validate lists/ --event autumn-cup.yaml",
        "validate lists/ --format sarif",
    ),
    "show": ("show lists/iron-vale.yaml", "show friends/save.json --no-texts"),
    "export": (
        "export lists/iron-vale.yaml",
        "export lists/iron-vale.yaml --layout cards --output cards.pdf",
        "export lists/ --book --sort player --output book.pdf",
    ),
    "import": ("import friends/save.json --output mine.yaml", "import friends/share.txt"),
    "diff": ("diff lists/old.yaml lists/iron-vale.yaml",),
    "migrate": ("migrate lists/old.yaml --dry-run", "migrate lists/old.yaml"),
    "event": ('event new --name "Spring Cup" --system aof-3.5 --points 2000',),
    "event new": ('event new --name "Spring Cup" --system aof-3.5 --output spring-cup.yaml',),
    "desk": ("desk init club-day-2000 day/", "desk take day/ lists/", "desk check day/"),
    "desk init": ("desk init autumn-cup.yaml cup/",),
    "desk take": ("desk take cup/ lists/ --no-ask",),
    "desk check": ("desk check cup/ --sort status", "desk check cup/ --status missing --status late"),
    "desk letters": ("desk letters cup/ --missing",),
    "desk lock": ("desk lock cup/",),
    "desk verify": ("desk verify cup/ lists/iron-vale.yaml",),
    "desk publish": ("desk publish cup/ --hidden",),
    "desk reveal": ("desk reveal cup/",),
    "desk prove": ("desk prove cup/ lists/iron-vale.yaml",),
    "desk export": ("desk export cup/ pairing --output pairing.csv",),
    "odds": ("odds human-empire/knights --charge", "odds lists/iron-vale.yaml spears --against 10xD4+T1"),
    "systems": ("systems", "systems aof-3.5"),
    "rules": ("rules aof-3.5", "rules aof-3.5 Tough(3)"),
    "factions": ("factions aof-3.5", "factions --sort units"),
    "units": ("units human-empire --system aof-3.5", "units human-empire --sort cost"),
    "explain": ("explain ORG001", "explain"),
    "data": ("data check own/",),
    "data check": ("data check own/", "data check"),
    "data new": (
        "data new --system aof-3.5 --output new-faction.yaml",
        "data new system --system aof-3.5 --name Club --output club.yaml",
        'data new event --name "Spring Cup" --system aof-3.5 --output spring.yaml',
        "data new list --system aof-3.5 --faction dwarves --output dwarves.yaml",
    ),
    "data schema": ("data schema event", "data schema --system aof-3.5 --output own/schemas/faction.schema.json"),
    "data import": ("data import books/lake-folk-1.0.json --output own/",),
    "data diff": ("data diff books/lake-folk-1.0.json books/lake-folk-1.1.json",),
    "data where": ("data where",),
    "prove": ("prove lists/iron-vale.yaml COMMITMENT --salt-file salt.txt",),
    "sample": ("sample world",),
    "serve": ("serve --port 8080",),
    "run-sample": ("run-sample lists/iron-vale.yaml",),
    "completion": ("completion bash", "completion zsh", "completion fish"),
    "help": ("help validate", "help desk check", "help --man"),
}
"""Example lines by command. They use the files that `listbuilder sample` creates, and a test runs each of them."""
