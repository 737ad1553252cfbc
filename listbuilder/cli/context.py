"""What every command gets: the library, the language, the terminal; and how trouble is told.

The builder as the command line sees it: it is handed in, since the two faces do not know each other.
"""

from __future__ import annotations

import sys
import traceback
from argparse import Namespace
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.render import finding_lines
from listbuilder.cli.streams import Terminal, talk
from listbuilder.cli.usage_errors import say_lost, say_unknown
from listbuilder.datafiles.reader import load_document, unreadable_file
from listbuilder.diagnostics.messages import finding_record
from listbuilder.disk import UnsavedError
from listbuilder.errors import AmbiguousIdError, ListbuilderError, SaveError, UnknownIdError, UnreadableError
from listbuilder.i18n import FALLBACK, add_folder, environment_language, languages, translate
from listbuilder.library import Library
from listbuilder.library.headers import kind_of
from listbuilder.library.locations import LANGUAGES, user_data


class Builder(Protocol):
    """Opens the builder in a terminal or in a browser."""

    def open(self, path: str | None, data: Sequence[str] = (), language: str | None = None) -> int:
        """Open it, with a list where one is given, and give the exit code."""

    def serve(self, host: str, port: int, *, anyone: bool) -> None:
        """Show it in a browser until it is stopped."""


if TYPE_CHECKING:
    from listbuilder.diagnostics import Diagnostic
    from listbuilder.library import Library
    from listbuilder.model import Event, Faction


class Context:
    """The surroundings of one command."""

    def __init__(
        self, data: tuple[str, ...], language: str, builder: Builder, *, colour: str | None = None, quiet: bool = False
    ) -> None:
        self.data = data
        self.language = language
        self.builder = builder
        self.quiet = quiet
        self._colour = colour

    @cached_property
    def library(self) -> Library:
        """The data; opened when a command first asks for it, and what is odd about the user's own files is told."""
        library = Library.open(self.data)
        for shadow in library.shadowed:
            self.mention("cli.shadowed", id=shadow.title, file=shadow.file, hidden=shadow.hidden)
        self.tell_findings(library.problems)
        return library

    def faction(self, wanted: str, system: str | None) -> Faction:
        """Give a faction; where several games have it and none was named, that of the first, which is told."""
        try:
            return self.library.faction(wanted, system)
        except AmbiguousIdError as several:
            first = several.systems[0]
            self.mention("cli.several-games", wanted=wanted, systems=several.systems, system=first)
            return self.library.faction(wanted, first)

    def event(self, wanted: str) -> Event:
        """Give an event by its id or file; a list in its place is said to be one."""
        try:
            return self.library.find_event(wanted)
        except UnreadableError:
            if kind_of(load_document(wanted).value, Path()) != "list":
                raise
            raise ListbuilderError(self.say("cli.no-event", path=wanted)) from None

    @cached_property
    def terminal(self) -> Terminal:
        """Standard output as a place for people."""
        return Terminal.of(sys.stdout, self._colour)

    def say(self, key: str, **values: object) -> str:
        """Look a sentence up in the reader's language."""
        return translate(self.language, key, **values)

    def talk(self, key: str, **values: object) -> None:
        """Say something beside the data: it goes to standard error."""
        talk(self.terminal.plain(self.say(key, **values)))

    def mention(self, key: str, **values: object) -> None:
        """Say something that nobody has to know: who wants quiet is not told."""
        if not self.quiet:
            self.talk(key, **values)

    def tell_findings(self, findings: Iterable[Diagnostic], path: str = "") -> None:
        """Print findings beside the data, on standard error."""
        terminal = Terminal.of(sys.stderr, self._colour)
        for one in findings:
            talk("\n".join(finding_lines(finding_record(one, self.language), path, self.language, terminal)))


def wanted_language(asked: str | None) -> str:
    """Choose the language: as asked, else as the environment says, else English."""
    if asked is not None:
        if asked not in languages():
            raise UnknownIdError("language", asked, languages())
        return asked
    return environment_language()


def run_command(arguments: Namespace, builder: Builder) -> int:
    """Run a command in its surroundings; errors end it with a sentence on standard error and exit code 2 or 3."""
    data = tuple(arguments.data or ())
    context = Context(data, FALLBACK, builder, colour=arguments.color, quiet=arguments.quiet)
    try:
        for folder in (*user_data(), *map(Path, data)):
            add_folder(folder / LANGUAGES)
        context.language = environment_language()
        context.language = wanted_language(arguments.lang)
        return int(arguments.run(arguments, context))
    except (ListbuilderError, OSError) as error:
        tell(context, error)
        return Exit.UNUSABLE
    except Exception as error:  # noqa: BLE001  # the last resort: a sentence instead of a traceback
        if arguments.debug:
            traceback.print_exc()
        context.talk("cli.internal", error=f"{type(error).__name__}: {error}")
        return Exit.INTERNAL


def tell(context: Context, error: Exception) -> None:
    """Tell what went wrong on standard error."""
    if isinstance(error, UnreadableError):
        context.tell_findings(error.diagnostics)
    elif isinstance(error, UnknownIdError):
        talk(context.terminal.plain(say_unknown(context.language, error)))
    elif isinstance(error, AmbiguousIdError):
        context.talk("cli.ambiguous", wanted=error.wanted, systems=error.systems)
    elif isinstance(error, SaveError):
        reason = error.to(context.language) if isinstance(error, UnsavedError) else str(error)
        context.talk("cli.not-saved", reason=reason)
    elif isinstance(error, OSError) and isinstance(error.filename, str):
        context.tell_findings([unreadable_file(error.filename, error.errno)])
    elif isinstance(error, OSError):
        talk(say_lost(error, context.language))
    else:
        context.talk("cli.failed", reason=str(error))
