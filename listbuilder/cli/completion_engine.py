"""Shell completion: the words that can follow a command line, with a description of each."""

from __future__ import annotations

from argparse import SUPPRESS, Action
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from listbuilder.cli.parsers import COMMANDS, OPEN_COMMAND, Parser, build_parser, move_command_first, requested_language
from listbuilder.cli.streams import print_line
from listbuilder.diagnostics import CODES
from listbuilder.errors import ListbuilderError
from listbuilder.i18n import FALLBACK_LANGUAGE, languages
from listbuilder.library import Library
from listbuilder.textutil.escaping import escape_hidden

FILES = ":files"
"""An answer that asks the shell to complete file names, too."""
_REPEATED = ("*", "+")
LibraryOpener: TypeAlias = Callable[[], Library]
"""Opens the library; called only if names from the data are needed."""


class Completion(NamedTuple):
    """A word that fits, and its description."""

    word: str
    description: str = ""


class CursorPosition(NamedTuple):
    """The position at the end of a command line: the command, its words so far, and the option whose value follows."""

    parser: Parser
    words: tuple[str, ...] = ()
    option: Action | None = None

    def after(self, word: str) -> CursorPosition:
        """Return the position after one more word."""
        if word.startswith("-") and len(word) > 1:
            action = next((action for action in self.parser.actions if word in action.option_strings), None)
            return self._replace(option=action if action is not None and action.nargs != 0 else None)
        if self.option is not None:
            return self if self.option.nargs in _REPEATED else self._replace(option=None)
        if word in self.parser.subcommands:
            return CursorPosition(self.parser.subcommands[word])
        return self._replace(words=(*self.words, word))

    @property
    def argument(self) -> Action | None:
        """The argument that the next word belongs to."""
        if self.option is not None:
            return self.option
        words_left = len(self.words)
        for action in self.parser.actions:
            if not action.option_strings:
                if words_left == 0 or action.nargs in _REPEATED:
                    return action
                words_left -= 1
        return None


def print_completions(words: Sequence[str]) -> None:
    """Print the words that fit, one a line, each followed by a tab and its description.

    A leading `--` is skipped. Errors are not printed, because they would appear in the line that the user types.
    """
    words = list(words[words[:1] == ["--"] :]) or [""]
    with suppress(ListbuilderError, OSError):
        folders = [folder for option, folder in pairwise(words) if option == "--data"]
        for answer in complete(words, partial(Library.open, folders), requested_language(words)):
            print_line("\t".join(filter(None, answer)))


def complete(words: Sequence[str], library: LibraryOpener, language: str = FALLBACK_LANGUAGE) -> Iterator[Completion]:
    """Return the answers for the last of the words, which may be empty."""
    *before, current = [word for word in words[:-1] if word != "="] + [words[-1].lstrip("=") if words else ""]
    unnamed = not any(word in COMMANDS for word in before)
    ordered = move_command_first(before)
    spot = _find_spot([OPEN_COMMAND, *ordered] if unnamed and ordered[:1] != [OPEN_COMMAND] else ordered, language)
    option, equals, begun = current.partition("=")
    if equals and option.startswith("--"):
        values = _complete_value(spot.after(option), begun, library)
        return (value if value.word == FILES else value._replace(word=f"{option}={value.word}") for value in values)
    if unnamed and spot.option is None:
        return _complete_beginning(spot, current)
    if current.startswith("-") and (spot.option is None or spot.option.nargs in _REPEATED):
        return _filter(_options(spot.parser), current)
    return _complete_value(spot, current, library)


def _find_spot(words: Sequence[str], language: str) -> CursorPosition:
    spot = CursorPosition(build_parser(words[:1], language))
    for word in words:
        spot = spot.after(word)
    return spot


def _complete_beginning(spot: CursorPosition, begun: str) -> Iterator[Completion]:
    """Return the answers if there is no command yet: commands, or else files, and options of both."""
    program = build_parser((), spot.parser.language)
    if begun.startswith("-"):
        options = {answer.word: answer for answer in (*_options(program), *_options(spot.parser))}
        return _filter(iter(options.values()), begun)
    if spot.words:  # the builder takes a single list
        return iter(())
    return iter([*_filter(_subcommands(program), begun)] or [Completion(FILES)])


