"""What fits where a command line ends: commands, options and their values, as the parsers themselves say."""

from __future__ import annotations

from argparse import SUPPRESS, Action
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.cli.building import COMMANDS, OPEN, build_parser, command_first
from listbuilder.cli.output import print_line
from listbuilder.cli.parser import Parser
from listbuilder.errors import ListbuilderError

if TYPE_CHECKING:
    from listbuilder.library import Library
    from listbuilder.library.names import Opener

FILES = ":files"
"""Stands among the answers where names of files fit too; the shell knows them best."""
_MANY = ("*", "+")


class Answer(NamedTuple):
    """A word that fits, and what it is."""

    word: str
    told: str = ""


class Spot(NamedTuple):
    """Where a command line ends: in which command, behind which words of it, and in an option's value or not."""

    parser: Parser
    words: tuple[str, ...] = ()
    option: Action | None = None

    def after(self, word: str) -> Spot:
        """Give the spot behind one more word."""
        if word.startswith("-") and len(word) > 1:
            action = next((one for one in self.parser.actions if word in one.option_strings), None)
            return self._replace(option=action if action is not None and action.nargs != 0 else None)
        if self.option is not None:
            return self if self.option.nargs in _MANY else self._replace(option=None)
        if word in self.parser.parts:
            return Spot(self.parser.parts[word])
        return self._replace(words=(*self.words, word))

    @property
    def argument(self) -> Action | None:
        """The argument that a word here belongs to."""
        if self.option is not None:
            return self.option
        left = len(self.words)
        for action in self.parser.actions:
            if not action.option_strings:
                if left == 0 or action.nargs in _MANY:
                    return action
                left -= 1
        return None


def complete(words: Sequence[str], library: Opener) -> Iterator[Answer]:
    """Give what fits for the last of the words, which may be empty; the data is opened only where names are wanted."""
    *before, current = [word for word in words[:-1] if word != "="] + [words[-1].lstrip("=") if words else ""]
    unnamed = not any(word in COMMANDS for word in before)
    ordered = command_first(before)
    spot = _spot([OPEN, *ordered] if unnamed and ordered[:1] != [OPEN] else ordered)
    option, equals, begun = current.partition("=")
    if equals and option.startswith("--"):
        found = _values(spot.after(option), begun, library)
        return (one if one.word == FILES else one._replace(word=f"{option}={one.word}") for one in found)
    if unnamed and spot.option is None:
        return _beginning(spot, current)
    if current.startswith("-") and (spot.option is None or spot.option.nargs in _MANY):
        return _fitting(_options(spot.parser), current)
    return _values(spot, current, library)


def _spot(words: Sequence[str]) -> Spot:
    """Go along the words of a command line."""
    spot = Spot(build_parser(words[:1]))
    for word in words:
        spot = spot.after(word)
    return spot


def _beginning(spot: Spot, begun: str) -> Iterator[Answer]:
    """Give what fits where no command is named: one of them, else a list for the builder, or options of either."""
    if begun.startswith("-"):
        options = {answer.word: answer for answer in (*_options(build_parser(())), *_options(spot.parser))}
        return _fitting(iter(options.values()), begun)
    if spot.words:  # the list is there
        return iter(())
    return iter([*_fitting((Answer(*one) for one in COMMANDS.items()), begun)] or [Answer(FILES)])


def print_answers(words: Sequence[str]) -> None:
    """Tell a shell what fits, one answer a line, with a tab before what it is; `--` parts the words from the command.

    Nobody reads a complaint while they type: what cannot be read has no names.
    """
    words = list(words[words[:1] == ["--"] :])
    with suppress(ListbuilderError, OSError):
        for word, told in complete(words or [""], partial(_open, words)):
            print_line("\t".join(filter(None, (word, told))))


def _open(words: Sequence[str]) -> Library:
    from listbuilder.library import Library  # noqa: PLC0415  # who completes a command needs no data

    return Library.open([folder for option, folder in pairwise(words) if option == "--data"])


def _options(parser: Parser) -> Iterator[Answer]:
    for action in parser.actions:
        if action.help != SUPPRESS:
            yield from (Answer(option, action.help or "") for option in action.option_strings)


def _values(spot: Spot, begun: str, library: Opener) -> Iterator[Answer]:
    """Give the values of the argument at a spot."""
    action = spot.argument
    if action is None:
        return _fitting(_options(spot.parser), begun)
    if spot.option is None and spot.parser.words == "help" and spot.words:
        return _fitting(map(Answer, _spot(spot.words).parser.parts), begun)
    if spot.option is None and spot.parser.parts:
        told = {one.dest: one.help or "" for one in getattr(action, "_choices_actions", ())}
        return _fitting((Answer(name, told.get(name, "")) for name in spot.parser.parts), begun)
    if action.choices is not None:
        return _fitting((Answer(str(choice)) for choice in action.choices), begun)
    return _named(_wanted(action), begun, library)


def _wanted(action: Action) -> tuple[str, ...]:
    """Tell what an argument wants, by its option or else by the word that stands for it in the help."""
    return next((WANTED[name] for name in (*action.option_strings, str(action.metavar)) if name in WANTED), ())


def _named(kinds: Sequence[str], begun: str, library: Opener) -> Iterator[Answer]:
    for kind in kinds:
        if kind == FILES:
            yield Answer(FILES)
        elif kind == "commands":
            yield from _fitting((Answer(*one) for one in COMMANDS.items()), begun)
        else:
            from listbuilder.library.names import NAMED  # noqa: PLC0415  # who completes a command needs no data
            from listbuilder.textutil.escaping import escape_hidden  # noqa: PLC0415  # names come from files

            found = (Answer(name, escape_hidden(told)) for name, told in NAMED[kind](library, begun))
            yield from _fitting(found, begun)


def _fitting(answers: Iterator[Answer], begun: str) -> Iterator[Answer]:
    return (answer for answer in answers if answer.word.casefold().startswith(begun.casefold()))


WANTED: Mapping[str, tuple[str, ...]] = {
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
"""What there is to choose from, by option, or by the word that stands for an argument in the help."""
