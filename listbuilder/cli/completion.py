"""What fits where a command line ends: commands, options and their values, as the parsers themselves say.

Names to complete what somebody types: of systems, factions, units, events, codes and languages.
"""

from __future__ import annotations

from argparse import SUPPRESS, Action
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from listbuilder.cli.parsers import COMMANDS, OPEN, Parser, build_parser, command_first
from listbuilder.cli.streams import print_line
from listbuilder.diagnostics import CODES
from listbuilder.errors import ListbuilderError
from listbuilder.i18n import languages
from listbuilder.library.library import Library
from listbuilder.textutil.escaping import escape_hidden

if TYPE_CHECKING:
    from listbuilder.library import Library
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


Names: TypeAlias = Iterator[tuple[str, str]]
"""What is typed, and what it is called."""
Opener: TypeAlias = Callable[[], Library]
"""Opens the data; who needs none does not ask."""


def _systems(library: Opener, begun: str) -> Names:  # noqa: ARG001  # all take the same
    return ((header.id, f"{header.name.en} {header.edition}") for header in library().systems())


def _factions(library: Opener, begun: str) -> Names:  # noqa: ARG001  # the same
    return iter({header.id: header.name.en for header in library().factions()}.items())


def _units(library: Opener, begun: str) -> Names:
    """Give factions until one is typed, and then its units: only they need more than the index."""
    faction, stroke, _ = begun.partition("/")
    if not stroke:
        yield from ((f"{name}/", told) for name, told in _factions(library, begun))
        return
    units: dict[str, str] = {}
    for system in {header.systems[0] for header in library().factions() if header.id == faction and header.systems}:
        with suppress(ListbuilderError):
            book = library().faction(faction, system)
            units |= {f"{faction}/{unit.id}": unit.name.en for unit in book.units.values()}
    yield from units.items()


def _events(library: Opener, begun: str) -> Names:  # noqa: ARG001  # the same
    return ((header.id, header.name.en) for header in library().events())


def _codes(library: Opener, begun: str) -> Names:  # noqa: ARG001  # the same
    """Give the codes, and once one of their names is begun those too."""
    yield from ((code.code, code.name) for code in CODES.values())
    if begun:
        yield from ((code.name, code.code) for code in CODES.values())


def _languages(library: Opener, begun: str) -> Names:  # noqa: ARG001  # the same
    return ((language, "") for language in languages())


NAMED: Mapping[str, Callable[[Opener, str], Names]] = {
    "codes": _codes,
    "events": _events,
    "factions": _factions,
    "languages": _languages,
    "systems": _systems,
    "units": _units,
}