def _complete_value(spot: CursorPosition, begun: str, library: LibraryOpener) -> Iterator[Completion]:
    """Return the values of the argument at a position."""
    action, language = spot.argument, spot.parser.language
    if action is None:
        return _filter(_options(spot.parser), begun)
    if spot.option is None and spot.parser.command == "help" and spot.words:
        return _filter(map(Completion, _find_spot(spot.words, language).parser.subcommands), begun)
    if spot.option is None and spot.parser.subcommands:
        return _filter(_subcommands(spot.parser), begun)
    if action.choices is not None:
        return _filter((Completion(str(choice)) for choice in action.choices), begun)
    accepted = (NAME_KINDS[name] for name in (*action.option_strings, str(action.metavar)) if name in NAME_KINDS)
    return _complete_name(next(accepted, ()), begun, library, language)


def _options(parser: Parser) -> Iterator[Completion]:
    for action in parser.actions:
        if action.help != SUPPRESS and action.option_strings:
            yield from (Completion(option, parser.help_of(action)) for option in action.option_strings)


def _subcommands(parser: Parser) -> Iterator[Completion]:
    return (Completion(name, parser.text(name)) for name in parser.subcommands)


def _complete_name(kinds: Sequence[str], begun: str, library: LibraryOpener, language: str) -> Iterator[Completion]:
    for kind in kinds:
        if kind == FILES:
            yield Completion(FILES)
        elif kind == "commands":
            yield from _filter(_subcommands(build_parser((), language)), begun)
        else:
            names = _find_names(kind, library, begun, language)
            yield from _filter((Completion(name, escape_hidden(label)) for name, label in names), begun)


def _filter(answers: Iterator[Completion], begun: str) -> Iterator[Completion]:
    return (answer for answer in answers if answer.word.casefold().startswith(begun.casefold()))


NAME_KINDS: Mapping[str, tuple[str, ...]] = {
    "--event": ("events", FILES),
    "--lang": ("languages",),
    "--system": ("systems",),
    "CODE": ("codes",),
    "COMMAND": ("commands",),
    "EVENT.yaml": ("events", FILES),
    "FACTION": ("factions",),
    "LIST ENTRY": ("units", FILES),
    "SYSTEM": ("systems",),
    "TARGET": ("units", FILES),
    **dict.fromkeys(("BOOK.json", "DIR", "FILE", "LIST", "NEW", "OLD", "PATH"), (FILES,)),
    **dict.fromkeys(("COMMITMENT", "N", "NAME", "PLAYER", "RULE", "TEXT", "TIME", "PORT", "ADDRESS"), ()),
}
"""The kinds of names that an argument accepts, by its option or its placeholder in the help."""


def _find_names(kind: str, library: LibraryOpener, begun: str, language: str) -> Iterable[tuple[str, str]]:
    """Return the names of a kind, with their labels."""
    match kind:
        case "codes":  # once something is typed, their long names, too
            long_names = [(code.name, code.code) for code in CODES.values()] if begun else []
            return [*((code.code, code.name) for code in CODES.values()), *long_names]
        case "events":
            return ((header.id, header.name.to(language)) for header in library().events())
        case "languages":
            return ((name, "") for name in languages())
        case "systems":
            return ((header.id, f"{header.name.to(language)} {header.edition}") for header in library().systems())
    opened = library()
    factions = {header.id: header.name.to(language) for header in opened.factions()}
    faction, slash, _ = begun.partition("/")
    if kind == "factions" or not slash:  # units come after the faction: only they need more than the index
        end = "" if kind == "factions" else "/"
        return ((f"{name}{end}", label) for name, label in factions.items())
    units: dict[str, str] = {}
    for system in {header.systems[0] for header in opened.factions() if header.id == faction and header.systems}:
        with suppress(ListbuilderError):
            book = opened.faction(faction, system)
            units |= {f"{faction}/{unit.id}": unit.name.to(language) for unit in book.units.values()}
    return units.items()
